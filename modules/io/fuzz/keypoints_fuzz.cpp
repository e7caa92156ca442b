// Whatever is taken as keypoints comes back from both forms of text that are written of it, and
// from lines that arrive in pieces.
#include <cstdlib>

#include "odori/io/keypoints.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace odori::io;
  const auto input = std::as_bytes(std::span(data, size));
  KeypointStream pieces;
  std::vector<KeypointFrame> frames;
  for (std::size_t at = 0; at < size; at += 5)
    if (!pieces.feed(input.subspan(at, std::min<std::size_t>(5, size - at)), frames)) break;
  (void)pieces.finish(frames);

  const auto document = decode_keypoints(input);
  if (!document) return 0;
  const auto text = encode_keypoints_ndjson(document->frames);
  if (!text) std::abort();
  KeypointStream stream;
  std::vector<KeypointFrame> again;
  if (!stream.feed(std::as_bytes(std::span(*text)), again) || !stream.finish(again)) std::abort();
  if (again != document->frames) std::abort();
  const auto whole = encode_keypoints_json(*document);
  if (!whole) std::abort();
  const auto read = decode_keypoints(std::as_bytes(std::span(*whole)));
  if (!read || read->frames != document->frames) std::abort();
  return 0;
}
