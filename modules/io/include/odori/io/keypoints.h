// Keypoints of a dance: 33 points of a body and nine joint angles a frame, as NDJSON (one frame a
// line) and as one JSON document, schema mediapipe33@0.1.0:
//   {"frame":0,"timeMs":0.0,"points":[[x,y,z,confidence] x33],"angles":[cosine x9]}
//   {"schema":"mediapipe33@0.1.0","fps":30,"frames":[...]}
// What is missing is null, never zero: a point, an angle, all points, all angles.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "odori/base/bytes.h"
#include "odori/base/result.h"
#include "odori/base/warning.h"

namespace odori::io {

inline constexpr std::size_t kBodyPoints = 33, kJointAngles = 9;

// In a picture: x to the right and y down, 0..1 of its width and height; z in the same unit as x,
// towards the camera below zero. confidence 0..1.
struct Keypoint {
  float x = 0, y = 0, z = 0, confidence = 0;
  friend bool operator==(const Keypoint&, const Keypoint&) = default;
};

struct KeypointFrame {
  std::int64_t frame = 0;
  double time_ms = 0;
  // 33 in MediaPipe's order, or none where nobody was seen.
  std::vector<std::optional<Keypoint>> points;
  // Cosines: shoulders left and right, elbows, hips, knees, spine; or none.
  std::vector<std::optional<float>> angles;
  friend bool operator==(const KeypointFrame&, const KeypointFrame&) = default;
};

struct KeypointDocument {
  double fps = 30;  // 30 where the file says none, as NDJSON never does
  std::vector<KeypointFrame> frames;
  Warnings warnings;
};

// Either form, told by content. A frame without a number or time gets those of its place; other
// members are passed over; a point of nothing but zeros counts as missing, with a warning. Errors:
// truncated, malformed, not_finite, too_large (nested too deep); they name line or frame, and byte.
Result<KeypointDocument> decode_keypoints(Bytes data);

// A line, with its end, at the end of `out`. Errors: usage (other counts than 33 or 0, 9 or 0; a
// number that is not finite).
Result<void> encode_keypoint_line(const KeypointFrame& frame, std::string& out);
Result<std::string> encode_keypoints_ndjson(const std::vector<KeypointFrame>& frames);
Result<std::string> encode_keypoints_json(const KeypointDocument& document);

bool looks_like_keypoints(Bytes data);

// NDJSON as it arrives, in chunks of any size: each line is read as soon as it is whole. Lines of
// more than a megabyte are refused. After a failure every call gives that failure.
class KeypointStream {
 public:
  KeypointStream();
  ~KeypointStream();

  // Appends the frames whose lines end in this chunk. Errors: as decode_keypoints; they name the
  // line, and the byte in the stream.
  Result<void> feed(Bytes chunk, std::vector<KeypointFrame>& frames);
  // No more chunks: the last line may lack its end.
  Result<void> finish(std::vector<KeypointFrame>& frames);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace odori::io
