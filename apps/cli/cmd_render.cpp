// odori render project.toml [--frames A:B] [--preset P] [--size WxH] [--still N -o x.png]
#include <cmath>

#include "args.h"
#include "job_talk.h"
#include "lists.h"
#include "odori/base/number_text.h"
#include "odori/pipeline/frames.h"

namespace odori::cli {
namespace {

struct Wish {
  std::string project, frames, preset, size, output;
  std::optional<double> still;
};

// What is wrong with the options, "" when nothing is.
std::string read_overrides(const Wish& wish, JobOverrides& overrides) {
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
  } else if (!wish.output.empty()) {
    return "-o names the picture of --still N";
  }
  return {};
}

int draw_still(const Job& job, const Wish& wish) {
  const auto picture = static_cast<std::int64_t>(*wish.still);
  const double motion_end = last_frame(job.motion) * job.project.film.fps / job.motion.rate;
  if (picture < 0 || static_cast<double>(picture) > motion_end)
    return failed(Error{
        Code::usage,
        "--still " + std::to_string(picture) + ": there is no such frame",
        Error::kNoOffset,
        "the motion's frames are 0 to " + std::to_string(static_cast<std::int64_t>(motion_end)),
        {}});
  const std::string file =
      wish.output.empty() ? job.project.paths.out + "/still-" + std::to_string(picture) + ".png"
                          : wish.output;
  JobTalk talk;
  const auto done = render_still(job, picture, file, talk.talk());
  if (!done) return failed(done.error());
  say("wrote " + file);
  return kDone;
}

}  // namespace

int cmd_render(const Verb& verb, int argc, char** argv) {
  Wish wish;
  Args args(verb);
  args.optional("project", wish.project, "project.toml, or its folder (default: here)");
  args.option("--frames", "A:B", wish.frames,
              "these alone, both ends included; numbers are those of the file names");
  args.option("--preset", "P", wish.preset, "preview, standard or final, for this run");
  args.option("--size", "WxH", wish.size, "640x360, for this run");
  args.number("--still", "N", wish.still, "one picture, into a file of its own");
  args.option("-o,--output", "FILE", wish.output, "the file of --still");
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
  const auto report = render_frames(*job, talk.talk());
  talk.clear();
  if (!report) return failed(report.error());
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
