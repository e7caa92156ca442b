// Morphs and bones move the vertices.
#pragma once

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

// The vertices of a mesh by kind of skinning, with what each kind reads of a vertex side by side:
// files mix the kinds in runs of a few vertices.
struct SkinPlan {
  struct Bdef1 {
    std::uint32_t vertex, bone;
  };
  struct Bdef2 {
    std::uint32_t vertex, bone0, bone1;
    float weight0, weight1;
  };
  // The centre, and the middles between it and the corrected points.
  struct Sdef {
    std::uint32_t vertex, bone0, bone1;
    float weight0, weight1;
    Vec3 c, c0, c1;
  };
  std::vector<Bdef1> bdef1;
  std::vector<Bdef2> bdef2;
  std::vector<std::uint32_t> bdef4, qdef;
  std::vector<Sdef> sdef;
};

// Vertices of one frame, in model space, ready to draw. Made once, filled per frame.
struct DressedMesh {
  std::vector<Vec3> positions, normals;
  std::vector<Vec2> uvs;             // changed by UV morphs
  std::vector<Vec4> additional_uv1;  // empty when the model has none
  std::vector<MaterialState> materials;
  bool uvs_moved = false;  // whether UV morphs changed uvs or additional_uv1 in this frame

  // Room of dress(), private to it.
  std::vector<Quat> skin_rotation;
  SkinPlan skin_plan;
};

DressedMesh make_dressed_mesh(const Model& model);

// Vertex morphs (also under SDEF) -> BDEF, SDEF, QDEF; UV and material morphs. `threads` as in
// parallel_for; it changes no bit. `out` was made by make_dressed_mesh() for this model. Allocates
// nothing.
void dress(const Model& model, const Pose& pose, unsigned threads, DressedMesh& out);

}  // namespace odori
