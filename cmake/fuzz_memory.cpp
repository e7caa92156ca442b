// Linked into every fuzz target: the memory that is held at any time while a file is read, and made
// of it again, stays within kTimes the size of the file. A target whose format packs its content
// (ZIP, pictures) defines `extern "C" const bool odori_fuzz_packed = true` and is not measured.
#include <sanitizer/allocator_interface.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>

extern "C" {
int __real_LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
int __wrap_LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
extern const bool odori_fuzz_packed __attribute__((weak));
}

namespace {

constexpr std::size_t kTimes = 8;
// For names, maps and messages, which even the smallest file needs.
constexpr std::size_t kAllowance = std::size_t{64} << 10;

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

bool is_packed() { return &odori_fuzz_packed && odori_fuzz_packed; }

}  // namespace

int __wrap_LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const bool installed =
      __sanitizer_install_malloc_and_free_hooks(note_malloc, note_free) != 0;
  if (!installed || is_packed()) return __real_LLVMFuzzerTestOneInput(data, size);
  const std::size_t most = kAllowance + kTimes * size;
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
