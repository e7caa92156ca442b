// The part of the hair that is combed to the ties: one smooth surface a side, from the parting and
// the hairline to the tie, so that nothing overlaps at the crown.
#pragma once

#include "figure/mesh.h"

namespace odori::demo::figure {

inline constexpr int kScalpTufts = 18;
inline constexpr int kScalpColumns = kScalpTufts * 3, kScalpRows = 10;

// Share of the border that is the parting.
inline constexpr float kScalpParting = 0.46f;

// Left side: s = 0..1 round the border (up the back parting, down the front, back along the
// hairline), t = 0 at the border, 1 at the tie.
Vec3 scalp_point(float s, float t);
Mesh make_scalp();

}  // namespace odori::demo::figure
