#include "odori/assets/motion.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "odori/model/standard.h"

namespace odori {
namespace {

Clip turning(const std::string& bone) {
  Clip clip;
  BoneTrack track;
  track.name.text = bone;
  track.frame = {0, 10};
  track.rotation = {Quat{}, from_axis_angle({0, 0, 1}, 0.5f)};
  track.translation.resize(2);
  track.curve.resize(2);
  clip.bones.push_back(std::move(track));
  clip.camera.frame = {0};
  return clip;
}

TEST(CarryMotion, AMotionThatNamesTheBonesStaysAsItIs) {
  const Clip clip = turning("左腕");
  const auto carried = carry_motion(nullptr, clip, standard_skeleton());
  ASSERT_TRUE(carried);
  EXPECT_FALSE(carried->how);
  EXPECT_EQ(carried->clip.bones[0].rotation, clip.bones[0].rotation);
}

TEST(CarryMotion, ABodyOfAnotherWorldGetsTheMotionBoneByBone) {
  // The standard body under Mixamo's names.
  Model other = standard_skeleton();
  const std::vector<std::pair<std::string, std::string>> names{
      {"下半身", "Hips"},      {"上半身", "Spine"},    {"首", "Neck"},
      {"頭", "Head"},          {"左腕", "LeftArm"},    {"左ひじ", "LeftForeArm"},
      {"左手首", "LeftHand"},  {"右腕", "RightArm"},   {"右ひじ", "RightForeArm"},
      {"右手首", "RightHand"}, {"左足", "LeftUpLeg"},  {"左ひざ", "LeftLeg"},
      {"左足首", "LeftFoot"},  {"右足", "RightUpLeg"}, {"右ひざ", "RightLeg"},
      {"右足首", "RightFoot"}};
  Skeleton& s = other.skeleton;
  s.iks.clear();
  for (std::string& name : s.names) {
    const auto known = std::find_if(names.begin(), names.end(),
                                    [&](const auto& pair) { return pair.first == name; });
    name = known == names.end() ? "helper" + name : "mixamorig:" + known->second;
  }
  s.names_en = s.names;
  other.humanoid = {};
  const auto carried = carry_motion(nullptr, turning("左腕"), other);
  ASSERT_TRUE(carried) << to_text(carried.error());
  ASSERT_TRUE(carried->how);
  const auto arm = std::find_if(carried->clip.bones.begin(), carried->clip.bones.end(),
                                [](const auto& t) { return t.name.text == "mixamorig:LeftArm"; });
  ASSERT_NE(arm, carried->clip.bones.end());
  EXPECT_NEAR(angle_between(arm->rotation.back(), arm->rotation.front()), 0.5f, 0.02f);
}

TEST(CarryMotion, WhatHasNoBodyKeepsTheMotionAsItIs) {
  const auto carried = carry_motion(nullptr, turning("左腕"), Model{});
  ASSERT_TRUE(carried);
  EXPECT_FALSE(carried->how);
  Model own = standard_skeleton();
  EXPECT_FALSE(carry_motion(&own, turning("左腕"), Model{}));  // nothing to carry it to
}

TEST(CarryMotion, CameraAndLightGoAlong) {
  Model other = standard_skeleton();
  const auto carried = carry_motion(&other, turning("左腕"), standard_skeleton());
  ASSERT_TRUE(carried) << to_text(carried.error());
  EXPECT_TRUE(carried->how);
  EXPECT_EQ(carried->clip.camera.frame.size(), 1u);
}

}  // namespace
}  // namespace odori
