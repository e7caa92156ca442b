// What the parts of the VRM import share.
#pragma once

#include "odori/convert/vrm.h"
#include "odori/io/gltf.h"

namespace odori::vrm_import {

struct Context {
  const io::GltfDocument& gltf;
  const io::VrmDocument& vrm;
  GltfImport& base;  // material_of follows when materials are put in order
  Model& model;

  bool old() const { return vrm.version == io::VrmVersion::v0; }
  BoneIndex bone(io::GltfIndex node) const {
    return node < 0 ? BoneIndex::none : base.bone_of_node[static_cast<std::size_t>(node)];
  }
  TextureIndex texture(io::GltfIndex index) const {
    return index < 0 ? TextureIndex::none : base.texture_of[static_cast<std::size_t>(index)];
  }
  void warn(WarningKind kind, std::size_t record, std::string_view what) {
    model.warnings.add(kind, record, what);
  }
};

void meta(Context& c);
void humanoid(Context& c);
void materials(Context& c);
void expressions(Context& c);
void springs(Context& c);
void constraints(Context& c);

}  // namespace odori::vrm_import
