#include <cstdlib>

#include "odori/io/image.h"

extern "C" const bool odori_fuzz_packed = true;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto picture =
      odori::io::decode_image(std::as_bytes(std::span(data, size)), {4096, 1 << 20});
  if (picture && picture->rgba.size() != static_cast<std::size_t>(picture->width) *
                                             static_cast<std::size_t>(picture->height) * 4) {
    std::abort();
  }
  return 0;
}
