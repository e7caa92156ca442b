// How far two clips are apart, and how many keys they have: what an edit reports.
#pragma once

#include "odori/motion/clip.h"

namespace odori {

struct KeyCount {
  std::size_t bones = 0, morphs = 0, camera = 0, light = 0, shadow = 0, property = 0;
  std::size_t total() const { return bones + morphs + camera + light + shadow + property; }
  friend bool operator==(const KeyCount&, const KeyCount&) = default;
};
KeyCount key_count(const Clip& clip);

// The largest differences found. Rotations and translations are local, so a hand can be farther
// off than any one bone.
struct ClipDifference {
  double degrees = 0, units = 0, weight = 0;
  double camera_degrees = 0, camera_units = 0;  // per angle; target and distance
  std::string bone;                             // where `degrees` was found
};

// Frame f of `b` against frame `start` + f * `stride` of `a`, for tracks that both have by name: on
// the keys of b and on the whole frames between them (in a span of more than a thousand frames, on
// a thousand places in it).
ClipDifference difference(const Clip& a, const Clip& b, double start = 0, double stride = 1);

// The frames at which two clips are compared and keys are fitted: all keys, and the whole frames
// between them, at most a thousand in one span.
std::vector<double> frames_between_keys(const std::vector<double>& keys);

}  // namespace odori
