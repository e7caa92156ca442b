// Whether a scene keeps the promises of scene.h, before any of it reaches a driver.
#pragma once

#include "odori/base/result.h"
#include "odori/stage/scene.h"

namespace odori::gl {

// Errors: malformed (an index out of range, a size that does not fit), too_large (a picture beyond
// max_picture_size a side).
Result<void> check_assets(const SceneAssets& assets, int max_picture_size);

// Errors: usage (a frame that was not made from these assets).
Result<void> check_frame(const SceneAssets& assets, const FrameScene& scene);

}  // namespace odori::gl
