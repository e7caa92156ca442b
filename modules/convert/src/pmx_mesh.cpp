#include <algorithm>

#include "pmx_import.h"

namespace odori::pmx_import {
namespace {

SkinKind kind_of(io::PmxSkin skin) {
  switch (skin) {
    case io::PmxSkin::bdef1:
      return SkinKind::bdef1;
    case io::PmxSkin::bdef2:
      return SkinKind::bdef2;
    case io::PmxSkin::bdef4:
      return SkinKind::bdef4;
    case io::PmxSkin::sdef:
      return SkinKind::sdef;
    case io::PmxSkin::qdef:
      return SkinKind::qdef;
  }
  return SkinKind::bdef1;
}

// The file's bones and weights as four slots whose weights sum to 1.
void skin_slots(Context& c, std::size_t vertex, std::array<std::int32_t, 4>& bones,
                std::array<float, 4>& weights) {
  const io::PmxVertex v = c.vertex(vertex);
  const std::size_t used = v.skin == io::PmxSkin::bdef1                                  ? 1
                           : v.skin == io::PmxSkin::bdef2 || v.skin == io::PmxSkin::sdef ? 2
                                                                                         : 4;
  weights = {1, 0, 0, 0};
  bones = {0, 0, 0, 0};
  if (used == 2) weights = {v.weights[0], 1 - v.weights[0], 0, 0};
  if (used == 4) {
    weights = v.weights;
    const float sum = weights[0] + weights[1] + weights[2] + weights[3];
    // Weights that were normalised once stay as they are.
    if (!(std::fabs(sum - 1) <= 1e-6f)) {
      for (float& w : weights) w /= sum;
    }
  }
  // Also false for what a division by zero or by infinity left.
  const auto sane = [](float w) { return std::fabs(w) <= 1000; };
  const float total = weights[0] + weights[1] + weights[2] + weights[3];
  if (!std::all_of(weights.begin(), weights.end(), sane) || !(std::fabs(total - 1) < 1e-3f)) {
    c.model.warnings.add(WarningKind::bad_value, vertex, "weights that do not sum to anything");
    weights = {1, 0, 0, 0};
  }
  const std::size_t count = c.document.bones.size();
  for (std::size_t i = 0; i < used; ++i) {
    if (v.bones[i] >= 0 && static_cast<std::size_t>(v.bones[i]) < count) {
      bones[i] = static_cast<std::int32_t>(
          c.model.skeleton.from_file_index[static_cast<std::size_t>(v.bones[i])]);
    } else if (weights[i] != 0 && count > 0) {
      c.model.warnings.add(WarningKind::index_out_of_range, vertex,
                           "vertex bone " + std::to_string(v.bones[i]));
    }
  }
}

void shape(Context& c) {
  const auto& d = c.document;
  Mesh& m = c.model.mesh;
  const std::size_t n = c.vertex_count;
  m.positions.resize(n);
  m.normals.resize(n);
  m.uvs.resize(n);
  m.edge_scale.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    const io::PmxVertex v = c.vertex(i);
    m.positions[i] = mirror_z(c.place(v.position, i));
    m.normals[i] = mirror_z(v.normal);
    m.uvs[i] = v.uv;
    m.edge_scale[i] = v.edge_scale;
  }
  const std::size_t uvs = d.header.additional_uvs;
  for (std::size_t k = 0; k < uvs; ++k) {
    m.additional_uvs[k].resize(n);
    for (std::size_t i = 0; i < n; ++i) m.additional_uvs[k][i] = d.additional_uvs[i * uvs + k];
  }
}

void skin(Context& c) {
  const auto& d = c.document;
  Skin& s = c.model.mesh.skin;
  const std::size_t n = c.vertex_count;
  s.bones.resize(n);
  s.weights.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    skin_slots(c, i, s.bones[i], s.weights[i]);
    const SkinKind kind = kind_of(c.vertex(i).skin);
    if (s.runs.empty() || s.runs.back().kind != kind) {
      s.runs.push_back({kind, static_cast<std::uint32_t>(i), 0});
    }
    s.runs.back().end = static_cast<std::uint32_t>(i + 1);
  }
  s.sdef.reserve(d.sdef.size());
  for (const io::PmxSdef& p : d.sdef) {
    const std::size_t record = s.sdef.size();
    s.sdef.push_back({mirror_z(c.place(p.c, record)), mirror_z(c.place(p.r0, record)),
                      mirror_z(c.place(p.r1, record))});
  }
}

// Whole triangles with corners that exist; seen from outside they run counter-clockwise.
void triangles(Context& c) {
  const auto n = static_cast<std::uint32_t>(c.vertex_count);
  auto& to = c.model.mesh.indices;
  if (c.spent)
    to = std::move(c.spent->indices);
  else
    to = c.document.indices;
  std::size_t count = to.size() / 3 * 3;
  if (count != to.size()) {
    c.model.warnings.add(WarningKind::bad_value, count / 3, "a triangle that is not whole");
  }
  if (n == 0 && count > 0) {
    c.model.warnings.add(WarningKind::index_out_of_range, 0, "faces without vertices");
    count = 0;
  }
  to.resize(count);
  for (std::size_t i = 0; i < count; i += 3) {
    std::uint32_t a = to[i], b = to[i + 1], e = to[i + 2];
    if (a >= n || b >= n || e >= n) {
      c.model.warnings.add(WarningKind::index_out_of_range, i / 3, "a triangle's corner");
      a = b = e = 0;  // drawn as nothing
    }
    to[i] = a;
    to[i + 1] = e;
    to[i + 2] = b;
  }
}

Material material_of(Context& c, std::size_t record) {
  const io::PmxMaterial& m = c.document.materials[record];
  const auto texture = [&](std::int32_t i, const char* what) {
    return TextureIndex{c.index(i, c.document.textures.size(), record, what)};
  };
  Material out;
  out.name = text_of(m.name);
  out.name_en = text_of(m.name_en);
  out.texture = texture(m.texture, "texture");
  out.both_sides = m.flags & io::kPmxBothSides;
  if (m.flags & io::kPmxPoints) out.primitive = Primitive::points;
  if (m.flags & io::kPmxLines) out.primitive = Primitive::lines;
  MmdShading& s = out.mmd;
  s.diffuse = c.numbers(m.diffuse, record);
  s.specular = c.numbers(m.specular, record);
  s.specular_power = c.number(m.specular_power, 0, record);
  s.ambient = c.numbers(m.ambient, record);
  s.edge_colour = c.numbers(m.edge_colour, record);
  s.edge_size = c.number(m.edge_size, 0, record);
  s.sphere = texture(m.sphere, "sphere texture");
  if (m.sphere_mode > 3) {
    c.model.warnings.add(WarningKind::bad_value, record,
                         "sphere mode " + std::to_string(m.sphere_mode));
  } else if (is_set(s.sphere)) {
    s.sphere_mode = static_cast<SphereMode>(m.sphere_mode);
  }
  if (!m.shared_toon) {
    s.toon = texture(m.toon, "toon texture");
  } else if (m.toon >= 0 && m.toon <= 9) {
    s.shared_toon = m.toon;
  } else if (m.toon != -1 && m.toon != 255) {
    c.model.warnings.add(WarningKind::bad_value, record, "shared toon " + std::to_string(m.toon));
  }
  s.edge = m.flags & io::kPmxEdge;
  s.ground_shadow = m.flags & io::kPmxGroundShadow;
  s.casts_shadow = m.flags & io::kPmxCastsShadow;
  s.receives_shadow = m.flags & io::kPmxReceivesShadow;
  s.vertex_colour = (m.flags & io::kPmxVertexColour) && c.document.header.additional_uvs > 0;
  return out;
}

}  // namespace

Result<void> vertices(Context& c) {
  const auto& d = c.document;
  const auto is_sdef = [](const io::PmxVertex& v) { return v.skin == io::PmxSkin::sdef; };
  const auto sdefs =
      static_cast<std::size_t>(std::count_if(d.vertices.begin(), d.vertices.end(), is_sdef));
  if (d.header.additional_uvs > 4 || sdefs != d.sdef.size() ||
      d.additional_uvs.size() != c.vertex_count * d.header.additional_uvs) {
    return fail(Code::usage, "a PMX document whose lists do not fit each other");
  }
  triangles(c);
  shape(c);
  skin(c);
  if (c.spent) {
    free_list(c.spent->vertices);
    free_list(c.spent->additional_uvs);
    free_list(c.spent->sdef);
  }
  return {};
}

void materials(Context& c) {
  Mesh& mesh = c.model.mesh;
  for (const io::PmxText& t : c.document.textures) mesh.textures.push_back({text_of(t), {}, {}});
  std::size_t first = 0;
  for (std::size_t i = 0; i < c.document.materials.size(); ++i) {
    Material m = material_of(c, i);
    const std::size_t left = mesh.indices.size() - first;
    std::size_t count = c.document.materials[i].index_count;
    if (count > left || count % 3 != 0) {
      c.model.warnings.add(WarningKind::bad_value, i,
                           "a material of " + std::to_string(count) + " corners");
      count = std::min(count, left) / 3 * 3;
    }
    m.first_index = static_cast<std::uint32_t>(first);
    m.index_count = static_cast<std::uint32_t>(count);
    first += count;
    mesh.materials.push_back(std::move(m));
  }
}

}  // namespace odori::pmx_import
