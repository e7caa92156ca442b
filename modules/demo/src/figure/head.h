// The head: rings with a front and a side profile, so that both silhouettes are under control.
#pragma once

#include "figure/mesh.h"

namespace odori::demo::figure {

// z of the face's surface in front of (x, y).
float face_z(float x, float y);
// Normal of a soft egg inside the face: light falls on it as one clean shape.
Vec3 face_normal(Vec3 p);

// Skull and face with the eye holes cut out, UV = face_uv; and the ears.
Mesh head_skin();
Mesh ears();

}  // namespace odori::demo::figure
