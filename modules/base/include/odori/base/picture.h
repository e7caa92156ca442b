// Pixels in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace odori {

// 8 bits a channel, R G B A, straight (not premultiplied) alpha, sRGB-encoded, rows from the top.
struct Picture {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> rgba;  // width * height * 4
  bool has_alpha = false;          // whether the source had an alpha channel at all

  bool empty() const { return width <= 0 || height <= 0; }
  const std::uint8_t* pixel(int x, int y) const {
    return rgba.data() + (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                          static_cast<std::size_t>(x)) *
                             4;
  }
};

}  // namespace odori
