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

TEST(CarryMotion, OfSeveralMotionsTheFirstThatLastsIsTaken) {
  Clip pose = turning("頭");
  pose.bones[0].frame = {0, 0.5};
  EXPECT_EQ(first_lasting({}), 0u);
  EXPECT_EQ(first_lasting(std::vector{pose, pose}), 0u);
  EXPECT_EQ(first_lasting(std::vector{pose, turning("頭"), turning("首")}), 1u);
}

TEST(CarryMotion, AMotionThatNamesTheBonesStaysAsItIs) {
  const Clip clip = turning("左腕");
  const auto carried = carry_motion(nullptr, clip, standard_skeleton());
  ASSERT_TRUE(carried);
  EXPECT_FALSE(carried->how);
  EXPECT_EQ(carried->clip.bones[0].rotation, clip.bones[0].rotation);
}

// The standard body under Mixamo's names.
Model mixamo_body() {
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
  return other;
}

TEST(CarryMotion, ABodyOfAnotherWorldGetsTheMotionBoneByBone) {
  const auto carried = carry_motion(nullptr, turning("左腕"), mixamo_body());
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

TEST(CarryMotion, MmdGoesByAProxyThatIsKept) {
  const Clip clip = turning("左腕");
  const auto carried = carry_motion(nullptr, clip, mixamo_body());
  ASSERT_TRUE(carried && carried->on_proxy);
  EXPECT_EQ(carried->on_proxy->proxy.model.skeleton.names, full_standard_skeleton().skeleton.names);
  EXPECT_EQ(carried->on_proxy->clip.bones[0].rotation, clip.bones[0].rotation);
  EXPECT_FLOAT_EQ(carried->how->scale, carried->on_proxy->proxy.scale);
  // Motions on bones of their own, and MMD's on MMD's, need none.
  const Model own = standard_skeleton();
  EXPECT_FALSE(carry_motion(&own, clip, mixamo_body())->on_proxy);
  EXPECT_FALSE(carry_motion(nullptr, clip, own)->on_proxy);
}

TEST(CarryMotion, AScaleByHandIsOfTheTravel) {
  Clip clip = turning("センター");
  clip.bones[0].translation[1] = {1, 2, 3};
  RetargetOptions options;
  options.scale = 2;
  const auto carried = carry_motion(nullptr, clip, standard_skeleton(), options);
  ASSERT_TRUE(carried);
  EXPECT_EQ(carried->clip.bones[0].translation[1], (Vec3{2, 4, 6}));
  EXPECT_EQ(carried->clip.bones[0].rotation, clip.bones[0].rotation);
}

TEST(CarryMotion, BonesAreThoseThatTheUserNames) {
  Model other = mixamo_body();
  for (std::string& name : other.skeleton.names)
    if (name == "mixamorig:LeftArm") name = "lever";
  other.skeleton.names_en = other.skeleton.names;
  for (const auto& pose : {std::string(), std::string("lever")}) {
    RetargetOptions options;
    if (!pose.empty()) options.to_bones = {{HumanBone::leftUpperArm, pose}};
    const auto carried = carry_motion(nullptr, turning("左腕"), other, options);
    ASSERT_TRUE(carried);
    const auto& bones = carried->clip.bones;
    const bool moved = std::any_of(bones.begin(), bones.end(),
                                   [](const auto& t) { return t.name.text == "lever"; });
    EXPECT_EQ(moved, !pose.empty());
  }
}

Clip lips() {
  Clip clip;
  MorphTrack track;
  track.name.text = "あ";
  track.frame = {0, 5};
  track.weight = {0, 1};
  clip.morphs.push_back(std::move(track));
  return clip;
}

TEST(CarryMotions, BodyAndLipsBecomeOneMotionOnAnotherRig) {
  Model other = mixamo_body();
  other.morphs.resize(1);
  other.morphs[0].name = other.morphs[0].name_en = "aa";
  std::vector<MotionFile> files;
  files.push_back({"body.vmd", turning("左腕"), {}});
  files.push_back({"lips.vmd", lips(), {}});
  const auto carried = carry_motions(std::move(files), other);
  ASSERT_TRUE(carried) << to_text(carried.error());
  ASSERT_EQ(carried->clip.morphs.size(), 1u);
  EXPECT_EQ(carried->clip.morphs[0].name.text, "aa");
  EXPECT_TRUE(std::any_of(carried->clip.bones.begin(), carried->clip.bones.end(),
                          [](const auto& t) { return t.name.text == "mixamorig:LeftArm"; }));
  ASSERT_TRUE(carried->how && !carried->how->lines.empty());
  EXPECT_TRUE(carried->how->lines[0].starts_with("body.vmd, lips.vmd: ")) << carried->how->lines[0];
}

TEST(CarryMotions, LaterFilesWinWhateverBonesTheyAreOn) {
  const Model own = standard_skeleton();
  Clip still = turning("左腕");
  still.bones[0].rotation[1] = {};
  std::vector<MotionFile> files;
  files.push_back({"walk.bvh", turning("左腕"), own});
  files.push_back({"body.vmd", still, {}});
  const auto carried = carry_motions(files, own);
  ASSERT_TRUE(carried) << to_text(carried.error());
  const auto arm = std::find_if(carried->clip.bones.begin(), carried->clip.bones.end(),
                                [](const auto& t) { return t.name.text == "左腕"; });
  ASSERT_NE(arm, carried->clip.bones.end());
  EXPECT_EQ(arm->rotation.back(), Quat{});
  files.push_back({"broken.bvh", {}, Model{}});
  const auto refused = carry_motions(files, own);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().file, "broken.bvh");
}

}  // namespace
}  // namespace odori
