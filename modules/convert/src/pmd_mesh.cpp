#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>

#include "odori/base/text.h"
#include "pmd_import.h"

namespace odori::pmd_import {
namespace {

// The texture list that PMX has and PMD has not; each name once.
class Textures {
 public:
  explicit Textures(std::vector<io::PmxText>& list) : list_(list) {}

  std::int32_t add(const std::string& name) {
    const auto [at, added] = known_.try_emplace(name, static_cast<std::int32_t>(list_.size()));
    if (added) list_.push_back({name, {}});
    return at->second;
  }

 private:
  std::vector<io::PmxText>& list_;
  std::map<std::string, std::int32_t> known_;
};

// "a.bmp*b.sph": the ending alone says what is a sphere map, and of which kind.
void texture_field(Context& c, std::size_t i, Textures& textures, io::PmxMaterial& out) {
  const std::string field = c.text(c.from.materials[i].texture, i).text;
  for (std::size_t begin = 0; begin <= field.size();) {
    const std::size_t end = std::min(field.find('*', begin), field.size());
    const std::string name = field.substr(begin, end - begin);
    begin = end + 1;
    if (name.empty()) continue;
    const bool multiply = ends_with(name, ".sph"), add = ends_with(name, ".spa");
    std::int32_t& place = multiply || add ? out.sphere : out.texture;
    if (place >= 0) {
      c.warn(WarningKind::other, i, "a texture too many: " + name);
      continue;
    }
    place = textures.add(name);
    if (multiply || add) out.sphere_mode = multiply ? 1 : 2;
  }
}

// The file's name for one of the ten toons, MMD's own where it has none.
std::string toon_name(Context& c, std::size_t i) {
  std::string name = c.text(c.from.toons[i], i).text;
  if (!name.empty()) return name;
  return i == 9 ? "toon10.bmp" : "toon0" + std::to_string(i + 1) + ".bmp";
}

std::uint8_t flags_of(const io::PmdMaterial& m) {
  int flags = io::kPmxReceivesShadow;
  if (m.alpha < 1) flags |= io::kPmxBothSides;
  // An alpha of 0.98 is a sign between modellers and MMD: this one casts no shadow on the model.
  if (!(std::fabs(m.alpha - 0.98f) < 1e-5f)) flags |= io::kPmxCastsShadow;
  if (m.edge != 0) flags |= io::kPmxEdge | io::kPmxGroundShadow;
  return static_cast<std::uint8_t>(flags);
}

void material(Context& c, std::size_t i, Textures& textures) {
  const io::PmdMaterial& m = c.from.materials[i];
  io::PmxMaterial& out = c.to.materials.emplace_back();
  out.name.text = "材質" + std::to_string(i + 1);
  out.name_en.text = "Material" + std::to_string(i + 1);
  out.diffuse = {m.diffuse.x, m.diffuse.y, m.diffuse.z, m.alpha};
  out.specular = m.specular;
  out.specular_power = m.specular_power;
  out.ambient = m.ambient;
  out.flags = flags_of(m);
  texture_field(c, i, textures, out);
  out.shared_toon = false;
  if (m.toon < c.from.toons.size()) {
    out.toon = textures.add(toon_name(c, m.toon));
  } else if (m.toon != 0xFF) {
    c.warn(WarningKind::bad_value, i, "toon " + std::to_string(m.toon));
  }
  out.index_count = m.index_count;
}

}  // namespace

io::PmxVertex vertex_of(const io::PmdVertex& v) {
  io::PmxVertex out;
  out.position = v.position;
  out.normal = v.normal;
  out.uv = v.uv;
  out.edge_scale = v.no_edge != 0 ? 0.0f : 1.0f;
  const bool first = v.weight >= 100 || v.bones[0] == v.bones[1];
  if (first || v.weight == 0) {
    out.bones[0] = index_of(v.bones[first ? 0 : 1]);
  } else {
    out.skin = io::PmxSkin::bdef2;
    out.bones = {index_of(v.bones[0]), index_of(v.bones[1]), -1, -1};
    out.weights = {static_cast<float>(v.weight) / 100, 0, 0, 0};
  }
  return out;
}

void check_vertices(Context& c) {
  for (std::size_t i = 0; i < c.from.vertices.size(); ++i) {
    const int weight = c.from.vertices[i].weight;
    if (weight > 100)
      c.warn(WarningKind::bad_value, i, "a weight of " + std::to_string(weight) + " percent");
  }
}

void materials(Context& c) {
  Textures textures(c.to.textures);
  for (std::size_t i = 0; i < c.from.materials.size(); ++i) material(c, i, textures);
}

// The base morph names the vertices that the others move; it is no morph itself.
void morphs(Context& c) {
  const auto& from = c.from.morphs;
  const auto base = std::find_if(from.begin(), from.end(), [](auto& m) { return m.panel == 0; });
  const std::vector<io::PmdMorphVertex> nothing;
  const auto& moved = base == from.end() ? nothing : base->vertices;
  const std::vector<io::PmdText20> none;
  const auto& english = c.from.english ? c.from.english->morphs : none;
  std::vector<std::int32_t> place(from.size(), -1);
  for (std::size_t i = 0; i < from.size(); ++i) {
    if (base != from.end() && &from[i] == &*base) continue;
    place[i] = static_cast<std::int32_t>(c.to.morphs.size());
    io::PmxMorph& out = c.to.morphs.emplace_back();
    out.name = c.text(from[i].name, i);
    out.name_en = c.english(english, c.to.morphs.size() - 1);
    out.panel = from[i].panel;
    for (const io::PmdMorphVertex& v : from[i].vertices) {
      if (v.vertex < moved.size()) {
        out.vertices.push_back({moved[v.vertex].vertex, v.offset});
      } else {
        c.warn(WarningKind::index_out_of_range, i, "morph vertex " + std::to_string(v.vertex));
      }
    }
  }
  for (const std::uint16_t i : c.from.morph_frame) {
    if (i < place.size() && place[i] >= 0) c.to.frames[1].items.push_back({1, place[i]});
  }
}

}  // namespace odori::pmd_import
