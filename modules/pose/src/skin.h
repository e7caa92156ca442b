// Bones move vertices: linear blending, spherical blending (SDEF), dual quaternions (QDEF).
#pragma once

#include <cstdint>
#include <span>

#include "odori/model/mesh.h"
#include "odori/pose/skin.h"

namespace odori {

struct SkinInput {
  const Mesh* mesh = nullptr;
  std::span<const Affine> skin;                    // by bone
  std::span<const Quat> rotation;                  // the rotation of `skin`, by bone
  const Vec3* positions = nullptr;                 // at rest, morphs applied
  std::span<const std::uint32_t> sdef_before_run;  // sdef vertices before each run
  std::span<const SdefCentres> sdef;               // in vertex order
};

// Vertices [begin, end) into the two arrays, which are indexed by vertex. `positions` of the input
// may be the output.
void skin_vertices(const SkinInput& in, std::size_t begin, std::size_t end, Vec3* positions,
                   Vec3* normals);

}  // namespace odori
