#include "odori/math/bezier.h"

#include <algorithm>

namespace odori {
namespace {

// One coordinate of the curve at parameter s, from its two control values.
double along(double c1, double c2, double s) {
  const double r = 1 - s;
  return 3 * r * r * s * c1 + 3 * r * s * s * c2 + s * s * s;
}

double slope(double c1, double c2, double s) {
  const double r = 1 - s;
  return 3 * r * r * c1 + 6 * r * s * (c2 - c1) + 3 * s * s * (1 - c2);
}

}  // namespace

float ease(BezierCurve curve, float time) {
  if (!(time > 0)) return 0;
  if (time >= 1) return 1;
  if (curve.is_linear()) return time;
  const auto unit = [](std::uint8_t v) { return std::min<int>(v, 127) / 127.0; };
  const double x1 = unit(curve.x1), x2 = unit(curve.x2), x = static_cast<double>(time);
  // Newton inside a bracket that shrinks at every step: x(s) never falls.
  double low = 0, high = 1, s = x;
  for (int i = 0; i < 60; ++i) {
    const double error = along(x1, x2, s) - x;
    if (error < 1e-12 && error > -1e-12) break;
    (error < 0 ? low : high) = s;
    const double k = slope(x1, x2, s);
    const double next = s - error / k;
    s = k > 1e-9 && next > low && next < high ? next : (low + high) / 2;
  }
  return static_cast<float>(along(unit(curve.y1), unit(curve.y2), s));
}

}  // namespace odori
