// The transfer curve of sRGB (IEC 61966-2-1), per channel.
#pragma once

#include "odori/math/trig.h"
#include "odori/math/vec.h"

namespace odori {

// Any value; below zero the straight part goes on.
inline float linear_from_srgb(float encoded) {
  const auto v = static_cast<double>(encoded);
  return static_cast<float>(v > 0.04045 ? trig::pow((v + 0.055) / 1.055, 2.4) : v / 12.92);
}
inline Vec3 linear_from_srgb(Vec3 v) {
  return {linear_from_srgb(v.x), linear_from_srgb(v.y), linear_from_srgb(v.z)};
}

// Clamped to 0..1.
inline float srgb_from_linear(float linear) {
  const double v = linear > 0 ? (linear < 1 ? static_cast<double>(linear) : 1.0) : 0.0;
  return static_cast<float>(v > 0.0031308 ? 1.055 * trig::pow(v, 1 / 2.4) - 0.055 : 12.92 * v);
}
inline Vec3 srgb_from_linear(Vec3 v) {
  return {srgb_from_linear(v.x), srgb_from_linear(v.y), srgb_from_linear(v.z)};
}

}  // namespace odori
