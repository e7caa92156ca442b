// Meshes: one file, since skins, corners and morph targets are read together, primitive by
// primitive.
#include <algorithm>
#include <cmath>

#include "gltf/import.h"
#include "odori/math/trig.h"

namespace odori::gltf_import {
namespace {

using io::GltfIndex;
using io::GltfMode;
using io::GltfPrimitive;

constexpr std::uint64_t kFreeElements = 4'000'000, kMostShared = 16;
constexpr float kLeastWeight = 1e-6f;

// The vertices that primitives of one node share.
struct Shared {
  const std::vector<io::GltfAttribute>* attributes = nullptr;
  const std::vector<std::vector<io::GltfAttribute>>* targets = nullptr;
  std::uint32_t tex_coord = 0;
  std::optional<io::GltfTextureTransform> transform;
  std::uint32_t first = 0;
};

bool same(const std::vector<io::GltfAttribute>& a, const std::vector<io::GltfAttribute>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& x, const auto& y) {
    return x.name == y.name && x.accessor == y.accessor;
  });
}

bool same(const std::optional<io::GltfTextureTransform>& a,
          const std::optional<io::GltfTextureTransform>& b) {
  if (!a || !b) return !a && !b;
  return a->offset == b->offset && a->scale == b->scale && a->rotation == b->rotation;
}

// Corners as the primitives of Material: triples of triangles, pairs of lines, points. Restarts do
// not exist in glTF 2.0.
std::vector<std::uint32_t> corners_of(const io::GltfDocument& d, const GltfPrimitive& p,
                                      std::uint32_t vertices) {
  std::vector<std::uint32_t> from = io::read_integers(d, p.indices);
  if (p.indices < 0) {
    from.resize(vertices);
    for (std::uint32_t i = 0; i < vertices; ++i) from[i] = i;
  }
  std::vector<std::uint32_t> out;
  const std::size_t n = from.size();
  switch (p.mode) {
    case GltfMode::points:
      return from;
    case GltfMode::triangles:
      from.resize(n / 3 * 3);
      return from;
    case GltfMode::lines:
      from.resize(n / 2 * 2);
      return from;
    case GltfMode::line_loop:
    case GltfMode::line_strip:
      for (std::size_t i = 1; i < n; ++i) out.insert(out.end(), {from[i - 1], from[i]});
      if (p.mode == GltfMode::line_loop && n > 2) out.insert(out.end(), {from[n - 1], from[0]});
      return out;
    case GltfMode::triangle_strip:
      for (std::size_t i = 2; i < n; ++i)
        out.insert(out.end(), {from[i - 2], from[i - 1 + i % 2], from[i - i % 2]});
      return out;
    case GltfMode::triangle_fan:
      for (std::size_t i = 2; i < n; ++i) out.insert(out.end(), {from[0], from[i - 1], from[i]});
      return out;
  }
  return out;
}

// Room for as many more: exactly that for the first, by shares later, so that many small ones cost
// no more than one large one.
template <class T>
void make_room(std::vector<T>& list, std::size_t more) {
  const std::size_t wanted = list.size() + more;
  if (wanted > list.capacity()) list.reserve(std::max(wanted, list.size() + list.size() / 2));
}

float encoded_colour(float linear) {  // near enough to sRGB for a factor
  return std::sqrt(std::clamp(linear, 0.0f, 1.0f));
}

class Meshes {
 public:
  explicit Meshes(Context& c) : c_(c), d_(c.document), mesh_(c.out.model.mesh) {}

  Result<void> run() {
    std::uint64_t bytes = 0;
    for (const io::GltfBuffer& b : d_.buffers) bytes += b.bytes.size();
    left_ = kFreeElements + kMostShared * (bytes / 12);
    c_.out.morphs_of_node.resize(d_.nodes.size());
    c_.start_weights.resize(d_.nodes.size());
    for (const std::size_t node : drawn_nodes()) {
      if (d_.nodes[node].mesh < 0) continue;
      if (!add_node(node))
        return fail(Code::too_large,
                    "nodes[" + std::to_string(node) +
                        "].mesh: more vertices than the file's bytes should make",
                    Error::kNoOffset, "meshes that share bytes are too many");
    }
    for (const SkinRun& run : runs_) mesh_.skin.runs.push_back(run);
    finish_colours();
    return {};
  }

 private:
  // Those of the default scene, else all, in order.
  std::vector<std::size_t> drawn_nodes() const {
    std::vector<bool> drawn(d_.nodes.size(), d_.scenes.empty());
    if (!d_.scenes.empty()) {
      const auto& scene = d_.scenes[static_cast<std::size_t>(std::max(d_.scene, 0))];
      std::vector<GltfIndex> open = scene.nodes;
      while (!open.empty()) {
        const auto n = static_cast<std::size_t>(open.back());
        open.pop_back();
        if (drawn[n]) continue;
        drawn[n] = true;
        open.insert(open.end(), d_.nodes[n].children.begin(), d_.nodes[n].children.end());
      }
    }
    std::vector<std::size_t> list;
    for (std::size_t n = 0; n < drawn.size(); ++n)
      if (drawn[n]) list.push_back(n);
    return list;
  }

  bool charge(std::uint64_t elements) {
    if (elements > left_) return false;
    left_ -= elements;
    return true;
  }

  bool add_node(std::size_t node) {
    node_ = node;
    const auto& mesh = d_.meshes[static_cast<std::size_t>(d_.nodes[node].mesh)];
    take_skin(node);
    morphs_for(node, mesh);
    shared_.clear();
    for (const GltfPrimitive& p : mesh.primitives)
      if (!add_primitive(mesh, p)) return false;
    return true;
  }

  // --- where vertices go

  // The maps of a skin's joints from the file's vertices to the nodes' rest pose; without a skin
  // the node's own.
  void take_skin(std::size_t node) {
    joints_.clear();
    maps_.clear();
    skinned_ = d_.nodes[node].skin >= 0;
    same_map_ = true;
    if (!skinned_) {
      joints_.push_back(c_.out.bone_of_node[node]);
      maps_.push_back(c_.world[node]);
      return;
    }
    const auto& skin = d_.skins[static_cast<std::size_t>(d_.nodes[node].skin)];
    const std::vector<float> inverse = io::read_floats(d_, skin.inverse_bind_matrices);
    for (std::size_t j = 0; j < skin.joints.size(); ++j) {
      const auto joint = static_cast<std::size_t>(skin.joints[j]);
      Transform from_bind;
      for (std::size_t column = 0; column < 4 && !inverse.empty(); ++column)
        for (std::size_t row = 0; row < 3; ++row)
          from_bind.m[column * 3 + row] = static_cast<double>(inverse[j * 16 + column * 4 + row]);
      joints_.push_back(c_.out.bone_of_node[joint]);
      maps_.push_back(snapped(c_.world[joint] * from_bind));
      same_map_ &= near(maps_.back(), maps_.front());
    }
  }
  static bool near(const Transform& a, const Transform& b) {
    for (std::size_t i = 0; i < 12; ++i)
      if (!(std::fabs(a.m[i] - b.m[i]) <= 1e-5)) return false;
    return true;
  }
  // What is the identity but for rounding is the identity: then no number changes.
  static Transform snapped(const Transform& t) { return near(t, {}) ? Transform() : t; }

  struct Influence {
    BoneIndex bone = BoneIndex::none;
    float weight = 0;
  };

  static Vec3 finite(Vec3 n) { return is_finite(n) ? n : Vec3{0, 1, 0}; }

  // --- one primitive

  bool add_primitive(const io::GltfMesh& mesh, const GltfPrimitive& p) {
    const GltfIndex positions = io::find_attribute(p.attributes, "POSITION");
    if (positions < 0) {
      c_.warn(WarningKind::nothing_to_draw, node_, mesh.name);
      return true;
    }
    const std::uint32_t count = d_.accessors[static_cast<std::size_t>(positions)].count;
    std::vector<std::uint32_t> corners = corners_of(d_, p, count);
    Material look = look_of(c_, p.material);
    if (look.name.empty()) look.name = look.name_en = mesh.name;
    look.primitive = p.mode == GltfMode::points     ? Primitive::points
                     : p.mode < GltfMode::triangles ? Primitive::lines
                                                    : Primitive::triangles;
    look.mmd.vertex_colour = io::find_attribute(p.attributes, "COLOR_0") >= 0;
    const bool flat =
        look.primitive == Primitive::triangles && io::find_attribute(p.attributes, "NORMAL") < 0;
    const io::GltfTextureInfo* info = picture_info(p.material);
    Shared wanted{&p.attributes, &p.targets, 0, {}, 0};
    if (info) {
      wanted.transform = info->transform;
      wanted.tex_coord = info->tex_coord;
      if (info->transform && info->transform->tex_coord >= 0)
        wanted.tex_coord = static_cast<std::uint32_t>(info->transform->tex_coord);
    }
    const Shared* found = flat ? nullptr : shared_with(wanted);
    if (!found) {
      // Without normals every face is flat, and has its own three corners.
      std::vector<std::uint32_t> source = flat ? corners : std::vector<std::uint32_t>();
      const std::size_t made = flat ? corners.size() : count;
      if (!charge(std::uint64_t{made} * (1 + p.targets.size())) || mesh_.size() + made > kMost)
        return false;
      wanted.first = static_cast<std::uint32_t>(mesh_.size());
      add_vertices(p, count, source, wanted, positions);
      if (flat) {
        for (std::size_t i = 0; i < corners.size(); ++i) corners[i] = static_cast<std::uint32_t>(i);
        flat_normals(wanted.first);
      } else {
        shared_.push_back(wanted);
      }
      found = &wanted;
    }
    look.first_index = static_cast<std::uint32_t>(mesh_.indices.size());
    look.index_count = static_cast<std::uint32_t>(corners.size());
    if (!charge(corners.size() / 4)) return false;
    add_corners(corners, found->first, look.primitive == Primitive::triangles && mirrored());
    mesh_.materials.push_back(std::move(look));
    c_.out.material_of.push_back(p.material);
    c_.out.node_of.push_back(static_cast<GltfIndex>(node_));
    return true;
  }

  static constexpr std::size_t kMost = 100'000'000;

  bool mirrored() const { return determinant(maps_.front()) < 0; }

  const io::GltfTextureInfo* picture_info(GltfIndex material) const {
    if (material < 0) return nullptr;
    const io::GltfMaterial& m = d_.materials[static_cast<std::size_t>(material)];
    return m.base_colour.texture >= 0 ? &m.base_colour : &m.emissive;
  }

  const Shared* shared_with(const Shared& wanted) const {
    for (const Shared& s : shared_) {
      if (same(*s.attributes, *wanted.attributes) && s.tex_coord == wanted.tex_coord &&
          same(s.transform, wanted.transform) &&
          std::equal(s.targets->begin(), s.targets->end(), wanted.targets->begin(),
                     wanted.targets->end(),
                     [](const auto& a, const auto& b) { return same(a, b); }))
        return &s;
    }
    return nullptr;
  }

  void add_corners(const std::vector<std::uint32_t>& corners, std::uint32_t first, bool flip) {
    make_room(mesh_.indices, corners.size());
    for (std::size_t i = 0; i < corners.size(); ++i) {
      std::size_t from = i;
      if (flip && i % 3 != 0) from = i % 3 == 1 ? i + 1 : i - 1;
      mesh_.indices.push_back(first + corners[from]);
    }
  }

  // --- vertices

  std::vector<float> attribute(const GltfPrimitive& p, const std::string& name) const {
    return io::read_floats(d_, io::find_attribute(p.attributes, name));
  }

  // The file's vertex `source[i]` (or i) for each that is made.
  void add_vertices(const GltfPrimitive& p, std::uint32_t count,
                    const std::vector<std::uint32_t>& source, const Shared& look,
                    GltfIndex positions) {
    const std::size_t first = mesh_.size();
    const std::size_t made = source.empty() ? count : source.size();
    const auto of = [&](std::size_t i) { return source.empty() ? i : source[i]; };
    make_room(mesh_.positions, made);
    make_room(mesh_.normals, made);
    make_room(mesh_.uvs, made);
    make_room(mesh_.edge_scale, made);
    const std::vector<Transform> to_rest = add_skin(p, count, source);
    const auto map = [&](std::size_t v) -> const Transform& {
      return to_rest.empty() ? maps_.front() : to_rest[v];
    };
    const Transform identity;
    const bool still = to_rest.empty() && maps_.front().m == identity.m;
    const std::vector<float> from = io::read_floats(d_, positions);
    for (std::size_t i = 0; i < made; ++i) {
      const std::size_t v = of(i);
      const Vec3 point{from[v * 3], from[v * 3 + 1], from[v * 3 + 2]};
      mesh_.positions.push_back(
          still && length_squared(point) < 1e15f ? point : c_.place(apply(map(v), point), v));
    }
    const std::vector<float> normals = attribute(p, "NORMAL");
    mesh_.normals.resize(first + made, Vec3{0, 1, 0});
    for (std::size_t i = 0; i < made && !normals.empty(); ++i) {
      const std::size_t v = of(i);
      const Vec3 n{normals[v * 3], normals[v * 3 + 1], normals[v * 3 + 2]};
      mesh_.normals[first + i] = still ? n : finite(normalise(to_vec3(apply_normal(map(v), n))));
    }
    add_uvs(p, look, made, of);
    add_colours(p, first, made, of);
    mesh_.edge_scale.resize(first + made, 1);
    for (std::size_t t = 0; t < p.targets.size(); ++t) add_target(p, t, first, made, of, map);
  }

  template <class Of>
  void add_uvs(const GltfPrimitive& p, const Shared& look, std::size_t made, Of of) {
    const std::vector<float> from = attribute(p, "TEXCOORD_" + std::to_string(look.tex_coord));
    const std::size_t first = mesh_.uvs.size();
    mesh_.uvs.resize(first + made);
    trig::SinCos turn{0, 1};
    if (look.transform) turn = trig::sincos(static_cast<double>(look.transform->rotation));
    const auto s = static_cast<float>(turn.sin), c = static_cast<float>(turn.cos);
    for (std::size_t i = 0; i < made && !from.empty(); ++i) {
      Vec2 uv{from[of(i) * 2], from[of(i) * 2 + 1]};
      if (look.transform) {
        const Vec2 scaled{uv.x * look.transform->scale.x, uv.y * look.transform->scale.y};
        uv =
            look.transform->offset + Vec2{c * scaled.x + s * scaled.y, c * scaled.y - s * scaled.x};
      }
      mesh_.uvs[first + i] = std::isfinite(uv.x) && std::isfinite(uv.y) ? uv : Vec2{};
    }
  }

  template <class Of>
  void add_colours(const GltfPrimitive& p, std::size_t first, std::size_t made, Of of) {
    const GltfIndex accessor = io::find_attribute(p.attributes, "COLOR_0");
    if (accessor < 0) return;
    const std::vector<float> from = io::read_floats(d_, accessor);
    const std::size_t n = io::components_of(d_.accessors[static_cast<std::size_t>(accessor)].type);
    if (n < 3) return;
    std::vector<Vec4>& colours = mesh_.additional_uvs[0];
    colours.resize(first, Vec4{1, 1, 1, 1});
    for (std::size_t i = 0; i < made; ++i) {
      const float* rgb = from.data() + of(i) * n;
      colours.push_back({encoded_colour(rgb[0]), encoded_colour(rgb[1]), encoded_colour(rgb[2]),
                         n > 3 ? rgb[3] : 1});
    }
  }
  void finish_colours() {
    if (!mesh_.additional_uvs[0].empty())
      mesh_.additional_uvs[0].resize(mesh_.size(), Vec4{1, 1, 1, 1});
  }

  // Area does not matter: a face has its corners for itself.
  void flat_normals(std::size_t first) {
    const bool flip = mirrored();
    for (std::size_t i = first; i + 2 < mesh_.size(); i += 3) {
      const Vec3 &a = mesh_.positions[i], &b = mesh_.positions[i + 1], &e = mesh_.positions[i + 2];
      const Vec3 n = finite(normalise(cross(b - a, e - a)));
      for (std::size_t k = 0; k < 3; ++k) mesh_.normals[i + k] = flip ? -n : n;
    }
  }

  // --- skin

  // Adds bones and weights. Gives the map of each of the file's vertices where they differ.
  std::vector<Transform> add_skin(const GltfPrimitive& p, std::uint32_t count,
                                  const std::vector<std::uint32_t>& source) {
    std::vector<std::vector<std::uint32_t>> joints;
    std::vector<std::vector<float>> weights;
    for (int set = 0; skinned_ && set < 2; ++set) {
      const std::string number = std::to_string(set);
      const GltfIndex j = io::find_attribute(p.attributes, "JOINTS_" + number),
                      w = io::find_attribute(p.attributes, "WEIGHTS_" + number);
      if (j < 0 || w < 0) break;
      joints.push_back(io::read_integers(d_, j));
      weights.push_back(io::read_floats(d_, w));
    }
    Skin& skin = mesh_.skin;
    std::vector<Transform> maps(same_map_ ? 0 : count);
    std::vector<std::array<Influence, 4>> kept(source.empty() ? 0 : count);
    make_room(skin.bones, source.empty() ? count : source.size());
    make_room(skin.weights, source.empty() ? count : source.size());
    for (std::size_t v = 0; v < count; ++v) {
      std::array<Influence, 8> all{};
      std::size_t n = 0;
      Transform map{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}};
      double sum = 0;
      for (std::size_t set = 0; set < joints.size(); ++set) {
        for (std::size_t k = 0; k < 4; ++k) {
          const float w = weights[set][v * 4 + k];
          const std::uint32_t j = joints[set][v * 4 + k];
          if (!(w > kLeastWeight)) continue;
          if (j >= joints_.size()) {
            c_.warn(WarningKind::index_out_of_range, v, "joint " + std::to_string(j));
            continue;
          }
          all[n++] = {joints_[j], w};
          sum += static_cast<double>(w);
          if (same_map_) continue;
          for (std::size_t i = 0; i < 12; ++i) map.m[i] += static_cast<double>(w) * maps_[j].m[i];
        }
      }
      const std::array<Influence, 4> four = biggest(all, n);
      if (source.empty())
        add_influences(skin, four);
      else
        kept[v] = four;
      if (same_map_) continue;
      for (double& x : map.m) x /= sum > 0 ? sum : 1;
      maps[v] = sum > 0 ? map : maps_.front();
    }
    for (const std::uint32_t v : source) add_influences(skin, kept[v]);
    return maps;
  }

  // The four with most weight, which then sum to 1; without any the first joint has it all.
  std::array<Influence, 4> biggest(std::array<Influence, 8>& all, std::size_t n) {
    if (n == 0) {
      all[0] = {joints_.front(), 1};
      n = 1;
    }
    std::stable_sort(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(n),
                     [](const Influence& a, const Influence& b) { return a.weight > b.weight; });
    std::array<Influence, 4> out{};
    float sum = 0;
    for (std::size_t i = 0; i < std::min<std::size_t>(n, 4); ++i) {
      out[i] = all[i];
      sum += all[i].weight;
    }
    if (!std::isfinite(sum)) {
      out = {};
      out[0] = {all[0].bone, 1};
    } else if (sum != 1) {
      for (Influence& i : out) i.weight /= sum;
    }
    return out;
  }

  void add_influences(Skin& skin, const std::array<Influence, 4>& from) {
    std::array<std::int32_t, 4> bones{};
    std::array<float, 4> weights{};
    std::size_t used = 0;
    for (const Influence& i : from) {
      if (!is_set(i.bone)) break;
      bones[used] = static_cast<std::int32_t>(i.bone);
      weights[used++] = i.weight;
    }
    if (used == 1) weights[0] = 1;
    if (used == 2) weights[1] = 1 - weights[0];
    const auto v = static_cast<std::uint32_t>(skin.bones.size());
    skin.bones.push_back(bones);
    skin.weights.push_back(weights);
    const SkinKind kind = used == 1   ? SkinKind::bdef1
                          : used == 2 ? SkinKind::bdef2
                                      : SkinKind::bdef4;
    if (runs_.empty() || runs_.back().kind != kind) runs_.push_back({kind, v, v});
    runs_.back().end = v + 1;
  }

  // --- morph targets

  void morphs_for(std::size_t node, const io::GltfMesh& mesh) {
    std::size_t targets = 0;
    for (const GltfPrimitive& p : mesh.primitives) targets = std::max(targets, p.targets.size());
    const std::vector<float>& weights =
        d_.nodes[node].weights.empty() ? mesh.weights : d_.nodes[node].weights;
    c_.start_weights[node] = weights;
    c_.start_weights[node].resize(targets);
    for (std::size_t t = 0; t < targets; ++t) {
      std::string name = t < mesh.target_names.size() ? mesh.target_names[t] : std::string();
      if (name.empty()) name = "morph_" + std::to_string(t);
      Morph& morph = c_.out.model.morphs.emplace_back();
      morph.name = morph.name_en = names_.of(name);
      c_.out.morphs_of_node[node].push_back(
          MorphIndex{static_cast<std::int32_t>(c_.out.model.morphs.size() - 1)});
    }
  }

  template <class Of, class Map>
  void add_target(const GltfPrimitive& p, std::size_t target, std::size_t first, std::size_t made,
                  Of of, Map map) {
    const std::vector<float> from =
        io::read_floats(d_, io::find_attribute(p.targets[target], "POSITION"));
    if (from.empty()) return;
    Morph& morph = c_.out.model.morphs[at(c_.out.morphs_of_node[node_][target])];
    const float start = c_.start_weights[node_][target];
    const auto offset_of = [&](std::size_t i) {
      const float* xyz = from.data() + of(i) * 3;
      return Vec3{xyz[0], xyz[1], xyz[2]};
    };
    std::size_t moved = 0;
    for (std::size_t i = 0; i < made; ++i) moved += offset_of(i) == Vec3{} ? 0 : 1;
    make_room(morph.vertices, moved);
    for (std::size_t i = 0; i < made; ++i) {
      const std::size_t v = of(i);
      const Vec3 raw = offset_of(i);
      if (raw == Vec3{}) continue;
      Transform linear = map(v);
      linear.m[9] = linear.m[10] = linear.m[11] = 0;
      const Vec3 offset = linear.m == Transform().m ? raw : c_.place(apply(linear, raw), v);
      morph.vertices.push_back({static_cast<std::uint32_t>(first + i), offset});
      Vec3& p_at_rest = mesh_.positions[first + i];
      if (start != 0) p_at_rest = c_.place(to_doubles(p_at_rest + offset * start), v);
    }
  }

  Context& c_;
  const io::GltfDocument& d_;
  Mesh& mesh_;
  std::uint64_t left_ = 0;
  std::size_t node_ = 0;
  bool skinned_ = false, same_map_ = true;  // same_map_: all joints have the same map
  std::vector<BoneIndex> joints_;
  std::vector<Transform> maps_;
  std::vector<Shared> shared_;
  std::vector<SkinRun> runs_;
  UniqueNames names_;
};

}  // namespace

Result<void> meshes(Context& c) { return Meshes(c).run(); }

}  // namespace odori::gltf_import
