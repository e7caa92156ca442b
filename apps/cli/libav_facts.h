// Which libav is here and what it can.
#pragma once

#include <string>

namespace odori::cli {

struct LibavFacts {
  std::string versions;  // "libavcodec 59.37.100, ..."
  bool has_x264 = false, has_aac = false;
};
LibavFacts libav_facts();

}  // namespace odori::cli
