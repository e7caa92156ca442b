// glTF 2.0 <-> model and clips. Axes are alike (right-handed, +Y up, faces +Z).
#pragma once

#include <optional>
#include <span>

#include "odori/base/result.h"
#include "odori/io/gltf_types.h"
#include "odori/model/model.h"
#include "odori/motion/clip.h"

namespace odori {

struct GltfImportOptions {
  // Turns everything by 180 degrees about Y: for files whose characters face -Z (VRM 0).
  bool faces_back = false;
};

struct GltfImport {
  Model model;              // metres
  std::vector<Clip> clips;  // one an animation; tracks are named as the model's bones and morphs
  // Where things of the document went, for those who read its extensions.
  std::vector<BoneIndex> bone_of_node;                  // all nodes
  std::vector<std::vector<MorphIndex>> morphs_of_node;  // by node and morph target; may be empty
  std::vector<io::GltfIndex> material_of;  // by Mesh::materials: the document's, -1 = the default
  std::vector<io::GltfIndex> node_of;      // by Mesh::materials: the node of the mesh
  std::vector<TextureIndex> texture_of;    // by the document's textures
};

// Every node becomes a bone, with a name of its own and its rotation as the rest pose; scales are
// worked into the lengths. The meshes of the default scene are drawn: those without a skin hang on
// their node's bone; skins are brought to the nodes' rest pose, the four biggest influences of a
// vertex are kept. Morph targets become vertex morphs; weights that the file sets from the start
// belong to the mesh at rest, and tracks count from there. Images stay encoded (Mesh::textures, by
// image); those in files of their own have a name and no bytes.
// Of animations, straight, stepped and spline keys stay what they are; a bone whose rotation and
// movement differ in kind gets keys on every frame. The rate is the one whose whole frames the keys
// stand on, else 30. Of keys at one time the last wins. Warnings tell what is left out.
// `document` must have passed io::check_gltf. Errors: too_large (more vertices than its bytes could
// sensibly hold).
Result<GltfImport> import_gltf(const io::GltfDocument& document,
                               const GltfImportOptions& options = {});

struct GltfExportOptions {
  std::optional<double> rate;  // keys a second where curves are neither straight, steps nor
                               // splines; nothing = the clip's
  float scale = 1;             // of all lengths, beside metres_per_unit
  bool unlit = false;          // materials as pictures without light
};
struct GltfExport {
  io::GltfDocument document;  // passes io::check_gltf; metres
  // A line for each kind of thing that glTF cannot hold or that is left out.
  std::vector<std::string> losses;
};
// Bones are the first nodes, one each, of the same index; one mesh with a primitive for each
// material on one list of vertices, a skin of the bones that move it, a morph target for each
// vertex morph; each clip an animation. Clips should be plain movements (bake_to_clip, with the
// morph tracks beside it): IK and appends are not worked in here. Tracks find bones and morphs by
// name; group morphs move their members. Textures must be PNG or JPEG; a PNG with an alpha channel
// makes its materials cut out, a diffuse alpha below 1 blended. Errors: usage (a rate or scale that
// makes no sense).
Result<GltfExport> export_gltf(const Model& model, std::span<const Clip> clips,
                               const GltfExportOptions& options = {});

}  // namespace odori
