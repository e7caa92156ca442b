// Whatever is taken as a VMD is written back byte for byte.
#include <algorithm>
#include <cstdlib>

#include "odori/io/vmd.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const odori::Bytes bytes = std::as_bytes(std::span(data, size));
  const auto document = odori::io::decode_vmd(bytes);
  if (!document) return 0;
  const auto again = odori::io::encode_vmd(*document);
  if (!std::equal(again.begin(), again.end(), bytes.begin(), bytes.end())) std::abort();
  return 0;
}
