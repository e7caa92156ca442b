// An archive gives names that stay inside and entries within the limits, or an error.
#include <cstdlib>

#include "odori/files/files.h"

extern "C" const bool odori_fuzz_packed = true;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = std::as_bytes(std::span(data, size));
  odori::ArchiveLimits limits;
  limits.entry_bytes = limits.total_bytes = 1 << 20;
  const auto archive = odori::open_archive({bytes.begin(), bytes.end()}, limits);
  if (!archive) return 0;
  for (const std::string& name : (*archive)->names()) {
    if (name.empty() || name[0] == '/' || name.starts_with("../")) std::abort();
    const auto content = (*archive)->read(name);
    if (content && content->size() > limits.entry_bytes) std::abort();
    (void)odori::resolve_inside(**archive, name, "..\\a/../B.png");
  }
  return 0;
}
