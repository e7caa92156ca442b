#include "odori/motion/sample.h"

#include <gtest/gtest.h>

#include <limits>

#include "odori/math/trig.h"

namespace odori {
namespace {

Quat about_y(double degrees) {
  return from_axis_angle({0, 1, 0}, static_cast<float>(degrees * trig::kPi / 180));
}

BoneTrack two_keys(Quat to, Vec3 move) {
  BoneTrack track;
  track.frame = {10, 20};
  track.rotation = {Quat{}, to};
  track.translation = {Vec3{}, move};
  track.curve.resize(2);
  return track;
}

TEST(KeysUntil, AnyHintGivesTheSameAnswer) {
  const std::vector<double> frames{0, 1, 2, 5, 9, 9.5, 30, 31, 40, 55, 60};
  for (double f = -1; f < 62; f += 0.25) {
    std::size_t expected = 0;
    while (expected < frames.size() && frames[expected] <= f) ++expected;
    for (std::size_t hint = 0; hint < 15; ++hint) EXPECT_EQ(keys_until(frames, f, hint), expected);
  }
}

TEST(KeysUntil, NoKeysAndNoNumbers) {
  EXPECT_EQ(keys_until({}, 3, 7), 0u);
  const std::vector<double> frames{0, 1, 2, 3, 4, 5, 6, 7};
  for (std::size_t hint = 0; hint < 9; ++hint) {
    EXPECT_EQ(keys_until(frames, std::numeric_limits<double>::quiet_NaN(), hint), 0u);
  }
}

TEST(BoneCursor, EmptyTrackIsRest) {
  BoneCursor cursor;
  EXPECT_EQ(cursor.sample({}, 4).rotation, Quat{});
}

TEST(BoneCursor, HoldsBeforeTheFirstAndAfterTheLastKey) {
  const BoneTrack track = two_keys(about_y(80), {1, 2, 3});
  BoneCursor cursor;
  EXPECT_EQ(cursor.sample(track, 3).rotation, Quat{});
  EXPECT_EQ(cursor.sample(track, 10).rotation, Quat{});
  EXPECT_EQ(cursor.sample(track, 20).rotation, about_y(80));
  EXPECT_EQ(cursor.sample(track, 99).translation, (Vec3{1, 2, 3}));
}

TEST(BoneCursor, TurnsAtConstantSpeedAndTheShortWay) {
  for (const double degrees : {0.001, 0.05, 1.0, 80.0, 179.0}) {
    BoneTrack track = two_keys(-about_y(degrees), {});
    BoneCursor cursor;
    for (double t = 0; t <= 1; t += 0.125) {
      const Quat q = cursor.sample(track, 10 + 10 * t).rotation;
      EXPECT_NEAR(angle_between(q, about_y(degrees * t)), 0, 4e-7);
      EXPECT_NEAR(dot(q, q), 1, 1e-6f);
    }
  }
}

TEST(BoneCursor, EachChannelHasTheCurveOfTheLaterKey) {
  BoneTrack track = two_keys(about_y(90), {1, 1, 1});
  const BezierCurve slow{64, 0, 127, 64}, fast{0, 64, 64, 127}, both{100, 0, 27, 127};
  track.curve[0] = {both, both, both, fast};  // governs nothing
  track.curve[1] = {slow, fast, BezierCurve{}, both};
  BoneCursor cursor;
  for (double f = 10.25; f < 20; f += 0.25) {
    const auto t = static_cast<float>((f - 10) / 10);
    const BoneValue v = cursor.sample(track, f);
    EXPECT_FLOAT_EQ(v.translation.x, ease(slow, t));
    EXPECT_FLOAT_EQ(v.translation.y, ease(fast, t));
    EXPECT_FLOAT_EQ(v.translation.z, t);
    EXPECT_NEAR(angle_between(v.rotation, about_y(90 * static_cast<double>(ease(both, t)))), 0,
                1e-6);
  }
}

TEST(BoneCursor, StepHoldsAndLinearIgnoresCurves) {
  BoneTrack track = two_keys(about_y(90), {1, 1, 1});
  track.curve[1].fill({127, 0, 127, 0});
  track.interpolation = Interpolation::linear;
  BoneCursor a, b;
  EXPECT_FLOAT_EQ(a.sample(track, 15).translation.y, 0.5f);
  track.interpolation = Interpolation::step;
  EXPECT_EQ(b.sample(track, 19.9).translation, Vec3{});
  EXPECT_EQ(b.sample(track, 20).translation, (Vec3{1, 1, 1}));
}

TEST(BoneCursor, CubicIsHermitesSpline) {
  BoneTrack track = two_keys({}, {8, 0, 0});
  track.interpolation = Interpolation::cubic;
  BoneCursor straight;
  EXPECT_FLOAT_EQ(straight.sample(track, 15).translation.x, 4);  // without slopes
  track.tangents.resize(2);
  BoneCursor eased;
  EXPECT_FLOAT_EQ(eased.sample(track, 12.5).translation.x, 8 * 0.15625f);  // 3 t^2 - 2 t^3
  track.tangents[0].translation_out = {0.8f, 1, 0};
  track.tangents[1].translation_in = {0.8f, 1, 0};
  track.tangents[0].rotation_out = {0, 0.05f, 0, 0};
  track.tangents[1].rotation_in = {0, -0.05f, 0, 0};
  BoneCursor cursor;
  for (double f = 10; f < 20; f += 0.25) {
    const double t = (f - 10) / 10;
    const BoneValue v = cursor.sample(track, f);
    EXPECT_NEAR(v.translation.x, 8 * t, 1e-5);
    EXPECT_NEAR(v.translation.y, 10 * (2 * t * t * t - 3 * t * t + t), 1e-5);
    const double y = 0.5 * (t - t * t), n = std::sqrt(1 + y * y);
    EXPECT_NEAR(v.rotation.y, y / n, 1e-6);
    EXPECT_NEAR(v.rotation.w, 1 / n, 1e-6);
  }
  const BoneTrack dense = without_tangents(track);
  EXPECT_EQ(dense.interpolation, Interpolation::linear);
  ASSERT_EQ(dense.frame.size(), 11u);
  EXPECT_EQ(dense.rotation[3], cursor.sample(track, 13).rotation);
  EXPECT_EQ(without_tangents(track, 5).frame, track.frame);
}

TEST(BoneCursor, PhysicsSwitchIsAStep) {
  BoneTrack track = two_keys(about_y(90), {});
  track.frame.push_back(30);
  track.rotation.push_back({});
  track.translation.push_back({});
  track.curve.push_back({});
  track.physics_off = {0, 1, 0};
  BoneCursor cursor;
  for (double f = 0; f < 40; f += 0.5) {
    EXPECT_EQ(cursor.sample(track, f).physics_off, f >= 20 && f < 30) << f;
  }
}

TEST(BoneCursor, ValueDoesNotDependOnTheFrameAskedBefore) {
  BoneTrack track;
  for (int i = 0; i < 40; ++i) {
    track.frame.push_back(i * i * 0.25);
    track.rotation.push_back(
        from_euler_yxz({0.1f * static_cast<float>(i), 1.7f * static_cast<float>(i), 0.4f}));
    track.translation.push_back({static_cast<float>(i), 0, static_cast<float>(-i)});
    track.curve.push_back({BezierCurve{10, 90, 100, 120}, {}, {}, BezierCurve{90, 3, 20, 127}});
  }
  BoneCursor forward;
  for (double f = 0; f < 400; f += 0.3) {
    BoneCursor fresh, jumping;
    jumping.sample(track, 397 - f);
    const BoneValue expected = fresh.sample(track, f);
    EXPECT_EQ(forward.sample(track, f).rotation, expected.rotation);
    EXPECT_EQ(jumping.sample(track, f).translation, expected.translation);
  }
}

TEST(SampleMorph, GoesStraightFromKeyToKey) {
  const MorphTrack track{{}, {2, 4, 5}, {0, 1, 0.5f}};
  std::size_t cursor = 0;
  EXPECT_EQ(sample_morph(track, 0, cursor), 0);
  EXPECT_FLOAT_EQ(sample_morph(track, 3, cursor), 0.5f);
  EXPECT_FLOAT_EQ(sample_morph(track, 4.5, cursor), 0.75f);
  EXPECT_EQ(sample_morph(track, 50, cursor), 0.5f);
  EXPECT_EQ(sample_morph({}, 50, cursor), 0);
}

}  // namespace
}  // namespace odori
