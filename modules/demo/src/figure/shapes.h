// Ways to make a surface: along a curve, as rings, and round another surface.
#pragma once

#include <functional>
#include <vector>

#include "figure/curve.h"
#include "figure/mesh.h"

namespace odori::demo::figure {

using Profile = std::function<float(float)>;

// A strip with a lens-shaped section along a curve: locks of hair, wings of a ribbon.
// u runs across from u0 to u1, v along from v0 to v1.
struct Strip {
  std::vector<Vec3> curve;
  Profile half_width, thickness;  // over 0..1 along the curve
  Direction outward;              // which way the fat side looks
  int segments = 12;
  float u0 = 0, u1 = 1, v0 = 0, v1 = 1;
  float belly = 0.35f;  // thickness of the inner side, of the outer
};
// Rows of kStripSection vertices from the start of the curve to its end.
inline constexpr std::size_t kStripSection = 6;
Mesh sweep(const Strip& strip);

// Rings from t = 0 to 1; ring(t, a) gives the point for angle a = 0..2 pi. UV = (a / 2 pi, t). The
// seam has two vertices at one place.
using Ring = std::function<Vec3(float t, float a)>;
Mesh loft(int rings, int sides, const Ring& ring);

// A grid of (columns + 1) x (rows + 1) points; point(s, t) with s over columns. UV = (s, t).
using Sheet = std::function<Vec3(float s, float t)>;
Mesh sheet(int columns, int rows, const Sheet& point);

// A band round the surface f = 0 between two heights, lying just outside of it.
struct Band {
  float low = 0, high = 1;
  Vec3 centre;  // y unused
  int sides = 24;
  float bulge = 0.04f;
};
Mesh band(const Field& f, const Band& band);

// A disc that bulges along `normal`: buttons, studs.
Mesh dome(Vec3 centre, Vec3 normal, float radius, float height, int sides);

}  // namespace odori::demo::figure
