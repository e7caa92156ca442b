// What every import of a model promises, whatever the file says.
#pragma once

#include <cmath>
#include <cstdlib>

#include "odori/model/model.h"

namespace import_fuzz {

inline void expect(bool good) {
  if (!good) std::abort();
}

template <class Index>
bool fits(Index index, std::size_t count, bool may_be_none = true) {
  const auto i = static_cast<std::int32_t>(index);
  return (may_be_none && i == -1) || (i >= 0 && static_cast<std::size_t>(i) < count);
}

inline void expect_sound(const odori::Skeleton& s) {
  expect(s.size() > 0);
  for (std::size_t i = 0; i < s.size(); ++i) {
    expect(fits(s.parent[i], i));
    expect(odori::is_finite(s.rest_position[i]) && odori::is_finite(s.tail[i]));
    expect(odori::is_finite(s.rest_translation[i]));
  }
  for (const auto& a : s.appends) {
    expect(fits(a.bone, s.size(), false) && fits(a.source, s.size(), false));
    expect(std::isfinite(a.ratio));
  }
  for (const auto& ik : s.iks) {
    expect(fits(ik.bone, s.size(), false) && fits(ik.effector, s.size(), false));
    expect(ik.loops >= 0 && ik.loops <= 256 && std::isfinite(ik.unit_angle));
    for (const auto& l : ik.links) {
      expect(fits(l.bone, s.size(), false));
      expect(odori::is_finite(l.low) && odori::is_finite(l.high));
      expect(l.low.x <= l.high.x && l.low.y <= l.high.y && l.low.z <= l.high.z);
    }
  }
  for (const auto& a : s.fixed_axes) expect(std::fabs(odori::length(a.axis) - 1) < 1e-3f);
}

inline void expect_sound(const odori::Model& model) {
  const odori::Mesh& m = model.mesh;
  for (const std::uint32_t i : m.indices) expect(i < m.size());
  for (std::size_t v = 0; v < m.size(); ++v) {
    float sum = 0;
    for (std::size_t k = 0; k < 4; ++k) {
      expect(fits(odori::BoneIndex{m.skin.bones[v][k]}, model.skeleton.size(), false));
      sum += m.skin.weights[v][k];
    }
    expect(std::fabs(sum - 1) < 1e-3f);
  }
  for (const auto& a : m.materials) {
    expect(a.first_index <= m.indices.size() && a.index_count <= m.indices.size() - a.first_index);
    expect(fits(a.texture, m.textures.size()) && fits(a.mmd.sphere, m.textures.size()) &&
           fits(a.mmd.toon, m.textures.size()));
  }
  for (const auto& morph : model.morphs) {
    for (const auto& o : morph.members) expect(fits(o.morph, model.morphs.size(), false));
    for (const auto& o : morph.vertices) expect(o.vertex < m.size());
    for (const auto& o : morph.uvs) expect(o.vertex < m.size());
    for (const auto& o : morph.bones) expect(fits(o.bone, model.skeleton.size(), false));
    for (const auto& o : morph.materials) expect(fits(o.material, m.materials.size()));
    for (const auto& o : morph.impulses) expect(fits(o.body, model.bodies.size(), false));
  }
  for (const auto& b : model.bodies) {
    expect(fits(b.bone, model.skeleton.size()) && odori::is_finite(b.position));
    expect(std::fabs(odori::dot(b.rotation, b.rotation) - 1) < 1e-3f);
  }
  for (const auto& j : model.joints) {
    expect(fits(j.a, model.bodies.size()) && fits(j.b, model.bodies.size()));
  }
}

}  // namespace import_fuzz
