// All that makes the scene of one picture: built once for a film, then asked picture by picture.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "odori/pipeline/job.h"
#include "odori/pose/evaluate.h"
#include "odori/pose/skin.h"
#include "odori/render/renderer.h"
#include "odori/stage/compose.h"

namespace odori {

// The pictures of a model's textures, in order; those that are missing or unreadable are empty.
std::vector<Picture> decode_textures(const Model& model);

// One line for the textures that are there and wanted but cannot be read; "" when there is none.
// `decoded`: whether a texture's picture was read.
std::string unreadable_line(const Job& job, const std::vector<bool>& decoded);

// One thread at a time. The job must outlive it.
class FilmSet {
 public:
  explicit FilmSet(const Job& job);

  const SceneAssets& assets() const { return assets_; }
  const std::string& unreadable() const { return unreadable_; }  // as unreadable_line()
  FrameScene empty_scene() const { return empty_scene_; }
  // After the renderer has taken them: pixels are most of the memory.
  void forget_pixels();

  // The result never depends on the pictures asked before.
  void make(std::int64_t picture, FrameScene& scene);

 private:
  const Job& job_;
  Binding binding_;
  Evaluator evaluator_;
  Pose pose_;
  DressedMesh mesh_;
  std::vector<Actor> actors_;
  SceneAssets assets_;
  FrameScene empty_scene_;
  std::string unreadable_;
};

}  // namespace odori
