#include <algorithm>
#include <array>
#include <cmath>

#include "odori/base/assert.h"
#include "odori/stage/compose.h"

namespace odori {
namespace {

constexpr int kSize = 32;

struct Stop {
  float at;  // 0 = top (lit), 1 = bottom (turned away)
  Vec3 colour;
};

// Two stops at one place make a hard step. The place is the middle: where the surface begins to
// turn away from the light.
constexpr Vec3 kWhite{1, 1, 1};
constexpr std::array<std::array<Stop, 4>, 6> kRamps{{
    {{{0, kWhite}, {0.5f, kWhite}, {0.5f, {0.80f, 0.80f, 0.80f}}, {1, {0.80f, 0.80f, 0.80f}}}},
    {{{0, kWhite}, {0.5f, kWhite}, {0.5f, {0.96f, 0.88f, 0.88f}}, {1, {0.96f, 0.88f, 0.88f}}}},
    {{{0, kWhite}, {0.5f, kWhite}, {0.5f, {0.60f, 0.60f, 0.60f}}, {1, {0.60f, 0.60f, 0.60f}}}},
    {{{0, kWhite}, {0.5f, kWhite}, {0.5f, {0.97f, 0.94f, 0.92f}}, {1, {0.97f, 0.94f, 0.92f}}}},
    {{{0, kWhite}, {0.5f, kWhite}, {0.75f, {1, 0.91f, 0.87f}}, {1, {1, 0.91f, 0.87f}}}},
    {{{0, {1, 0.93f, 0.38f}},
      {0.33f, {1, 0.98f, 0.80f}},
      {0.55f, {0.90f, 0.80f, 0.20f}},
      {1, {0.76f, 0.67f, 0.01f}}}},
}};

Vec3 colour_at(const std::array<Stop, 4>& ramp, float at) {
  for (std::size_t i = 1; i < ramp.size(); ++i) {
    if (at >= ramp[i].at && i + 1 < ramp.size()) continue;
    const Stop a = ramp[i - 1], b = ramp[i];
    const float width = b.at - a.at;
    const float t = width > 0 ? std::clamp((at - a.at) / width, 0.0f, 1.0f) : 1.0f;
    return lerp(a.colour, b.colour, t);
  }
  return ramp.back().colour;
}

std::uint8_t to_byte(float x) { return static_cast<std::uint8_t>(std::floor(x * 255 + 0.5f)); }

}  // namespace

Picture shared_toon(int index) {
  ODORI_ASSERT(index >= 0 && index < 10);
  Picture p;
  p.width = p.height = kSize;
  p.rgba.resize(std::size_t{kSize} * kSize * 4, 255);
  // toon07..toon10 are white.
  if (static_cast<std::size_t>(index) >= kRamps.size()) return p;
  for (int y = 0; y < kSize; ++y) {
    const float at = (static_cast<float>(y) + 0.5f) / kSize;
    const Vec3 c = colour_at(kRamps[static_cast<std::size_t>(index)], at);
    for (int x = 0; x < kSize; ++x) {
      std::uint8_t* pixel =
          &p.rgba[(static_cast<std::size_t>(y) * kSize + static_cast<std::size_t>(x)) * 4];
      pixel[0] = to_byte(c.x);
      pixel[1] = to_byte(c.y);
      pixel[2] = to_byte(c.z);
    }
  }
  return p;
}

}  // namespace odori
