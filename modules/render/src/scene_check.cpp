#include "scene_check.h"

#include <algorithm>

namespace odori::gl {
namespace {

Result<void> check_picture(const ScenePicture& picture, int max_size) {
  const Picture& p = picture.pixels;
  if (p.empty()) return {};
  if (p.width > max_size || p.height > max_size) {
    return fail(Code::too_large,
                "picture " + picture.name + " is " + std::to_string(p.width) + " x " +
                    std::to_string(p.height),
                Error::kNoOffset,
                "this device draws at most " + std::to_string(max_size) + " pixels a side");
  }
  const std::size_t wanted =
      static_cast<std::size_t>(p.width) * static_cast<std::size_t>(p.height) * 4;
  if (p.rgba.size() != wanted) {
    return fail(Code::malformed, "picture " + picture.name + " has too few or too many bytes");
  }
  return {};
}

Result<void> check_mesh(const SceneMesh& mesh, std::size_t pictures) {
  const auto refuse = [&](const char* what) {
    return fail(Code::malformed, "mesh " + mesh.name + ": " + what);
  };
  if (mesh.edge_scale.size() != mesh.vertex_count) return refuse("edge scales do not fit");
  const bool in_range = std::all_of(mesh.indices.begin(), mesh.indices.end(),
                                    [&](std::uint32_t i) { return i < mesh.vertex_count; });
  if (!in_range) return refuse("an index points beyond the vertices");
  const auto is_picture = [&](PictureIndex i) {
    return i >= -1 && (i < 0 || static_cast<std::size_t>(i) < pictures);
  };
  for (const SceneMaterial& m : mesh.materials) {
    if (m.first_index > mesh.indices.size() ||
        m.index_count > mesh.indices.size() - m.first_index) {
      return refuse("a material reaches beyond the indices");
    }
    if (m.primitive > 2) return refuse("a material of an unknown primitive");
    if (m.sphere_mode > 3) return refuse("a material of an unknown sphere mode");
    if (!is_picture(m.texture) || !is_picture(m.sphere) || !is_picture(m.toon)) {
      return refuse("a material with a picture that is not there");
    }
  }
  return {};
}

}  // namespace

Result<void> check_assets(const SceneAssets& assets, int max_picture_size) {
  for (const ScenePicture& picture : assets.pictures) {
    if (auto ok = check_picture(picture, max_picture_size); !ok) return ok;
  }
  for (const SceneMesh& mesh : assets.meshes) {
    if (auto ok = check_mesh(mesh, assets.pictures.size()); !ok) return ok;
  }
  return {};
}

Result<void> check_frame(const SceneAssets& assets, const FrameScene& scene) {
  if (scene.meshes.size() != assets.meshes.size()) {
    return fail(Code::usage, "the frame has another number of meshes than the assets");
  }
  for (std::size_t i = 0; i < scene.meshes.size(); ++i) {
    if (scene.meshes[i].vertices.size() != assets.meshes[i].vertex_count ||
        scene.meshes[i].materials.size() != assets.meshes[i].materials.size()) {
      return fail(Code::usage, "mesh " + assets.meshes[i].name +
                                   ": the frame has other vertices or materials than the assets");
    }
  }
  return {};
}

}  // namespace odori::gl
