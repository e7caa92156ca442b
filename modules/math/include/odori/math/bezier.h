// MMD's key curves: a cubic Bezier from (0,0) to (1,1) with two control points in 1/127.
#pragma once

#include <cstdint>

namespace odori {

struct BezierCurve {
  std::uint8_t x1 = 20, y1 = 20, x2 = 107, y2 = 107;
  friend bool operator==(const BezierCurve&, const BezierCurve&) = default;

  // Exactly the straight line.
  constexpr bool is_linear() const { return x1 == y1 && x2 == y2; }
};

// How far the value has come (0..1) when `time` (0..1) of the span has passed. Control points above
// 127 count as 127. Error below 1e-7.
float ease(BezierCurve curve, float time);

}  // namespace odori
