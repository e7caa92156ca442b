#include "vrm/import.h"

#include <algorithm>

namespace odori {
namespace vrm_import {

void meta(Context& c) {
  const io::VrmMeta& from = c.vrm.meta;
  ModelMeta& to = c.model.meta;
  if (!from.name.empty()) to.name = to.name_en = from.name;
  to.thumbnail = TextureIndex{from.thumbnail};  // Mesh::textures stand by image
  Licence& l = to.licence;
  l.authors = from.authors;
  l.references = from.references;
  l.version = from.version;
  l.copyright = from.copyright;
  l.contact = from.contact;
  l.third_party_licences = from.third_party_licenses;
  l.name = from.license_name;
  l.url = from.license_url;
  l.other_url = from.other_license_url;
  l.avatar_permission = from.avatar_permission;
  l.commercial_usage = from.commercial_usage;
  l.credit = from.credit_notation;
  l.modification = from.modification;
  l.violent_usage = from.violent_usage;
  l.sexual_usage = from.sexual_usage;
  l.political_or_religious_usage = from.political_or_religious_usage;
  l.antisocial_or_hate_usage = from.antisocial_or_hate_usage;
  l.redistribution = from.redistribution;
  for (const std::string& line : to_lines(l)) to.comment += (to.comment.empty() ? "" : "\n") + line;
  to.comment_en = to.comment;
}

void humanoid(Context& c) {
  for (std::size_t i = 0; i < c.vrm.human_bones.size(); ++i) {
    const io::VrmHumanBone& from = c.vrm.human_bones[i];
    const auto bone = c.old() ? human_bone_named_vrm0(from.name) : human_bone_named(from.name);
    if (!bone)
      c.warn(WarningKind::bad_value, i, "a human bone \"" + from.name + "\", which is not known");
    else if (c.model.humanoid.has(*bone))
      c.warn(WarningKind::bad_value, i, from.name + " twice");
    else
      c.model.humanoid.set(*bone, c.bone(from.node), BoneSource::file);
  }
}

namespace {

LookRange range_of(const io::VrmRangeMap& from) { return {from.input_max, from.output}; }

void look_at(Context& c) {
  if (!c.vrm.look_at) return;
  const io::VrmLookAt& from = *c.vrm.look_at;
  LookAt& to = c.model.look_at.emplace();
  to.by_expression = from.by_expression;
  to.offset_from_head = from.offset_from_head;
  to.horizontal_inner = range_of(from.horizontal_inner);
  to.horizontal_outer = range_of(from.horizontal_outer);
  to.vertical_down = range_of(from.vertical_down);
  to.vertical_up = range_of(from.vertical_up);
}

void first_person(Context& c) {
  const auto& from = c.vrm.first_person;
  if (from.empty()) return;
  std::vector<FirstPerson> by_node(c.gltf.nodes.size(), FirstPerson::automatic),
      by_mesh(c.gltf.meshes.size(), FirstPerson::automatic);
  for (const io::VrmMeshAnnotation& a : from) {
    const auto type = static_cast<FirstPerson>(a.type);
    if (a.node >= 0) by_node[static_cast<std::size_t>(a.node)] = type;
    if (a.mesh >= 0) by_mesh[static_cast<std::size_t>(a.mesh)] = type;
  }
  for (std::size_t m = 0; m < c.model.mesh.materials.size(); ++m) {
    const auto node = static_cast<std::size_t>(c.base.node_of[m]);
    const io::GltfIndex mesh = c.gltf.nodes[node].mesh;
    c.model.mesh.materials[m].first_person =
        c.old() && mesh >= 0 ? by_mesh[static_cast<std::size_t>(mesh)] : by_node[node];
  }
}

}  // namespace
}  // namespace vrm_import

Result<VrmImport> import_vrm(const io::GltfDocument& document, const io::VrmDocument& vrm) {
  GltfImportOptions options;
  options.faces_back = vrm.version == io::VrmVersion::v0;
  auto base = import_gltf(document, options);
  if (!base) return tl::unexpected(base.error());
  VrmImport out;
  out.model = std::move(base->model);
  out.model.warnings.append(vrm.warnings);
  vrm_import::Context c{document, vrm, *base, out.model};
  vrm_import::meta(c);
  vrm_import::humanoid(c);
  vrm_import::materials(c);
  vrm_import::first_person(c);
  vrm_import::expressions(c);
  vrm_import::look_at(c);
  vrm_import::springs(c);
  vrm_import::constraints(c);
  out.clips = std::move(base->clips);
  return out;
}

}  // namespace odori
