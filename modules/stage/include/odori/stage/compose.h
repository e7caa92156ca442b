// Actors, set, lights and camera -> the scene of a frame.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "odori/base/result.h"
#include "odori/camera/camera.h"
#include "odori/model/model.h"
#include "odori/motion/clip.h"
#include "odori/pose/skin.h"
#include "odori/stage/scene.h"

namespace odori {

// What a project says about the set and the light.
struct StageOptions {
  std::string builder =
      "default";            // "default": a floor disc under the world colour; "none": no set
  float floor_radius = 60;  // in model units; "default" only
  Vec3 floor_colour{0.82f, 0.78f, 0.87f};
  SceneEnvironment environment;
  ScenePost post;
  SceneLight light{{154.f / 255, 154.f / 255, 154.f / 255}, {-0.5f, -1.0f, -0.5f}, true, {}, 25};
  bool edges = true;
  float edge_scale = 1;
};

// The pictures a model's textures were decoded to: one for each of Mesh::textures; an empty picture
// stands for a texture that is not there (drawn white, black for an additive sphere).
struct Actor {
  const Model* model = nullptr;
  std::vector<Picture> textures;
};

// Once for a film: the actors' meshes in order, then the set's.
SceneAssets build_assets(std::span<const Actor> actors, const StageOptions& options);

// The scene must have been made by make_scene() from the same assets; per frame nothing is
// allocated.
FrameScene make_scene(const SceneAssets& assets, std::span<const Actor> actors,
                      const StageOptions& options);

struct ActorFrame {
  const DressedMesh* mesh = nullptr;
  const Pose* pose = nullptr;
};

// `light` may be null or empty: then the options' own light stays. aspect = width / height.
void compose(const SceneAssets& assets, std::span<const Actor> actors,
             std::span<const ActorFrame> frames, const StageOptions& options,
             const CameraState& camera, float aspect, const LightTrack* light, double frame,
             FrameScene& scene);

// The ten shared toon ramps (toon01..toon10), drawn by code. index 0..9; 32 x 32, lit side at the
// top.
Picture shared_toon(int index);

}  // namespace odori
