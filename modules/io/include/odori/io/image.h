// Pictures: PNG, JPEG, BMP, TGA, DDS, GIF (first frame), WebP, also under .sph and .spa: told by
// content, not by name. Native only.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "odori/base/bytes.h"
#include "odori/base/picture.h"
#include "odori/base/result.h"

namespace odori::io {

struct PictureLimits {
  std::uint32_t side = 16384;
  std::uint64_t pixels = 256'000'000;
};

// Colours are the stored ones: gamma and colour profiles are ignored, as MMD does. A 32-bit BMP's
// fourth byte counts as alpha even where its header does not say so (Direct3D 9 reads it thus); a
// BMP or TGA whose alpha is zero everywhere is opaque.
// Errors: malformed, truncated, unsupported, too_large (beyond the limits, or more pixels than the
// bytes can stand for).
Result<Picture> decode_image(Bytes data, const PictureLimits& limits = {});

// PNG, 8 bits a channel; RGB unless has_alpha. Compression level 1: 13 ms for 720p.
// Errors: usage (no pixels, a size that does not fit them, or more than 65,500 a side).
Result<std::vector<std::byte>> encode_png(const Picture& picture);

// JPEG of the best quality that the format's tables allow, colours at full resolution; alpha is
// ignored. Errors: as encode_png, and unsupported (libavcodec was built without its encoder).
Result<std::vector<std::byte>> encode_jpeg(const Picture& picture);

// What can be written, told by a name's ending (.png, .jpg, .jpeg, in any case).
enum class PictureFormat : std::uint8_t { png, jpeg };
std::optional<PictureFormat> picture_format_of(std::string_view file_name);
Result<std::vector<std::byte>> encode_picture(const Picture& picture, PictureFormat format);

}  // namespace odori::io
