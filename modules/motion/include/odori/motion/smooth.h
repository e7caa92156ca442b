// Calmer motions.
#pragma once

#include "odori/base/result.h"
#include "odori/motion/clip.h"

namespace odori {

struct SmoothOptions {
  double window = 0.3;  // seconds from end to end: six standard deviations
};

// Each frame becomes the Gaussian mean of the frames around it: rotations in the tangent space of
// the frame itself, translations, camera and morphs as they are. Nothing shifts in time; what is
// constant stays so to the bit; the first and last pose stay (the motion is continued there by
// point reflection). Never across a camera's cut. Tracks that move get a key on every frame: reduce
// them afterwards. Errors: usage (a window that is not above zero, or above a minute), too_large.
Result<Clip> smooth(const Clip& clip, const SmoothOptions& options = {});

}  // namespace odori
