#include "odori/base/warning.h"

#include <gtest/gtest.h>

namespace odori {
namespace {

TEST(Warnings, CountsAKindAndKeepsTheFirstPlace) {
  Warnings w;
  w.add(WarningKind::name_cut, 12, "左スカート前");
  w.add(WarningKind::name_cut, 15, "x");
  w.add(WarningKind::zero_quaternion, 3);
  ASSERT_EQ(w.list().size(), 2u);
  EXPECT_EQ(w.count(WarningKind::name_cut), 2u);
  EXPECT_EQ(to_text(w.list()[0]),
            "2 x a name ends in half a character: 左スカート前, x (first: record 12)");
  EXPECT_EQ(to_text(w.list()[1]), "1 x a zero quaternion, read as identity (first: record 3)");
}

TEST(Warnings, NamesTenOnceEachAndCountsTheRest) {
  Warnings w;
  for (int i = 0; i < 13; ++i) {
    w.add(WarningKind::texture_missing, 5, std::to_string(i) + ".png");
    w.add(WarningKind::texture_missing, 6, "0.png");  // named already
  }
  ASSERT_EQ(w.list().size(), 1u);
  EXPECT_EQ(w.list()[0].details.size(), 10u);
  EXPECT_EQ(to_text(w.list()[0]),
            "26 x a texture that is not there, drawn with a stand-in: 0.png, 1.png, 2.png, 3.png, "
            "4.png, 5.png, 6.png, 7.png, 8.png, 9.png and 3 more");
  Warnings all;
  all.add(WarningKind::texture_missing, 1, "first.png");
  all.append(w);
  EXPECT_EQ(all.list()[0].count, 27u);
  EXPECT_EQ(all.list()[0].details.front(), "first.png");
  EXPECT_EQ(all.list()[0].more, 4u);
}

TEST(Warnings, AMissingTextureChangesThePictureAnUnsortedKeyDoesNot) {
  for (const WarningKind kind :
       {WarningKind::texture_missing, WarningKind::texture_unreadable, WarningKind::bad_ik,
        WarningKind::not_finite, WarningKind::no_bones, WarningKind::frame_out_of_range,
        WarningKind::other})
    EXPECT_TRUE(changes_picture(kind)) << to_text(kind);
  for (const WarningKind kind : {WarningKind::unsorted_keys, WarningKind::duplicate_key,
                                 WarningKind::missing_section, WarningKind::name_cut})
    EXPECT_FALSE(changes_picture(kind)) << to_text(kind);
}

TEST(Warnings, AppendAddsCounts) {
  Warnings a, b;
  a.add(WarningKind::bad_ik, 1);
  b.add(WarningKind::bad_ik, 9);
  b.add(WarningKind::other, 2);
  a.append(b);
  EXPECT_EQ(a.count(WarningKind::bad_ik), 2u);
  EXPECT_EQ(a.count(WarningKind::other), 1u);
  EXPECT_EQ(a.list()[0].first, 1u);
  a.add(WarningKind::other, 3, "a lamp that is out");
  EXPECT_EQ(to_text(a.list()[1]), "2 x a lamp that is out");  // its own words are enough
  EXPECT_EQ(to_lines(a), (std::vector{to_text(a.list()[0]), to_text(a.list()[1])}));
}

}  // namespace
}  // namespace odori
