#include <algorithm>

#include "odori/base/parallel.h"
#include "odori/base/sha256.h"
#include "odori/pose/evaluate.h"

namespace odori {

namespace {

struct Frames {
  double first = 0;
  std::size_t count = 0;
  unsigned threads = 0;
};

// take(f, pose) for each frame, from several threads; f counts from 0.
template <class Take>
void for_each_pose(const Evaluator& first, const Pose& rest, const Frames& frames, Take take) {
  constexpr std::size_t kGrain = 128;  // long enough for the cursors to pay
  parallel_for(frames.count, kGrain, frames.threads, [&](std::size_t begin, std::size_t end) {
    Evaluator evaluator(first);
    Pose pose = rest;
    for (std::size_t f = begin; f < end; ++f) {
      evaluator.evaluate_placement(frames.first + static_cast<double>(f), pose);
      take(f, pose);
    }
  });
}

}  // namespace

BakedClip bake(const Model& model, const Binding& binding, double first_frame, std::size_t frames,
               unsigned threads, const EvaluateOptions& options) {
  BakedClip out;
  out.frames = frames;
  out.bones = model.skeleton.size();
  out.morphs = model.morphs.size();
  out.first_frame = first_frame;
  out.world_rotation.resize(frames * out.bones);
  out.world_position.resize(frames * out.bones);
  out.effective_weight.resize(frames * out.morphs);
  for_each_pose(
      Evaluator(model, binding, options), make_pose(model), {first_frame, frames, threads},
      [&](std::size_t f, const Pose& pose) {
        std::copy(pose.world_rotation.begin(), pose.world_rotation.end(),
                  out.world_rotation.begin() + static_cast<std::ptrdiff_t>(f * out.bones));
        std::copy(pose.world_position.begin(), pose.world_position.end(),
                  out.world_position.begin() + static_cast<std::ptrdiff_t>(f * out.bones));
        std::copy(pose.effective_weight.begin(), pose.effective_weight.end(),
                  out.effective_weight.begin() + static_cast<std::ptrdiff_t>(f * out.morphs));
      });
  return out;
}

Clip bake_to_clip(const Model& model, const Binding& binding, double first_frame,
                  std::size_t frames, unsigned threads, const EvaluateOptions& options) {
  Clip out;
  out.bones.resize(model.skeleton.size());
  for (std::size_t b = 0; b < out.bones.size(); ++b) {
    BoneTrack& track = out.bones[b];
    track.name.text = model.skeleton.names[b];
    track.interpolation = Interpolation::linear;
    track.frame.resize(frames);
    for (std::size_t f = 0; f < frames; ++f) track.frame[f] = static_cast<double>(f);
    track.rotation.resize(frames);
    track.translation.resize(frames);
    track.curve.resize(frames);
  }
  for_each_pose(Evaluator(model, binding, options), make_pose(model),
                {first_frame, frames, threads}, [&](std::size_t f, const Pose& pose) {
                  for (std::size_t b = 0; b < out.bones.size(); ++b) {
                    out.bones[b].rotation[f] = pose.rotation[b];
                    out.bones[b].translation[f] = pose.translation[b];
                  }
                });
  return out;
}

std::string fingerprint(const BakedClip& bake) {
  static_assert(sizeof(Quat) == 16 && sizeof(Vec3) == 12);
  Sha256 hash;
  hash.update_value(static_cast<std::uint64_t>(bake.frames));
  hash.update_value(static_cast<std::uint64_t>(bake.bones));
  hash.update_value(static_cast<std::uint64_t>(bake.morphs));
  hash.update(std::as_bytes(std::span(bake.world_rotation)));
  hash.update(std::as_bytes(std::span(bake.world_position)));
  hash.update(std::as_bytes(std::span(bake.effective_weight)));
  return to_hex(hash.finish());
}

}  // namespace odori
