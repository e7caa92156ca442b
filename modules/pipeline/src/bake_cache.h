// The cached results of the motion and camera stages, as NumPy archives. What they hold is told in
// the room's README.
#pragma once

#include <cstdint>
#include <string>

#include "odori/cache/cache.h"
#include "odori/cache/npz.h"
#include "odori/pipeline/build.h"

namespace odori {

// "1 frame", "12 frames".
inline std::string counted(std::uint64_t n, const char* one) {
  return std::to_string(n) + " " + one + (n == 1 ? "" : "s");
}

struct StageOutcome {
  StageState state = StageState::miss;
  std::string note;
};

// Gives `name` from the store when it is there and whole; else makes and stores it. A damaged file
// is reported and made again.
struct CachedArrays {
  StageState state = StageState::miss;
  std::vector<NpyArray> arrays;
};
Result<CachedArrays> cached_arrays(BlobStore& store, const std::string& name, bool force,
                                   const BuildTalk& talk,
                                   const std::function<Result<std::vector<NpyArray>>()>& make);

Result<StageOutcome> run_motion(const Job& job, BlobStore& store, bool force,
                                const BuildTalk& talk);
Result<StageOutcome> run_camera(const Job& job, BlobStore& store, bool force,
                                const BuildTalk& talk);
Result<StageOutcome> run_stage(const Job& job, BlobStore& store, bool force, const BuildTalk& talk);

}  // namespace odori
