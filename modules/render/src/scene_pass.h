// Drawing the scene itself: shadow map, set, sky, actors with their edges.
#pragma once

#include <span>
#include <vector>

#include "frame_geometry.h"
#include "odori/stage/scene.h"
#include "programs.h"
#include "scene_upload.h"

namespace odori::gl {

// What the passes of one frame share.
struct FrameDraw {
  const SceneAssets& assets;
  const FrameScene& scene;
  std::span<const GpuPicture> pictures;
  std::span<const GpuMesh> meshes;
  Programs& programs;
  bool soft_shadow = false;
  int width = 0, height = 0;  // of the picture being drawn into, before it is scaled down

  // Filled by prepare_frame().
  Mat4 clip_from_world{};
  Vec3 to_light{};  // view space
  ShadowFit shadow{};
  Bounds casters{};     // of the actors that throw shadows
  Bounds set_bounds{};  // of the set
  bool has_set = false;
  bool flat_set = true;
  bool floor_shadow = false;  // the set's shadow was worked out by draw_floor_shadow()
};

void prepare_frame(FrameDraw& draw, int shadow_map_size);

// These draw into what is bound; false after a failure that draw.programs.error() tells.
bool draw_shadow_map(const FrameDraw& draw);
// Where draw.floor_shadow: into `mask` by way of `other`, from the shadow map.
bool draw_floor_shadow(const FrameDraw& draw, const Target& other, const Target& mask);
bool draw_picture(const FrameDraw& draw);

}  // namespace odori::gl
