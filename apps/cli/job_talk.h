// A project on the command line: opening it, and telling how its stages go.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>

#include "odori/pipeline/build.h"
#include "talk.h"

namespace odori::cli {

// project.toml, the folder it lies in, or "" for the current one.
Result<Job> open_project(const std::string& path, const JobOverrides& overrides = {});

// What the reading met: what changes the picture; the rest when verbose.
void tell_warnings(const Job& job);

// Bars and lines on stderr; stops on Ctrl-C. Must live as long as what talk() gave.
class JobTalk {
 public:
  JobTalk();
  const BuildTalk& talk() const { return talk_; }
  void clear();  // before other lines are written

 private:
  std::optional<Progress> progress_;
  std::string stage_;
  std::set<std::string> warned_;
  BuildTalk talk_;
};

}  // namespace odori::cli
