// Picture files made by code, so that their pixels are known.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "odori/base/picture.h"

namespace odori::io {

using File = std::vector<std::byte>;

// A pattern with a different colour in every pixel; `alpha` is kept in each.
Picture pattern(int width, int height, bool with_alpha);

// Little-endian file under construction.
class FileWriter {
 public:
  FileWriter& u8(int v) { return put(static_cast<std::uint32_t>(v), 1); }
  FileWriter& u16(int v) { return put(static_cast<std::uint32_t>(v), 2); }
  FileWriter& u32(std::uint32_t v) { return put(v, 4); }
  FileWriter& text(const char* t) {
    for (; *t; ++t) u8(static_cast<unsigned char>(*t));
    return *this;
  }
  FileWriter& zeros(int n) {
    for (int i = 0; i < n; ++i) u8(0);
    return *this;
  }
  File take() { return std::move(bytes_); }

 private:
  FileWriter& put(std::uint32_t v, int n) {
    for (int i = 0; i < n; ++i) bytes_.push_back(static_cast<std::byte>(v >> (8 * i)));
    return *this;
  }
  File bytes_;
};

// bits: 24 or 32. With the 40-byte header; rows from the bottom unless `from_top`.
File make_bmp(const Picture& picture, int bits, bool from_top = false);
// 8 bits a pixel: index = x + y of a grey palette that is 16 * i.
File make_palette_bmp(int width, int height);
// bits: 24 or 32; rows from the top.
File make_tga(const Picture& picture, int bits, bool packed);
// One block of 4 x 4.
File make_dds(const char* four_cc, const std::vector<std::uint8_t>& block);

// By libpng, from raw rows that already have the colour type and depth.
struct PngRaw {
  int width = 0, height = 0, depth = 8, colour_type = 2;
  bool interlaced = false;
  std::vector<std::uint8_t> rows;
  std::vector<std::uint8_t> palette{};        // R G B each
  std::vector<std::uint8_t> palette_alpha{};  // tRNS
};
File make_png(const PngRaw& raw);

// By libav's encoder of that name; the pixel is asked for as three planes of 4:4:4 full range (or
// what `format` names). Empty when this machine has no such encoder.
File make_by_libav(const char* encoder, int av_pixel_format, int width, int height,
                   const std::function<std::uint8_t(int plane, int x, int y)>& sample);

}  // namespace odori::io
