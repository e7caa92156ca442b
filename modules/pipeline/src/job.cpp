#include "odori/pipeline/job.h"

#include <algorithm>
#include <cmath>

#include "odori/assets/load.h"
#include "odori/base/sha256.h"
#include "odori/files/files.h"
#include "odori/pose/bind.h"

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

void tell(const std::string& file, const Warnings& warnings, std::vector<std::string>& lines) {
  for (const Warning& warning : warnings.list()) lines.push_back(file + ": " + to_text(warning));
}

// Merged as MMD does when motions are loaded one after the other.
Result<Clip> load_clips(const std::vector<std::string>& files, std::string& hashes,
                        std::vector<std::string>& warnings) {
  Clip merged;
  Sha256 all;
  for (const std::string& file : files) {
    auto clip = load_clip(file);
    if (!clip) return clip;
    auto hash = hash_file(file, kClipEndings);
    if (!hash) return tl::unexpected(hash.error());
    all.update(*hash);
    tell(file, clip->warnings, warnings);
    merged = merge(std::move(merged), *clip);
  }
  hashes = to_hex(all.finish());
  return merged;
}

// What of the motion the character cannot follow; empty = it follows all.
std::string unbound_note(const Binding& binding) {
  const std::size_t lost = binding.unbound_bones.size() + binding.unbound_morphs.size();
  if (binding.bones.empty() && binding.morphs.empty())
    return "the motion moves nothing: no track of it names a bone or morph of the character";
  if (lost == 0) return {};
  std::string names;
  std::size_t shown = 0;
  for (const auto* list : {&binding.unbound_bones, &binding.unbound_morphs})
    for (const std::string& name : *list)
      if (shown++ < 6) names += (names.empty() ? "" : ", ") + name;
  return std::to_string(lost) +
         " tracks of the motion find no bone or morph in the character: " + names +
         (lost > 6 ? ", ..." : "");
}

Result<void> load_motion(const LoadedProject& loaded, Job& job) {
  const Project& project = loaded.project;
  auto motion = load_clips(project.motion.files, job.content.motion, job.warnings);
  if (!motion) return from_key(loaded, "motion.files", motion.error());
  job.motion = std::move(*motion);
  job.camera = job.motion.camera;
  job.content.camera = job.content.motion;
  if (project.camera.files.empty()) return {};

  auto camera = load_clips(project.camera.files, job.content.camera, job.warnings);
  if (!camera) return from_key(loaded, "camera.files", camera.error());
  if (camera->camera.frame.empty())
    return not_said(loaded, "camera.files", "no camera keys in " + project.camera.files.front(),
                    "a camera VMD belongs here; a character's motion in motion.files");
  job.camera = std::move(camera->camera);
  // A camera file may bring the light of the scene as well.
  if (job.motion.light.frame.empty()) job.motion.light = std::move(camera->light);
  return {};
}

Result<void> set_range(const LoadedProject& loaded, const JobOverrides& overrides, Job& job) {
  const MotionOptions& wanted = loaded.project.motion;
  const double end =
      std::max(last_frame(job.motion), job.camera.frame.empty() ? 0 : job.camera.frame.back());
  const double to = wanted.to.value_or(end);
  if (wanted.from > to)
    return not_said(loaded, "motion.from",
                    "the film would be empty: motion.from lies behind the "
                    "motion's end at frame " +
                        std::to_string(static_cast<long long>(end)),
                    "give an earlier frame");
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
                    "name a .pmx (or a .zip that holds one) under [character]: file = \"x.pmx\"");
  auto model = load_model(project.character.file);
  if (!model) return from_key(loaded, "character.file", model.error());
  job.model = std::move(*model);
  auto hash = hash_file(project.character.file, kModelEndings);
  if (!hash) return tl::unexpected(hash.error());
  job.content.character = hash_textures(job.model, *hash);
  tell(project.character.file, job.model.warnings, job.warnings);

  if (auto done = load_motion(loaded, job); !done) return tl::unexpected(done.error());
  if (std::string note = unbound_note(bind(job.motion, job.model)); !note.empty())
    job.warnings.push_back(std::move(note));
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

double motion_frame(const Job& job, std::int64_t picture) {
  return static_cast<double>(picture) * kMotionRate / job.project.film.fps;
}

double seconds_of(const Job& job, std::int64_t picture) {
  return static_cast<double>(picture) / job.project.film.fps;
}

}  // namespace odori
