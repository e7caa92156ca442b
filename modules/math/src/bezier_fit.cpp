#include "odori/math/bezier_fit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace odori {
namespace {

constexpr double kSteps = 127;

// A cubic with the end values 0 and 1.
double cubic(double c1, double c2, double s) {
  const double r = 1 - s;
  return 3 * r * s * (r * c1 + s * c2) + s * s * s;
}
double cubic_slope(double c1, double c2, double s) {
  const double r = 1 - s;
  return 3 * (r * r * c1 + 2 * r * s * (c2 - c1) + s * s * (1 - c2));
}

// Where a cubic that never falls passes `x`; `near` is a guess. Newton inside a shrinking bracket.
double passing(double c1, double c2, double x, double near) {
  double low = 0, high = 1, s = near;
  for (int i = 0; i < 60; ++i) {
    const double error = cubic(c1, c2, s) - x;
    if (error < 1e-11 && error > -1e-11) break;
    (error < 0 ? low : high) = s;
    const double k = cubic_slope(c1, c2, s);
    const double next = s - error / k;
    s = k > 1e-9 && next > low && next < high ? next : (low + high) / 2;
  }
  return s;
}

using Controls = std::array<double, 4>;  // x1, y1, x2, y2 in 0..1

Controls controls_of(BezierCurve c) {
  const auto unit = [](std::uint8_t v) { return std::min<int>(v, 127) / kSteps; };
  return {unit(c.x1), unit(c.y1), unit(c.x2), unit(c.y2)};
}

BezierCurve rounded(const Controls& c) {
  const auto byte = [](double v) {
    return static_cast<std::uint8_t>(std::clamp(v, 0.0, 1.0) * kSteps + 0.5);
  };
  return {byte(c[0]), byte(c[1]), byte(c[2]), byte(c[3])};
}

double worst_of(const Controls& c, std::span<const CurvePoint> points) {
  double worst = 0, s = 0;
  for (const CurvePoint& p : points) {
    s = passing(c[0], c[2], p.time, std::max(s, 1e-3));
    worst = std::max(worst, std::fabs(cubic(c[1], c[3], s) - p.value) / p.slack);
  }
  return worst;
}

// Walks to the neighbouring 127ths as long as that helps and more is asked for.
FittedCurve settle(BezierCurve start, std::span<const CurvePoint> points, double enough) {
  FittedCurve best{start, worst_distance(start, points)};
  constexpr int kRounds = 8;
  for (int round = 0; round < kRounds && best.worst > enough; ++round) {
    const BezierCurve from = best.curve;
    for (std::uint8_t BezierCurve::*part :
         {&BezierCurve::x1, &BezierCurve::y1, &BezierCurve::x2, &BezierCurve::y2}) {
      for (const int step : {-1, 1}) {
        BezierCurve next = from;
        const int value = next.*part + step;
        if (value < 0 || value > 127) continue;
        next.*part = static_cast<std::uint8_t>(value);
        const double worst = worst_distance(next, points);
        if (worst < best.worst) best = {next, worst};
      }
    }
    if (best.curve == from) break;
  }
  return best;
}

// The normal equations of one step, in units of slack.
struct Equations {
  std::array<std::array<double, 4>, 4> a{};
  std::array<double, 4> b{};
  double cost = 0, worst = 0;
};

Equations equations_at(const Controls& c, std::span<const CurvePoint> points) {
  Equations e;
  double s = 0;
  for (const CurvePoint& p : points) {
    s = passing(c[0], c[2], p.time, std::max(s, 1e-3));
    const double r = 1 - s, b1 = 3 * r * r * s, b2 = 3 * r * s * s, weight = 1 / p.slack;
    const double missing = (p.value - cubic(c[1], c[3], s)) * weight;
    // A control's x moves the value through the time at which the curve is passed.
    const double turn =
        -cubic_slope(c[1], c[3], s) / std::max(cubic_slope(c[0], c[2], s), 1e-4) * weight;
    const std::array<double, 4> row{turn * b1, b1 * weight, turn * b2, b2 * weight};
    for (std::size_t i = 0; i < 4; ++i) {
      e.b[i] += row[i] * missing;
      for (std::size_t k = 0; k <= i; ++k) e.a[i][k] += row[i] * row[k];
    }
    e.cost += missing * missing;
    e.worst = std::max(e.worst, std::fabs(missing));
  }
  return e;
}

// Solves (A + damping * diagonal) x = b by Cholesky; controls that lean against their bound stay.
Controls step_of(Equations e, const Controls& c, double damping) {
  auto& [a, b, cost, worst] = e;
  for (std::size_t i = 0; i < 4; ++i) {
    const bool held = (c[i] <= 0 && b[i] < 0) || (c[i] >= 1 && b[i] > 0);
    if (held) {
      for (std::size_t k = 0; k < 4; ++k) (k < i ? a[i][k] : a[k][i]) = 0;
      b[i] = 0;
      a[i][i] = 1;
    }
    a[i][i] = a[i][i] * (1 + damping) + 1e-12;
  }
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t k = 0; k <= i; ++k) {
      double sum = a[i][k];
      for (std::size_t m = 0; m < k; ++m) sum -= a[i][m] * a[k][m];
      a[i][k] = i == k ? std::sqrt(std::max(sum, 1e-14)) : sum / a[k][k];
    }
  }
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t m = 0; m < i; ++m) b[i] -= a[i][m] * b[m];
    b[i] /= a[i][i];
  }
  for (std::size_t i = 4; i-- > 0;) {
    for (std::size_t m = i + 1; m < 4; ++m) b[i] -= a[m][i] * b[m];
    b[i] /= a[i][i];
  }
  return b;
}

// Leaves the points' ends along the first and last sample, a third of the span away.
Controls first_guess(std::span<const CurvePoint> points) {
  const auto clamp = [](double v) { return std::clamp(v, 0.02, 0.98); };
  const CurvePoint &first = points[points.size() / 8],
                   &last = points[points.size() - 1 - points.size() / 8];
  const double rise = first.value / std::max(first.time, 1e-6);
  const double fall = (1 - last.value) / std::max(1 - last.time, 1e-6);
  const double x1 = rise > 2 ? 0.67 / rise : 0.33, x2 = fall > 2 ? 0.67 / fall : 0.33;
  return {clamp(x1), clamp(x1 * rise), clamp(1 - x2), clamp(1 - x2 * fall)};
}

// Least squares until every point is well within its slack, or no step helps any more.
Controls least_squares(std::span<const CurvePoint> points) {
  constexpr int kMostSteps = 14;
  constexpr double kWell = 0.7;
  Controls c = first_guess(points);
  Equations at = equations_at(c, points);
  double damping = 1e-2;
  for (int i = 0; i < kMostSteps && at.worst > kWell; ++i) {
    const Controls step = step_of(at, c, damping);
    Controls next;
    for (std::size_t k = 0; k < 4; ++k) next[k] = std::clamp(c[k] + step[k], 0.0, 1.0);
    const Equations there = equations_at(next, points);
    if (there.cost < at.cost) {
      const bool slow = there.cost > 0.98 * at.cost;
      c = next;
      at = there;
      damping *= 0.2;
      if (slow) break;
    } else {
      damping *= 8;
      if (damping > 1e4) break;
    }
  }
  return c;
}

}  // namespace

double worst_distance(BezierCurve curve, std::span<const CurvePoint> points) {
  if (!curve.is_linear()) return worst_of(controls_of(curve), points);
  double worst = 0;
  for (const CurvePoint& p : points) {
    worst = std::max(worst, std::fabs(p.time - p.value) / p.slack);
  }
  return worst;
}

FittedCurve sub_curve(BezierCurve curve, double from, double to) {
  if (curve.is_linear() || !(to > from)) return {};
  if (from <= 0 && to >= 1) return {curve, 0};
  const Controls c = controls_of(curve);
  const double s0 = passing(c[0], c[2], from, from), s1 = passing(c[0], c[2], to, to);
  // The polar form of a cubic gives the control points of a part of it.
  const auto polar = [](double c1, double c2, double u, double v, double w) {
    const double a = 1 - u, b = 1 - v, d = 1 - w;
    return c1 * (u * b * d + a * v * d + a * b * w) + c2 * (u * v * d + u * b * w + a * v * w) +
           u * v * w;
  };
  Controls part{};
  const double value0 = cubic(c[1], c[3], s0), rise = cubic(c[1], c[3], s1) - value0;
  if (rise < 1e-9) return {};
  for (std::size_t axis = 0; axis < 2; ++axis) {
    const double c1 = c[axis], c2 = c[axis + 2], start = cubic(c1, c2, s0);
    const double length = cubic(c1, c2, s1) - start;
    part[axis] = (polar(c1, c2, s0, s0, s1) - start) / length;
    part[axis + 2] = (polar(c1, c2, s0, s1, s1) - start) / length;
  }
  std::array<CurvePoint, 31> points;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double time = static_cast<double>(i + 1) / 32;
    const double s = passing(c[0], c[2], from + time * (to - from), s0 + time * (s1 - s0));
    points[i] = {time, (cubic(c[1], c[3], s) - value0) / rise, 1};
  }
  return settle(rounded(part), points, 1e-6);
}

FittedCurve fit_curve(std::span<const CurvePoint> points) {
  FittedCurve straight{{}, worst_distance({}, points)};
  if (straight.worst <= 1) return straight;
  const BezierCurve curve = rounded(least_squares(points));
  FittedCurve fitted{curve, worst_distance(curve, points)};
  // Rounding moves a curve little: what is far off stays so.
  constexpr double kNear = 2;
  if (fitted.worst > 1 && fitted.worst < kNear) fitted = settle(curve, points, 1);
  return fitted.worst < straight.worst ? fitted : straight;
}

}  // namespace odori
