// What the caches of the motion stage hold: the proxy and the tracked bones of the body. The layout
// is told in the room's README.
#pragma once

#include <vector>

#include "odori/cache/npz.h"
#include "odori/pipeline/job.h"
#include "odori/pose/evaluate.h"

namespace odori {

struct MotionBake {
  BakedClip body;   // the motion on the character's bones
  BakedClip proxy;  // on MMD's bones, in the proxy's units; empty where the character's are MMD's
};
MotionBake bake_motion(const Job& job, double first, std::size_t frames);

// Takes the bake apart as it goes, so that both forms never stand in memory whole.
std::vector<NpyArray> proxy_track(const Job& job, MotionBake baked);
std::vector<NpyArray> body_track(const Job& job, const MotionBake& baked);

// Of the larger of the two files, which also stands in memory.
std::uint64_t bytes_per_frame(const Job& job);

// 0, step, 2 * step, ... from a first frame.
NpyArray frame_array(double first, std::size_t count, double step);

}  // namespace odori
