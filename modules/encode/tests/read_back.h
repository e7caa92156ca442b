// Reads a film with libav, as a player would.
#pragma once

#include <string>
#include <vector>

#include "odori/base/picture.h"
#include "odori/encode/film.h"

namespace odori {

struct Seen {
  int width = 0, height = 0;
  double seconds = 0;        // as the container says
  double video_seconds = 0;  // last frame's end
  double first_time = 0;     // of the first frame
  bool bt709 = false, video_range = false, index_first = false;
  std::vector<Picture> frames;
};

Seen see(const std::string& path);

// A flat picture.
Picture flat(int width, int height, std::uint8_t r, std::uint8_t g, std::uint8_t b);

// A sine of that frequency and height on both sides.
Song tone(double seconds, double hertz = 440, float height = 0.5f);

// The largest value between two times.
float loudest(const Song& song, double from, double to);

}  // namespace odori
