// What frames were drawn with.
#pragma once

#include <string>
#include <string_view>

#include "odori/pipeline/job.h"

namespace odori {

struct FrameSettings {
  std::string content;  // key over character, motion, camera, set
  int width = 0, height = 0;
  Preset preset = Preset::standard;
  double fps = 30;

  std::string key() const;
};

FrameSettings frame_settings(const Job& job);
std::string_view preset_name(Preset preset);

}  // namespace odori
