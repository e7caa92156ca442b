// odori demo [DIR] [--preset P]
#include "args.h"
#include "demo_files.h"
#include "job_talk.h"
#include "odori/pipeline/frames.h"

namespace odori::cli {

int cmd_demo(const Verb& verb, int argc, char** argv) {
  std::string folder = "demo";
  bool files_only = false;
  Args args(verb);
  args.optional("DIR", folder, "where (default: demo)");
  args.flag("--no-video", files_only, "writes the project alone");
  if (const auto code = args.parse(argc, argv)) return *code;

  if (const auto done = write_demo_files(folder); !done) return failed(done.error());
  say("wrote the demo project: " + folder + "/project.toml");
  if (files_only) return kDone;

  const auto job = open_project(folder);
  if (!job) return failed(job.error());
  tell_warnings(*job);
  JobTalk talk;
  BuildOptions options;
  options.last = "encode";
  const auto reports = build(*job, options, talk.talk(), [&](const StageReport& report) {
    talk.clear();
    say(report.name + ": " + seconds_text(report.seconds) + "  " + report.note);
  });
  talk.clear();
  if (!reports) return failed(reports.error());
  say("the film: " + film_file(*job));
  return kDone;
}

}  // namespace odori::cli
