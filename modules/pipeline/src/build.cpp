#include "odori/pipeline/build.h"

#include <chrono>
#include <filesystem>

#include "bake_cache.h"
#include "film.h"
#include "odori/pipeline/frames.h"

namespace odori {
namespace {

namespace fs = std::filesystem;

struct Work {
  const Job& job;
  const BuildOptions& options;
  const BuildTalk& talk;
  BlobStore& store;
  const Song* song;  // null where there is none or no film is to be made
};

Result<StageOutcome> motion(const Work& w) {
  return run_motion(w.job, w.store, w.options.resample, w.talk);
}
Result<StageOutcome> camera(const Work& w) {
  return run_camera(w.job, w.store, w.options.resample, w.talk);
}
Result<StageOutcome> stage(const Work& w) { return run_stage(w.job, w.store, false, w.talk); }

// A film that was made under a key is known again by a small record beside the caches.
std::string film_record(const Job& job) { return "film_" + stage_key(job, "encode") + ".npz"; }

bool film_is_there(const Work& w) {
  std::error_code ignored;
  const auto bytes = fs::file_size(film_file(w.job), ignored);
  if (ignored) return false;
  const auto arrays = load_arrays(w.store, film_record(w.job));
  if (!arrays || !*arrays || (**arrays).size() != 1) return false;
  const auto* size = std::get_if<std::vector<double>>(&(**arrays)[0].data);
  return size && size->size() == 1 && (*size)[0] == static_cast<double>(bytes);
}

Result<void> remember_film(const Work& w) {
  std::error_code error;
  const auto bytes = fs::file_size(film_file(w.job), error);
  if (error) return {};
  const NpyArray size{"bytes", {1}, std::vector<double>{static_cast<double>(bytes)}};
  return save_arrays(w.store, film_record(w.job), std::span(&size, 1));
}

Result<StageOutcome> render(const Work& w) {
  if (w.options.last == "encode" && w.options.direct)
    return StageOutcome{film_is_there(w) ? StageState::hit : StageState::miss,
                        "its pictures go straight into the film"};
  const auto report = render_frames(w.job, w.talk, true);
  if (!report) return tl::unexpected(report.error());
  return StageOutcome{report->drawn > 0 ? StageState::miss : StageState::hit,
                      counted(static_cast<std::uint64_t>(report->wanted), "frame") + ", " +
                          std::to_string(report->drawn) + " of them drawn now"};
}

Result<StageOutcome> encode(const Work& w) {
  if (film_is_there(w)) return StageOutcome{StageState::hit, film_file(w.job)};
  const auto report = make_film_of(w.job, w.options.direct, w.song, w.talk);
  if (!report) return tl::unexpected(report.error());
  if (auto done = remember_film(w); !done) return tl::unexpected(done.error());
  return StageOutcome{StageState::miss,
                      report->file + ", " +
                          counted(static_cast<std::uint64_t>(report->pictures), "picture") + ", " +
                          std::to_string(report->drawn) + " of them drawn now"};
}

struct Step {
  const char* name;
  Result<StageOutcome> (*run)(const Work&);
};
constexpr Step kSteps[] = {{"motion", motion},
                           {"camera", camera},
                           {"stage", stage},
                           {"render", render},
                           {"encode", encode}};

bool needs(std::string_view wanted, std::string_view other) {
  if (wanted == other) return true;
  for (const StageInfo& row : stages())
    if (wanted == row.name)
      for (const char* input : row.inputs)
        if (needs(input, other)) return true;
  return false;
}

}  // namespace

Result<std::vector<StageReport>> build(const Job& job, const BuildOptions& options,
                                       const BuildTalk& talk,
                                       const std::function<void(const StageReport&)>& done) {
  const std::unique_ptr<BlobStore> store = make_folder_store(job.project.paths.cache);
  Work work{job, options, talk, *store, nullptr};
  // A song that cannot be read is told before hours of drawing.
  std::optional<Song> song;
  if (options.last == "encode" && !film_is_there(work)) {
    auto read = read_job_song(job);
    if (!read) return tl::unexpected(read.error());
    song = std::move(*read);
    work.song = song ? &*song : nullptr;
  }
  std::vector<StageReport> reports;
  for (const Step& step : kSteps) {
    const bool before_drawing = step.run != render && step.run != encode;
    if (options.last.empty() ? !before_drawing : !needs(options.last, step.name)) continue;
    if (talk.stop && talk.stop->load()) return fail(Code::cancelled, "stopped");
    // In a film of one piece the pictures are drawn by the next step: nothing to tell before that.
    const bool silent = step.run == render && options.last == "encode" && options.direct;
    if (!silent) announce(talk, step.name);
    const auto start = std::chrono::steady_clock::now();
    const auto outcome = step.run(work);
    if (!outcome) return tl::unexpected(outcome.error());
    StageReport report{step.name, outcome->state, 0, stage_key(job, step.name), outcome->note};
    report.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    reports.push_back(std::move(report));
    if (done && !silent) done(reports.back());
  }
  return reports;
}

}  // namespace odori
