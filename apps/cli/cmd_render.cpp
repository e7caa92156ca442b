// odori render project.toml [--frames A:B] [--preset P] [--size WxH] [--still N -o x.png|x.jpg]
#include <algorithm>
#include <cmath>

#include "job_talk.h"
#include "lists.h"
#include "odori/base/number_text.h"
#include "odori/io/image.h"
#include "odori/pipeline/frames.h"
#include "wishes.h"

namespace odori::cli {
namespace {

// What is wrong with the options, "" when nothing is.
std::string read_overrides(const RenderWish& wish, JobOverrides& overrides) {
  if (!wish.frames.empty()) {
    const auto range = parse_range(wish.frames);
    if (!range) return "--frames: " + to_text(range.error());
    overrides.first = range->first;
    overrides.last = range->last;
  }
  if (!wish.preset.empty()) {
    if (wish.preset != "preview" && wish.preset != "standard" && wish.preset != "final")
      return "--preset: '" + wish.preset + "' is neither preview, standard nor final";
    overrides.preset = wish.preset == "preview" ? Preset::preview
                       : wish.preset == "final" ? Preset::final
                                                : Preset::standard;
  }
  if (!wish.size.empty()) {
    const auto size = parse_size(wish.size);
    if (!size) return "--size: " + to_text(size.error());
    overrides.width = size->width;
    overrides.height = size->height;
  }
  if (wish.still) {
    if (!wish.frames.empty()) return "--still and --frames exclude each other";
    if (*wish.still != std::floor(*wish.still) || std::abs(*wish.still) > 1e9)
      return "--still: " + to_text(*wish.still) + " is no frame number";
    if (!wish.output.empty() && !io::picture_format_of(wish.output))
      return "-o: " + wish.output + ": a picture's name ends in .png, .jpg or .jpeg";
  } else if (!wish.output.empty()) {
    return "-o names the picture of --still N";
  }
  return {};
}

int draw_still(const Job& job, const RenderWish& wish) {
  const auto picture = static_cast<std::int64_t>(*wish.still);
  double end = std::max(last_frame(job.motion), job.to);
  if (!job.camera.frame.empty()) end = std::max(end, job.camera.frame.back());
  const double motion_end = end * job.project.film.fps / job.motion.rate;
  if (picture < 0 || static_cast<double>(picture) > motion_end)
    return failed(Error{Code::usage,
                        "--still " + std::to_string(picture) + ": there is no such frame",
                        Error::kNoOffset,
                        "the pictures are 0 to " +
                            std::to_string(static_cast<std::int64_t>(motion_end)) + " at " +
                            to_text(job.project.film.fps) + " a second",
                        {}});
  const std::string file =
      wish.output.empty() ? job.project.paths.out + "/still-" + std::to_string(picture) + ".png"
                          : wish.output;
  JobTalk talk;
  const auto done = render_still(job, picture, file, talk.talk());
  if (!done) return failed(name_setting(job, done.error()));
  say("wrote " + file);
  return kDone;
}

}  // namespace

int cmd_render(const Verb& verb, int argc, char** argv) {
  RenderWish wish;
  Args args(verb);
  declare(args, wish);
  if (const auto code = args.parse(argc, argv)) return *code;
  JobOverrides overrides;
  if (const std::string wrong = read_overrides(wish, overrides); !wrong.empty())
    return bad_usage(verb, wrong);

  const auto job = open_project(wish.project, overrides);
  if (!job) return failed(job.error());
  tell_warnings(*job);
  if (wish.still) return draw_still(*job, wish);

  JobTalk talk;
  const auto start = std::chrono::steady_clock::now();
  announce(talk.talk(), "render");
  const auto report = render_frames(*job, talk.talk());
  talk.clear();
  if (!report) return failed(name_setting(*job, report.error()));
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  say(count_text(static_cast<std::uint64_t>(report->drawn), "frame", "frames") + " drawn in " +
      seconds_text(seconds) + ", " + std::to_string(report->there) +
      " were there: " + frames_folder(*job));
  if (report->elsewhere > 0)
    say(count_text(static_cast<std::uint64_t>(report->elsewhere), "frame is", "frames are") +
        " being drawn by other processes");
  return kDone;
}

}  // namespace odori::cli
