// Pictures and meshes on the device.
#pragma once

#include <vector>

#include "frame_geometry.h"
#include "gl_objects.h"
#include "odori/stage/scene.h"

namespace odori::gl {

struct GpuPicture {
  Texture texture;
  bool there = false;      // an empty picture counts as none
  bool opaque = true;      // no pixel is translucent
  Vec3 dark_end{1, 1, 1};  // lower left pixel: the dark end of a toon ramp
};

struct GpuMesh {
  VertexArray array;
  Buffer vertices, edge_scales, indices;
  bool uploaded = false;
  Bounds bounds;      // of this frame
  Bounds low_bounds;  // of the vertices near the floor
  bool flat = false;  // all at one height, facing up
};

GpuPicture upload_picture(const ScenePicture& picture);
GpuMesh upload_mesh(const SceneMesh& mesh);

// Fills the vertex stream; numbers that no scene can mean (not finite, beyond 1e9) become 0.
// `ceiling`: up to where low_bounds reach. `scratch` is reused.
void upload_vertices(const SceneMesh& mesh, const SceneMeshFrame& frame, float ceiling,
                     std::vector<SceneVertex>& scratch, GpuMesh& gpu);

}  // namespace odori::gl
