#include <algorithm>
#include <cmath>
#include <map>

#include "gltf/export.h"

namespace odori::gltf_export {
namespace {

using io::GltfIndex;

struct Joints {
  std::vector<std::uint16_t> joints;  // vertex x 4
  std::vector<Vec4> weights;
  std::vector<std::size_t> bones;  // by joint
};

// Each bone once a vertex, the bigger weights first, no weight below zero, the sum 1 to the last
// bit that can be had; what has no weight names joint 0.
Joints joints_of(const Model& model) {
  const Skin& skin = model.mesh.skin;
  Joints out;
  std::vector<std::int32_t> joint_of(model.skeleton.size(), -1);
  for (std::size_t v = 0; v < skin.bones.size(); ++v) {
    std::array<std::pair<float, std::int32_t>, 4> kept{};
    std::size_t n = 0;
    for (std::size_t k = 0; k < 4; ++k) {
      const float w = skin.weights[v][k];
      if (!(w > 0)) continue;
      std::size_t i = 0;
      while (i < n && kept[i].second != skin.bones[v][k]) ++i;
      if (i == n) kept[n++] = {0, skin.bones[v][k]};
      kept[i].first += w;
    }
    if (n == 0) kept[n++] = {1, skin.bones[v][0]};
    std::stable_sort(kept.begin(), kept.begin() + static_cast<std::ptrdiff_t>(n),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    float sum = 0;
    for (std::size_t i = 0; i < n; ++i) sum += kept[i].first;
    float rest = 1;
    for (std::size_t i = n; i-- > 1;) {
      kept[i].first /= sum;
      rest -= kept[i].first;
    }
    kept[0].first = rest;
    for (std::size_t i = 0; i < 4; ++i) {
      if (i >= n || !(kept[i].first > 0)) {
        out.joints.push_back(0);
        kept[i].first = 0;
        continue;
      }
      std::int32_t& joint = joint_of[static_cast<std::size_t>(kept[i].second)];
      if (joint < 0) {
        joint = static_cast<std::int32_t>(out.bones.size());
        out.bones.push_back(static_cast<std::size_t>(kept[i].second));
      }
      out.joints.push_back(static_cast<std::uint16_t>(joint));
    }
    out.weights.push_back({kept[0].first, kept[1].first, kept[2].first, kept[3].first});
  }
  return out;
}

GltfIndex add_skin(Context& c, const Joints& from) {
  std::vector<float> inverse;
  io::GltfSkin skin;
  for (const std::size_t bone : from.bones) {
    const Quat q = conjugate(c.world_rotation[bone]);
    const Vec3 x = rotate(q, {1, 0, 0}), y = rotate(q, {0, 1, 0}), z = rotate(q, {0, 0, 1});
    const Vec3 t = -rotate(q, c.model.skeleton.rest_position[bone] * c.metres);
    inverse.insert(inverse.end(),
                   {x.x, x.y, x.z, 0, y.x, y.y, y.z, 0, z.x, z.y, z.z, 0, t.x, t.y, t.z, 1});
    skin.joints.push_back(static_cast<GltfIndex>(bone));
  }
  skin.inverse_bind_matrices = c.builder.floats(io::GltfType::mat4, inverse);
  c.builder.document.skins.push_back(std::move(skin));
  return 0;
}

void add_attributes(Context& c, io::GltfPrimitive& p) {
  const Mesh& mesh = c.model.mesh;
  std::vector<Vec3> positions, normals;
  for (const Vec3& v : mesh.positions) positions.push_back(v * c.metres);
  for (const Vec3& n : mesh.normals) {
    const Vec3 unit = normalise(normalise(n));
    normals.push_back(length_squared(unit) > 0.9f && is_finite(unit) ? unit : Vec3{0, 1, 0});
  }
  p.attributes = {{"POSITION", c.builder.vectors(positions, kVertices, true)},
                  {"NORMAL", c.builder.vectors(normals, kVertices)},
                  {"TEXCOORD_0", c.builder.vectors(mesh.uvs, kVertices)}};
  const bool coloured = std::any_of(mesh.materials.begin(), mesh.materials.end(),
                                    [](const Material& m) { return m.mmd.vertex_colour; });
  if (!coloured || mesh.additional_uvs[0].size() != mesh.size()) return;
  std::vector<Vec4> colours;
  for (const Vec4& v : mesh.additional_uvs[0]) {
    const auto of = [](float x) { return std::clamp(x, 0.0f, 1.0f); };
    colours.push_back({of(v.x) * of(v.x), of(v.y) * of(v.y), of(v.z) * of(v.z), of(v.w)});
  }
  p.attributes.push_back({"COLOR_0", c.builder.vectors(colours, kVertices)});
}

// The vertex morphs as targets that all primitives share.
void add_targets(Context& c, io::GltfPrimitive& p, io::GltfMesh& out) {
  const Model& model = c.model;
  c.target_of.assign(model.morphs.size(), -1);
  for (std::size_t m = 0; m < model.morphs.size(); ++m) {
    const Morph& morph = model.morphs[m];
    if (morph.kind != MorphKind::vertex) continue;
    std::map<std::uint32_t, Vec3> moved;  // a morph may name a vertex twice
    for (const VertexOffset& o : morph.vertices) {
      Vec3& offset = moved[o.vertex];
      offset += o.offset * c.metres;
    }
    std::vector<std::uint32_t> places;
    std::vector<Vec3> offsets;
    for (const auto& [vertex, offset] : moved) {
      if (offset == Vec3{}) continue;
      places.push_back(vertex);
      offsets.push_back(offset);
    }
    c.target_of[m] = static_cast<std::int32_t>(p.targets.size());
    p.targets.push_back({{"POSITION", io::add_offsets(c.builder.document,
                                                      static_cast<std::uint32_t>(model.mesh.size()),
                                                      places, offsets)}});
    out.target_names.push_back(morph.name);
  }
  out.weights.assign(p.targets.size(), 0.0f);
}

}  // namespace

void mesh(Context& c) {
  const Mesh& mesh = c.model.mesh;
  io::GltfDocument& d = c.builder.document;
  c.target_of.assign(c.model.morphs.size(), -1);
  const bool drawn = std::any_of(mesh.materials.begin(), mesh.materials.end(),
                                 [](const Material& m) { return m.index_count > 0; });
  if (!drawn || mesh.size() == 0) return;
  const Joints joints = joints_of(c.model);
  io::GltfMesh out;
  out.name = c.model.meta.name.empty() ? "mesh" : c.model.meta.name;
  io::GltfPrimitive p;
  add_attributes(c, p);
  p.attributes.push_back({"JOINTS_0", io::add_joints(d, joints.joints)});
  p.attributes.push_back({"WEIGHTS_0", c.builder.vectors(joints.weights, kVertices)});
  add_targets(c, p, out);
  for (std::size_t i = 0; i < mesh.materials.size(); ++i) {
    const Material& m = mesh.materials[i];
    if (m.index_count == 0) continue;
    io::GltfPrimitive part = p;
    part.material = static_cast<GltfIndex>(i);
    part.mode = m.primitive == Primitive::lines    ? io::GltfMode::lines
                : m.primitive == Primitive::points ? io::GltfMode::points
                                                   : io::GltfMode::triangles;
    part.indices =
        io::add_indices(d, std::span(mesh.indices).subspan(m.first_index, m.index_count));
    out.primitives.push_back(std::move(part));
  }
  d.meshes.push_back(std::move(out));
  io::GltfNode& node = d.nodes.emplace_back();
  node.name = d.meshes[0].name;
  node.mesh = 0;
  node.skin = add_skin(c, joints);
  c.mesh_node = static_cast<GltfIndex>(d.nodes.size() - 1);
  d.scenes[0].nodes.push_back(c.mesh_node);
}

}  // namespace odori::gltf_export
