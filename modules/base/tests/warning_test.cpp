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
            "2 x a name ends in half a character (first: record 12, 左スカート前)");
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
}

}  // namespace
}  // namespace odori
