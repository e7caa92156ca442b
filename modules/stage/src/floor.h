// The default set: a disc that melts into the sky.
#pragma once

#include "odori/stage/compose.h"

namespace odori {

SceneMesh make_floor_mesh(const StageOptions& options);
void fill_floor(const StageOptions& options, SceneMeshFrame& frame);
bool has_floor(const StageOptions& options);

}  // namespace odori
