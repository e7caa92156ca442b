#include "odori/motion/smooth.h"

#include <gtest/gtest.h>

#include <limits>

#include "odori/motion/camera_keys.h"
#include "odori/motion/compare.h"
#include "track_makers.h"

namespace odori {
namespace {

using testing_tracks::add_key;
using testing_tracks::turned;
using testing_tracks::whole_clip;

// A jump of 1 radian and 1 unit between the frames 49 and 50.
Clip step() {
  Clip clip;
  clip.bones.resize(1);
  for (int i = 0; i < 100; ++i)
    add_key(clip.bones[0], i, turned(i < 50 ? 0 : 1, 0, 0), {i < 50 ? 0.0f : 1.0f, 0, 0});
  return clip;
}

TEST(Smooth, RefusesNonsense) {
  for (const double bad : {0.0, -1.0, 61.0, std::numeric_limits<double>::quiet_NaN()})
    EXPECT_FALSE(smooth(whole_clip(), {bad}));
  EXPECT_TRUE(smooth({}, {}));
}

TEST(Smooth, WhatIsConstantKeepsItsKeys) {
  Clip clip = whole_clip();
  clip.bones.resize(2);
  const Quat odd{0.12f, 0.34f, 0.56f, 0.7453f};
  clip.bones[1] = {};
  for (int i = 0; i < 9; ++i) add_key(clip.bones[1], i * 3, odd, {1, 2, 3});
  const auto calm = smooth(clip, {});
  ASSERT_TRUE(calm);
  EXPECT_EQ(calm->bones[1].frame, clip.bones[1].frame);
  EXPECT_EQ(calm->bones[1].rotation, clip.bones[1].rotation);
  EXPECT_EQ(calm->property.frame, clip.property.frame);
  EXPECT_EQ(calm->light.frame, clip.light.frame);
}

TEST(Smooth, StretchesThatStandStillStayToTheBit) {
  const auto calm = smooth(step(), {0.2});
  ASSERT_TRUE(calm);
  const BoneTrack& t = calm->bones[0];
  for (std::size_t i = 0; i < 46; ++i) EXPECT_EQ(t.rotation[i], Quat{});
  for (std::size_t i = 54; i < 100; ++i) EXPECT_EQ(t.rotation[i], turned(1, 0, 0));
}

TEST(Smooth, AStepDoesNotShiftInTime) {
  for (const double window : {0.1, 0.3, 1.0}) {
    const auto calm = smooth(step(), {window});
    ASSERT_TRUE(calm);
    const BoneTrack& t = calm->bones[0];
    for (std::size_t k = 0; k < 50; ++k) {
      const float before = t.translation[49 - k].x, after = t.translation[50 + k].x;
      EXPECT_NEAR(before + after, 1, 1e-5f) << window << ' ' << k;
      EXPECT_NEAR(angle_between({}, t.rotation[49 - k]) + angle_between({}, t.rotation[50 + k]), 1,
                  1e-4f);
    }
    for (std::size_t i = 1; i < 100; ++i)
      EXPECT_GE(t.translation[i].x, t.translation[i - 1].x - 1e-6f);
  }
}

TEST(Smooth, TakesAwayNoiseAndKeepsTheMotion) {
  Clip clip, truth;
  clip.bones.resize(1);
  truth.bones.resize(1);
  unsigned seed = 1;
  const auto noise = [&] {
    seed = seed * 1664525u + 1013904223u;
    return static_cast<double>(seed >> 8) / (1 << 24) - 0.5;
  };
  for (int i = 0; i < 300; ++i) {
    const double swing = 0.8 * trig::sin(i * 0.05);
    add_key(truth.bones[0], i, turned(swing, 0.2, 0));
    add_key(clip.bones[0], i, turned(swing + 0.1 * noise(), 0.2 + 0.1 * noise(), 0.1 * noise()));
  }
  const auto error = [&](const Clip& other) {
    double sum = 0;
    for (std::size_t i = 10; i < 290; ++i)
      sum += static_cast<double>(
          angle_between(truth.bones[0].rotation[i], other.bones[0].rotation[i]));
    return sum / 280;
  };
  const auto calm = smooth(clip, {0.4});
  ASSERT_TRUE(calm);
  EXPECT_LT(error(*calm), 0.5 * error(clip));
  EXPECT_LT(error(*smooth(truth, {0.4})), 0.004);
}

TEST(Smooth, KeepsTheFirstAndLastPose) {
  const Clip clip = whole_clip();
  const auto calm = smooth(clip, {});
  ASSERT_TRUE(calm);
  for (std::size_t i = 0; i < clip.bones.size(); ++i) {
    EXPECT_EQ(calm->bones[i].rotation.front(), clip.bones[i].rotation.front());
    EXPECT_EQ(calm->bones[i].translation.back(), clip.bones[i].translation.back());
  }
}

TEST(Smooth, NeverAcrossACut) {
  const Clip clip = whole_clip();
  ASSERT_TRUE(cuts_at(clip.camera, 2));
  const auto calm = smooth(clip, {2.0});
  ASSERT_TRUE(calm);
  const CameraValue last = sample_camera_value(calm->camera, 80);
  const CameraValue next = sample_camera_value(calm->camera, 81);
  EXPECT_EQ(last.target, (Vec3{3, 12, 1}));
  EXPECT_EQ(next.target, (Vec3{-9, 2, 1}));
  for (std::size_t i = 0; i < calm->camera.frame.size(); ++i) {
    const float x = calm->camera.target[i].x;
    EXPECT_TRUE(calm->camera.frame[i] <= 80 ? x >= -0.01f : x <= -8.99f) << i << ' ' << x;
  }
}

}  // namespace
}  // namespace odori
