// Motions beyond what a player takes, in parts.
#pragma once

#include "odori/base/result.h"
#include "odori/motion/clip.h"

namespace odori {

struct ClipPart {
  Clip clip;         // starts at 0, with the pose of its first frame
  double first = 0;  // which frame of the whole that is
};

// As few parts as needed one after the other, each with at most `most_keys` keys; a part ends on
// the frame before the next one starts, so that their pictures in a row are those of the whole. A
// clip with few enough keys is one part, as it was. Errors: usage (so few keys are allowed that a
// single frame has more).
Result<std::vector<ClipPart>> split(const Clip& clip, std::size_t most_keys);

}  // namespace odori
