// Pictures and meshes on the device.
#pragma once

#include <vector>

#include "frame_geometry.h"
#include "gl_objects.h"
#include "odori/stage/scene.h"
#include "opacity.h"

namespace odori::gl {

struct GpuPicture {
  Texture texture;
  bool there = false;  // an empty picture counts as none
  AlphaMask holes;
  Vec3 dark_end{1, 1, 1};  // lower left pixel: the dark end of a toon ramp
};

struct GpuMesh {
  VertexArray array;
  Buffer vertices, edge_scales, indices;
  bool uploaded = false;
  Bounds bounds;      // of this frame
  Bounds low_bounds;  // of the vertices near the floor
  bool flat = false;  // all at one height, facing up
  // Of each material's indices, those of triangles that show only opaque parts of its texture come
  // first, else in the order of the file; here is how many. Size: materials.
  std::vector<std::uint32_t> opaque_count;
  std::uint64_t uv_hash = 0;  // of the texture coordinates that this was found for
};

GpuPicture upload_picture(const ScenePicture& picture);
GpuMesh upload_mesh(const SceneMesh& mesh);

// Fills the vertex stream; numbers that no scene can mean (not finite, beyond 1e9) become 0.
// `ceiling`: up to where low_bounds reach. `scratch` is reused.
void upload_vertices(const SceneMesh& mesh, const SceneMeshFrame& frame, float ceiling,
                     std::span<const GpuPicture> pictures, std::vector<SceneVertex>& scratch,
                     GpuMesh& gpu);

}  // namespace odori::gl
