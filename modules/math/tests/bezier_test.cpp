#include "odori/math/bezier.h"

#include <gtest/gtest.h>

namespace odori {
namespace {

TEST(Bezier, LinearCurveIsExact) {
  for (float t = 0; t <= 1; t += 0.01f) EXPECT_EQ(ease({20, 20, 107, 107}, t), t);
  EXPECT_EQ(ease({64, 64, 64, 64}, 0.3f), 0.3f);
}

TEST(Bezier, EndsAndOutsideClamp) {
  EXPECT_EQ(ease({0, 127, 0, 127}, -1), 0);
  EXPECT_EQ(ease({0, 127, 0, 127}, 0), 0);
  EXPECT_EQ(ease({0, 127, 0, 127}, 1), 1);
  EXPECT_EQ(ease({0, 127, 0, 127}, 2), 1);
}

TEST(Bezier, SymmetricCurveIsPointSymmetric) {
  const BezierCurve c{100, 10, 27, 117};
  for (float t = 0.01f; t < 1; t += 0.01f) EXPECT_NEAR(ease(c, t), 1 - ease(c, 1 - t), 1e-6f);
}

// x(s) = s when x1 = 1/3 and x2 = 2/3 (in 1/127 only nearly): check against a dense walk instead.
TEST(Bezier, SolvesSteepCurvesToAMillionth) {
  for (const BezierCurve c :
       {BezierCurve{0, 127, 0, 127}, BezierCurve{127, 0, 127, 0}, BezierCurve{127, 0, 0, 127}}) {
    for (int i = 1; i < 1000; ++i) {
      const double s = i / 1000.0, r = 1 - s;
      const double x = 3 * r * r * s * c.x1 / 127 + 3 * r * s * s * c.x2 / 127 + s * s * s;
      const double y = 3 * r * r * s * c.y1 / 127 + 3 * r * s * s * c.y2 / 127 + s * s * s;
      const double slope_x =
          3 * r * r * c.x1 / 127 + 6 * r * s * (c.x2 - c.x1) / 127 + 3 * s * s * (1 - c.x2 / 127.0);
      if (slope_x < 1e-2) continue;  // time itself is only a float
      EXPECT_NEAR(ease(c, static_cast<float>(x)), y, 2e-5) << s;
    }
  }
}

}  // namespace
}  // namespace odori
