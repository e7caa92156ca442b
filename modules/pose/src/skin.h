// Bones move vertices: linear blending, spherical blending (SDEF), dual quaternions (QDEF).
#pragma once

#include <array>
#include <span>
#include <vector>

#include "four.h"
#include "odori/model/mesh.h"
#include "odori/pose/skin.h"

namespace odori {

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
  // Four vertices of the same two bones: the centre, and the middles between it and the corrected
  // points.
  struct Sdef {
    std::array<std::uint32_t, 4> vertex;
    std::uint32_t bone0, bone1;
    f32x4 weight0, weight1;
    Vec3x4 c, c0, c1;
  };
  std::vector<Bdef1> bdef1;
  std::vector<Bdef2> bdef2;
  std::vector<std::uint32_t> bdef4, qdef;
  std::vector<Sdef> sdef;

  // At least the number of vertices: a block of Sdef counts as four.
  std::size_t size() const;
};

struct SkinInput {
  const Mesh* mesh = nullptr;
  const SkinPlan* plan = nullptr;   // of `mesh`
  std::span<const Affine> skin;     // by bone
  std::span<const Quat> rotation;   // the rotation of `skin`, by bone
  const Vec3* positions = nullptr;  // at rest, morphs applied
};

SkinPlan make_skin_plan(const Mesh& mesh);

// The vertices at [begin, end) of the plan's order (all kinds, one behind the other, `size()` in
// all) into the two arrays, which are indexed by vertex. `positions` of the input may be the
// output.
void skin_vertices(const SkinInput& in, std::size_t begin, std::size_t end, Vec3* positions,
                   Vec3* normals);

}  // namespace odori
