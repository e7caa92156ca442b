#include "odori/math/bezier_fit.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace odori {
namespace {

constexpr BezierCurve kVertical{127, 0, 0, 127};
const BezierCurve kCurves[] = {{},
                               kVertical,
                               {64, 0, 64, 127},
                               {0, 64, 64, 127},
                               {127, 0, 127, 0},
                               {10, 90, 100, 30},
                               {3, 120, 90, 127}};

std::vector<CurvePoint> points_of(BezierCurve curve, int steps, double slack) {
  std::vector<CurvePoint> points;
  for (int i = 1; i < steps; ++i) {
    const double time = static_cast<double>(i) / steps;
    points.push_back({time, static_cast<double>(ease(curve, static_cast<float>(time))), slack});
  }
  return points;
}

TEST(SubCurve, NothingAndEverything) {
  EXPECT_EQ(sub_curve({64, 0, 64, 127}, 0.5, 0.5).curve, BezierCurve{});
  for (const BezierCurve& curve : kCurves) {
    const FittedCurve whole = sub_curve(curve, 0, 1);
    EXPECT_LT(whole.worst, 1e-6);
    for (const float t : {0.1f, 0.5f, 0.8f})
      EXPECT_NEAR(ease(whole.curve, t), ease(curve, t), 1e-6f);
  }
}

TEST(SubCurve, KeepsTheShapeOfTheParts) {
  for (const BezierCurve& curve : kCurves) {
    for (const double from : {0.0, 0.2, 0.45}) {
      for (const double to : {0.55, 0.7, 1.0}) {
        const FittedCurve part = sub_curve(curve, from, to);
        const auto at = [&](double t) {
          return static_cast<double>(ease(curve, static_cast<float>(t)));
        };
        const double start = at(from), rise = at(to) - start;
        for (double t = 0; t <= 1; t += 0.125) {
          const double want = at(from + t * (to - from));
          const double got =
              start + rise * static_cast<double>(ease(part.curve, static_cast<float>(t)));
          EXPECT_NEAR(got, want, rise * (part.worst + 2e-3) + 1e-6);
        }
        // Parts of a rise without width do not fit between their own ends.
        if (curve == kVertical) continue;
        EXPECT_LT(part.worst * rise, 0.01) << from << ' ' << to;
      }
    }
  }
}

TEST(SubCurve, HalvesOfASymmetricCurveAreEachOthersTurn) {
  const BezierCurve curve{40, 10, 87, 117};
  const BezierCurve low = sub_curve(curve, 0, 0.5).curve, high = sub_curve(curve, 0.5, 1).curve;
  EXPECT_NEAR(low.x1, 127 - high.x2, 1);
  EXPECT_NEAR(low.y1, 127 - high.y2, 1);
  EXPECT_NEAR(low.x2, 127 - high.x1, 1);
  EXPECT_NEAR(low.y2, 127 - high.y1, 1);
}

TEST(FitCurve, NoPointsAreAStraightLine) {
  EXPECT_TRUE(fit_curve({}).curve.is_linear());
  EXPECT_EQ(fit_curve({}).worst, 0);
}

TEST(FitCurve, FindsTheCurveThatMadeThePoints) {
  int found = 0, tried = 0;
  for (int x1 = 0; x1 <= 127; x1 += 21) {
    for (int y1 = 0; y1 <= 127; y1 += 21) {
      for (int x2 = 0; x2 <= 127; x2 += 21) {
        for (int y2 = 0; y2 <= 127; y2 += 21) {
          const BezierCurve curve{static_cast<std::uint8_t>(x1), static_cast<std::uint8_t>(y1),
                                  static_cast<std::uint8_t>(x2), static_cast<std::uint8_t>(y2)};
          const auto points = points_of(curve, 20, 0.01);
          ++tried;
          const FittedCurve fit = fit_curve(points);
          EXPECT_NEAR(fit.worst, worst_distance(fit.curve, points), 1e-9);
          found += fit.worst <= 1;
        }
      }
    }
  }
  EXPECT_GT(found, tried * 97 / 100) << found << " of " << tried;
}

TEST(FitCurve, TellsWhatNoCurveCanFollow) {
  std::vector<CurvePoint> zigzag;
  for (int i = 1; i < 10; ++i) zigzag.push_back({i / 10.0, i % 2 ? 0.8 : 0.2, 0.1});
  EXPECT_GT(fit_curve(zigzag).worst, 1);
}

TEST(FitCurve, SlackIsForEachPointItsOwn) {
  auto points = points_of({64, 0, 64, 127}, 16, 0.01);
  points[7].value += 0.2;
  EXPECT_GT(fit_curve(points).worst, 1);
  points[7].slack = 0.25;
  EXPECT_LE(fit_curve(points).worst, 1);
}

}  // namespace
}  // namespace odori
