// When feet stand on the floor, and how far they slide there.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "odori/math/vec.h"
#include "odori/retarget/retarget.h"

namespace odori {

// In lengths of a leg, and those a second. A point is set down where it is below and slower than
// the first of each pair, and taken up where it is above or faster than the second, so that noise
// about a limit does not flicker.
struct PlantedLimits {
  float low = 0.05f, high = 0.09f;   // over the lowest that it is on one frame in twenty
  float slow = 0.35f, fast = 0.75f;  // for a leg of 85 cm: 30 and 64 cm a second
  double least_seconds = 0.1;        // shorter stands are none
};

// `places`: of an ankle or a toe, frame by frame, +Y up; `leg`: of the same body. Size: frames;
// 1 = planted. Nothing is planted without a leg or a rate.
std::vector<std::uint8_t> find_planted(std::span<const Vec3> places, float leg, double rate,
                                       const PlantedLimits& limits = {});

// Steps between two frames on which the point is planted, along the floor, joined to `slide`.
void add_slide(std::span<const Vec3> places, std::span<const std::uint8_t> planted,
               FootSlide& slide);

}  // namespace odori
