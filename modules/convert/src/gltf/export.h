// What the parts of the glTF export share.
#pragma once

#include "gltf/builder.h"
#include "odori/convert/gltf.h"

namespace odori::gltf_export {

struct Context {
  const Model& model;
  const GltfExportOptions& options;
  Builder builder;
  std::vector<std::string> losses;
  float metres = 1;                  // of a unit
  std::vector<Quat> world_rotation;  // of bones at rest
  io::GltfIndex mesh_node = -1;
  std::vector<std::int32_t> target_of;  // by morph: its morph target, -1 = none

  void lost(std::size_t n, const std::string& what) {
    if (n > 0) losses.push_back(std::to_string(n) + " " + what);
  }
};

void nodes(Context& c);      // bones are the first nodes
void materials(Context& c);  // one for each of the mesh's
void mesh(Context& c);
void animation(Context& c, const Clip& clip, std::size_t index);

}  // namespace odori::gltf_export
