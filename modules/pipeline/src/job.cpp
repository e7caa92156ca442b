#include "odori/pipeline/job.h"

#include <algorithm>
#include <cmath>

#include "odori/assets/load.h"
#include "odori/assets/motion.h"
#include "odori/base/sha256.h"
#include "odori/files/files.h"
#include "odori/model/rescale.h"
#include "odori/pose/fit.h"

namespace odori {
namespace {

constexpr double kMotionRate = 30;
constexpr std::int64_t kMostPictures = 10'000'000;  // days; longer ones are slips or lies

// Where a key's value was written, for errors about what it says.
std::string place_of(const std::vector<ConfigEntry>& entries, const std::string& key) {
  for (const ConfigEntry& e : entries)
    if (e.key == key && e.file != "defaults.toml") return e.file + ":" + std::to_string(e.line);
  return {};
}

tl::unexpected<Error> not_said(const LoadedProject& loaded, const std::string& key,
                               const std::string& what, const std::string& hint) {
  const std::string place = place_of(loaded.entries, key);
  return fail_in(place.empty() ? loaded.project.file : place,
                 Error{Code::usage, what, Error::kNoOffset, hint});
}

// A file that cannot be opened: which key of the project names it.
tl::unexpected<Error> from_key(const LoadedProject& loaded, const std::string& key, Error error) {
  if (error.code == Code::not_found || error.code == Code::denied || error.code == Code::io) {
    const std::string place = place_of(loaded.entries, key);
    error.hint += (error.hint.empty() ? "" : "; ") +
                  (key + " in " + (place.empty() ? loaded.project.file : place) + " names it");
  }
  return tl::unexpected(std::move(error));
}

Result<std::string> hash_file(const std::string& path, const std::vector<std::string>& wanted) {
  const auto opened = open_file(path, wanted);
  if (!opened) return tl::unexpected(opened.error());
  return sha256_hex(opened->bytes);
}

std::string hash_textures(const Model& model, const std::string& file_hash) {
  Sha256 hash;
  hash.update(file_hash);
  for (const Texture& texture : model.mesh.textures) {
    hash.update_value(static_cast<std::uint64_t>(texture.bytes.size()));
    hash.update(Bytes(texture.bytes));
    hash.update_value(static_cast<std::uint64_t>(texture.alpha_bytes.size()));
    hash.update(Bytes(texture.alpha_bytes));
  }
  return to_hex(hash.finish());
}

void tell(const std::string& file, const Warnings& warnings, Job& job) {
  for (const Warning& warning : warnings.list())
    (changes_picture(warning.kind) ? job.warnings : job.notes)
        .push_back(file + ": " + to_text(warning));
}

// Reads the files, hashes them, tells what was odd.
Result<std::vector<MotionFile>> read_motions(const std::vector<std::string>& files,
                                             std::string& hashes, Job& job) {
  std::vector<MotionFile> motions;
  Sha256 all;
  for (const std::string& file : files) {
    auto motion = load_motion_file(file);
    if (!motion) return tl::unexpected(motion.error());
    auto hash = hash_file(file, motion_endings());
    if (!hash) return tl::unexpected(hash.error());
    all.update(*hash);
    tell(file, motion->clip.warnings, job);
    motion->name = file;
    motions.push_back(std::move(*motion));
  }
  hashes = to_hex(all.finish());
  return motions;
}

std::string whole_text(double frame) { return std::to_string(static_cast<long long>(frame)); }

constexpr float kMmdMetres = 0.08f;  // stages, cameras and motions are in MMD's units

RetargetOptions retarget_options(const Project& project, const Model& character) {
  RetargetOptions options;
  options.rate = kMotionRate;
  options.threads = 0;
  options.arm_degrees = static_cast<float>(project.motion.arm_angle);
  if (project.motion.scale)
    options.scale = static_cast<float>(*project.motion.scale) / character.metres_per_unit;
  options.to_bones = project.bones;
  return options;
}

// A setting that nothing depends on must not make anything again.
std::string carrying_settings(const LoadedProject& loaded, const CarriedMotion& carried) {
  std::string text;
  for (const ConfigEntry& e : loaded.entries) {
    const bool counts = e.key == "motion.scale" ||
                        (carried.on_proxy && e.key == "motion.arm_angle") ||
                        (carried.how && e.key.starts_with("bones."));
    if (counts) text.append(e.key).append(" = ").append(e.value).append("\n");
  }
  return text;
}

Result<void> load_motion(const LoadedProject& loaded, Job& job) {
  const Project& project = loaded.project;
  auto files = read_motions(project.motion.files, job.content.motion, job);
  if (!files) return from_key(loaded, "motion.files", files.error());
  auto carried = carry_motions(std::move(*files), job.model, retarget_options(project, job.model));
  if (!carried) return tl::unexpected(carried.error());
  if (carried->how)
    job.notes.insert(job.notes.end(), carried->how->lines.begin(), carried->how->lines.end());
  job.carried_by = carrying_settings(loaded, *carried);
  job.motion = std::move(carried->clip);
  job.on_proxy = std::move(carried->on_proxy);
  job.camera = job.motion.camera;
  job.content.camera = job.content.motion;
  if (project.camera.files.empty()) return {};

  auto cameras = read_motions(project.camera.files, job.content.camera, job);
  if (!cameras) return from_key(loaded, "camera.files", cameras.error());
  Clip camera;
  for (const MotionFile& file : *cameras) camera = merge(std::move(camera), file.clip);
  if (camera.camera.frame.empty())
    return not_said(loaded, "camera.files", "no camera keys in " + project.camera.files.front(),
                    "a camera VMD belongs here; a character's motion in motion.files");
  job.camera = std::move(camera.camera);
  // A camera file may bring the light of the scene as well.
  if (job.motion.light.frame.empty()) job.motion.light = std::move(camera.light);
  return {};
}

Result<void> set_range(const LoadedProject& loaded, const JobOverrides& overrides, Job& job) {
  const MotionOptions& wanted = loaded.project.motion;
  const double end = film_end(job.motion, job.camera);
  const double to = wanted.to.value_or(end);
  if (wanted.from > to)
    return not_said(loaded, "motion.from",
                    "the film would be empty: motion.from lies behind the "
                    "motion's end at frame " +
                        whole_text(end),
                    "give an earlier frame");
  if (const double last = last_frame(job.motion); !wanted.to && last > end)
    job.notes.push_back("the film ends with body and camera at frame " + whole_text(end) +
                        "; other keys of the motion go on to " + whole_text(last) +
                        ": motion.to = " + whole_text(last) + " shows them");
  if (const double last = std::max(end, last_frame(job.motion)); to > last)
    job.warnings.push_back("motion.to lies behind the last key of the motion, at frame " +
                           whole_text(last) + ": after it the picture stands still");
  const double scale = loaded.project.film.fps / kMotionRate;
  PictureRange range{static_cast<std::int64_t>(std::ceil(wanted.from * scale - 1e-9)),
                     static_cast<std::int64_t>(std::floor(to * scale + 1e-9))};
  range.last = std::max(range.first, range.last);
  if (range.count() > kMostPictures)
    return not_said(loaded, "motion.to",
                    "the film would have " + std::to_string(range.count()) +
                        " pictures: " + std::to_string(kMostPictures) + " are the most",
                    "give motion.to an earlier frame");
  const PictureRange whole = range;
  if (overrides.first) range.first = std::max(range.first, *overrides.first);
  if (overrides.last) range.last = std::min(range.last, *overrides.last);
  if (range.count() < 1)
    return fail(Code::usage, "no frame lies in that range", Error::kNoOffset,
                "this film's frames are " + std::to_string(whole.first) + " to " +
                    std::to_string(whole.last));
  job.from = wanted.from;
  job.to = to;
  job.pictures = range;
  return {};
}

}  // namespace

Result<Job> open_job(LoadedProject loaded, const JobOverrides& overrides) {
  Project& project = loaded.project;
  if (overrides.preset) project.render.preset = *overrides.preset;
  if (overrides.width) project.film.width = project.render.width = *overrides.width;
  if (overrides.height) project.film.height = project.render.height = *overrides.height;

  Job job;
  if (project.character.file.empty())
    return not_said(loaded, "character.file", "no character",
                    "name a model (.pmx, .vrm, a .zip with one, ...) under [character]: "
                    "file = \"x.pmx\"");
  auto model = load_model(project.character.file);
  if (!model) return from_key(loaded, "character.file", model.error());
  job.model = std::move(*model);
  rescale(job.model, kMmdMetres);
  auto hash = hash_file(project.character.file, model_endings());
  if (!hash) return tl::unexpected(hash.error());
  job.content.character = hash_textures(job.model, *hash);
  tell(project.character.file, job.model.warnings, job);

  if (auto done = load_motion(loaded, job); !done) return tl::unexpected(done.error());
  for (std::string& line : to_lines(find_fit(job.motion, job.model), false))
    job.warnings.push_back(std::move(line));
  if (!project.song.file.empty()) {
    const auto song = read_file(project.song.file);
    if (!song) return from_key(loaded, "song.file", song.error());
    job.content.song = sha256_hex(*song);
  }
  if (auto done = set_range(loaded, overrides, job); !done) return tl::unexpected(done.error());
  job.project = std::move(project);
  job.entries = std::move(loaded.entries);
  return job;
}

Error name_setting(const Job& job, Error error) {
  if (error.code != Code::io && error.code != Code::denied) return error;
  const PathOptions& paths = job.project.paths;
  const auto below = [&](const std::string& folder) {
    return !folder.empty() && error.file.starts_with(folder);
  };
  const char* key = below(paths.cache) ? "paths.cache" : below(paths.out) ? "paths.out" : nullptr;
  if (key)
    error.hint += (error.hint.empty() ? "" : "; ") + std::string(key) + " in " + job.project.file +
                  " can name another folder";
  return error;
}

double motion_frame(const Job& job, std::int64_t picture) {
  return static_cast<double>(picture) * kMotionRate / job.project.film.fps;
}

double seconds_of(const Job& job, std::int64_t picture) {
  return static_cast<double>(picture) / job.project.film.fps;
}

}  // namespace odori
