#include <cstdlib>

#include "odori/cache/npz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto arrays = odori::decode_npz(std::as_bytes(std::span(data, size)));
  if (!arrays) return 0;
  const auto bytes = odori::encode_npz(*arrays);
  const auto again = odori::decode_npz(bytes);
  if (!again || again->size() != arrays->size()) std::abort();
  return 0;
}
