#include "odori/base/number_text.h"

#include <gtest/gtest.h>

namespace odori {
namespace {

TEST(NumberText, ShortestTextReadsBack) {
  EXPECT_EQ(to_text(0.1f), "0.1");
  EXPECT_EQ(to_text(1e21), "1e+21");
  EXPECT_EQ(to_text(-0.25), "-0.25");
}

TEST(NumberText, RefusesWhatIsNotOneFiniteNumber) {
  for (const char* bad : {"", "abc", "1x", " 1", "nan", "inf", "0x10", "1e999", "1 2"}) {
    EXPECT_FALSE(parse_number(bad).has_value()) << bad;
  }
  EXPECT_EQ(parse_number("-.5"), -0.5);
  EXPECT_EQ(parse_number("40."), 40.0);
  EXPECT_EQ(parse_number("-4.0020632E-7"), -4.0020632e-7);
}

}  // namespace
}  // namespace odori
