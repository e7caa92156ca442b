// A decoder's frame -> straight RGBA of 8 bits.
#pragma once

#include "odori/base/picture.h"
#include "odori/base/result.h"

struct AVFrame;

namespace odori::io {

// has_alpha says whether the frame's pixel format has alpha. `fourth_byte`: the byte that a format
// like BGR0 leaves unused is alpha. Errors: unsupported.
Result<Picture> to_rgba(const AVFrame& frame, bool fourth_byte);

}  // namespace odori::io
