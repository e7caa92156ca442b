#include "job_talk.h"

namespace odori::cli {

Result<Job> open_project(const std::string& path, const JobOverrides& overrides) {
  auto loaded = load_project(path.empty() ? "project.toml" : path);
  if (!loaded) return tl::unexpected(loaded.error());
  return open_job(std::move(*loaded), overrides);
}

void tell_warnings(const Job& job) {
  for (const std::string& line : job.warnings) say_warning(line);
  for (const std::string& line : job.notes) say_more("note: " + line);
}

JobTalk::JobTalk() {
  talk_.stop = stop_on_signals();
  talk_.say = [this](const std::string& line) {
    clear();
    say(line);
  };
  talk_.warn = [this](const std::string& line) {
    if (!warned_.insert(line).second) return;  // two stages may meet the same
    clear();
    say_warning(line);
  };
  talk_.begin = [this](const char* stage, const char* doing) {
    clear();
    say_passing(std::string(stage) + ": " + doing + " ...");
  };
  talk_.progress = [this](const char* stage, std::uint64_t done, std::uint64_t total) {
    if (!progress_ || stage_ != stage) {
      clear();
      stage_ = stage;
      progress_.emplace(stage_, "frames");
    }
    progress_->step(done, total);
  };
}

void JobTalk::clear() {
  if (progress_) progress_->clear();
  clear_passing();
}

}  // namespace odori::cli
