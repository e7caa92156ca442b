// Hair: a scalp combed to the two ties, a fringe, side and nape locks, and the tails.
#pragma once

#include <vector>

#include "figure/mesh.h"

namespace odori::demo::figure {

// A point of the shell that hair lies on: azimuth from the front to the left and polar angle from
// the crown in degrees; below the equator hair hangs. lift 1 = on the shell.
Vec3 hair_shell(float azimuth, float polar, float lift);
// Away from the middle of the head.
Vec3 hair_outward(Vec3 p);

struct FringeLock {
  std::vector<Vec3> curve;
  float half_width = 0.2f;
  float seed = 0;
};
const std::vector<FringeLock>& fringe_locks();
float fringe_half_width(const FringeLock& lock, float t);

struct HairParts {
  Mesh scalp, locks;  // rigid on the head
  Mesh fringe;        // its own material: the tips let the brows shine through
  Mesh side;          // long locks in front of the ears, left and right
  Mesh tails;
};
HairParts make_hair();

// Where the scalp's picture lies in space: columns x rows, row 0 = hairline and parting.
struct ScalpGrid {
  int columns = 0, rows = 0;
  std::vector<Vec3> point;
};
ScalpGrid scalp_grid(int columns, int rows);

}  // namespace odori::demo::figure
