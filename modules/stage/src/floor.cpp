#include "floor.h"

#include "odori/math/trig.h"

namespace odori {
namespace {

constexpr std::uint32_t kCorners = 96;

}  // namespace

bool has_floor(const StageOptions& options) {
  return options.builder != "none" && options.floor_radius > 0;
}

SceneMesh make_floor_mesh(const StageOptions&) {
  SceneMesh mesh;
  mesh.name = "floor";
  mesh.vertex_count = kCorners + 1;
  mesh.is_static = true;
  mesh.edge_scale.assign(mesh.vertex_count, 0);
  for (std::uint32_t i = 0; i < kCorners; ++i) {
    mesh.indices.insert(mesh.indices.end(), {0, 1 + (i + 1) % kCorners, 1 + i});
  }
  SceneMaterial m;
  m.index_count = static_cast<std::uint32_t>(mesh.indices.size());
  m.is_set = true;
  m.receives_shadow = true;
  m.vertex_colour = true;
  mesh.materials.push_back(m);
  return mesh;
}

// The alpha of a vertex says how much of the sky shows through: none in the middle, all at the rim.
void fill_floor(const StageOptions& options, SceneMeshFrame& frame) {
  frame.vertices.resize(kCorners + 1);
  frame.vertices[0] = {{0, 0, 0}, {0, 1, 0}, {0.5f, 0.5f}, {1, 1, 1, 1}};
  for (std::uint32_t i = 0; i < kCorners; ++i) {
    const trig::SinCos turn = trig::sincos(2 * trig::kPi * i / kCorners);
    const float x = static_cast<float>(turn.cos), z = static_cast<float>(turn.sin);
    frame.vertices[i + 1] = {{x * options.floor_radius, 0, z * options.floor_radius},
                             {0, 1, 0},
                             {0.5f + 0.5f * x, 0.5f + 0.5f * z},
                             {1, 1, 1, 0}};
  }
  SceneMaterialState state;
  const Vec3 c = options.floor_colour;
  state.diffuse = {c.x, c.y, c.z, 1};
  frame.materials.assign(1, state);
}

}  // namespace odori
