// odori build project.toml [--video] [--resample] [--stage NAME] [--frames-on-disk] [--json]
#include <cstdio>

#include "args.h"
#include "job_talk.h"
#include "json.h"
#include "odori/pipeline/frames.h"

namespace odori::cli {
namespace {

std::string row(const StageReport& report) {
  char text[64];
  std::snprintf(text, sizeof text, "%-8s %-4s %8s  ", report.name.c_str(),
                report.state == StageState::hit ? "hit" : "miss",
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
  std::string project, stage;
  bool video = false, resample = false, png = false, json = false;
  Args args(verb);
  args.optional("project", project, "project.toml, or its folder (default: here)");
  args.flag("--video", video, "goes on to the film: draws the pictures straight into it");
  args.flag("--png", png, "with --video: draws frame files first (resumable), then the film");
  args.flag("--resample", resample, "evaluates motion and camera again, whatever is cached");
  args.option("--stage", "NAME", stage, "runs this stage and what it needs, no more");
  args.flag("--json", json, "the report for machines");
  if (const auto code = args.parse(argc, argv)) return *code;
  if (!stage.empty() && !is_stage(stage))
    return bad_usage(verb, "--stage: there is no stage " + stage + "; there are " + stage_names());
  if (!stage.empty() && video) return bad_usage(verb, "--stage and --video exclude each other");

  const auto job = open_project(project);
  if (!job) return failed(job.error());
  tell_warnings(*job);
  JobTalk talk;
  BuildOptions options;
  options.last = video ? "encode" : stage;
  options.resample = resample;
  options.direct = !png;
  bool written = true;
  const auto reports = build(*job, options, talk.talk(), [&](const StageReport& report) {
    talk.clear();
    if (!json && loudness() != Loudness::quiet) written = write_out(row(report) + "\n") && written;
  });
  talk.clear();
  if (!reports) return failed(reports.error());
  if (json) written = write_out(as_json(*reports));
  if (video) say("the film: " + film_file(*job));
  return written ? kDone : kFailed;
}

}  // namespace odori::cli
