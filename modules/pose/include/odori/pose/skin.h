// Morphs and bones move the vertices.
#pragma once

#include <memory>
#include <vector>

#include "odori/pose/pose.h"

namespace odori {

// Material parameters of one frame: the model's own, changed by material morphs. `value * multiply
// + add`.
struct MaterialState {
  Vec4 diffuse;
  Vec3 specular;
  float specular_power = 0;
  Vec3 ambient;
  Vec4 edge_colour;
  float edge_size = 0;
  // Factors on the three textures: multiply (identity 1) and add (identity 0).
  Vec4 texture_multiply{1, 1, 1, 1}, texture_add{0, 0, 0, 0};
  Vec4 sphere_multiply{1, 1, 1, 1}, sphere_add{0, 0, 0, 0};
  Vec4 toon_multiply{1, 1, 1, 1}, toon_add{0, 0, 0, 0};
};

struct SkinPlan;

// Vertices of one frame, in model space, ready to draw. Made once, filled per frame.
struct DressedMesh {
  std::vector<Vec3> positions, normals;
  std::vector<Vec2> uvs;             // changed by UV morphs
  std::vector<Vec4> additional_uv1;  // empty when the model has none
  std::vector<MaterialState> materials;
  bool uvs_moved = false;  // whether UV morphs changed uvs or additional_uv1 in this frame

  // Room of dress(), private to it.
  std::vector<Quat> skin_rotation;
  std::shared_ptr<const SkinPlan> skin_plan;
};

DressedMesh make_dressed_mesh(const Model& model);

// Vertex morphs (also under SDEF) -> BDEF, SDEF, QDEF; UV and material morphs. `threads` as in
// parallel_for; it changes no bit. `out` was made by make_dressed_mesh() for this model. Allocates
// nothing.
void dress(const Model& model, const Pose& pose, unsigned threads, DressedMesh& out);

}  // namespace odori
