#include "odori/assets/motion.h"

#include <algorithm>

#include "odori/assets/load.h"
#include "odori/pose/fit.h"

namespace odori {
namespace {

// A whole body of which the motion moves nothing by name: a rig of another world.
bool is_foreign_body(const Clip& clip, const Model& character,
                     const std::vector<BoneOverride>& bones) {
  const Fit fit = find_fit(clip, character);
  const bool moves = fit.bones > 0 || fit.morphs > 0;
  if (!moves || fit.missing_bones.size() < fit.bones) return false;
  if (fit.bones == 0 && fit.missing_morphs.size() < fit.morphs) return false;
  const DetectedHumanoid body = detect_humanoid(character, bones);
  return is_whole(body.humanoid) && body.humanoid.map != "mmd";
}

void scale_travel(float scale, Clip& clip) {
  for (BoneTrack& track : clip.bones)
    for (Vec3& v : track.translation) v *= scale;
}

}  // namespace

Result<CarriedMotion> carry_motion(const Model* own, Clip clip, const Model& character,
                                   const RetargetOptions& options) {
  CarriedMotion carried;
  if (!own && !is_foreign_body(clip, character, options.to_bones)) {
    if (options.scale > 0 && options.scale != 1) scale_travel(options.scale, clip);
    carried.clip = std::move(clip);
    return carried;
  }
  auto done =
      own ? retarget(*own, clip, character, options) : retarget_mmd(clip, character, options);
  if (!done) return tl::unexpected(done.error());
  if (!own) {
    auto proxy = make_proxy(character, done->to, {options.arm_degrees, options.scale});
    if (!proxy) return tl::unexpected(proxy.error());
    carried.on_proxy = {std::move(*proxy), clip};
  }
  carried.clip = std::move(done->clip);
  // What is nobody's body: the stage's part of a motion.
  carried.clip.camera = std::move(clip.camera);
  carried.clip.light = std::move(clip.light);
  carried.clip.shadow = std::move(clip.shadow);
  carried.clip.warnings = std::move(clip.warnings);
  done->clip = {};
  carried.how = std::move(*done);
  return carried;
}

namespace {

// Motions that are carried one by one, made one.
class Carrier {
 public:
  Carrier(const Model& character, const RetargetOptions& options)
      : character_(character), options_(options) {}

  Result<void> take(MotionFile file) {
    if (file.own) {
      if (auto done = carry_mmd(); !done) return done;
      return carry(file.name, &*file.own, std::move(file.clip));
    }
    names_ += (names_.empty() ? "" : ", ") + file.name;
    mmd_ = merge(std::move(mmd_), file.clip);
    return {};
  }

  Result<CarriedMotion> finish() {
    if (auto done = carry_mmd(); !done) return tl::unexpected(done.error());
    return std::move(out_);
  }

 private:
  Result<void> carry_mmd() {
    if (names_.empty()) return {};
    const std::string names = std::move(names_);
    names_.clear();
    Clip clip = std::move(mmd_);
    mmd_ = {};
    return carry(names, nullptr, std::move(clip));
  }

  Result<void> carry(const std::string& name, const Model* own, Clip clip) {
    RetargetOptions options = options_;
    if (own) options.scale = 0;  // of MMD's units, not of its
    auto carried = carry_motion(own, std::move(clip), character_, options);
    if (!carried) return fail_in(name, carried.error());
    out_.clip = merge(std::move(out_.clip), carried->clip);
    if (carried->on_proxy) out_.on_proxy = std::move(carried->on_proxy);
    if (!carried->how) return {};
    for (std::string& line : carried->how->lines) line = name + ": " + line;
    if (out_.how)
      carried->how->lines.insert(carried->how->lines.begin(), out_.how->lines.begin(),
                                 out_.how->lines.end());
    out_.how = std::move(carried->how);
    return {};
  }

  const Model& character_;
  const RetargetOptions& options_;
  std::string names_;  // of those that are merged and wait
  Clip mmd_;
  CarriedMotion out_;
};

}  // namespace

Result<CarriedMotion> carry_motions(std::vector<MotionFile> files, const Model& character,
                                    const RetargetOptions& options) {
  Carrier carrier(character, options);
  for (MotionFile& file : files)
    if (auto done = carrier.take(std::move(file)); !done) return tl::unexpected(done.error());
  return carrier.finish();
}

std::size_t first_lasting(std::span<const Clip> clips) {
  const auto lasting =
      std::find_if(clips.begin(), clips.end(), [](const Clip& c) { return last_frame(c) >= 1; });
  return lasting == clips.end() ? 0 : static_cast<std::size_t>(lasting - clips.begin());
}

Result<MotionFile> load_motion_file(const std::string& path, const ArchiveLimits& limits) {
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
  return MotionFile{loaded->name, std::move(contents.clips[first_lasting(contents.clips)]),
                    std::move(contents.model)};
}

Result<CarriedMotion> load_motion(const std::string& path, const Model& character,
                                  const ArchiveLimits& limits) {
  auto file = load_motion_file(path, limits);
  if (!file) return tl::unexpected(file.error());
  RetargetOptions options;
  options.rate = 30;
  auto carried =
      carry_motion(file->own ? &*file->own : nullptr, std::move(file->clip), character, options);
  if (!carried) return fail_in(file->name, carried.error());
  return carried;
}

}  // namespace odori
