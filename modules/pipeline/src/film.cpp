#include "film.h"

#include <filesystem>

#include "flow.h"
#include "frames_folder.h"
#include "odori/files/files.h"
#include "odori/io/image.h"
#include "painter.h"

namespace odori {
namespace {

namespace fs = std::filesystem;

bool stopped(const BuildTalk& talk) {
  return talk.stop && talk.stop->load(std::memory_order_relaxed);
}

Result<void> read_frame(const std::string& file, FrameSlot& slot, const FilmOptions& film) {
  const auto bytes = read_file(file);
  if (!bytes) return tl::unexpected(bytes.error());
  auto picture = io::decode_image(*bytes);
  if (!picture) return fail_in(file, picture.error());
  if (picture->width != film.width || picture->height != film.height)
    return fail_in(file, Error{Code::malformed,
                               "the frame is " + std::to_string(picture->width) + "x" +
                                   std::to_string(picture->height) + ", the film " +
                                   std::to_string(film.width) + "x" + std::to_string(film.height),
                               Error::kNoOffset, "delete it and render again"});
  slot.pixels = std::move(*picture);
  slot.drawn = true;
  return {};
}

// The frame files that a film may use, and what they were drawn with.
struct Frames {
  bool usable = false;
  FrameSettings settings;
  std::int64_t missing = 0, first_missing = -1;
};

bool is_there(const Job& job, std::int64_t picture) {
  std::error_code ignored;
  const auto size = fs::file_size(frame_file(job, picture), ignored);
  return !ignored && size > 0;
}

Frames look_for_frames(const Job& job) {
  Frames frames;
  const auto settings = read_settings(frames_folder(job));
  const FrameSettings wanted = frame_settings(job);
  frames.usable = settings && settings->key() == wanted.key();
  frames.settings = settings.value_or(wanted);
  for (std::int64_t p = job.pictures.first; p <= job.pictures.last; ++p)
    if (!is_there(job, p) && frames.missing++ == 0) frames.first_missing = p;
  return frames;
}

// Frames alone, no drawing: they may have another size than the project says now (drawn with
// --size or --preset), but must show what it says.
Result<FilmOptions> options_for_frames(const Job& job, const BuildTalk& talk) {
  const Frames frames = look_for_frames(job);
  const std::string folder = frames_folder(job);
  FilmOptions film = job.project.film;
  if (!frames.usable) {
    const FrameSettings wanted = frame_settings(job);
    if (!read_settings(folder))
      return fail_in(folder, Error{Code::not_found, "no frames there", Error::kNoOffset,
                                   "odori render draws them; odori encode --direct needs none"});
    if (frames.settings.content != wanted.content || frames.settings.fps != wanted.fps)
      return fail_in(folder, Error{Code::usage,
                                   "the frames there were drawn before the project "
                                   "was changed",
                                   Error::kNoOffset, "odori render draws them anew"});
    film.width = frames.settings.width;
    film.height = frames.settings.height;
    if (talk.say)
      talk.say("the frames are " + std::to_string(film.width) + "x" + std::to_string(film.height) +
               ", " + std::string(preset_name(frames.settings.preset)) +
               ": not what the project says, but complete; they are used");
  }
  if (frames.missing > 0)
    return fail_in(
        frame_file(job, frames.first_missing),
        Error{Code::not_found,
              std::to_string(frames.missing) + " of " + std::to_string(job.pictures.count()) +
                  " frames are missing, this one "
                  "first",
              Error::kNoOffset, "odori render draws them; odori encode --direct does without"});
  return film;
}

}  // namespace

std::string film_file(const Job& job) {
  return job.project.paths.out + "/" + job.project.name + ".mp4";
}

Result<std::optional<Song>> read_job_song(const Job& job) {
  if (job.project.song.file.empty()) return std::optional<Song>();
  auto song = read_song(job.project.song.file);
  if (!song) return tl::unexpected(song.error());
  return std::optional<Song>(std::move(*song));
}

Result<FilmReport> make_job_film(const Job& job, bool direct, const BuildTalk& talk) {
  const auto song = read_job_song(job);
  if (!song) return tl::unexpected(song.error());
  return make_film_of(job, direct, *song ? &**song : nullptr, talk);
}

Result<FilmReport> make_film_of(const Job& job, bool direct, const Song* song,
                                const BuildTalk& talk) {
  FilmReport report;
  report.file = film_file(job);
  FilmOptions options = job.project.film;
  bool use_files = true;
  std::unique_ptr<Painter> painter;
  if (direct) {
    const Frames frames = look_for_frames(job);
    use_files = frames.usable;
    if (!use_files || frames.missing > 0) {
      auto made = Painter::make(job, talk);
      if (!made) return tl::unexpected(made.error());
      painter = std::move(*made);
    }
  } else {
    auto found = options_for_frames(job, talk);
    if (!found) return tl::unexpected(found.error());
    options = *found;
  }

  // The song runs with the motion: a film that starts later starts later in the song too.
  options.song_offset_seconds -= seconds_of(job, job.pictures.first);
  auto film = make_film(report.file, options, song);
  if (!film) return tl::unexpected(film.error());

  std::int64_t next = job.pictures.first;
  FlowSteps steps;
  steps.next = [&]() -> std::optional<std::int64_t> {
    if (stopped(talk) || next > job.pictures.last) return std::nullopt;
    return next++;
  };
  steps.make = [&](FrameSlot& slot) -> Result<void> {
    if (use_files && (!painter || is_there(job, slot.picture)))
      return read_frame(frame_file(job, slot.picture), slot, options);
    return painter->make(slot);
  };
  steps.draw = [&](FrameSlot& slot) {
    ++report.drawn;
    return painter->draw(slot);
  };
  steps.store = [&](FrameSlot& slot) {
    auto done = (*film)->add(slot.pixels);
    ++report.pictures;
    if (done && talk.progress)
      talk.progress("encode", static_cast<std::uint64_t>(report.pictures),
                    static_cast<std::uint64_t>(job.pictures.count()));
    return done;
  };
  const FrameScene empty = painter ? painter->empty_scene() : FrameScene();
  if (auto done = run_flow(steps, empty); !done) return tl::unexpected(done.error());
  if (stopped(talk))
    return fail(Code::cancelled,
                painter ? "stopped: the film is not finished, nothing of it was kept (odori render "
                          "keeps finished frames)"
                        : "stopped: the film is not finished; the frames are all there");
  if (auto done = (*film)->finish(); !done) return tl::unexpected(done.error());
  report.seconds = static_cast<double>(job.pictures.count()) / options.fps;
  return report;
}

}  // namespace odori
