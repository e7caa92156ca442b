// Whether a track has a key that is not rest.
#pragma once

#include <algorithm>

#include "odori/motion/clip.h"

namespace odori {

inline bool moves(const BoneTrack& track) {
  for (std::size_t i = 0; i < track.frame.size(); ++i) {
    if (!(with_positive_w(track.rotation[i]) == Quat{}) || !(track.translation[i] == Vec3{})) {
      return true;
    }
  }
  return false;
}

inline bool moves(const MorphTrack& track) {
  return std::any_of(track.weight.begin(), track.weight.end(), [](float w) { return w != 0; });
}

}  // namespace odori
