#include "bake_cache.h"

#include <cmath>

#include "film_set.h"
#include "motion_tracks.h"
#include "odori/camera/camera.h"

namespace odori {
namespace {

// A lying frame number must not ask for more memory than machines have. An hour of 600 bones fits.
constexpr std::uint64_t kMostBaked = std::uint64_t{2} << 30;

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
  const double first = std::floor(job.from);
  const auto frames = static_cast<std::size_t>(std::ceil(job.to) - first) + 1;

  std::vector<NpyArray> body;  // made together with the proxy, of the same bake
  const auto proxy = cached_arrays(store, "proxy_" + key + ".npz", force, talk, [&] {
    if (frames > kMostBaked / bytes_per_frame(job))
      return Result<std::vector<NpyArray>>(fail_in(
          job.project.file,
          Error{Code::too_large,
                "the motion is too long for its cache: " + std::to_string(frames) + " frames",
                Error::kNoOffset,
                "give motion.to an earlier frame; odori render and odori encode --direct "
                "need no cache"}));
    MotionBake baked = bake_motion(job, first, frames);
    body = body_track(job, baked);
    return Result<std::vector<NpyArray>>(proxy_track(job, std::move(baked)));
  });
  if (!proxy) return tl::unexpected(proxy.error());
  const auto track = cached_arrays(store, "body_track_" + key + ".npz",
                                   proxy->state == StageState::miss, talk, [&] {
                                     if (body.empty())
                                       body = body_track(job, bake_motion(job, first, frames));
                                     return Result<std::vector<NpyArray>>(std::move(body));
                                   });
  if (!track) return tl::unexpected(track.error());
  std::string note = counted(frames, "frame") + ", " + counted(job.model.skeleton.size(), "bone");
  if (job.on_proxy) note += ", on a proxy of MMD's bones";
  return StageOutcome{track->state, std::move(note)};
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
