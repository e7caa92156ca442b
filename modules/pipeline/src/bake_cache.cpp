#include "bake_cache.h"

#include <array>
#include <cmath>
#include <string_view>

#include "film_set.h"
#include "odori/camera/camera.h"
#include "odori/pose/evaluate.h"

namespace odori {
namespace {

// The bones that chains, capsules and reports hang on: trunk, limbs and toes. The order is part of
// the file's layout.
constexpr std::array<std::string_view, 24> kTrackedBones = {
    "センター", "グルーブ", "腰",     "下半身",   "上半身", "上半身2", "首",     "頭",
    "左肩",     "左腕",     "左ひじ", "左手首",   "右肩",   "右腕",    "右ひじ", "右手首",
    "左足",     "左ひざ",   "左足首", "左つま先", "右足",   "右ひざ",  "右足首", "右つま先"};

// A lying frame number must not ask for more memory than machines have. An hour of 600 bones fits.
constexpr std::uint64_t kMostBaked = std::uint64_t{2} << 30;

NpyArray text_array(std::string name, const std::vector<std::string>& lines) {
  std::vector<std::uint8_t> bytes;
  for (const std::string& line : lines) {
    bytes.insert(bytes.end(), line.begin(), line.end());
    bytes.push_back('\n');
  }
  return {std::move(name), {bytes.size()}, std::move(bytes)};
}

NpyArray frame_array(double first, std::size_t count, double step) {
  std::vector<double> frames(count);
  for (std::size_t i = 0; i < count; ++i) frames[i] = first + static_cast<double>(i) * step;
  return {"frame", {count}, std::move(frames)};
}

// Row-major 4 x 4 matrices that take a bone's own space to the model's.
NpyArray body_matrices(const Model& model, const BakedClip& clip, std::vector<std::uint8_t>& has) {
  std::vector<float> out(clip.frames * kTrackedBones.size() * 16);
  for (std::size_t b = 0; b < kTrackedBones.size(); ++b) {
    const BoneIndex bone = find_bone(model.skeleton, kTrackedBones[b]);
    has.push_back(is_set(bone) ? 1 : 0);
    for (std::size_t f = 0; f < clip.frames; ++f) {
      float* m = &out[(f * kTrackedBones.size() + b) * 16];
      m[0] = m[5] = m[10] = m[15] = 1;
      if (!is_set(bone)) continue;
      const std::size_t i = f * clip.bones + at(bone);
      const Quat q = clip.world_rotation[i];
      const Vec3 x = rotate(q, {1, 0, 0}), y = rotate(q, {0, 1, 0}), z = rotate(q, {0, 0, 1});
      const Vec3 p = clip.world_position[i];
      const float rows[12] = {x.x, y.x, z.x, p.x, x.y, y.y, z.y, p.y, x.z, y.z, z.z, p.z};
      std::copy(std::begin(rows), std::end(rows), m);
    }
  }
  return {"world_from_bone", {clip.frames, kTrackedBones.size(), 4, 4}, std::move(out)};
}

std::vector<NpyArray> body_track(const Model& model, const BakedClip& clip) {
  std::vector<std::uint8_t> has;
  std::vector<NpyArray> arrays;
  arrays.push_back(frame_array(clip.first_frame, clip.frames, 1));
  arrays.push_back(body_matrices(model, clip, has));
  arrays.push_back({"has_bone", {has.size()}, std::move(has)});
  arrays.push_back(text_array("bone_names", {kTrackedBones.begin(), kTrackedBones.end()}));
  return arrays;
}

// Takes the bake apart as it goes, so that both forms never stand in memory whole.
std::vector<NpyArray> proxy_track(const Model& model, BakedClip clip) {
  std::vector<NpyArray> arrays;
  arrays.push_back(frame_array(clip.first_frame, clip.frames, 1));
  std::vector<float> floats;
  floats.reserve(clip.world_rotation.size() * 4);
  for (const Quat& q : clip.world_rotation) floats.insert(floats.end(), {q.x, q.y, q.z, q.w});
  clip.world_rotation = {};
  arrays.push_back({"world_rotation", {clip.frames, clip.bones, 4}, std::move(floats)});
  floats = {};
  floats.reserve(clip.world_position.size() * 3);
  for (const Vec3& p : clip.world_position) floats.insert(floats.end(), {p.x, p.y, p.z});
  clip.world_position = {};
  arrays.push_back({"world_position", {clip.frames, clip.bones, 3}, std::move(floats)});
  arrays.push_back({"morph_weight", {clip.frames, clip.morphs}, std::move(clip.effective_weight)});
  arrays.push_back(text_array("bone_names", model.skeleton.names));
  std::vector<std::string> morphs;
  for (const Morph& morph : model.morphs) morphs.push_back(morph.name);
  arrays.push_back(text_array("morph_names", morphs));
  return arrays;
}

std::vector<NpyArray> camera_track(const Job& job) {
  const auto count = static_cast<std::size_t>(job.pictures.count());
  const double step = motion_frame(job, 1);
  std::vector<float> states;
  std::vector<std::uint8_t> cuts;
  states.reserve(count * 12);
  for (std::size_t i = 0; i < count; ++i) {
    const double frame = motion_frame(job, job.pictures.first + static_cast<std::int64_t>(i));
    const CameraState c = sample_camera(job.camera, frame);
    states.insert(states.end(),
                  {c.eye.x, c.eye.y, c.eye.z, c.target.x, c.target.y, c.target.z, c.up.x, c.up.y,
                   c.up.z, c.fov, c.orthographic ? 1.0f : 0.0f, c.ortho_height});
    cuts.push_back(i > 0 && is_cut(job.camera, frame, step) ? 1 : 0);
  }
  std::vector<NpyArray> arrays;
  arrays.push_back(frame_array(motion_frame(job, job.pictures.first), count, step));
  arrays.push_back({"camera", {count, 12}, std::move(states)});
  arrays.push_back({"cut", {count}, std::move(cuts)});
  return arrays;
}

// Of the larger of the two files, which also stands in memory: the proxy.
std::uint64_t bytes_per_frame(const Model& model) {
  return 1 + model.skeleton.size() * sizeof(float) * 7 + model.morphs.size() * sizeof(float);
}

std::size_t first_size(const std::vector<NpyArray>& arrays) {
  return arrays.empty() || arrays[0].shape.empty() ? 0 : arrays[0].shape[0];
}

}  // namespace

Result<CachedArrays> cached_arrays(BlobStore& store, const std::string& name, bool force,
                                   const BuildTalk& talk,
                                   const std::function<Result<std::vector<NpyArray>>()>& make) {
  if (!force) {
    auto there = load_arrays(store, name);
    if (there && *there) return CachedArrays{StageState::hit, std::move(**there)};
    if (!there && talk.warn)
      talk.warn(name + ": damaged (" + there.error().what + "): it is made again");
  }
  auto made = make();
  if (!made) return tl::unexpected(made.error());
  if (auto saved = save_arrays(store, name, *made); !saved) return tl::unexpected(saved.error());
  return CachedArrays{StageState::miss, std::move(*made)};
}

Result<StageOutcome> run_motion(const Job& job, BlobStore& store, bool force,
                                const BuildTalk& talk) {
  const std::string key = stage_key(job, "motion");
  const Binding binding = bind(job.motion, job.model);
  const double first = std::floor(job.from);
  const auto frames = static_cast<std::size_t>(std::ceil(job.to) - first) + 1;

  std::vector<NpyArray> body;  // made together with the proxy, of the same bake
  const auto proxy = cached_arrays(store, "proxy_" + key + ".npz", force, talk, [&] {
    if (frames > kMostBaked / bytes_per_frame(job.model))
      return Result<std::vector<NpyArray>>(fail_in(
          job.project.file,
          Error{Code::too_large,
                "the motion is too long for its cache: " + std::to_string(frames) + " frames",
                Error::kNoOffset,
                "give motion.to an earlier frame; odori render and odori encode --direct "
                "need no cache"}));
    BakedClip clip = bake(job.model, binding, first, frames, 0);
    body = body_track(job.model, clip);
    return Result<std::vector<NpyArray>>(proxy_track(job.model, std::move(clip)));
  });
  if (!proxy) return tl::unexpected(proxy.error());
  const auto track = cached_arrays(
      store, "body_track_" + key + ".npz", proxy->state == StageState::miss, talk, [&] {
        if (body.empty()) body = body_track(job.model, bake(job.model, binding, first, frames, 0));
        return Result<std::vector<NpyArray>>(std::move(body));
      });
  if (!track) return tl::unexpected(track.error());
  return StageOutcome{track->state,
                      counted(frames, "frame") + ", " + counted(job.model.skeleton.size(), "bone")};
}

Result<StageOutcome> run_camera(const Job& job, BlobStore& store, bool force,
                                const BuildTalk& talk) {
  const std::string name = "camera_" + stage_key(job, "camera") + ".npz";
  const auto track = cached_arrays(
      store, name, force, talk, [&] { return Result<std::vector<NpyArray>>(camera_track(job)); });
  if (!track) return tl::unexpected(track.error());
  std::size_t cuts = 0;
  for (const NpyArray& array : track->arrays)
    if (const auto* bytes = std::get_if<std::vector<std::uint8_t>>(&array.data))
      if (array.name == "cut")
        for (const std::uint8_t cut : *bytes) cuts += cut;
  const std::string keys =
      job.camera.frame.empty()
          ? std::string("no camera keys: MMD's start-up camera")
          : counted(job.camera.frame.size(), "key") + ", " + counted(cuts, "cut");
  return StageOutcome{track->state, counted(first_size(track->arrays), "picture") + ", " + keys};
}

Result<StageOutcome> run_stage(const Job& job, BlobStore& store, bool force,
                               const BuildTalk& talk) {
  const std::string name = "stage_" + stage_key(job, "stage") + ".npz";
  const auto sizes = cached_arrays(store, name, force, talk, [&] {
    const std::vector<Picture> pictures = decode_textures(job.model);
    std::vector<std::int32_t> size;
    for (const Picture& picture : pictures) {
      size.push_back(picture.width);
      size.push_back(picture.height);
    }
    std::vector<NpyArray> arrays;
    arrays.push_back({"texture_size", {pictures.size(), 2}, std::move(size)});
    return Result<std::vector<NpyArray>>(std::move(arrays));
  });
  if (!sizes) return tl::unexpected(sizes.error());

  std::size_t found = 0;
  const auto* size = sizes->arrays.empty()
                         ? nullptr
                         : std::get_if<std::vector<std::int32_t>>(&sizes->arrays[0].data);
  const std::vector<Texture>& textures = job.model.mesh.textures;
  std::vector<bool> decoded;
  for (std::size_t i = 0; i < textures.size(); ++i) {
    decoded.push_back(size && 2 * i < size->size() && (*size)[2 * i] > 0);
    found += decoded.back() ? 1 : 0;
  }
  if (const std::string line = unreadable_line(job, decoded); talk.warn && !line.empty())
    talk.warn(line);
  return StageOutcome{sizes->state, std::to_string(found) + " of " +
                                        counted(textures.size(), "texture") + ", set \"" +
                                        job.project.stage.builder + "\""};
}

}  // namespace odori
