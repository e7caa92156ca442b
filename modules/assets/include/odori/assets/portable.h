// Textures for formats that know fewer kinds of pictures than MMD.
#pragma once

#include "odori/model/model.h"

namespace odori {

// Makes PNGs of the textures that are drawn with and are neither PNG nor JPEG, or whose alpha lies
// in a picture of its own; a PNG with an alpha channel that is whole everywhere loses it. What
// cannot be read stays as it is.
void make_textures_portable(Model& model);

}  // namespace odori
