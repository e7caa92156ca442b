#include "figure/paint.h"

namespace odori::demo::figure {

Picture Canvas::picture(bool has_alpha) const {
  Picture out;
  out.width = width_;
  out.height = height_;
  out.has_alpha = has_alpha;
  out.rgba.reserve(pixels_.size() * 4);
  const auto byte = [](float x) {
    return static_cast<std::uint8_t>(std::lround(std::clamp(x, 0.0f, 1.0f) * 255));
  };
  for (const Vec4& p : pixels_)
    out.rgba.insert(out.rgba.end(), {byte(p.x), byte(p.y), byte(p.z), byte(p.w)});
  return out;
}

}  // namespace odori::demo::figure
