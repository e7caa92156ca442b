#include "odori/stage/compose.h"

#include <algorithm>
#include <cmath>

#include "floor.h"
#include "odori/base/assert.h"

namespace odori {
namespace {

SceneMaterialState to_scene(const MaterialState& in) {
  SceneMaterialState out;
  out.diffuse = in.diffuse;
  out.specular_power = {in.specular.x, in.specular.y, in.specular.z, in.specular_power};
  out.ambient = {in.ambient.x, in.ambient.y, in.ambient.z, 1};
  out.edge_colour = in.edge_colour;
  out.edge_size = in.edge_size;
  out.texture_multiply = in.texture_multiply;
  out.texture_add = in.texture_add;
  out.sphere_multiply = in.sphere_multiply;
  out.sphere_add = in.sphere_add;
  out.toon_multiply = in.toon_multiply;
  out.toon_add = in.toon_add;
  return out;
}

// The bone that stands second in the file is the character's centre by custom; what MMD measures
// the edge's distance to.
Vec3 edge_origin(const Model& model, const Pose* pose) {
  const Skeleton& skeleton = model.skeleton;
  if (skeleton.size() == 0) return {0, 10, 0};
  const std::size_t in_file = std::min<std::size_t>(1, skeleton.from_file_index.size() - 1);
  const std::size_t bone =
      skeleton.from_file_index.empty() ? 0 : at(skeleton.from_file_index[in_file]);
  if (bone >= skeleton.size()) return {0, 10, 0};
  const bool posed = pose && bone < pose->world_position.size();
  return posed ? pose->world_position[bone] : skeleton.rest_position[bone];
}

void fill_actor(const DressedMesh& mesh, SceneMeshFrame& out) {
  ODORI_ASSERT(out.vertices.size() == mesh.positions.size());
  ODORI_ASSERT(out.materials.size() == mesh.materials.size());
  const bool has_uv1 = mesh.additional_uv1.size() == out.vertices.size();
  for (std::size_t i = 0; i < out.vertices.size(); ++i) {
    SceneVertex& v = out.vertices[i];
    v.position = mesh.positions[i];
    v.normal = mesh.normals[i];
    v.uv = mesh.uvs[i];
    if (has_uv1) v.uv1 = mesh.additional_uv1[i];
  }
  for (std::size_t i = 0; i < out.materials.size(); ++i) {
    out.materials[i] = to_scene(mesh.materials[i]);
  }
}

// The smallest sphere about the middle of the box that holds all actors.
void fit_shadow_sphere(std::span<const SceneMeshFrame> actors, SceneLight& light) {
  constexpr float kFar = 1e6f;
  Vec3 low{kFar, kFar, kFar}, high{-kFar, -kFar, -kFar};
  for (const SceneMeshFrame& actor : actors) {
    if (!actor.visible) continue;
    for (const SceneVertex& v : actor.vertices) {
      const Vec3 p = v.position;
      low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
      high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
    }
  }
  if (!(low.x <= high.x)) return;
  const Vec3 centre = (low + high) * 0.5f;
  float furthest = 0;
  for (const SceneMeshFrame& actor : actors) {
    if (!actor.visible) continue;
    for (const SceneVertex& v : actor.vertices) {
      const float d = length_squared(v.position - centre);
      if (d < kFar * kFar) furthest = std::max(furthest, d);
    }
  }
  if (!is_finite(centre) || !(furthest > 0)) return;
  light.shadow_centre = centre;
  light.shadow_radius = std::sqrt(furthest) * 1.001f;
}

// Colour and direction change along straight lines from key to key.
void sample_light(const LightTrack& track, double frame, SceneLight& light) {
  const std::size_t keys = track.frame.size();
  if (keys == 0) return;
  const auto next = std::upper_bound(track.frame.begin(), track.frame.end(), frame);
  const std::size_t b =
      std::min<std::size_t>(static_cast<std::size_t>(next - track.frame.begin()), keys - 1);
  const std::size_t a =
      next == track.frame.begin() ? 0 : static_cast<std::size_t>(next - track.frame.begin()) - 1;
  const double width = track.frame[b] - track.frame[a];
  const float t = width > 0 ? static_cast<float>((frame - track.frame[a]) / width) : 0.0f;
  const Vec3 direction = normalise(lerp(track.direction[a], track.direction[b], t));
  const Vec3 colour = lerp(track.colour[a], track.colour[b], t);
  if (is_finite(direction) && length_squared(direction) > 0.5f) light.direction = direction;
  if (is_finite(colour)) light.colour = colour;
}

void set_camera(const CameraState& camera, float aspect, SceneCamera& out) {
  const DepthRange range = depth_range(camera);
  out.view_from_world = view_from_world(camera);
  out.clip_from_view = clip_from_view(camera, aspect);
  out.eye = camera.eye;
  out.fov = camera.fov;
  out.near_z = range.near_z;
  out.far_z = range.far_z;
}

void set_light(const StageOptions& options, const LightTrack* track, double frame,
               SceneLight& light) {
  light = options.light;
  light.direction = normalise(light.direction);
  if (track) sample_light(*track, frame, light);
}

}  // namespace

FrameScene make_scene(const SceneAssets& assets, std::span<const Actor> actors,
                      const StageOptions& options) {
  FrameScene scene;
  scene.meshes.resize(assets.meshes.size());
  for (std::size_t i = 0; i < actors.size(); ++i) {
    SceneMeshFrame& out = scene.meshes[i];
    out.vertices.resize(assets.meshes[i].vertex_count);
    out.materials.resize(assets.meshes[i].materials.size());
    out.edge_scale = options.edge_scale;
  }
  if (has_floor(options)) fill_floor(options, scene.meshes.back());
  set_camera(default_camera(), 16.0f / 9, scene.camera);
  set_light(options, nullptr, 0, scene.light);
  scene.environment = options.environment;
  scene.post = options.post;
  return scene;
}

void compose(const SceneAssets& assets, std::span<const Actor> actors,
             std::span<const ActorFrame> frames, const StageOptions& options,
             const CameraState& camera, float aspect, const LightTrack* light, double frame,
             FrameScene& scene) {
  ODORI_ASSERT(frames.size() == actors.size());
  ODORI_ASSERT(scene.meshes.size() == assets.meshes.size() &&
               actors.size() <= assets.meshes.size());
  for (std::size_t i = 0; i < actors.size(); ++i) {
    SceneMeshFrame& out = scene.meshes[i];
    out.visible = !frames[i].pose || frames[i].pose->visible;
    out.edge_scale = options.edge_scale;
    out.edge_origin = edge_origin(*actors[i].model, frames[i].pose);
    if (out.visible) fill_actor(*frames[i].mesh, out);
  }
  set_camera(camera, aspect, scene.camera);
  set_light(options, light, frame, scene.light);
  fit_shadow_sphere(std::span(scene.meshes).first(actors.size()), scene.light);
  scene.environment = options.environment;
  scene.post = options.post;
}

}  // namespace odori
