// Expressions as groups of morphs.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "odori/math/colour.h"
#include "vrm/import.h"

namespace odori::vrm_import {
namespace {

constexpr float kAmbient = 0.4f;  // as the materials are lit
constexpr std::size_t kMostUvs = std::size_t{1} << 22;

class Expressions {
 public:
  explicit Expressions(Context& c) : c_(c), mesh_(c.model.mesh) {
    for (std::size_t i = 0; i < mesh_.materials.size(); ++i)
      if (c.base.material_of[i] >= 0)
        drawn_as_[c.base.material_of[i]].push_back(MaterialIndex{static_cast<std::int32_t>(i)});
    for (std::size_t n = 0; n < c.gltf.nodes.size(); ++n)
      if (c.gltf.nodes[n].mesh >= 0) nodes_of_mesh_[c.gltf.nodes[n].mesh].push_back(n);
    members_left_ = (std::size_t{1} << 16) + 16 * c.model.morphs.size();
    for (const io::VrmExpression& e : c.vrm.expressions) members_left_ += 16 * e.morphs.size();
  }

  void run() {
    make_names_free();
    std::set<std::string> known;
    for (std::size_t i = 0; i < c_.vrm.expressions.size(); ++i) {
      const io::VrmExpression& from = c_.vrm.expressions[i];
      if (!known.insert(from.name).second) {
        c_.warn(WarningKind::bad_value, i, "an expression \"" + from.name + "\" twice");
        continue;
      }
      add(from);
    }
    if (left_out_) c_.warn(WarningKind::bad_value, 0, "expressions that bind too many things");
  }

 private:
  // Tracks find morphs by name: what an expression is made of must not answer to its name.
  void make_names_free() {
    std::set<std::string> names;
    for (const io::VrmExpression& e : c_.vrm.expressions) names.insert(e.name);
    const auto rename = [&](std::string& name) {
      if (names.count(name)) name += " (target)";
    };
    for (Morph& morph : c_.model.morphs) {
      rename(morph.name);
      rename(morph.name_en);
    }
    for (Clip& clip : c_.base.clips)
      for (MorphTrack& track : clip.morphs) rename(track.name.text);
  }

  MorphIndex add_morph(Morph morph) {
    c_.model.morphs.push_back(std::move(morph));
    return MorphIndex{static_cast<std::int32_t>(c_.model.morphs.size() - 1)};
  }

  void add(const io::VrmExpression& from) {
    Expression to;
    to.name = from.name;
    to.preset = from.preset;
    to.binary = from.binary;
    to.blink = static_cast<Overriding>(from.blink);
    to.look_at = static_cast<Overriding>(from.look_at);
    to.mouth = static_cast<Overriding>(from.mouth);
    Morph group;
    group.kind = MorphKind::group;
    group.name = group.name_en = from.name;
    group.panel = panel_of(from);
    for (const io::VrmMorphBind& bind : from.morphs) add_targets(bind, group);
    add_colours(from, to, group);
    add_textures(from, to, group);
    to.morph = add_morph(std::move(group));
    c_.model.expressions.push_back(std::move(to));
  }

  static MorphPanel panel_of(const io::VrmExpression& e) {
    switch (e.preset ? kind_of(e.name) : ExpressionKind::other) {
      case ExpressionKind::mouth:
        return MorphPanel::mouth;
      case ExpressionKind::blink:
      case ExpressionKind::look_at:
        return MorphPanel::eyes;
      default:
        return MorphPanel::other;
    }
  }

  void add_targets(const io::VrmMorphBind& bind, Morph& group) {
    const auto add_node = [&](std::size_t node) {
      const auto& targets = c_.base.morphs_of_node[node];
      if (bind.target >= targets.size() || !is_set(targets[bind.target])) return;
      if (members_left_ == 0) {
        left_out_ = true;
        return;
      }
      --members_left_;
      group.members.push_back({targets[bind.target], bind.weight});
    };
    if (bind.node >= 0) add_node(static_cast<std::size_t>(bind.node));
    if (bind.mesh >= 0)
      for (const std::size_t node : nodes_of_mesh_[bind.mesh]) {
        add_node(node);
        if (left_out_) return;
      }
  }

  // `target` minus what the material has; nothing for colours that MMD's shading does not know.
  static std::optional<MaterialOffset> offset_of(const io::VrmColourBind& bind,
                                                 const io::GltfMaterial& gltf,
                                                 const MmdShading& mmd) {
    MaterialOffset o;
    o.add = true;
    const Vec3 target = srgb_from_linear({bind.target.x, bind.target.y, bind.target.z});
    const Vec3 diffuse{mmd.diffuse.x, mmd.diffuse.y, mmd.diffuse.z};
    const bool lit = length_squared(diffuse) > 0 || is_set(mmd.toon) || mmd.shared_toon >= 0;
    switch (bind.colour) {
      case io::VrmColour::base: {
        const float alpha =
            gltf.alpha_mode == io::GltfAlphaMode::opaque ? 0 : bind.target.w - mmd.diffuse.w;
        const Vec3 change = target - (lit ? diffuse : mmd.ambient);
        o.diffuse = {lit ? change.x : 0, lit ? change.y : 0, lit ? change.z : 0, alpha};
        o.ambient = lit ? change * kAmbient : change;
        return o;
      }
      case io::VrmColour::emission:
        o.ambient = target - srgb_from_linear(gltf.emissive_factor * gltf.emissive_strength);
        return o;
      case io::VrmColour::outline:
        o.edge_colour = {target.x - mmd.edge_colour.x, target.y - mmd.edge_colour.y,
                         target.z - mmd.edge_colour.z, 0};
        return o;
      default:
        return {};
    }
  }

  void add_colours(const io::VrmExpression& from, Expression& to, Morph& group) {
    Morph morph;
    morph.kind = MorphKind::material;
    morph.panel = MorphPanel::hidden;
    morph.name = morph.name_en = from.name + " (colours)";
    for (const io::VrmColourBind& bind : from.colours) {
      for (const MaterialIndex m : drawn_as_[bind.material]) {
        if (members_left_ == 0) {
          left_out_ = true;
          break;
        }
        --members_left_;
        to.colours.push_back({m, static_cast<MaterialColour>(bind.colour), bind.target});
        auto offset = offset_of(bind, c_.gltf.materials[static_cast<std::size_t>(bind.material)],
                                mesh_.materials[at(m)].mmd);
        if (!offset) continue;
        offset->material = m;
        morph.materials.push_back(*offset);
      }
    }
    if (!morph.materials.empty()) group.members.push_back({add_morph(std::move(morph)), 1});
  }

  // The mesh's UVs are those of the material's own transform already; how they change is linear in
  // the expression's weight, so that a UV morph shows it exactly.
  void add_textures(const io::VrmExpression& from, Expression& to, Morph& group) {
    Morph morph;
    morph.kind = MorphKind::uv;
    morph.panel = MorphPanel::hidden;
    morph.name = morph.name_en = from.name + " (textures)";
    std::set<std::uint32_t> seen;
    for (const io::VrmTextureBind& bind : from.textures) {
      const io::GltfMaterial& gltf = c_.gltf.materials[static_cast<std::size_t>(bind.material)];
      const io::GltfTextureTransform own =
          gltf.base_colour.transform.value_or(io::GltfTextureTransform{});
      seen.clear();
      for (const MaterialIndex m : drawn_as_[bind.material]) {
        if (members_left_ == 0) {
          left_out_ = true;
          break;
        }
        --members_left_;
        to.textures.push_back({m, bind.scale, bind.offset});
        if (own.rotation != 0 || own.scale.x == 0 || own.scale.y == 0) continue;
        const Material& material = mesh_.materials[at(m)];
        for (std::uint32_t i = 0; i < material.index_count; ++i) {
          const std::uint32_t v = mesh_.indices[material.first_index + i];
          if (!seen.insert(v).second) continue;
          if (uvs_left_ == 0) {
            left_out_ = true;
            return;
          }
          --uvs_left_;
          const Vec2 now = mesh_.uvs[v];
          const Vec2 raw{(now.x - own.offset.x) / own.scale.x,
                         (now.y - own.offset.y) / own.scale.y};
          const Vec2 wanted{raw.x * bind.scale.x + bind.offset.x,
                            raw.y * bind.scale.y + bind.offset.y};
          const Vec2 change = wanted - now;
          if (!std::isfinite(change.x) || !std::isfinite(change.y)) continue;
          morph.uvs.push_back({v, {change.x, change.y, 0, 0}});
        }
      }
    }
    if (!morph.uvs.empty()) group.members.push_back({add_morph(std::move(morph)), 1});
  }

  Context& c_;
  const Mesh& mesh_;
  std::map<io::GltfIndex, std::vector<MaterialIndex>> drawn_as_;
  std::map<io::GltfIndex, std::vector<std::size_t>> nodes_of_mesh_;
  std::size_t members_left_ = 0, uvs_left_ = kMostUvs;
  bool left_out_ = false;
};

}  // namespace

void expressions(Context& c) { Expressions(c).run(); }

}  // namespace odori::vrm_import
