// Whatever is taken as a PMD is written back byte for byte.
#include <algorithm>
#include <cstdlib>

#include "odori/io/pmd.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const odori::Bytes bytes = std::as_bytes(std::span(data, size));
  const auto document = odori::io::decode_pmd(bytes);
  if (!document) return 0;
  const auto again = odori::io::encode_pmd(*document);
  if (!again || !std::equal(again->begin(), again->end(), bytes.begin(), bytes.end())) std::abort();
  return 0;
}
