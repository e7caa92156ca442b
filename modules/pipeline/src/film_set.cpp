#include "film_set.h"

#include "odori/assets/load.h"
#include "odori/base/parallel.h"

namespace odori {

std::vector<Picture> decode_textures(const Model& model) {
  const std::vector<Texture>& textures = model.mesh.textures;
  std::vector<Picture> pictures(textures.size());
  parallel_for(textures.size(), 1, 0, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      if (textures[i].bytes.empty()) continue;
      if (auto picture = decode_texture(textures[i])) pictures[i] = std::move(*picture);
    }
  });
  return pictures;
}

std::string unreadable_line(const Job& job, const std::vector<bool>& decoded) {
  const std::vector<Texture>& textures = job.model.mesh.textures;
  const std::vector<bool> used = used_textures(job.model.mesh);
  Warnings bad;
  for (std::size_t i = 0; i < textures.size(); ++i)
    if (used[i] && !decoded[i] && !textures[i].bytes.empty())
      bad.add(WarningKind::texture_unreadable, i, textures[i].name);
  return bad.empty() ? std::string()
                     : job.project.character.file + ": " + to_text(bad.list().front());
}

FilmSet::FilmSet(const Job& job)
    : job_(job),
      binding_(bind(job.motion, job.model)),
      evaluator_(job.model, binding_),
      pose_(make_pose(job.model)),
      mesh_(make_dressed_mesh(job.model)) {
  std::vector<Picture> pictures = decode_textures(job.model);
  std::vector<bool> decoded;
  for (const Picture& picture : pictures) decoded.push_back(!picture.empty());
  unreadable_ = unreadable_line(job, decoded);
  actors_.push_back(Actor{&job.model, std::move(pictures)});
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
