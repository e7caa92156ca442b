// The demo project's files, made by the demo room.
#pragma once

#include <string>

#include "odori/base/result.h"

namespace odori::cli {

struct DemoParts {
  bool song = true;  // takes a second; benchmarks do without
};

// dancer.pmx and its textures, dance.vmd, camera.vmd, song.wav, project.toml. Files that hold the
// same bytes already are left alone, and so is a project.toml that somebody has edited.
Result<void> write_demo_files(const std::string& folder, const DemoParts& parts = {});

}  // namespace odori::cli
