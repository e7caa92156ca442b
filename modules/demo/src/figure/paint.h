// A canvas of floats: every shape is a function that gives colour and coverage, so that all edges
// are smooth.
#pragma once

#include <cmath>
#include <vector>

#include "figure/atlas.h"
#include "figure/curve.h"
#include "odori/base/picture.h"

namespace odori::demo::figure {

// 1 inside, 0 outside, a ramp of width `soft` about distance 0.
constexpr float cover(float distance, float soft) {
  return std::clamp(0.5f - distance / soft, 0.0f, 1.0f);
}

constexpr Vec4 ink(Vec3 c, float coverage) { return {c.x, c.y, c.z, coverage}; }

class Canvas {
 public:
  Canvas(int width, int height, Vec3 colour)
      : width_(width),
        height_(height),
        pixels_(static_cast<std::size_t>(width) * static_cast<std::size_t>(height),
                ink(colour, 1)) {}

  // shade(s, t) with s, t = 0..1 over the area (t downwards) gives colour and coverage. The area's
  // frame is that of within(): it reaches a little beyond 0..1, so that margins are painted too.
  template <class Shade>
  void paint(Area area, const Shade& shade) {
    visit(area, [&](Vec4& d, float s, float t) {
      const Vec4 c = shade(s, t);
      if (c.w <= 0) return;
      d = {lerp(d.x, c.x, c.w), lerp(d.y, c.y, c.w), lerp(d.z, c.z, c.w), d.w};
    });
  }
  template <class Alpha>
  void set_alpha(Area area, const Alpha& alpha) {
    visit(area, [&](Vec4& d, float s, float t) { d.w = alpha(s, t); });
  }

  Picture picture(bool has_alpha) const;

 private:
  template <class Visit>
  void visit(Area a, const Visit& visit) {
    const auto w = static_cast<float>(width_), h = static_cast<float>(height_);
    const Vec2 zero = within(a, 0, 0), one = within(a, 1, 1);
    const auto edge = [](float x) { return static_cast<int>(std::lround(x)); };
    const int x0 = edge(a.u0 * w), x1 = edge(a.u1 * w);
    const int y0 = edge(a.v0 * h), y1 = edge(a.v1 * h);
    for (int y = y0; y < y1; ++y) {
      const float t = ((static_cast<float>(y) + 0.5f) / h - zero.y) / (one.y - zero.y);
      for (int x = x0; x < x1; ++x) {
        const float s = ((static_cast<float>(x) + 0.5f) / w - zero.x) / (one.x - zero.x);
        visit(pixels_[static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) +
                      static_cast<std::size_t>(x)],
              s, t);
      }
    }
  }

  int width_, height_;
  std::vector<Vec4> pixels_;
};

}  // namespace odori::demo::figure
