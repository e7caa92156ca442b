// odori build project.toml [--video] [--resample] [--stage NAME] [--frames-on-disk] [--json]
#include <cstdio>

#include "job_talk.h"
#include "json.h"
#include "odori/pipeline/frames.h"
#include "wishes.h"

namespace odori::cli {
namespace {

std::string row(const StageReport& report) {
  char text[64];
  std::snprintf(text, sizeof text, "%-8s %-6s %8s  ", report.name.c_str(),
                report.state == StageState::hit ? "reused" : "made",
                seconds_text(report.seconds).c_str());
  return text + report.note;
}

std::string as_json(const std::vector<StageReport>& reports) {
  Json json;
  json.open('{').key("stages").open('[');
  for (const StageReport& report : reports) {
    json.open('{').pair("name", report.name);
    json.pair("state", report.state == StageState::hit ? "hit" : "miss");
    json.pair("seconds", report.seconds).pair("key", report.key).pair("note", report.note);
    json.close('}');
  }
  json.close(']').close('}').line();
  return json.take();
}

std::string stage_names() {
  std::string names;
  for (const StageInfo& stage : stages())
    names += (names.empty() ? "" : ", ") + std::string(stage.name);
  return names;
}

bool is_stage(const std::string& name) {
  for (const StageInfo& stage : stages())
    if (name == stage.name) return true;
  return false;
}

}  // namespace

int cmd_build(const Verb& verb, int argc, char** argv) {
  BuildWish wish;
  Args args(verb);
  declare(args, wish);
  if (const auto code = args.parse(argc, argv)) return *code;
  if (!wish.stage.empty() && !is_stage(wish.stage))
    return bad_usage(verb,
                     "--stage: there is no stage " + wish.stage + "; there are " + stage_names());
  if (!wish.stage.empty() && wish.video)
    return bad_usage(verb, "--stage and --video exclude each other");

  const auto job = open_project(wish.project);
  if (!job) return failed(job.error());
  tell_warnings(*job);
  JobTalk talk;
  BuildOptions options;
  options.last = wish.video ? "encode" : wish.stage;
  options.resample = wish.resample;
  options.direct = !wish.png;
  bool written = true;
  const auto reports = build(*job, options, talk.talk(), [&](const StageReport& report) {
    talk.clear();
    if (!wish.json && loudness() != Loudness::quiet)
      written = write_out(row(report) + "\n") && written;
  });
  talk.clear();
  if (!reports) return failed(name_setting(*job, reports.error()));
  if (wish.json) written = write_out(as_json(*reports));
  if (wish.video) say("the film: " + film_file(*job));
  return written ? kDone : kFailed;
}

}  // namespace odori::cli
