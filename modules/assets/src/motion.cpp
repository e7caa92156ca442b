#include "odori/assets/motion.h"

#include <algorithm>

#include "odori/assets/load.h"
#include "odori/model/standard.h"
#include "odori/pose/fit.h"

namespace odori {
namespace {

// A whole body of which the motion moves no bone by name: a rig of another world.
bool is_foreign_body(const Clip& clip, const Model& character) {
  const Fit fit = find_fit(clip, character);
  if (fit.bones == 0 || fit.missing_bones.size() < fit.bones) return false;
  const DetectedHumanoid body = detect_humanoid(character);
  return is_whole(body.humanoid) && body.humanoid.map != "mmd";
}

}  // namespace

Result<CarriedMotion> carry_motion(const Model* own, Clip clip, const Model& character,
                                   const RetargetOptions& options) {
  if (!own && !is_foreign_body(clip, character)) return CarriedMotion{std::move(clip), {}};
  auto done = own ? retarget(*own, clip, character, options)
                  : retarget(standard_skeleton(), clip, character, options);
  if (!done) return tl::unexpected(done.error());
  CarriedMotion carried{std::move(done->clip), {}};
  // What is nobody's body: the stage's part of a motion.
  carried.clip.camera = std::move(clip.camera);
  carried.clip.light = std::move(clip.light);
  carried.clip.shadow = std::move(clip.shadow);
  carried.clip.warnings = std::move(clip.warnings);
  done->clip = {};
  carried.how = std::move(*done);
  return carried;
}

Result<CarriedMotion> load_motion(const std::string& path, const Model& character,
                                  const ArchiveLimits& limits) {
  const auto opened = open_file(path, motion_endings(), limits);
  if (!opened) return tl::unexpected(opened.error());
  auto loaded = load_opened(path, *opened);
  if (!loaded) return tl::unexpected(loaded.error());
  Contents& contents = loaded->contents;
  if (contents.clips.empty())
    return fail_in(loaded->name, Error{Code::unsupported,
                                       "it holds no motion",
                                       Error::kNoOffset,
                                       "give a motion: odori inspect --formats lists them",
                                       {}});
  const Model* own = contents.model ? &*contents.model : nullptr;
  RetargetOptions options;
  options.rate = 30;
  auto carried = carry_motion(own, std::move(contents.clips.front()), character, options);
  if (!carried) return fail_in(loaded->name, carried.error());
  return carried;
}

}  // namespace odori
