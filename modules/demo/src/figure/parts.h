// All meshes of the figure, sorted by material, with their weights.
#pragma once

#include "figure/face.h"
#include "figure/rig.h"

namespace odori::demo::figure {

// In drawing order.
enum class Material {
  skin,
  face,
  white,
  iris,
  line,
  blush,
  cloth,
  both_sides,
  skirt,
  metal,
  hair,
  fringe,
  count
};
inline constexpr std::size_t kMaterials = static_cast<std::size_t>(Material::count);

struct Parts {
  std::array<Mesh, kMaterials> mesh;
  // First vertex of the face's moving parts within their material's mesh.
  std::uint32_t lids = 0, white = 0, iris = 0, line = 0;

  Mesh& of(Material m) { return mesh[static_cast<std::size_t>(m)]; }
  const Mesh& of(Material m) const { return mesh[static_cast<std::size_t>(m)]; }
};

Parts make_parts(const Rig& rig);

}  // namespace odori::demo::figure
