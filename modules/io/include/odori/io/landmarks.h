// Landmark recordings: what MediaPipe Holistic saw in each frame of a video, as one JSON document
// or as NDJSON (the first line may be the head, then a frame a line):
//   {"fps":30,"width":720,"height":1280,"frames":[
//     {"time":0.0,"pose":[[x,y,z,visibility] x33]|null,"world":..,"left":[[x,y,z]
//     x21]|null,"leftWorld":..,
//      "right":..,"rightWorld":..,"face":[[x,y,z] x478]|null,"blendshapes":{"jawOpen":0.1,...}}]}
// What was not seen is null, never zero.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "odori/base/bytes.h"
#include "odori/base/result.h"
#include "odori/base/warning.h"
#include "odori/math/vec.h"

namespace odori::io {

// The left hand is the person's own.
enum class LandmarkKind : std::uint8_t {
  pose,         // 33 in the picture: x right, y down, 0..1 of its width and height
  pose_world,   // 33 in metres from the middle of the hips: x right in the picture, y down, z away
  left_hand,    // 21 in the picture
  left_world,   // 21 in metres, axes as pose_world; only differences count
  right_hand,   // 21
  right_world,  // 21
  face,         // 478 in the picture; 468 from older models, without the irises
};

struct LandmarkSet {
  LandmarkKind kind = LandmarkKind::pose;
  std::vector<Vec3> points;
  std::vector<float> visibility;  // 0..1 for each point; empty where the source says none (hands)
  friend bool operator==(const LandmarkSet&, const LandmarkSet&) = default;
};

struct BlendshapeWeight {
  std::uint8_t shape = 0;  // an index into blendshape_names()
  float weight = 0;        // 0..1
  friend bool operator==(const BlendshapeWeight&, const BlendshapeWeight&) = default;
};
// MediaPipe's 52, in its order.
std::span<const std::string_view> blendshape_names();

struct LandmarkFrame {
  double time = 0;                            // seconds
  std::vector<LandmarkSet> sets;              // what was seen, in the order of LandmarkKind
  std::vector<BlendshapeWeight> blendshapes;  // none = not looked for
  friend bool operator==(const LandmarkFrame&, const LandmarkFrame&) = default;

  // Null = not seen.
  const LandmarkSet* find(LandmarkKind kind) const;
};

struct LandmarkRecording {
  double fps = 30;
  std::int32_t width = 0, height = 0;  // of the pictures, pixels; 0 = not told
  std::string kind;                    // "motion", or "still" for pictures apart; may be empty
  std::string source, detector;        // for people; may be empty
  std::int64_t first_frame = 0;        // of the source
  std::vector<LandmarkFrame> frames;
  Warnings warnings;
};

// Either form, told by content; also with MediaPipe's own names (poseLandmarks, ...), with points
// as
// {"x":..,"y":..,"z":..,"visibility":..}, and in lists of one person each, of which the first
// counts. A set of nothing but zeros counts as not seen, with a warning; members of other names are
// passed over. A frame without a time gets that of its place. Errors: truncated, malformed (a set
// of another size), not_finite, too_large; they name the frame, and the byte.
Result<LandmarkRecording> decode_landmarks(Bytes data);

// Errors: usage (a set of another size, a number that is not finite).
Result<std::string> encode_landmarks(const LandmarkRecording& recording);
Result<std::string> encode_landmarks_ndjson(const LandmarkRecording& recording);
// One line of it, with its end, at the end of `out`.
Result<void> encode_landmark_line(const LandmarkFrame& frame, std::string& out);

bool looks_like_landmarks(Bytes data);

// NDJSON as it arrives; see KeypointStream.
class LandmarkStream {
 public:
  LandmarkStream();
  ~LandmarkStream();

  Result<void> feed(Bytes chunk, std::vector<LandmarkFrame>& frames);
  Result<void> finish(std::vector<LandmarkFrame>& frames);
  // What the head said so far, without frames.
  const LandmarkRecording& head() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace odori::io
