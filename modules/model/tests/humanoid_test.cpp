#include "odori/model/humanoid.h"

#include <gtest/gtest.h>

#include <string>

namespace odori {
namespace {

TEST(HumanBone, NamesComeBack) {
  for (std::size_t i = 0; i < kHumanBones; ++i)
    EXPECT_EQ(human_bone_named(to_text(human_bone(i))), human_bone(i));
  EXPECT_FALSE(human_bone_named("LeftHand"));
  EXPECT_FALSE(human_bone_named(""));
}

TEST(HumanBone, ParentsComeFirstAndMirrorToParents) {
  EXPECT_FALSE(parent_of(HumanBone::hips));
  for (std::size_t i = 1; i < kHumanBones; ++i) {
    const HumanBone b = human_bone(i), parent = *parent_of(b);
    EXPECT_LT(at(parent), i) << to_text(b);
    EXPECT_EQ(mirror_of(mirror_of(b)), b);
    EXPECT_EQ(mirror_of(parent), *parent_of(mirror_of(b))) << to_text(b);
    EXPECT_EQ(is_required(b), is_required(mirror_of(b)));
    std::string name(to_text(b));
    if (name.starts_with("left")) {
      EXPECT_EQ(to_text(mirror_of(b)), "right" + name.substr(4));
    }
  }
}

TEST(HumanBone, Vrm0CountsTheThumbFromOneJointFurtherIn) {
  EXPECT_EQ(human_bone_named_vrm0("leftThumbProximal"), HumanBone::leftThumbMetacarpal);
  EXPECT_EQ(human_bone_named_vrm0("rightThumbIntermediate"), HumanBone::rightThumbProximal);
  EXPECT_EQ(human_bone_named_vrm0("rightThumbDistal"), HumanBone::rightThumbDistal);
  EXPECT_EQ(human_bone_named_vrm0("leftIndexProximal"), HumanBone::leftIndexProximal);
  EXPECT_FALSE(human_bone_named_vrm0("leftThumbMetacarpal"));
  EXPECT_FALSE(human_bone_named("leftThumbIntermediate"));
}

TEST(HumanoidMap, IsWholeWithTheRequiredBones) {
  Humanoid h;
  EXPECT_EQ(count(h), 0u);
  for (std::size_t i = 0; i < kHumanBones; ++i) {
    EXPECT_FALSE(h.has(human_bone(i)));
    if (is_required(human_bone(i))) h.set(human_bone(i), BoneIndex{1}, BoneSource::file);
  }
  EXPECT_EQ(count(h), 15u);
  EXPECT_TRUE(is_whole(h));
  h.set(HumanBone::head, BoneIndex::none, BoneSource::file);
  EXPECT_FALSE(is_whole(h));
  EXPECT_EQ(h.source[at(HumanBone::head)], BoneSource::none);
}

}  // namespace
}  // namespace odori
