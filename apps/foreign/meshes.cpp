// Meshes, skins, blend shapes and materials.
#include <algorithm>
#include <array>
#include <cmath>

#include "odori/io/gltf_build.h"
#include "parts.h"

namespace odori::foreign {
namespace {

constexpr std::uint32_t kVertices = 34962;

void put(std::vector<float>& to, const aiVector3D& v) { to.insert(to.end(), {v.x, v.y, v.z}); }

std::vector<float> vectors(const aiVector3D* from, unsigned count, float scale) {
  std::vector<float> to;
  to.reserve(3 * std::size_t{count});
  for (unsigned i = 0; i < count; ++i) put(to, from[i] * scale);
  return to;
}

// Of unit length; what has none points up.
std::vector<float> directions(const aiVector3D* from, unsigned count) {
  std::vector<float> to;
  to.reserve(3 * std::size_t{count});
  for (unsigned i = 0; i < count; ++i) {
    aiVector3D n = from[i];
    const float length = n.Length();
    put(to, std::isfinite(length) && length > 1e-12f ? n / length : aiVector3D(0, 1, 0));
  }
  return to;
}

// ---- skin

struct Joints {
  std::vector<io::GltfIndex> nodes;
  std::vector<float> inverse_bind;  // joint x 16, column-major
  std::map<io::GltfIndex, std::uint16_t> of_node;
};

std::uint16_t joint_of(const aiBone& bone, io::GltfIndex node, float unit, Joints& joints) {
  const auto [it, fresh] =
      joints.of_node.emplace(node, static_cast<std::uint16_t>(joints.nodes.size()));
  if (!fresh) return it->second;
  joints.nodes.push_back(node);
  const aiMatrix4x4& m = bone.mOffsetMatrix;
  joints.inverse_bind.insert(joints.inverse_bind.end(),
                             {m.a1, m.b1, m.c1, 0, m.a2, m.b2, m.c2, 0, m.a3, m.b3, m.c3, 0,
                              m.a4 * unit, m.b4 * unit, m.c4 * unit, 1});
  return it->second;
}

struct Influences {
  std::vector<std::uint16_t> joints;  // vertex x 4
  std::vector<float> weights;
};

Influences influences_of(const aiMesh& mesh, const Nodes& nodes, float unit, Joints& joints) {
  Influences out;
  out.joints.resize(4 * std::size_t{mesh.mNumVertices}, 0);
  out.weights.resize(out.joints.size(), 0);
  std::vector<std::uint8_t> used(mesh.mNumVertices, 0);
  for (unsigned b = 0; b < mesh.mNumBones; ++b) {
    const aiBone& bone = *mesh.mBones[b];
    const auto node = nodes.by_name.find(text_of(bone.mName));
    if (node == nodes.by_name.end() || joints.nodes.size() > 60000) continue;
    const std::uint16_t joint = joint_of(bone, node->second, unit, joints);
    for (unsigned w = 0; w < bone.mNumWeights; ++w) {
      const aiVertexWeight& from = bone.mWeights[w];
      if (from.mVertexId >= mesh.mNumVertices || !(from.mWeight > 0) || used[from.mVertexId] == 4)
        continue;
      const std::size_t at = 4 * std::size_t{from.mVertexId} + used[from.mVertexId]++;
      out.joints[at] = joint;
      out.weights[at] = from.mWeight;
    }
  }
  for (std::size_t v = 0; v < mesh.mNumVertices; ++v) {
    float sum = 0;
    for (std::size_t k = 0; k < 4; ++k) sum += out.weights[4 * v + k];
    for (std::size_t k = 0; k < 4; ++k)
      out.weights[4 * v + k] = sum > 0 ? out.weights[4 * v + k] / sum : (k == 0 ? 1.0f : 0.0f);
  }
  return out;
}

// ---- primitives

// Differences from the mesh, as blend shapes hold whole positions.
std::vector<float> differences(const aiVector3D* from, const aiVector3D* base, unsigned count,
                               float scale) {
  std::vector<float> to(3 * std::size_t{count}, 0.0f);
  for (unsigned i = 0; from && i < count; ++i) {
    const aiVector3D d = (from[i] - base[i]) * scale;
    to[3 * std::size_t{i}] = d.x, to[3 * std::size_t{i} + 1] = d.y,
           to[3 * std::size_t{i} + 2] = d.z;
  }
  return to;
}

void add_targets(const aiMesh& mesh, unsigned targets, float unit, io::GltfPrimitive& primitive,
                 io::GltfDocument& document) {
  for (unsigned t = 0; t < targets; ++t) {
    const aiAnimMesh* shape = t < mesh.mNumAnimMeshes ? mesh.mAnimMeshes[t] : nullptr;
    const bool fits = shape && shape->mVertices && shape->mNumVertices == mesh.mNumVertices;
    const auto moved =
        differences(fits ? shape->mVertices : nullptr, mesh.mVertices, mesh.mNumVertices, unit);
    primitive.targets.push_back({{"POSITION", io::add_floats(document, moved, io::GltfType::vec3,
                                                             kVertices, io::GltfBounds::stated)}});
  }
}

std::vector<std::uint32_t> triangles_of(const aiMesh& mesh) {
  std::vector<std::uint32_t> indices;
  for (unsigned f = 0; f < mesh.mNumFaces; ++f) {
    const aiFace& face = mesh.mFaces[f];
    if (face.mNumIndices == 3) indices.insert(indices.end(), face.mIndices, face.mIndices + 3);
  }
  return indices;
}

void add_primitive(const aiMesh& mesh, const Nodes& nodes, unsigned targets, float unit,
                   bool skinned, Joints& joints, io::GltfMesh& to, io::GltfDocument& document) {
  const std::vector<std::uint32_t> indices = triangles_of(mesh);
  if (indices.empty() || !mesh.mVertices) return;
  io::GltfPrimitive primitive;
  const auto attribute = [&](const char* name, const std::vector<float>& values, io::GltfType type,
                             io::GltfBounds bounds = io::GltfBounds::none) {
    primitive.attributes.push_back(
        {name, io::add_floats(document, values, type, kVertices, bounds)});
  };
  attribute("POSITION", vectors(mesh.mVertices, mesh.mNumVertices, unit), io::GltfType::vec3,
            io::GltfBounds::stated);
  if (mesh.mNormals)
    attribute("NORMAL", directions(mesh.mNormals, mesh.mNumVertices), io::GltfType::vec3);
  if (mesh.mTextureCoords[0]) {
    std::vector<float> uvs;
    for (unsigned i = 0; i < mesh.mNumVertices; ++i)
      uvs.insert(uvs.end(), {mesh.mTextureCoords[0][i].x, mesh.mTextureCoords[0][i].y});
    attribute("TEXCOORD_0", uvs, io::GltfType::vec2);
  }
  if (skinned) {
    const Influences in = influences_of(mesh, nodes, unit, joints);
    primitive.attributes.push_back({"JOINTS_0", io::add_joints(document, in.joints)});
    attribute("WEIGHTS_0", in.weights, io::GltfType::vec4);
  }
  add_targets(mesh, targets, unit, primitive, document);
  primitive.indices = io::add_indices(document, indices);
  primitive.material = static_cast<io::GltfIndex>(mesh.mMaterialIndex);
  to.primitives.push_back(std::move(primitive));
}

void hang_meshes(const aiScene& scene, const aiNode& from, const Nodes& nodes, float unit,
                 io::GltfIndex node, io::GltfDocument& document) {
  io::GltfMesh mesh;
  Joints joints;
  unsigned targets = 0;
  bool skinned = false;
  for (unsigned i = 0; i < from.mNumMeshes; ++i) {
    const aiMesh& part = *scene.mMeshes[from.mMeshes[i]];
    skinned = skinned || part.mNumBones > 0;
    if (part.mNumAnimMeshes <= targets) continue;
    targets = part.mNumAnimMeshes;
    mesh.target_names.clear();
    for (unsigned t = 0; t < targets; ++t)
      mesh.target_names.push_back(text_of(part.mAnimMeshes[t]->mName));
  }
  for (unsigned i = 0; i < from.mNumMeshes; ++i)
    add_primitive(*scene.mMeshes[from.mMeshes[i]], nodes, targets, unit, skinned, joints, mesh,
                  document);
  if (mesh.primitives.empty()) return;
  mesh.name = text_of(scene.mMeshes[from.mMeshes[0]]->mName);
  io::GltfNode& holder = document.nodes[static_cast<std::size_t>(node)];
  holder.mesh = static_cast<io::GltfIndex>(document.meshes.size());
  document.meshes.push_back(std::move(mesh));
  if (joints.nodes.empty()) return;
  io::GltfSkin& skin = document.skins.emplace_back();
  skin.joints = std::move(joints.nodes);
  skin.inverse_bind_matrices = io::add_floats(document, joints.inverse_bind, io::GltfType::mat4);
  holder.skin = static_cast<io::GltfIndex>(document.skins.size()) - 1;
}

// ---- materials

float linear(float v) {
  v = std::isfinite(v) ? std::clamp(v, 0.0f, 1.0f) : 1.0f;
  return v <= 0.04045f ? v / 12.92f : std::pow((v + 0.055f) / 1.055f, 2.4f);
}

std::string mime_of(std::string_view hint) {
  return hint.starts_with("png") ? "image/png" : hint.starts_with("jpg") ? "image/jpeg" : "";
}

// Programs write where a texture lay on their own machine; the name is what can be found again.
std::string uri_of(std::string path) {
  std::replace(path.begin(), path.end(), '\\', '/');
  const bool absolute = path.starts_with("/") || (path.size() > 1 && path[1] == ':');
  if (absolute) path.erase(0, path.rfind('/') + 1);
  while (path.starts_with("./")) path.erase(0, 2);
  std::string uri;
  constexpr char kHex[] = "0123456789ABCDEF";
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '/' || c == '.' || c == '-' || c == '_';
    if (plain)
      uri += c;
    else
      uri += std::string("%") + kHex[byte >> 4] + kHex[byte & 15];
  }
  return uri;
}

// -1 when there is no texture.
io::GltfIndex add_texture(const aiScene& scene, const std::string& path,
                          std::map<std::string, io::GltfIndex>& known, io::GltfDocument& document) {
  if (path.empty()) return -1;
  const auto [it, fresh] =
      known.emplace(path, static_cast<io::GltfIndex>(document.textures.size()));
  if (!fresh) return it->second;
  io::GltfImage image;
  const aiTexture* inside = scene.GetEmbeddedTexture(path.c_str());
  const std::string mime = inside ? mime_of(inside->achFormatHint) : "";
  image.name = inside && inside->mFilename.length > 0 ? text_of(inside->mFilename) : path;
  if (inside && inside->mHeight == 0 && !mime.empty()) {
    image.mime_type = mime;
    const auto* data = reinterpret_cast<const std::byte*>(inside->pcData);
    image.view = io::add_view(document, {data, inside->mWidth});
  } else {
    image.uri = uri_of(inside && inside->mFilename.length > 0 ? text_of(inside->mFilename) : path);
  }
  document.images.push_back(std::move(image));
  document.textures.emplace_back().source = static_cast<io::GltfIndex>(document.images.size()) - 1;
  return it->second;
}

io::GltfMaterial material_of(const aiScene& scene, const aiMaterial& from,
                             std::map<std::string, io::GltfIndex>& known,
                             io::GltfDocument& document) {
  io::GltfMaterial to;
  aiString text;
  if (from.Get(AI_MATKEY_NAME, text) == aiReturn_SUCCESS) to.name = text_of(text);
  aiColor3D colour(1, 1, 1);
  (void)from.Get(AI_MATKEY_COLOR_DIFFUSE, colour);
  float opacity = 1;
  (void)from.Get(AI_MATKEY_OPACITY, opacity);
  opacity = std::isfinite(opacity) ? std::clamp(opacity, 0.0f, 1.0f) : 1;
  int both = 0;
  (void)from.Get(AI_MATKEY_TWOSIDED, both);
  to.double_sided = both != 0;
  to.has_pbr = true;
  to.metallic_factor = 0;
  if (from.GetTexture(aiTextureType_DIFFUSE, 0, &text) == aiReturn_SUCCESS) {
    to.base_colour.texture = add_texture(scene, text_of(text), known, document);
    // A texture stands for the colour; many programs leave theirs grey below it.
    if (to.base_colour.texture >= 0) colour = {1, 1, 1};
  }
  to.base_colour_factor = {linear(colour.r), linear(colour.g), linear(colour.b), opacity};
  if (opacity < 1) to.alpha_mode = io::GltfAlphaMode::blend;
  return to;
}

}  // namespace

void add_meshes(const aiScene& scene, const Nodes& nodes, double unit, io::GltfDocument& document) {
  for (std::size_t n = 0; n < nodes.chains.size(); ++n) {
    const aiNode& from = *nodes.chains[n].links.back();
    if (from.mNumMeshes > 0)
      hang_meshes(scene, from, nodes, static_cast<float>(unit), static_cast<io::GltfIndex>(n),
                  document);
  }
}

void add_materials(const aiScene& scene, io::GltfDocument& document) {
  std::map<std::string, io::GltfIndex> known;
  for (unsigned i = 0; i < scene.mNumMaterials; ++i)
    document.materials.push_back(material_of(scene, *scene.mMaterials[i], known, document));
}

}  // namespace odori::foreign
