// Linked into every fuzz target: the memory that is held at any time while a file is read, and made
// of it again, stays within the limit of fuzz_limits.h.
#include <sanitizer/allocator_interface.h>

#include <cstdio>
#include <cstdlib>

#include "fuzz_limits.h"

extern "C" {
int __real_LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
int __wrap_LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
}

namespace {

bool counting = false;
std::size_t live = 0, peak = 0;

void note_malloc(const volatile void* p, std::size_t) {
  if (!counting) return;
  live += __sanitizer_get_allocated_size(const_cast<const void*>(p));
  if (live > peak) peak = live;
}
void note_free(const volatile void* p) {
  if (!counting || !p) return;
  const std::size_t size = __sanitizer_get_allocated_size(const_cast<const void*>(p));
  live -= size < live ? size : live;  // what was there before does not count
}

int measured(const std::uint8_t* data, std::size_t size) {
  live = peak = 0;
  counting = true;
  const int result = __real_LLVMFuzzerTestOneInput(data, size);
  counting = false;
  return result;
}

}  // namespace

int __wrap_LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const bool installed =
      __sanitizer_install_malloc_and_free_hooks(note_malloc, note_free) != 0;
  if (!installed || odori::fuzz::is_packed()) return __real_LLVMFuzzerTestOneInput(data, size);
  const std::size_t most = odori::fuzz::most_memory(size);
  int result = measured(data, size);
  // Tables that are made once, on first use, are no part of the file: the second run has them.
  if (peak > most) result = measured(data, size);
  if (peak > most) {
    std::fprintf(stderr, "a file of %zu bytes took %zu bytes of memory, more than %zu\n", size,
                 peak, most);
    std::abort();
  }
  return result;
}
