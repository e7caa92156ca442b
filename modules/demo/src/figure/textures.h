// The pictures of the figure, drawn by code.
#pragma once

#include <vector>

#include "odori/demo/figure.h"

namespace odori::demo::figure {

Picture paint_skin();
Picture paint_face();
Picture paint_eyes();
Picture paint_cloth();
Picture paint_skirt();
Picture paint_hair();

// Ramps from lit (top) to shadow (bottom); the bottom is what self-shadow multiplies with.
Picture paint_toon_skin();
Picture paint_toon_cloth();
Picture paint_toon_hair();
// Added by the direction of the surface in view space.
Picture paint_metal_sphere();
Picture paint_hair_sphere();

}  // namespace odori::demo::figure
