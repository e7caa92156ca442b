#include "odori/convert/keypoints.h"

#include <gtest/gtest.h>

#include <cmath>
#include <span>

#include "odori/convert/formats.h"
#include "odori/model/standard.h"

namespace odori {
namespace {

constexpr std::size_t kLeftElbow = 13, kElbowAngle = 2;

// A left elbow that bends by a quarter about the vertical within a second.
Clip bending() {
  Clip clip;
  clip.rate = 30;
  BoneTrack track;
  track.name.text = "左ひじ";
  track.interpolation = Interpolation::linear;
  track.frame = {0, 30};
  track.translation.resize(2);
  track.rotation = {{}, {0, std::sqrt(0.5f), 0, std::sqrt(0.5f)}};
  track.curve.resize(2);
  clip.bones.push_back(track);
  return clip;
}

Model standard() {
  Model model = standard_skeleton();
  const auto set = [&](HumanBone human, const char* name) {
    model.humanoid.set(human, find_bone(model.skeleton, name), BoneSource::name_table);
    ASSERT_TRUE(model.humanoid.has(human)) << name;
  };
  set(HumanBone::hips, "下半身");
  set(HumanBone::leftUpperArm, "左腕");
  set(HumanBone::leftLowerArm, "左ひじ");
  set(HumanBone::leftHand, "左手首");
  set(HumanBone::rightUpperArm, "右腕");
  set(HumanBone::leftUpperLeg, "左足");
  set(HumanBone::rightUpperLeg, "右足");
  return model;
}

TEST(Keypoints, AFrameEachStepOfTheRateThatIsAsked) {
  for (const double rate : {30.0, 60.0, 10.0}) {
    const auto made = export_keypoints(standard(), bending(), rate);
    ASSERT_TRUE(made) << made.error().what;
    const auto& frames = made->document.frames;
    ASSERT_EQ(frames.size(), static_cast<std::size_t>(rate) + 1);
    EXPECT_EQ(made->document.fps, rate);
    EXPECT_DOUBLE_EQ(frames.back().time_ms, 1000);
    EXPECT_EQ(frames[1].frame, 1);
    // The arm hangs 37 degrees below the horizontal: its cosine at half of the turn is known.
    const float a = 37.0f * 3.14159265f / 180;
    const float half = std::sin(a) * std::sin(a) + std::cos(a) * std::cos(a) * std::sqrt(0.5f);
    ASSERT_EQ(frames[frames.size() / 2].angles.size(), io::kJointAngles);
    EXPECT_NEAR(-*frames[frames.size() / 2].angles[kElbowAngle], half, 2e-3f) << rate;
    EXPECT_EQ(frames[0].points.size(), io::kBodyPoints);
    EXPECT_EQ(frames[0].points[kLeftElbow]->confidence, 1);
  }
}

TEST(Keypoints, WhatIsNoBodyOrNoTimeIsTold) {
  Model nobody = standard();
  nobody.humanoid = {};
  EXPECT_EQ(export_keypoints(nobody, bending(), 30).error().code, Code::unsupported);
  for (const double rate : {0.0, -1.0, std::nan(""), std::numeric_limits<double>::infinity()})
    EXPECT_EQ(export_keypoints(standard(), bending(), rate).error().code, Code::usage) << rate;
  EXPECT_EQ(export_keypoints(standard(), bending(), 1e9).error().code, Code::too_large);
}

TEST(Keypoints, ARecordingOfLandmarksGivesTheBody) {
  io::LandmarkRecording seen;
  seen.fps = 25;
  seen.width = 100;
  seen.height = 200;
  io::LandmarkSet pose{io::LandmarkKind::pose, std::vector<Vec3>(33, Vec3{0.5f, 0.5f, 0.25f}),
                       std::vector<float>(33, 0.75f)};
  // Shoulder, elbow and wrist make a right angle in a picture twice as high as wide.
  pose.points[11] = {0.2f, 0.3f, 0};
  pose.points[13] = {0.4f, 0.3f, 0};
  pose.points[15] = {0.4f, 1.5f, 0};
  seen.frames.resize(2);
  seen.frames[0].sets = {pose};
  seen.frames[1].time = 0.04;
  const io::KeypointDocument made = keypoints_of(seen);
  EXPECT_EQ(made.fps, 25);
  ASSERT_EQ(made.frames.size(), 2u);
  const io::KeypointFrame& first = made.frames[0];
  ASSERT_EQ(first.points.size(), 33u);
  EXPECT_EQ(first.points[0], (io::Keypoint{0.5f, 0.5f, 0.25f, 0.75f}));
  EXPECT_EQ(first.points[15]->y, 1);
  EXPECT_NEAR(*first.angles[kElbowAngle], 0, 1e-6f);
  EXPECT_TRUE(made.frames[1].points.empty() && made.frames[1].angles.empty());
  EXPECT_EQ(made.frames[1].time_ms, 40);

  // What was measured in metres is what angles are taken from.
  pose.kind = io::LandmarkKind::pose_world;
  pose.points[15] = {0.6f, 0.3f, 0};
  seen.frames[0].sets.push_back(pose);
  EXPECT_NEAR(*keypoints_of(seen).frames[0].angles[kElbowAngle], -1, 1e-6f);
}

TEST(Keypoints, TheTableReadsAndWritesPoints) {
  const Format& keypoints = *format_named("a.ndjson");
  const Format& landmarks = *format_named("a.json");
  const Model model = standard();
  const Clip clip = bending();
  const auto text = keypoints.write({&model, std::span(&clip, 1)}, {});
  ASSERT_TRUE(text) << text.error().what;
  const auto again = keypoints.read(text->bytes, nullptr);
  ASSERT_TRUE(again) << again.error().what;
  ASSERT_TRUE(again->keypoints);
  EXPECT_EQ(again->keypoints->frames, export_keypoints(model, clip, 30)->document.frames);
  EXPECT_FALSE(landmarks.write({&model, std::span(&clip, 1)}, {}));

  io::LandmarkRecording seen;
  seen.frames.resize(1);
  seen.frames[0].sets = {{io::LandmarkKind::pose, std::vector<Vec3>(33, Vec3{0.5f, 0.25f, 0}),
                          std::vector<float>(33, 1)}};
  WriteSource source;
  source.landmarks = &seen;
  const auto json = landmarks.write(source, {});
  ASSERT_TRUE(json) << json.error().what;
  const auto back = landmarks.read(json->bytes, nullptr);
  ASSERT_TRUE(back && back->landmarks && back->keypoints);
  EXPECT_EQ(back->landmarks->frames, seen.frames);
  EXPECT_EQ(back->keypoints->frames, keypoints_of(seen).frames);
}

}  // namespace
}  // namespace odori
