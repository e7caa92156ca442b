// Edits along time. Each gives a new clip, whose warnings are those of the edit alone.
#pragma once

#include "odori/base/result.h"
#include "odori/motion/clip.h"

namespace odori {

struct CutOptions {
  double start = 0;  // the frame that the first one becomes
  // Where a curve's control points, being whole 127ths, cannot follow its part closer than this, a
  // key more is set inside.
  double degrees = 0.05, units = 0.005;
};

// The part from frame `first` to frame `last`, both included; ends within a span become keys, and
// its curve is subdivided. A track without a key before `first` starts with its first key; one
// whose keys all come after `last` holds the first of them. When nothing moves any more at `last`,
// one track still gets a key there, so that the part is as long as was asked. Camera keys that
// stand close together are not blended (kCutFrames). Errors: usage (no range).
Result<Clip> cut(const Clip& clip, double first, double last, const CutOptions& options = {});

// Moves all keys by a number of frames. What comes before frame 0 is cut away. Errors: usage.
Result<Clip> shift(const Clip& clip, double frames, const CutOptions& options = {});

// All times by `factor` (2 = twice as long, half as fast), rounded to whole frames; curves stay. Of
// keys that fall on one frame the nearest in time stays, which is a warning. A
// camera's cut stays a cut: the last key of a shot comes to stand one frame before the first of the
// next. Errors: usage (factor not above zero, or frames beyond 4,294,967,294).
Result<Clip> scale_time(const Clip& clip, double factor);

}  // namespace odori
