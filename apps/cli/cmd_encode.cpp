// odori encode project.toml [--direct]
#include "job_talk.h"
#include "odori/pipeline/frames.h"
#include "wishes.h"

namespace odori::cli {

int cmd_encode(const Verb& verb, int argc, char** argv) {
  EncodeWish wish;
  Args args(verb);
  declare(args, wish);
  if (const auto code = args.parse(argc, argv)) return *code;

  const auto job = open_project(wish.project);
  if (!job) return failed(job.error());
  tell_warnings(*job);
  JobTalk talk;
  const auto start = std::chrono::steady_clock::now();
  announce(talk.talk(), "encode");
  const auto report = make_job_film(*job, wish.direct, talk.talk());
  talk.clear();
  if (!report) return failed(name_setting(*job, report.error()));
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  say("wrote " + report->file + ": " +
      count_text(static_cast<std::uint64_t>(report->pictures), "picture", "pictures") + " in " +
      seconds_text(seconds));
  return kDone;
}

}  // namespace odori::cli
