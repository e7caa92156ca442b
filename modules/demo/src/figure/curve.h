// Functions of one variable and curves through tables: what every part of the figure is drawn with.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

#include "odori/math/trig.h"
#include "odori/math/vec.h"

namespace odori::demo::figure {

inline constexpr float kPi = static_cast<float>(trig::kPi);

inline float sine(float x) { return static_cast<float>(trig::sin(x)); }
inline float cosine(float x) { return static_cast<float>(trig::cos(x)); }
inline float power(float x, float y) { return x <= 0 ? 0 : static_cast<float>(trig::pow(x, y)); }
inline float angle_of(float y, float x) { return static_cast<float>(trig::atan2(y, x)); }
constexpr float square(float x) { return x * x; }
constexpr float radians(float degrees) { return degrees * (kPi / 180); }
constexpr float sign_of(float x) { return x > 0 ? 1.0f : x < 0 ? -1.0f : 0.0f; }

// 0 at a, 1 at b, smooth at both; a may be above b.
constexpr float smooth_step(float a, float b, float x) {
  const float t = std::clamp((x - a) / (b - a), 0.0f, 1.0f);
  return t * t * (3 - 2 * t);
}

// Gauss bell of width s.
inline float bell(float x, float s) {
  const float k = x * x / (2 * s * s);
  return k > 20 ? 0 : static_cast<float>(trig::exp(-k));
}

// A fixed, even scatter of 0..1 over the integers.
constexpr float scatter(std::uint32_t i) {
  std::uint32_t h = i * 0x9E3779B9u + 0x7F4A7C15u;
  h = (h ^ (h >> 15)) * 0x85EBCA6Bu;
  h = (h ^ (h >> 13)) * 0xC2B2AE35u;
  return static_cast<float>((h ^ (h >> 16)) >> 8) / 16777216.0f;
}

// Rows of (x, y1, y2, ...); between them a monotone cubic, so that it never overshoots.
template <std::size_t N, std::size_t C>
struct Table {
  std::array<std::array<float, C>, N> rows{};

  constexpr float at(float x, std::size_t c = 1) const {
    if (x <= rows[0][0]) return rows[0][c];
    if (x >= rows[N - 1][0]) return rows[N - 1][c];
    std::size_t i = 0;
    while (i + 2 < N && x > rows[i + 1][0]) ++i;
    const float h = rows[i + 1][0] - rows[i][0], t = (x - rows[i][0]) / h, t2 = t * t, t3 = t2 * t;
    return (2 * t3 - 3 * t2 + 1) * rows[i][c] + (t3 - 2 * t2 + t) * h * slope(i, c) +
           (3 * t2 - 2 * t3) * rows[i + 1][c] + (t3 - t2) * h * slope(i + 1, c);
  }

 private:
  constexpr float step(std::size_t k, std::size_t c) const {
    return (rows[k + 1][c] - rows[k][c]) / (rows[k + 1][0] - rows[k][0]);
  }
  constexpr float slope(std::size_t k, std::size_t c) const {
    if (k == 0) return step(0, c);
    if (k == N - 1) return step(N - 2, c);
    const float a = step(k - 1, c), b = step(k, c);
    return a * b <= 0 ? 0.0f : 2 * a * b / (a + b);
  }
};

template <std::size_t N, std::size_t C>
constexpr Table<N, C> table(const float (&rows)[N][C]) {
  Table<N, C> out;
  for (std::size_t i = 0; i < N; ++i) {
    for (std::size_t c = 0; c < C; ++c) out.rows[i][c] = rows[i][c];
  }
  return out;
}

// Catmull-Rom curve through the points; t = 0..1 over the whole chain.
inline Vec3 along(std::span<const Vec3> points, float t) {
  const int last = static_cast<int>(points.size()) - 1;
  const float s = std::clamp(t, 0.0f, 1.0f) * static_cast<float>(last);
  const int i = std::min(static_cast<int>(s), last - 1);
  const float f = s - static_cast<float>(i);
  const auto point = [&](int k) {
    const auto at = [&](int j) { return points[static_cast<std::size_t>(j)]; };
    if (k < 0) return at(0) * 2 - at(1);
    if (k > last) return at(last) * 2 - at(last - 1);
    return at(k);
  };
  const Vec3 a = point(i - 1), b = point(i), c = point(i + 1), d = point(i + 2);
  return (b * 2 + (c - a) * f + (a * 2 - b * 5 + c * 4 - d) * (f * f) +
          (b * 3 - a - c * 3 + d) * (f * f * f)) *
         0.5f;
}

}  // namespace odori::demo::figure
