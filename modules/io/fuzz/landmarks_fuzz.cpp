// Whatever is taken as landmarks comes back from both forms of text that are written of it, and
// from lines that arrive in pieces.
#include <cstdlib>

#include "odori/io/landmarks.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace odori::io;
  const auto input = std::as_bytes(std::span(data, size));
  LandmarkStream pieces;
  std::vector<LandmarkFrame> frames;
  for (std::size_t at = 0; at < size; at += 5)
    if (!pieces.feed(input.subspan(at, std::min<std::size_t>(5, size - at)), frames)) break;
  (void)pieces.finish(frames);

  const auto recording = decode_landmarks(input);
  if (!recording) return 0;
  const auto text = encode_landmarks_ndjson(*recording);
  if (!text) std::abort();
  LandmarkStream stream;
  std::vector<LandmarkFrame> again;
  if (!stream.feed(std::as_bytes(std::span(*text)), again) || !stream.finish(again)) std::abort();
  const auto whole = encode_landmarks(*recording);
  if (!whole) std::abort();
  const auto read = decode_landmarks(std::as_bytes(std::span(*whole)));
  if (!read || read->frames != recording->frames) std::abort();
  if (again != recording->frames || stream.head().source != recording->source) std::abort();
  return 0;
}
