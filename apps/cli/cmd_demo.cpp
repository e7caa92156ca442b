// odori demo [DIR] [--preset P]
#include "demo_files.h"
#include "job_talk.h"
#include "odori/pipeline/frames.h"
#include "wishes.h"

namespace odori::cli {

int cmd_demo(const Verb& verb, int argc, char** argv) {
  DemoWish wish;
  Args args(verb);
  declare(args, wish);
  if (const auto code = args.parse(argc, argv)) return *code;

  if (const auto done = write_demo_files(wish.folder); !done) return failed(done.error());
  say("wrote the demo project: " + wish.folder + "/project.toml");
  if (wish.files_only) return kDone;

  const auto job = open_project(wish.folder);
  if (!job) return failed(job.error());
  tell_warnings(*job);
  JobTalk talk;
  BuildOptions options;
  options.last = "encode";
  const auto reports = build(*job, options, talk.talk(), [&](const StageReport& report) {
    talk.clear();
    say(report.name + ": " + (report.state == StageState::hit ? "reused, " : "made in ") +
        seconds_text(report.seconds) + ", " + report.note);
  });
  talk.clear();
  if (!reports) return failed(name_setting(*job, reports.error()));
  say("the film: " + film_file(*job));
  return kDone;
}

}  // namespace odori::cli
