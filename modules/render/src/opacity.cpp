#include "opacity.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace odori::gl {
namespace {

// Paint programs leave stray values just below 255.
constexpr std::uint8_t kOpaqueFrom = 253;

}  // namespace

AlphaMask::AlphaMask(const Picture& picture) : width_(picture.width), height_(picture.height) {
  words_ = (static_cast<std::size_t>(width_) + 63) / 64;
  bits_.assign(words_ * static_cast<std::size_t>(height_), 0);
  for (int y = 0; y < picture.height; ++y) {
    for (int x = 0; x < picture.width; ++x) {
      if (picture.pixel(x, y)[3] >= kOpaqueFrom) continue;
      bits_[static_cast<std::size_t>(y) * words_ + static_cast<std::size_t>(x) / 64] |=
          std::uint64_t{1} << (x % 64);
      any_ = true;
    }
  }
}

// x0 <= x1 < x0 + width; both may lie outside the picture, which repeats.
bool AlphaMask::row_has(std::int64_t y, std::int64_t x0, std::int64_t x1) const {
  const std::int64_t row = ((y % height_) + height_) % height_;
  const std::uint64_t* bits = &bits_[static_cast<std::size_t>(row) * words_];
  for (std::int64_t x = x0; x <= x1;) {
    const std::int64_t in = ((x % width_) + width_) % width_;
    // As far as this word, this row and the range go.
    const std::int64_t run = std::min({64 - in % 64, width_ - in, x1 - x + 1});
    const std::uint64_t ones = run == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << run) - 1;
    if (bits[in / 64] >> (in % 64) & ones) return true;
    x += run;
  }
  return false;
}

bool AlphaMask::touches(Vec2 a, Vec2 b, Vec2 c) const {
  if (!any_) return false;
  const double w = static_cast<double>(width_), h = static_cast<double>(height_);
  struct Point {
    double x, y;
  };
  const auto in_pixels = [&](Vec2 p) {
    return Point{static_cast<double>(p.x) * w, static_cast<double>(p.y) * h};
  };
  const Point p[3] = {in_pixels(a), in_pixels(b), in_pixels(c)};
  const double left = std::min({p[0].x, p[1].x, p[2].x}),
               right = std::max({p[0].x, p[1].x, p[2].x});
  const double top = std::min({p[0].y, p[1].y, p[2].y}), low = std::max({p[0].y, p[1].y, p[2].y});
  if (!(std::max({std::fabs(left), std::fabs(right), std::fabs(top), std::fabs(low)}) < 1e7) ||
      right - left >= w - 4 || low - top >= h - 4) {
    return true;
  }
  const auto first = static_cast<std::int64_t>(std::floor(top)) - 1;
  const auto last = static_cast<std::int64_t>(std::floor(low)) + 1;
  for (std::int64_t y = first; y <= last; ++y) {
    // The triangle between this row's borders, a pixel wider on each side.
    const double y0 = static_cast<double>(y) - 1, y1 = static_cast<double>(y) + 2;
    double x0 = right, x1 = left;
    for (int i = 0; i < 3; ++i) {
      const Point s = p[i], e = p[(i + 1) % 3];
      for (const double cut : {y0, y1}) {
        if ((s.y < cut) == (e.y < cut)) continue;
        const double x = s.x + (e.x - s.x) * (cut - s.y) / (e.y - s.y);
        x0 = std::min(x0, x), x1 = std::max(x1, x);
      }
      if (s.y >= y0 && s.y <= y1) x0 = std::min(x0, s.x), x1 = std::max(x1, s.x);
    }
    if (x0 > x1) continue;
    if (row_has(y, static_cast<std::int64_t>(std::floor(x0)) - 1,
                static_cast<std::int64_t>(std::floor(x1)) + 1)) {
      return true;
    }
  }
  return false;
}

std::uint32_t opaque_first(const AlphaMask& mask, std::span<const std::uint32_t> triangles,
                           std::span<const SceneVertex> vertices, std::span<std::uint32_t> parted) {
  std::vector<std::uint32_t> others;
  std::size_t front = 0;
  for (std::size_t i = 0; i < triangles.size(); i += 3) {
    const auto triangle = triangles.subspan(i, std::min<std::size_t>(3, triangles.size() - i));
    const bool whole = triangle.size() == 3;
    if (whole && !mask.touches(vertices[triangle[0]].uv, vertices[triangle[1]].uv,
                               vertices[triangle[2]].uv)) {
      for (const std::uint32_t index : triangle) parted[front++] = index;
    } else {
      others.insert(others.end(), triangle.begin(), triangle.end());
    }
  }
  std::copy(others.begin(), others.end(), parted.begin() + static_cast<std::ptrdiff_t>(front));
  return static_cast<std::uint32_t>(front);
}

std::uint64_t hash_of_uvs(std::span<const SceneVertex> vertices) {
  std::uint64_t hash = 0x9E3779B97F4A7C15u;
  for (const SceneVertex& v : vertices) {
    const std::uint64_t both = std::uint64_t{std::bit_cast<std::uint32_t>(v.uv.x)} << 32 |
                               std::bit_cast<std::uint32_t>(v.uv.y);
    hash = (hash ^ both) * 0xD6E8FEB86659FD93u;
    hash ^= hash >> 32;
  }
  return hash;
}

}  // namespace odori::gl
