// Whatever is taken as a BVH comes back from the text that is written of it.
#include <cstdlib>

#include "odori/io/bvh.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace odori::io;
  const auto document = decode_bvh(std::as_bytes(std::span(data, size)));
  if (!document) return 0;
  const auto text = encode_bvh(*document);
  if (!text) std::abort();
  const auto again = decode_bvh(std::as_bytes(std::span(*text)));
  if (!again || again->joints.size() != document->joints.size() ||
      again->values != document->values || again->frame_time != document->frame_time) {
    std::abort();
  }
  return 0;
}
