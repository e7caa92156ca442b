#include "gltf/export.h"

#include <algorithm>
#include <cmath>

#include "vrm_losses.h"

namespace odori {
namespace {

// Names, terms of use: where glTF has a place for them, and the rest as extras.
void meta(gltf_export::Context& c) {
  const ModelMeta& from = c.model.meta;
  io::GltfAsset& asset = c.builder.document.asset;
  asset.generator = "Odori";
  asset.copyright = from.comment.empty() ? from.comment_en : from.comment;
  std::string extras;
  const auto add = [&](const char* key, const std::string& value) {
    if (value.empty()) return;
    extras += (extras.empty() ? "{" : ",") + io::json_text(key) + ":" + io::json_text(value);
  };
  add("name", from.name);
  add("name_en", from.name_en);
  add("comment", from.comment);
  add("comment_en", from.comment_en);
  if (!extras.empty()) asset.extras = extras + "}";
}

void losses(gltf_export::Context& c) {
  const Model& m = c.model;
  std::size_t round = 0, morphs = 0, groups = 0, spheres = 0, edges = 0, ramps = 0;
  for (const SkinRun& run : m.mesh.skin.runs)
    if (run.kind == SkinKind::sdef || run.kind == SkinKind::qdef) round += run.end - run.begin;
  for (const Morph& morph : m.morphs) {
    groups += morph.kind == MorphKind::group ? 1 : 0;
    morphs += morph.kind != MorphKind::vertex && morph.kind != MorphKind::group &&
                      morph.kind != MorphKind::bone
                  ? 1
                  : 0;
  }
  for (const Material& material : m.mesh.materials) {
    spheres += material.mmd.sphere_mode != SphereMode::none ? 1 : 0;
    edges += material.mmd.edge ? 1 : 0;
    ramps += is_set(material.mmd.toon) || material.mmd.shared_toon >= 0 ? 1 : 0;
  }
  c.lost(round, "vertices with SDEF or QDEF: skinned straight");
  c.lost(morphs, "morphs of UVs, materials, choices and impulses");
  c.lost(groups, "group morphs: their movement is that of their members");
  c.lost(spheres, "sphere maps");
  c.lost(ramps, "toon ramps");
  c.lost(edges, "outlines");
  c.lost(m.bodies.size(), "rigid bodies");
  c.lost(m.joints.size(), "joints of rigid bodies");
  c.lost(m.skeleton.iks.size(), "IK chains: bake the motion to keep what they do");
  c.lost(m.skeleton.appends.size(), "appends: bake the motion to keep what they do");
  tell_vrm_losses(m, [&](std::size_t n, const char* what) { c.lost(n, what); });
}

}  // namespace

void gltf_export::nodes(Context& c) {
  const Skeleton& s = c.model.skeleton;
  io::GltfDocument& d = c.builder.document;
  std::vector<io::GltfIndex> roots;
  d.nodes.resize(s.size());
  for (std::size_t b = 0; b < s.size(); ++b) {
    io::GltfNode& node = d.nodes[b];
    const auto index = static_cast<io::GltfIndex>(b);
    node.name = s.names[b];
    node.translation = s.rest_translation[b] * c.metres;
    node.rotation = s.rest_rotation[b];
    const bool root = !is_set(s.parent[b]);
    c.world_rotation.push_back(
        normalise(root ? node.rotation : c.world_rotation[at(s.parent[b])] * node.rotation));
    if (root)
      roots.push_back(index);
    else
      d.nodes[at(s.parent[b])].children.push_back(index);
  }
  // The joints of a skin need one root in common.
  if (roots.size() > 1) {
    io::GltfNode& above = d.nodes.emplace_back();
    above.name = c.model.meta.name.empty() ? "character" : c.model.meta.name;
    above.children = roots;
    roots = {static_cast<io::GltfIndex>(d.nodes.size() - 1)};
  }
  io::GltfScene& scene = d.scenes.emplace_back();
  scene.name = c.model.meta.name;
  scene.nodes = roots;
  d.scene = 0;
}

Result<GltfExport> export_gltf(const Model& model, std::span<const Clip> clips,
                               const GltfExportOptions& options) {
  if (!(options.rate.value_or(30) > 0) || !(options.rate.value_or(30) <= 1000) ||
      !(options.scale > 0) || !std::isfinite(options.scale) || !(model.metres_per_unit > 0))
    return fail(Code::usage, "a rate or a scale that makes no sense");
  gltf_export::Context c{model, options, {}, {}, model.metres_per_unit * options.scale, {}, -1, {}};
  meta(c);
  gltf_export::nodes(c);
  gltf_export::materials(c);
  gltf_export::mesh(c);
  for (std::size_t i = 0; i < clips.size(); ++i) {
    if (!(clips[i].rate > 0)) return fail(Code::usage, "a clip without a rate");
    gltf_export::animation(c, clips[i], i);
  }
  losses(c);
  return GltfExport{std::move(c.builder.document), std::move(c.losses)};
}

}  // namespace odori
