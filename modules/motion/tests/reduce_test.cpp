#include "odori/motion/reduce.h"

#include <gtest/gtest.h>

#include "odori/motion/camera_keys.h"
#include "odori/motion/compare.h"
#include "odori/motion/resample.h"
#include "track_makers.h"

namespace odori {
namespace {

using testing_tracks::add_key;
using testing_tracks::turned;
using testing_tracks::whole_clip;

void expect_within(const Clip& source, const Clip& small, const ReduceOptions& options) {
  // On the frames of the source.
  const ClipDifference d = difference(small, source);
  EXPECT_LE(d.degrees, options.degrees);
  EXPECT_LE(d.units, options.units);
  EXPECT_LE(d.weight, options.weight);
  EXPECT_LE(d.camera_degrees, options.degrees);
  EXPECT_LE(d.camera_units, options.units);
  EXPECT_LE(key_count(small).bones, key_count(source).bones);
  EXPECT_LE(key_count(small).total(), key_count(source).total());
  EXPECT_EQ(film_end(small, small.camera), film_end(source, source.camera));
}

TEST(Reduce, NothingStaysNothing) {
  EXPECT_EQ(key_count(reduce({})), KeyCount{});
  Clip one;
  one.bones.resize(1);
  add_key(one.bones[0], 7, turned(1, 0, 0));
  EXPECT_EQ(reduce(one).bones[0].frame, std::vector<double>{7});
}

TEST(Reduce, NeverBeyondTheToleranceAtAnySetting) {
  const Clip sparse = whole_clip(), dense = *resample(sparse, 30);
  for (const double degrees : {0.0, 0.02, 0.1, 0.5, 2.0, 10.0}) {
    const ReduceOptions options{degrees, degrees / 20, degrees / 100};
    for (const Clip& clip : {sparse, dense}) expect_within(clip, reduce(clip, options), options);
  }
}

TEST(Reduce, FindsTheCurvesOfADenseMotionAgain) {
  Clip sparse;
  for (int i = 0; i < 5; ++i)
    sparse.bones.push_back(testing_tracks::waving("b" + std::to_string(i), 60, i));
  const Clip dense = *resample(sparse, 30);
  const Clip small = reduce(dense);
  expect_within(dense, small, {});
  EXPECT_LT(key_count(small).total() * 5, key_count(dense).total());
}

TEST(Reduce, WhatStandsStillBecomesOneKey) {
  Clip clip;
  clip.bones.resize(2);
  for (int i = 0; i < 1000; ++i) {
    add_key(clip.bones[0], i, turned(0.3, 0.1, 0), {1, 2, 3});
    add_key(clip.bones[1], i, turned(0.001 * trig::sin(i), 0, 0));
  }
  const Clip small = reduce(clip);
  // One of them keeps the clip's length.
  EXPECT_EQ(key_count(small).bones, 3u);
  EXPECT_EQ(last_frame(small), 999);
}

TEST(Reduce, ATurnBeyondHalfACircleGoesTheSameWay) {
  Clip clip;
  clip.bones.resize(1);
  for (int i = 0; i <= 400; ++i) add_key(clip.bones[0], i, turned(i * 0.05, 0, 0));
  const Clip small = reduce(clip);
  expect_within(clip, small, {});
  EXPECT_LT(small.bones[0].frame.size(), 14u);  // 20 radians in arcs below pi
}

TEST(Reduce, SignsOfQuaternionsDoNotMatter) {
  Clip clip;
  clip.bones.resize(1);
  for (int i = 0; i <= 60; ++i) {
    const Quat q = turned(trig::sin(i * 0.05), 0, 0);
    add_key(clip.bones[0], i, i % 3 ? q : -q);
  }
  const Clip small = reduce(clip);
  expect_within(clip, small, {});
  EXPECT_LT(small.bones[0].frame.size(), 6u);
}

TEST(Reduce, PhysicsSwitchesStay) {
  const Clip dense = *resample(whole_clip(), 30), small = reduce(dense);
  const auto switches = [](const BoneTrack& t) {
    std::vector<double> frames;
    for (std::size_t i = 1; i < t.physics_off.size(); ++i)
      if (t.physics_off[i] != t.physics_off[i - 1]) frames.push_back(t.frame[i]);
    return frames;
  };
  EXPECT_EQ(switches(small.bones[1]), switches(dense.bones[1]));
  EXPECT_EQ(switches(small.bones[1]).size(), 2u);
}

TEST(Reduce, BothKeysOfACutStay) {
  const Clip dense = *resample(whole_clip(), 30), small = reduce(dense);
  EXPECT_LT(small.camera.frame.size(), 12u);
  std::size_t cuts = 0;
  for (std::size_t i = 1; i < small.camera.frame.size(); ++i) {
    if (!cuts_at(small.camera, i)) continue;
    ++cuts;
    EXPECT_EQ(small.camera.frame[i - 1], 80);
    EXPECT_EQ(small.camera.frame[i], 81);
  }
  EXPECT_EQ(cuts, 1u);
}

TEST(Reduce, StepsThatSayNothingNewGo) {
  const Clip small = reduce(whole_clip());
  EXPECT_EQ(small.shadow.frame, (std::vector<double>{0, 60}));
  EXPECT_EQ(small.property.frame, (std::vector<double>{0, 120}));
}

}  // namespace
}  // namespace odori
