// Eyes: a hole in the face, a bowl of white behind it, an iris in between, rings of skin as lids.
#pragma once

#include "figure/face.h"

namespace odori::demo::figure {

// Centre of the left eye on the face.
inline constexpr Vec2 kEye{0.515f, 15.45f + 1.10f};

// > 0 outside the eye holes, which are a little larger than the lids' outline.
float outside_eye(Vec3 p);

// y of the open upper lid over the eye's centre, x from the eye's centre.
float open_lid(float x);

// Adds one eye (side 0 = left) with its lids, lashes, crease and brow.
void add_eye(FaceParts& parts, const FaceState& state, int side);

}  // namespace odori::demo::figure
