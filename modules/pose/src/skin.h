// Bones move vertices: linear blending, spherical blending (SDEF), dual quaternions (QDEF).
#pragma once

#include <span>

#include "odori/model/mesh.h"
#include "odori/pose/skin.h"

namespace odori {

struct SkinInput {
  const Mesh* mesh = nullptr;
  const SkinPlan* plan = nullptr;   // of `mesh`
  std::span<const Affine> skin;     // by bone
  std::span<const Quat> rotation;   // the rotation of `skin`, by bone
  const Vec3* positions = nullptr;  // at rest, morphs applied
};

SkinPlan make_skin_plan(const Mesh& mesh);

// The vertices at [begin, end) of the plan's order (all kinds, one behind the other) into the two
// arrays, which are indexed by vertex. `positions` of the input may be the output.
void skin_vertices(const SkinInput& in, std::size_t begin, std::size_t end, Vec3* positions,
                   Vec3* normals);

}  // namespace odori
