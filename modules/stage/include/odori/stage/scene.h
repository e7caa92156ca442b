// All that a renderer needs, and nothing else: what stays for the whole film, and what changes each
// frame. Plain memory: the native renderer and the browser read the same structs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "odori/base/picture.h"
#include "odori/math/mat.h"

namespace odori {

// -1 = none. Indexes SceneAssets::pictures.
using PictureIndex = std::int32_t;

enum class Wrap : std::uint8_t { repeat, clamp };

struct ScenePicture {
  std::string name;
  Picture pixels;
  Wrap wrap = Wrap::repeat;
  bool mipmaps = true;
};

// How a material of one mesh is drawn; fixed for the film.
struct SceneMaterial {
  std::uint32_t first_index = 0, index_count = 0;  // in the mesh's indices
  std::uint8_t primitive = 0;                      // 0 triangles, 1 lines, 2 points
  PictureIndex texture = -1, sphere = -1, toon = -1;
  std::uint8_t sphere_mode =
      0;  // 0 none, 1 multiply, 2 add, 3 sub-texture (additional UV 1, multiply)
  bool both_sides = false;
  bool edge = false;
  bool ground_shadow = false, casts_shadow = false, receives_shadow = false;
  bool vertex_colour = false;  // additional UV 1 multiplies the base colour
  bool is_set = false;         // part of the set: softly lit, no toon, no edge
};

struct SceneMesh {
  std::string name;
  std::uint32_t vertex_count = 0;
  bool is_static = false;  // its vertices never change after the first frame
  std::vector<std::uint32_t> indices;
  std::vector<float> edge_scale;  // size: vertices
  std::vector<SceneMaterial> materials;
};

struct SceneAssets {
  std::vector<ScenePicture> pictures;
  std::vector<SceneMesh> meshes;
};

// Colours and factors of one material in one frame (material morphs folded in).
struct SceneMaterialState {
  Vec4 diffuse{1, 1, 1, 1};
  Vec4 specular_power;  // rgb + power
  Vec4 ambient;
  Vec4 edge_colour;
  float edge_size = 0;
  Vec4 texture_multiply{1, 1, 1, 1}, texture_add;
  Vec4 sphere_multiply{1, 1, 1, 1}, sphere_add;
  Vec4 toon_multiply{1, 1, 1, 1}, toon_add;
};

// The vertices of one mesh in one frame, world space, one stream for every backend.
struct SceneVertex {
  Vec3 position, normal;
  Vec2 uv;
  Vec4 uv1;
};

struct SceneMeshFrame {
  bool visible = true;
  std::vector<SceneVertex> vertices;          // size: SceneMesh::vertex_count
  std::vector<SceneMaterialState> materials;  // size: SceneMesh::materials
  float edge_scale = 1;                       // of the whole model
  Vec3 edge_origin;  // the edge's width follows the camera's distance to this point
};

struct SceneCamera {
  Mat4 view_from_world, clip_from_view;
  Vec3 eye;
  float fov = 30;  // degrees, vertical
  float near_z = 0.5f, far_z = 2000;
};

struct SceneLight {
  Vec3 colour{154.f / 255, 154.f / 255, 154.f / 255};
  Vec3 direction;  // the way it travels, unit length, world space
  bool self_shadow = true;
  // What the shadow map must hold: a sphere in world space.
  Vec3 shadow_centre;
  float shadow_radius = 25;
};

struct SceneEnvironment {
  Vec3 sky_top{0.60f, 0.72f, 0.93f}, sky_bottom{0.98f, 0.92f, 0.90f};  // background gradient, sRGB
  Vec3 ground_shadow{0.62f, 0.56f,
                     0.70f};          // multiplies the floor where it is in shadow; never black
  bool planar_ground_shadow = false;  // MMD's own projected shadow, for sets without a floor
};

struct ScenePost {
  float bloom = 0.25f;  // 0 = off
  float bloom_threshold = 0.85f;
  float ambient_occlusion = 0.5f;  // 0 = off
  float ao_radius = 1.2f;          // world units
  float contact_shadow = 0.5f;     // 0 = off
};

struct FrameScene {
  std::vector<SceneMeshFrame> meshes;  // one for each of SceneAssets::meshes
  SceneCamera camera;
  SceneLight light;
  SceneEnvironment environment;
  ScenePost post;
};

}  // namespace odori
