// Pictures: PNG, JPEG, BMP, TGA, DDS, GIF (first frame), also under .sph and .spa: told by content,
// not by name. Native only.
#pragma once

#include <vector>

#include "odori/base/bytes.h"
#include "odori/base/picture.h"
#include "odori/base/result.h"

namespace odori::io {

// Errors: malformed, truncated, unsupported, too_large (more than 16384 a side or 256 megapixels).
Result<Picture> decode_image(Bytes data);

// PNG, 8 bits a channel; RGB unless has_alpha. Compression level 1: 13 ms for 720p.
Result<std::vector<std::byte>> encode_png(const Picture& picture);

}  // namespace odori::io
