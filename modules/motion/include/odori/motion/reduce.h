// Fewer keys, with a stated error.
#pragma once

#include "odori/motion/clip.h"

namespace odori {

struct ReduceOptions {
  double degrees = 0.5;   // of each bone's own rotation, and of each angle of the camera
  double units = 0.025;   // of each bone's own translation, the camera's target and its distance
  double weight = 0.005;  // of a morph
};

// Drops keys and refits the curves between those that stay. On every whole frame and every key of
// the source (in spans of more than a thousand frames between two keys, on a thousand places) the
// result, with its control points rounded to 127ths, is no farther from the source than the options
// say. Greedy: each span reaches as far as a curve can be found for. Never more keys than before.
// Kept: the first and last key of what moves, switches of physics, both keys of a camera's cut,
// the length of the clip. Light keys stay; of shadow and property keys, those that say nothing new
// go.
Clip reduce(const Clip& clip, const ReduceOptions& options = {});

}  // namespace odori
