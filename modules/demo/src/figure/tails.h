// The twin tails.
#pragma once

#include "figure/mesh.h"

namespace odori::demo::figure {

Mesh make_tail();  // the left one
// 0 at the tie, 1 at the tip, for a point of the left tail.
float place_on_tail(Vec3 p);

}  // namespace odori::demo::figure
