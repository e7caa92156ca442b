// What a picture's first bytes say about it.
#pragma once

#include <cstdint>

#include "odori/base/bytes.h"
#include "odori/base/result.h"
#include "odori/io/image.h"

namespace odori::io {

enum class PictureKind : std::uint8_t { png, jpeg, bmp, gif, webp, dds, tga };

struct PictureHead {
  PictureKind kind = PictureKind::png;
  // From the header; zero where it stands deeper in the file (JPEG, WebP).
  std::uint32_t width = 0, height = 0;
  // The fourth byte of each pixel is alpha although the header does not say so.
  bool fourth_byte = false;
  // How many pixels one byte of the file can stand for at most; 0 = no bound.
  std::uint64_t pixels_per_byte = 0;
};

// Errors: unsupported (unknown, or known by name only), truncated (not even a header), too_large.
Result<PictureHead> read_picture_head(Bytes data, const PictureLimits& limits);

// Errors: too_large.
Result<void> check_picture_size(const PictureHead& head, std::uint64_t width, std::uint64_t height,
                                std::size_t bytes, const PictureLimits& limits);

const char* to_text(PictureKind kind);

}  // namespace odori::io
