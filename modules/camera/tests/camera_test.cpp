#include "odori/camera/camera.h"

#include <gtest/gtest.h>

#include "odori/math/trig.h"

namespace odori {
namespace {

constexpr float kHalfPi = static_cast<float>(trig::kPi / 2);

void add(CameraTrack& track, double frame, Vec3 target, float distance, Vec3 rotation = {},
         float fov = 30) {
  track.frame.push_back(frame);
  track.target.push_back(target);
  track.distance.push_back(distance);
  track.rotation.push_back(rotation);
  track.fov.push_back(fov);
  track.orthographic.push_back(0);
  track.curve.emplace_back();
}

void expect_near(Vec3 a, Vec3 b, float tolerance = 1e-5f) {
  EXPECT_NEAR(a.x, b.x, tolerance);
  EXPECT_NEAR(a.y, b.y, tolerance);
  EXPECT_NEAR(a.z, b.z, tolerance);
}

TEST(Camera, EmptyTrackGivesTheStartUpCamera) {
  const CameraState state = sample_camera({}, 7);
  EXPECT_EQ(state, default_camera());
  // The character looks to +Z, so the camera stands there and looks back.
  expect_near(state.eye, {0, 10, 45});
  expect_near(state.target, {0, 10, 0});
  expect_near(state.up, {0, 1, 0});
}

TEST(Camera, PitchLooksDownFromAboveAndYawGoesRound) {
  // Positive x in the file is "looking up from below" as MMD shows -x: the eye goes down.
  CameraTrack track;
  add(track, 0, {}, -10, {kHalfPi / 3, 0, 0});
  CameraState state = sample_camera(track, 0);
  EXPECT_NEAR(state.eye.y, -10 * std::sin(kHalfPi / 3), 1e-4);
  EXPECT_GT(state.eye.z, 0);
  // A quarter turn about y.
  track.rotation[0] = {0, kHalfPi, 0};
  state = sample_camera(track, 0);
  expect_near(state.eye, {10, 0, 0}, 1e-4f);
  // Roll tips the camera, nothing else.
  track.rotation[0] = {0, 0, kHalfPi};
  state = sample_camera(track, 0);
  expect_near(state.eye, {0, 0, 10}, 1e-4f);
  EXPECT_NEAR(std::fabs(state.up.x), 1, 1e-5);
}

// D3D's row vectors, straight from the definition: v * Rz(roll) * Rx(pitch) * Ry(yaw).
Vec3 yaw_pitch_roll(Vec3 v, float yaw, float pitch, float roll) {
  const auto turn = [](float& a, float& b, float angle) {
    const auto s = static_cast<float>(trig::sin(static_cast<double>(angle))),
               c = static_cast<float>(trig::cos(static_cast<double>(angle)));
    const float a2 = a * c - b * s;
    b = a * s + b * c;
    a = a2;
  };
  turn(v.x, v.y, roll);
  turn(v.y, v.z, pitch);
  turn(v.z, v.x, yaw);
  return v;
}

TEST(Camera, AgreesWithYawPitchRollInLeftHandedAxes) {
  for (float a = -3; a < 3; a += 0.41f) {
    const Vec3 r{a, 1.3f * a + 0.2f, 0.7f - a}, target{1, 2, 3};
    CameraTrack track;
    add(track, 0, mirror_z(target), -20, r);
    const CameraState state = sample_camera(track, 0);
    const Vec3 eye = target + yaw_pitch_roll({0, 0, -20}, -r.y, -r.x, -r.z);
    expect_near(state.eye, mirror_z(eye), 2e-5f);
    expect_near(state.up, mirror_z(yaw_pitch_roll({0, 1, 0}, -r.y, -r.x, -r.z)));
  }
}

TEST(Camera, LooksAwayFromATargetInFrontOfWhichItDoesNotStand) {
  CameraTrack track;
  add(track, 0, {}, 5);
  add(track, 10, {}, 0);
  for (const double frame : {0.0, 10.0}) {
    const CameraState state = sample_camera(track, frame);
    EXPECT_LT(state.target.z, state.eye.z);
  }
  expect_near(sample_camera(track, 0).eye, {0, 0, -5});
}

TEST(Camera, AnglesBlendLinearlyAndAreNeverWrapped) {
  CameraTrack track;
  add(track, 0, {}, -10, {0, 0, 0}, 20);
  add(track, 100, {}, -10, {0, 16 * kHalfPi, 0}, 40);
  expect_near(sample_camera(track, 25).eye, sample_camera(track, 0).eye, 1e-4f);
  expect_near(sample_camera(track, 12.5).eye, {0, 0, -10}, 1e-4f);
  EXPECT_FLOAT_EQ(sample_camera(track, 50).fov, 30);
}

TEST(Camera, EachChannelHasTheCurveOfTheLaterKey) {
  CameraTrack track;
  add(track, 0, {0, 0, 0}, -10, {}, 20);
  add(track, 10, {10, 10, 10}, -20, {}, 40);
  const BezierCurve slow{100, 10, 110, 30};
  track.curve[0].fill({10, 100, 30, 110});
  track.curve[1][1] = slow;
  track.curve[1][5] = slow;
  const CameraState state = sample_camera(track, 5);
  expect_near(state.target, {5, 10 * ease(slow, 0.5f), 5});
  EXPECT_FLOAT_EQ(state.fov, 20 + 20 * ease(slow, 0.5f));
}

TEST(Camera, HoldsTheEarlierKeyUntilTheCut) {
  CameraTrack track;
  add(track, 0, {0, 10, 0}, -40);
  add(track, 30, {0, 11, 0}, -40);
  add(track, 31, {0, 15, 0}, -8);
  add(track, 60, {0, 15, 0}, -8);
  EXPECT_EQ(sample_camera(track, 30.5), sample_camera(track, 30));
  EXPECT_EQ(sample_camera(track, 30.999), sample_camera(track, 30));
  EXPECT_EQ(sample_camera(track, 31).target.y, 15);
  for (double frame = 0.5; frame < 70; frame += 0.5) {
    EXPECT_EQ(is_cut(track, frame, 0.5), frame == 31) << frame;
  }
  EXPECT_TRUE(is_cut(track, 32, 2));
  EXPECT_FALSE(is_cut({}, 32, 2));
}

TEST(Camera, KeysOnEveryFrameAreNoCutsUnlessTheyJump) {
  CameraTrack track;
  for (int f = 0; f < 60; ++f) {
    const float shot = f < 30 ? 0 : 20;
    add(track, f, {0.3f * static_cast<float>(f) + shot, 10, 0}, -30);
  }
  for (double frame = 1; frame < 60; ++frame) EXPECT_EQ(is_cut(track, frame, 1), frame == 30);
}

TEST(Camera, MatricesPutTheTargetInTheMiddle) {
  CameraTrack track;
  add(track, 0, {3, 12, -4}, -25, {0.3f, 1.1f, 0.2f});
  CameraState state = sample_camera(track, 0);
  for (const bool orthographic : {false, true}) {
    state.orthographic = orthographic;
    state.ortho_height = 20;
    const Mat4 clip = clip_from_view(state, 16.f / 9) * view_from_world(state);
    const Vec4 p = clip * Vec4{state.target.x, state.target.y, state.target.z, 1};
    EXPECT_NEAR(p.x / p.w, 0, 1e-5);
    EXPECT_NEAR(p.y / p.w, 0, 1e-5);
    EXPECT_LT(std::fabs(p.z / p.w), 1);
  }
}

TEST(Camera, OrthographicKeepsTheEarlierKeysKind) {
  CameraTrack track;
  add(track, 0, {}, -45);
  add(track, 10, {}, -45);
  track.orthographic[0] = 1;
  EXPECT_TRUE(sample_camera(track, 9.5).orthographic);
  EXPECT_FLOAT_EQ(sample_camera(track, 9.5).ortho_height, 25);
  EXPECT_FALSE(sample_camera(track, 10).orthographic);
}

}  // namespace
}  // namespace odori
