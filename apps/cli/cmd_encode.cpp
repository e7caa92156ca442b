// odori encode project.toml [--direct]
#include "args.h"
#include "job_talk.h"
#include "odori/pipeline/frames.h"

namespace odori::cli {

int cmd_encode(const Verb& verb, int argc, char** argv) {
  std::string project;
  bool direct = false;
  Args args(verb);
  args.optional("project", project, "project.toml, or its folder (default: here)");
  args.flag("--direct", direct, "draws what is missing straight into the film, without files");
  if (const auto code = args.parse(argc, argv)) return *code;

  const auto job = open_project(project);
  if (!job) return failed(job.error());
  tell_warnings(*job);
  JobTalk talk;
  const auto start = std::chrono::steady_clock::now();
  const auto report = make_job_film(*job, direct, talk.talk());
  talk.clear();
  if (!report) return failed(report.error());
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  say("wrote " + report->file + ": " +
      count_text(static_cast<std::uint64_t>(report->pictures), "picture", "pictures") + " in " +
      seconds_text(seconds));
  return kDone;
}

}  // namespace odori::cli
