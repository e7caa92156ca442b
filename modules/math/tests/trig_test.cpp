#include "odori/math/trig.h"

#include <gtest/gtest.h>

#include <cmath>

namespace odori {
namespace {

TEST(Trig, AgreesWithTheCLibrary) {
  for (double x = -50; x < 50; x += 0.0137) {
    EXPECT_NEAR(trig::sin(x), std::sin(x), 2e-15) << x;
    EXPECT_NEAR(trig::cos(x), std::cos(x), 2e-15) << x;
    EXPECT_NEAR(trig::atan(x), std::atan(x), 1e-15) << x;
    EXPECT_NEAR(trig::exp(x) / std::exp(x), 1, 1e-14) << x;
  }
  for (double x = -1; x <= 1; x += 0.001) {
    EXPECT_NEAR(trig::asin(x), std::asin(x), 1e-15) << x;
    EXPECT_NEAR(trig::acos(x), std::acos(x), 1e-15) << x;
  }
  for (double x = 1e-6; x < 1e6; x *= 1.37) {
    EXPECT_NEAR(trig::log(x), std::log(x), 1e-14) << x;
    EXPECT_NEAR(trig::pow(x, 0.37) / std::pow(x, 0.37), 1, 1e-14) << x;
  }
}

TEST(Trig, Atan2KnowsAllQuadrants) {
  for (double a = -3.1; a < 3.14; a += 0.1) {
    EXPECT_NEAR(trig::atan2(std::sin(a), std::cos(a)), a, 1e-15);
  }
  EXPECT_EQ(trig::atan2(0, 0), 0);
  EXPECT_EQ(trig::atan2(0, -1), trig::kPi);
}

TEST(Trig, OddInputStaysFinite) {
  EXPECT_EQ(trig::asin(2), trig::kPi / 2);
  EXPECT_EQ(trig::acos(-2), trig::kPi);
  EXPECT_EQ(trig::sin(INFINITY), 0);
  EXPECT_TRUE(std::isfinite(trig::exp(1e9)));
  EXPECT_EQ(trig::exp(-1e9), 0);
  EXPECT_EQ(trig::atan(INFINITY), trig::kPi / 2);
  for (const double y : {trig::atan(NAN), trig::asin(NAN), trig::acos(NAN), trig::atan2(NAN, 1),
                         trig::atan2(1, NAN), trig::sin(NAN), trig::exp(NAN), trig::log(NAN)}) {
    EXPECT_TRUE(std::isfinite(y));
  }
}

}  // namespace
}  // namespace odori
