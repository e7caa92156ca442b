// Legs that reach for a goal.
#pragma once

#include <array>
#include <cstdint>

#include "odori/math/quat.h"

namespace odori {

struct Target;
struct TargetPose;

enum class Side : std::uint8_t { left, right };
inline constexpr std::array<Side, 2> kSides = {Side::left, Side::right};

// In the space and the units of whoever holds it.
struct LegGoal {
  bool ankle_held = false, toe_held = false;  // leg IK, toe IK are on
  Vec3 ankle, toe;                            // where they shall be
  Vec3 foot;                                  // from ankle to toe tip, as the foot stands
};

// How much farther a goal is than the leg reaches; 0: it is within reach, or asks for nothing.
float beyond_reach(const Target& target, Side side, const LegGoal& goal, const TargetPose& pose);

// Bends a leg until its ankle is at the goal: thigh and shin keep their length and roll, the knee
// stays in the plane that it is in, on the side of the thigh's front; then aims the foot from the
// ankle at the toe's goal. What hangs on the leg goes along. Nothing changes where the ankle is at
// the goal already. A goal that is out of reach is reached for with a straight leg. Gives the
// length that is missing, 0 where none is.
float reach(const Target& target, Side side, const LegGoal& goal, TargetPose& pose);

}  // namespace odori
