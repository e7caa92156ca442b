// Motions with a key on every frame.
#pragma once

#include "odori/base/result.h"
#include "odori/motion/clip.h"

namespace odori {

// The largest number of keys that resample() and smooth() make.
inline constexpr std::size_t kMostDenseKeys = 20'000'000;

// The same motion at another rate, with a key on every frame from each track's first to its last
// key, straight between them; tracks of one key, and stepwise ones, keep their keys, on the first
// frame at or after their time. Between two camera keys one frame apart (a cut) the earlier one is
// shown, never something between. Errors: usage (a rate not above zero), too_large.
Result<Clip> resample(const Clip& clip, double rate);

}  // namespace odori
