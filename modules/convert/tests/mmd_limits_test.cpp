#include "odori/convert/mmd_limits.h"

#include <gtest/gtest.h>

namespace odori {
namespace {

TEST(MmdLimits, NothingToSayOfAnEmptyOne) {
  EXPECT_TRUE(beyond_mmd({}).empty());
  EXPECT_TRUE(beyond_vmd({}).empty());
}

TEST(MmdLimits, KeysOfAllKindsCountTogether) {
  Clip clip;
  clip.bones.resize(1);
  clip.bones[0].frame.resize(kMostMmdKeys - 1);
  clip.camera.frame.resize(1);
  EXPECT_EQ(count_keys(clip), kMostMmdKeys);
  EXPECT_TRUE(beyond_mmd(clip).empty());
  clip.morphs.resize(1);
  clip.morphs[0].frame.resize(1);
  ASSERT_EQ(beyond_mmd(clip).size(), 1u);
  EXPECT_NE(beyond_mmd(clip)[0].find("600001 keys"), std::string::npos);
}

TEST(MmdLimits, NamesThatAFieldCannotTellApartOrHold) {
  Model model;
  // The first seven characters are 14 bytes, the eighth is cut: 88 of both.
  model.skeleton.names = {"左スカート前の一", "左スカート前の異", "左スカート前", "头", "头"};
  model.morphs.resize(1);
  model.morphs[0].name = "😀";
  const std::vector<std::string> lines = beyond_vmd(model);
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_TRUE(lines[0].starts_with("1 bones that a VMD cannot tell apart"));
  EXPECT_TRUE(lines[0].ends_with("左スカート前の一 = 左スカート前の異"));
  EXPECT_TRUE(lines[1].starts_with("1 bones that a VMD cannot name"));
  EXPECT_TRUE(lines[2].starts_with("1 morphs that a VMD cannot name"));
}

}  // namespace
}  // namespace odori
