// Fewer triangles where the surface is flat.
#pragma once

#include "figure/mesh.h"

namespace odori::demo::figure {

// Collapses edges by quadric error until `keep` of the triangles are left or the error would pass
// `max_error` (area x distance^2). Vertices are removed, never moved, so that normals stay exact;
// open borders are kept as they are.
Mesh decimate(const Mesh& mesh, float keep, double max_error = 1e-3);

}  // namespace odori::demo::figure
