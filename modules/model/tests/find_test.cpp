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

TEST(SharedToonNamed, KnowsTheTenNamesInAnyFolderAndCase) {
  EXPECT_EQ(shared_toon_named("toon01.bmp"), 0);
  EXPECT_EQ(shared_toon_named("toon10.bmp"), 9);
  EXPECT_EQ(shared_toon_named("tex\\TOON03.Bmp"), 2);
  EXPECT_EQ(shared_toon_named("toon/toon09.bmp"), 8);
  for (const char* other : {"", "toon00.bmp", "toon11.bmp", "toon1.bmp", "toon0a.bmp", "toon01.png",
                            "mytoon01.bmp", "toon01.bmp/", "toon##.bmp"}) {
    EXPECT_EQ(shared_toon_named(other), -1) << other;
  }
}

}  // namespace
}  // namespace odori
