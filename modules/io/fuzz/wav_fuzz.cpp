#include <cstdlib>

#include "odori/io/wav.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto document = odori::io::decode_wav(std::as_bytes(std::span(data, size)));
  if (document && !odori::io::encode_wav(*document)) std::abort();
  return 0;
}
