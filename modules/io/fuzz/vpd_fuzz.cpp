// Whatever is taken as a VPD and can be written is read again with as many poses.
#include <cstdlib>

#include "odori/io/vpd.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace odori::io;
  auto document = decode_vpd(std::as_bytes(std::span(data, size)));
  if (!document) return 0;
  document->encoding = odori::Encoding::utf8;
  const auto bytes = encode_vpd(*document);
  if (!bytes) std::abort();
  const auto again = decode_vpd(*bytes);
  if (!again || again->bones.size() != document->bones.size() ||
      again->morphs.size() != document->morphs.size()) {
    std::abort();
  }
  return 0;
}
