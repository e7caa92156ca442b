#include "film_set.h"

#include "odori/assets/load.h"
#include "odori/base/parallel.h"

namespace odori {

DecodedTextures decode_textures(const Model& model) {
  const std::vector<Texture>& textures = model.mesh.textures;
  DecodedTextures decoded;
  decoded.pictures.resize(textures.size());
  parallel_for(textures.size(), 1, 0, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      if (textures[i].bytes.empty()) continue;
      if (auto picture = decode_texture(textures[i])) decoded.pictures[i] = std::move(*picture);
    }
  });
  for (std::size_t i = 0; i < textures.size(); ++i)
    if (decoded.pictures[i].empty() && !textures[i].bytes.empty())
      decoded.bad.push_back(textures[i].name);
  return decoded;
}

FilmSet::FilmSet(const Job& job)
    : job_(job),
      binding_(bind(job.motion, job.model)),
      evaluator_(job.model, binding_),
      pose_(make_pose(job.model)),
      mesh_(make_dressed_mesh(job.model)) {
  DecodedTextures decoded = decode_textures(job.model);
  bad_textures_ = std::move(decoded.bad);
  actors_.push_back(Actor{&job.model, std::move(decoded.pictures)});
  assets_ = build_assets(actors_, job.project.stage);
  empty_scene_ = make_scene(assets_, actors_, job.project.stage);
  for (Picture& picture : actors_[0].textures) picture.rgba = {};
}

void FilmSet::forget_pixels() {
  for (ScenePicture& picture : assets_.pictures) picture.pixels.rgba = {};
}

void FilmSet::make(std::int64_t picture, FrameScene& scene) {
  const double frame = motion_frame(job_, picture);
  evaluator_.evaluate(frame, pose_);
  dress(job_.model, pose_, 1, mesh_);
  const ActorFrame actor{&mesh_, &pose_};
  const float aspect = static_cast<float>(job_.project.render.width) /
                       static_cast<float>(job_.project.render.height);
  compose(assets_, actors_, std::span(&actor, 1), job_.project.stage,
          sample_camera(job_.camera, frame), aspect, &job_.motion.light, frame, scene);
}

}  // namespace odori
