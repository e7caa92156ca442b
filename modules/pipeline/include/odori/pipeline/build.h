// The stages: motion -> camera -> stage -> render -> encode. Each result is cached under a key of
// all its inputs; the table of stages is in src/stages.cpp, what the cache files hold in README.md.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "odori/base/control.h"
#include "odori/pipeline/job.h"

namespace odori {

// How a build speaks. Every function may be empty.
struct BuildTalk {
  std::function<void(const std::string&line)> say, warn;
  // A stage begins: "motion", "working out the poses".
  std::function<void(const char* stage, const char* doing)> begin;
  // For a long stage; from one thread at a time.
  std::function<void(const char* stage, std::uint64_t done, std::uint64_t total)> progress;
  const std::atomic<bool>* stop = nullptr;
};

enum class StageState {
  hit,   // the result was there
  miss,  // it was made
};

struct StageReport {
  std::string name;
  StageState state = StageState::miss;
  double seconds = 0;
  std::string key;   // 16 hex digits over all inputs
  std::string note;  // "180 frames, 138 bones"
};

struct StageInfo {
  const char* name;
  std::vector<const char*> inputs;  // stages whose result it needs
  int version;                      // raised when the same inputs give another result
};
std::span<const StageInfo> stages();

// Says through `talk` that a stage begins; the name must be one of stages().
void announce(const BuildTalk& talk, std::string_view stage);

// The key of a stage for a job; the name must be one of stages().
std::string stage_key(const Job& job, std::string_view stage);

struct BuildOptions {
  std::string last;  // the last stage wanted; it and all it needs are run; "" = all before render
  bool resample = false;  // evaluates motion and camera again, whatever is cached
  bool direct = true;     // pictures go straight to the film; finished frames are used as well
};

// `done` hears of each stage as it ends; not of render where its pictures go straight into the
// film, which encode tells. Errors come before anything on disk is touched, except for
// what only drawing and encoding can meet; cancelled when stopped: finished work stays.
Result<std::vector<StageReport>> build(const Job& job, const BuildOptions& options,
                                       const BuildTalk& talk,
                                       const std::function<void(const StageReport&)>& done = {});

}  // namespace odori
