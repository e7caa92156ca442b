// What of a file's numbers can be played.
#pragma once

#include <cmath>
#include <cstdint>

#include "odori/base/warning.h"
#include "odori/math/quat.h"

namespace odori {

inline bool finite(Quat q) {
  return std::isfinite(q.x) && std::isfinite(q.y) && std::isfinite(q.z) && std::isfinite(q.w);
}

// A number that can be interpolated: beyond this, sums and products would soon not be finite.
inline bool small(float v) { return std::fabs(v) <= 1e9f; }
inline bool small(Vec3 v) { return small(v.x) && small(v.y) && small(v.z); }

// Of unit length; zero = identity, told.
inline Quat unit(Quat q, Warnings& warnings, std::uint64_t record) {
  const float squared = dot(q, q);
  if (std::fabs(squared - 1) <= 1e-6f) return q;
  // Below this the direction is noise, or the square is zero.
  if (!(squared > 1e-20f)) {
    warnings.add(WarningKind::zero_quaternion, record);
    return {};
  }
  if (std::fabs(squared - 1) > 1e-3f) warnings.add(WarningKind::quaternion_length, record);
  if (std::isfinite(squared)) return normalise(q);
  return normalise(Quat{q.x * 1e-20f, q.y * 1e-20f, q.z * 1e-20f, q.w * 1e-20f});
}

}  // namespace odori
