// Making, drawing and storing at the same time: picture n + 1 is evaluated and dressed while n is
// drawn and n - 1 is stored.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "odori/base/picture.h"
#include "odori/base/result.h"
#include "odori/stage/scene.h"

namespace odori {

struct FrameSlot {
  std::int64_t picture = 0;
  FrameScene scene;
  Picture pixels;
  bool drawn = false;  // `make` has filled in the pixels itself
};

struct FlowSteps {
  std::function<std::optional<std::int64_t>()> next;  // nothing = no more
  std::function<Result<void>(FrameSlot&)> make;       // with next(), on a thread of its own
  std::function<Result<void>(FrameSlot&)> draw;       // on the caller's thread
  std::function<Result<void>(FrameSlot&)> store;      // on a thread of its own, in order
  // next() gave it, store() will not see it or has failed. From any of the threads, one at a time.
  std::function<void(std::int64_t)> drop;
};

// Runs until next() gives nothing or a step fails; then gives the first failure.
Result<void> run_flow(const FlowSteps& steps, const FrameScene& empty_scene);

}  // namespace odori
