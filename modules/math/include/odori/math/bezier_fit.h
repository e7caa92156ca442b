// Curves cut out of curves, and curves laid through samples. Both end as a BezierCurve, whose
// control points are whole 127ths: what is lost by that is measured and told.
#pragma once

#include <span>

#include "odori/math/bezier.h"

namespace odori {

// Time and value are parts (0..1) of a span; `slack` is how far the curve may pass from the value,
// above zero.
struct CurvePoint {
  double time = 0, value = 0, slack = 1;
};

struct FittedCurve {
  BezierCurve curve;
  // The largest distance from a point, in slacks: up to 1 is what was asked for.
  double worst = 0;
};

// The part of a curve between two times, 0 <= from < to <= 1, stretched to a curve of its own by de
// Casteljau's subdivision, then rounded to the 127ths that come nearest. `worst` is in parts of the
// new span's change, measured at 31 times: mostly below 0.01, but a part that ends within a nearly
// vertical rise would need control points outside the span, which the format does not have.
FittedCurve sub_curve(BezierCurve curve, double from, double to);

// A curve within the slack of every point where one is found (worst <= 1), by least squares over
// the two control points (Levenberg-Marquardt), rounded, and settled among the neighbouring 127ths.
// Points in order of time, inside 0..1; none give the straight line.
FittedCurve fit_curve(std::span<const CurvePoint> points);

// The largest distance of the points from a curve, in slacks.
double worst_distance(BezierCurve curve, std::span<const CurvePoint> points);

}  // namespace odori
