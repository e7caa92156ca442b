// Unit quaternions (x, y, z, w), Hamilton product: (a * b) rotates by b first.
#pragma once

#include "odori/math/vec.h"

namespace odori {

struct Quat {
  float x = 0, y = 0, z = 0, w = 1;
  friend bool operator==(const Quat&, const Quat&) = default;
};

constexpr Quat operator*(Quat a, Quat b) {
  return {
      a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
      a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}
constexpr Quat conjugate(Quat q) { return {-q.x, -q.y, -q.z, q.w}; }
constexpr Quat operator-(Quat q) { return {-q.x, -q.y, -q.z, -q.w}; }
constexpr float dot(Quat a, Quat b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }

constexpr Vec3 rotate(Quat q, Vec3 v) {
  const Vec3 u{q.x, q.y, q.z};
  const Vec3 t = cross(u, v) * 2;
  return v + t * q.w + cross(u, t);
}

// Length zero (or not finite) gives identity.
Quat normalise(Quat q);

// Shortest way; t outside 0..1 goes on along the same arc.
Quat slerp(Quat a, Quat b, float t);

// Axis of unit length, angle in radians.
Quat from_axis_angle(Vec3 axis, float radians);

// The shortest rotation that takes direction a to direction b (any lengths above zero).
Quat between(Vec3 a, Vec3 b);

// 0..pi, radians.
float angle_between(Quat a, Quat b);

// q and -q are the same rotation: the one with w >= 0.
constexpr Quat with_positive_w(Quat q) { return q.w < 0 ? -q : q; }

// Rotation matrix columns (images of the axes) to quaternion; the columns must be orthonormal.
Quat from_basis(Vec3 x, Vec3 y, Vec3 z);

// Rotations about fixed axes, radians: from_euler_yxz = Ry * Rx * Rz (z acts first).
Quat from_euler_yxz(Vec3 radians);

// q = swing * twist with the twist about `axis` (unit length).
struct SwingTwist {
  Quat swing, twist;
};
SwingTwist swing_twist(Quat q, Vec3 axis);

// The counterpart of mirror_z for rotations.
constexpr Quat mirror_z(Quat q) { return {-q.x, -q.y, q.z, q.w}; }

}  // namespace odori
