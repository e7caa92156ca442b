#include "odori/math/quat.h"

#include "odori/math/trig.h"

namespace odori {

Quat normalise(Quat q) {
  const float n = std::sqrt(dot(q, q));
  if (!(n > 0) || !std::isfinite(n)) return {};
  const float s = 1 / n;
  return {q.x * s, q.y * s, q.z * s, q.w * s};
}

Quat slerp(Quat a, Quat b, float t) {
  float d = dot(a, b);
  if (d < 0) {
    b = -b;
    d = -d;
  }
  float ka = 1 - t, kb = t;
  if (d < 0.999999f) {
    // sin(angle) from the half difference keeps its digits for small angles.
    const double angle = trig::acos(static_cast<double>(d));
    const double inverse = 1 / std::sqrt(1 - static_cast<double>(d) * static_cast<double>(d));
    ka = static_cast<float>(trig::sin(static_cast<double>(1 - t) * angle) * inverse);
    kb = static_cast<float>(trig::sin(static_cast<double>(t) * angle) * inverse);
  }
  return normalise(
      Quat{a.x * ka + b.x * kb, a.y * ka + b.y * kb, a.z * ka + b.z * kb, a.w * ka + b.w * kb});
}

Quat from_axis_angle(Vec3 axis, float radians) {
  const auto [s, c] = trig::sincos(static_cast<double>(radians) * 0.5);
  const auto sf = static_cast<float>(s);
  return {axis.x * sf, axis.y * sf, axis.z * sf, static_cast<float>(c)};
}

Quat between(Vec3 a, Vec3 b) {
  a = normalise(a);
  b = normalise(b);
  const float d = dot(a, b);
  if (d < -0.999999f) {
    // Half a turn about any axis across a.
    const Vec3 side = std::fabs(a.x) < 0.6f ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
    const Vec3 axis = normalise(cross(a, side));
    return {axis.x, axis.y, axis.z, 0};
  }
  const Vec3 c = cross(a, b);
  return normalise(Quat{c.x, c.y, c.z, 1 + d});
}

float angle_between(Quat a, Quat b) {
  const Quat d = conjugate(a) * b;
  const double v = std::sqrt(static_cast<double>(d.x * d.x + d.y * d.y + d.z * d.z));
  return static_cast<float>(2 * trig::atan2(v, std::fabs(static_cast<double>(d.w))));
}

Quat from_basis(Vec3 x, Vec3 y, Vec3 z) {
  // Shepperd's method: divide by the largest of the four components.
  const float trace = x.x + y.y + z.z;
  Quat q;
  if (trace > 0) {
    q = {y.z - z.y, z.x - x.z, x.y - y.x, 1 + trace};
  } else if (x.x >= y.y && x.x >= z.z) {
    q = {1 + x.x - y.y - z.z, x.y + y.x, z.x + x.z, y.z - z.y};
  } else if (y.y >= z.z) {
    q = {x.y + y.x, 1 - x.x + y.y - z.z, y.z + z.y, z.x - x.z};
  } else {
    q = {z.x + x.z, y.z + z.y, 1 - x.x - y.y + z.z, x.y - y.x};
  }
  return normalise(q);
}

Quat from_euler_yxz(Vec3 radians) {
  return from_axis_angle({0, 1, 0}, radians.y) * from_axis_angle({1, 0, 0}, radians.x) *
         from_axis_angle({0, 0, 1}, radians.z);
}

SwingTwist swing_twist(Quat q, Vec3 axis) {
  const float along = dot(Vec3{q.x, q.y, q.z}, axis);
  const Quat raw{axis.x * along, axis.y * along, axis.z * along, q.w};
  const Quat twist = dot(raw, raw) > 1e-12f ? normalise(raw) : Quat{};
  return {q * conjugate(twist), twist};
}

}  // namespace odori
