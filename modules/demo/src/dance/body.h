// The dancer's measures, and the small rotations that everything is written with.
#pragma once

#include <string_view>

#include "odori/base/result.h"
#include "odori/io/pmx.h"
#include "odori/math/quat.h"
#include "odori/math/trig.h"

namespace odori::demo {

// Rest positions in Odori's axes. Index 0 = left, 1 = right.
struct Body {
  Vec3 shoulder, upper_arm, elbow, wrist;         // left
  Vec3 centre, groove, waist, lower;              // the chain of the hips
  std::array<Vec3, 2> hip, knee, ankle, heel_ik;  // heel_ik: the leg IK bone
  float arm_scale = 1, leg_scale = 1;             // against the tables
  float leg_length(int side) const;
};

Result<Body> measure(const io::PmxDocument& dancer);

inline float radians(float degrees) { return trig::degrees_to_radians(degrees); }
inline Quat turn_left(float degrees) { return from_axis_angle({0, 1, 0}, radians(degrees)); }
inline Quat lean_forward(float degrees) { return from_axis_angle({1, 0, 0}, radians(degrees)); }
inline Quat tilt_left(float degrees) { return from_axis_angle({0, 0, 1}, -radians(degrees)); }
// The share k of a rotation.
inline Quat part(Quat q, float k) { return slerp(Quat{}, with_positive_w(q), k); }
// The same pose on the other side.
constexpr Quat other_side(Quat q) { return {q.x, -q.y, -q.z, q.w}; }
inline std::string_view side_prefix(int side) { return side == 0 ? "左" : "右"; }

}  // namespace odori::demo
