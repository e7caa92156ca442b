#include "odori/math/quat.h"

#include <gtest/gtest.h>

#include "odori/math/mat.h"
#include "odori/math/trig.h"

namespace odori {
namespace {

constexpr float kHalfPi = static_cast<float>(trig::kPi / 2);

void expect_near(Vec3 a, Vec3 b, float tolerance = 1e-6f) {
  EXPECT_NEAR(a.x, b.x, tolerance);
  EXPECT_NEAR(a.y, b.y, tolerance);
  EXPECT_NEAR(a.z, b.z, tolerance);
}

TEST(Quat, ZeroNormalisesToIdentity) {
  EXPECT_EQ(normalise(Quat{0, 0, 0, 0}), Quat{});
  EXPECT_EQ(normalise(Quat{NAN, 0, 0, 1}), Quat{});
}

TEST(Quat, ProductRotatesByTheRightFactorFirst) {
  const Quat a = from_axis_angle({0, 1, 0}, kHalfPi), b = from_axis_angle({1, 0, 0}, kHalfPi);
  expect_near(rotate(a * b, {0, 1, 0}), rotate(a, rotate(b, {0, 1, 0})));
  expect_near(rotate(a, {0, 0, 1}), {1, 0, 0});
}

TEST(Quat, SlerpMovesAtConstantSpeedAlsoBeyondTheEnds) {
  const Quat q = from_axis_angle(normalise(Vec3{1, 2, 3}), 1.2f);
  for (const float t : {-0.5f, 0.f, 0.25f, 1.f, 1.5f}) {
    EXPECT_NEAR(angle_between(slerp({}, q, t), from_axis_angle(normalise(Vec3{1, 2, 3}), 1.2f * t)),
                0, 1e-6f);
  }
  EXPECT_NEAR(angle_between(slerp({}, -q, 0.5f), from_axis_angle(normalise(Vec3{1, 2, 3}), 0.6f)),
              0, 1e-6f);
}

TEST(Quat, BetweenTakesOneDirectionToAnother) {
  expect_near(rotate(between({1, 2, 3}, {-3, 1, 0.5f}), normalise(Vec3{1, 2, 3})),
              normalise(Vec3{-3, 1, 0.5f}));
  expect_near(rotate(between({0, 1, 0}, {0, -1, 0}), {0, 1, 0}), {0, -1, 0});
}

TEST(Quat, BasisAndBack) {
  for (float a = -3; a < 3; a += 0.37f) {
    const Quat q = normalise(from_euler_yxz({a, a * 2.1f, 1 - a}));
    const Quat r = from_basis(rotate(q, {1, 0, 0}), rotate(q, {0, 1, 0}), rotate(q, {0, 0, 1}));
    EXPECT_NEAR(angle_between(q, r), 0, 1e-6f);
  }
}

TEST(Quat, SwingTwistMultipliesBack) {
  const Vec3 axis = normalise(Vec3{0.3f, -1, 0.2f});
  const Quat q = from_euler_yxz({0.4f, -1.1f, 0.7f});
  const SwingTwist st = swing_twist(q, axis);
  EXPECT_NEAR(angle_between(st.swing * st.twist, q), 0, 1e-6f);
  EXPECT_NEAR(dot(Vec3{st.swing.x, st.swing.y, st.swing.z}, axis), 0, 1e-6f);
}

TEST(Quat, MirrorCommutesWithRotation) {
  const Quat q = from_euler_yxz({0.4f, -1.1f, 0.7f});
  const Vec3 v{1, 2, 3};
  expect_near(mirror_z(rotate(q, v)), rotate(mirror_z(q), mirror_z(v)));
}

TEST(Mat, InverseMultipliesToIdentity) {
  const Mat4 m = perspective(0.5f, 1.7f, 0.1f, 100) * look_at({1, 2, 3}, {0, 1, 0}, {0, 1, 0});
  const Mat4 i = m * inverse(m);
  for (std::size_t k = 0; k < 16; ++k) EXPECT_NEAR(i.m[k], k % 5 == 0 ? 1 : 0, 1e-4f);
}

TEST(Mat, AffineAgreesWithQuaternion) {
  const Quat q = from_euler_yxz({0.4f, -1.1f, 0.7f});
  expect_near(transform_point(affine_from(q, {1, 2, 3}), {4, 5, 6}),
              rotate(q, {4, 5, 6}) + Vec3{1, 2, 3}, 2e-6f);
}

}  // namespace
}  // namespace odori
