#include <gtest/gtest.h>

#include "odori/model/model.h"

namespace odori {
namespace {

TEST(FindBone, PrefersTheExactNameAndFoldsWidths) {
  Skeleton skeleton;
  skeleton.names = {"左足ＩＫ", "左足IK", "頭"};
  EXPECT_EQ(find_bone(skeleton, "左足IK"), BoneIndex{1});
  EXPECT_EQ(find_bone(skeleton, "左足ＩＫ"), BoneIndex{0});
  EXPECT_EQ(find_bone(skeleton, "　頭"), BoneIndex{2});
  EXPECT_EQ(find_bone(skeleton, "首"), BoneIndex::none);
}

TEST(FindMorph, GivesNoneForAnUnknownName) {
  Model model;
  model.morphs.resize(1);
  model.morphs[0].name = "あ";
  EXPECT_EQ(find_morph(model, "あ"), MorphIndex{0});
  EXPECT_EQ(find_morph(model, "い"), MorphIndex::none);
}

}  // namespace
}  // namespace odori
