#include "odori/base/number_text.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

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

TEST(NumberText, ScansAsTheCLibraryDoes) {
  for (const char* text : {"0",
                           "-0",
                           "1",
                           "12.5",
                           "-0.000001",
                           ".5",
                           "5.",
                           "3e2",
                           ".3e2",
                           "1.7976931348623157e308",
                           "4.9e-324",
                           "123456789012345678901234567890",
                           "0.1234567890123456789",
                           "9007199254740993",
                           "1e-22",
                           "1e23",
                           "1e400",
                           "1e-400",
                           "+7",
                           "2.2250738585072011e-308",
                           "562949953421312"}) {
    double value = 1;
    EXPECT_EQ(scan_number(text, value), std::string_view(text).size()) << text;
    const double truth = std::strtod(text, nullptr);
    EXPECT_EQ(value, truth) << text;
    EXPECT_EQ(std::signbit(value), std::signbit(truth)) << text;
  }
}

TEST(NumberText, ScansAsFarAsTheNumberGoes) {
  double value = 0;
  EXPECT_EQ(scan_number("1.5,2", value), 3u);
  EXPECT_EQ(value, 1.5);
  EXPECT_EQ(scan_number("2em", value), 1u);
  EXPECT_EQ(scan_number("7e+", value), 1u);
  for (const char* none : {"", "-", ".", "e5", "-.", "x1"}) EXPECT_EQ(scan_number(none, value), 0u);
}

TEST(NumberText, WithoutAnExponent) {
  EXPECT_EQ(to_plain_text(1e-7f), "0.0000001");
  EXPECT_EQ(to_plain_text(-90.25f), "-90.25");
  EXPECT_EQ(to_six_digits(-0.0f), "-0.000000");
  EXPECT_EQ(to_six_digits(0.992706f), "0.992706");
}

}  // namespace
}  // namespace odori
