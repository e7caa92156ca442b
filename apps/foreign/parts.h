// The parts of reading a scene.
#pragma once

#include <assimp/scene.h>

#include <map>
#include <string>
#include <vector>

#include "odori/io/gltf_types.h"

namespace odori::foreign {

// A node of the document, with the nodes of the scene that it stands for: FBX splits one node into
// a chain (translation, pivots, pre-rotation, ...), the last of which has the name.
struct NodeChain {
  std::vector<const aiNode*> links;  // from the top, the named one last
};

struct Nodes {
  std::vector<NodeChain> chains;  // by the document's nodes
  std::map<std::string, io::GltfIndex> by_name;
};

// Names that a chain's nodes have between the node's own and the part's.
inline constexpr std::string_view kPart = "_$AssimpFbx$_";

// `unit`: metres in one of the scene's units.
Nodes add_nodes(const aiScene& scene, double unit, io::GltfDocument& document);
void add_animations(const aiScene& scene, const Nodes& nodes, double unit,
                    io::GltfDocument& document);
// After the nodes: meshes hang on them, skins name them.
void add_meshes(const aiScene& scene, const Nodes& nodes, double unit, io::GltfDocument& document);
void add_materials(const aiScene& scene, io::GltfDocument& document);

inline std::string text_of(const aiString& text) { return {text.C_Str(), text.length}; }

}  // namespace odori::foreign
