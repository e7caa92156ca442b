#include "scene.h"

#include <assimp/config.h>
#include <assimp/postprocess.h>

#include <assimp/Importer.hpp>
#include <cmath>
#include <memory>

#include "odori/io/gltf.h"
#include "parts.h"

namespace odori::foreign {
namespace {

// MikuMikuDance draws an accessory ten times as large; its unit is 8 cm.
constexpr double kAccessoryUnit = 0.8;

double unit_of(const aiScene& scene, std::string_view kind) {
  if (kind == "x") return kAccessoryUnit;
  double factor = 1;  // centimetres
  float single = 0;
  if (scene.mMetaData && !scene.mMetaData->Get("UnitScaleFactor", factor) &&
      scene.mMetaData->Get("UnitScaleFactor", single))
    factor = single;
  return std::isfinite(factor) && factor > 1e-6 && factor < 1e6 ? factor * 0.01 : 0.01;
}

int setting(const aiScene& scene, const char* name, int otherwise) {
  std::int32_t value = otherwise;
  return scene.mMetaData && scene.mMetaData->Get(name, value) ? value : otherwise;
}

// An FBX says which of its axes points right, up and to the front; the library leaves them so.
void turn_up(aiScene& scene) {
  float m[3][3] = {};
  const char* const kNames[3][2] = {
      {"CoordAxis", "CoordAxisSign"}, {"UpAxis", "UpAxisSign"}, {"FrontAxis", "FrontAxisSign"}};
  for (int row = 0; row < 3; ++row) {
    const int axis = setting(scene, kNames[row][0], row);
    if (axis < 0 || axis > 2) return;
    m[row][axis] = setting(scene, kNames[row][1], 1) < 0 ? -1.0f : 1.0f;
  }
  const aiMatrix4x4 axes(m[0][0], m[0][1], m[0][2], 0, m[1][0], m[1][1], m[1][2], 0, m[2][0],
                         m[2][1], m[2][2], 0, 0, 0, 0, 1);
  // Two names for one axis, or a left-handed frame, which no program writes, are left alone.
  if (std::fabs(axes.Determinant() - 1) > 0.5f) return;
  scene.mRootNode->mTransformation = axes * scene.mRootNode->mTransformation;
}

}  // namespace

Result<io::GltfDocument> read_scene(Bytes data, std::string_view kind) {
  Assimp::Importer importer;
  // The chain of a node's parts is put together in nodes.cpp.
  importer.SetPropertyBool(AI_CONFIG_IMPORT_FBX_PRESERVE_PIVOTS, true);
  importer.SetPropertyInteger(AI_CONFIG_PP_SBP_REMOVE,
                              aiPrimitiveType_POINT | aiPrimitiveType_LINE);
  importer.SetPropertyInteger(AI_CONFIG_PP_LBW_MAX_WEIGHTS, 4);
  const unsigned steps = aiProcess_Triangulate | aiProcess_SortByPType |
                         aiProcess_LimitBoneWeights | aiProcess_GenSmoothNormals |
                         aiProcess_JoinIdenticalVertices | aiProcess_ValidateDataStructure |
                         aiProcess_FlipUVs;
  importer.ReadFileFromMemory(data.data(), data.size(), steps, std::string(kind).c_str());
  const std::string words = importer.GetErrorString();
  const std::unique_ptr<aiScene> scene(importer.GetOrphanedScene());
  if (!scene || !scene->mRootNode)
    return fail(Code::malformed, words.empty() ? "it holds nothing that can be read" : words);
  if (kind == "fbx") turn_up(*scene);
  const double unit = unit_of(*scene, kind);
  io::GltfDocument document;
  document.asset.generator = "Odori";
  const Nodes nodes = add_nodes(*scene, unit, document);
  add_materials(*scene, document);
  add_meshes(*scene, nodes, unit, document);
  add_animations(*scene, nodes, unit, document);
  const auto odd = io::check_gltf(document);
  if (!odd) return tl::unexpected(odd.error());
  return document;
}

}  // namespace odori::foreign
