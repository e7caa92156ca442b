// Which triangles show only opaque parts of their texture. Many models paint everything on one
// picture with holes somewhere; a triangle that meets no hole needs neither blending nor a test for
// each pixel, which is most of what it costs.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "odori/base/picture.h"
#include "odori/stage/scene.h"

namespace odori::gl {

// A bit for each pixel that is translucent.
class AlphaMask {
 public:
  AlphaMask() = default;
  explicit AlphaMask(const Picture& picture);
  bool any() const { return any_; }
  // Whether a triangle that repeats over the picture may show a translucent pixel, with the pixels
  // that a bilinear sample at its border takes in.
  bool touches(Vec2 a, Vec2 b, Vec2 c) const;

 private:
  bool row_has(std::int64_t y, std::int64_t x0, std::int64_t x1) const;
  std::int64_t width_ = 0, height_ = 0;
  std::size_t words_ = 0;  // a row
  std::vector<std::uint64_t> bits_;
  bool any_ = false;
};

// Writes the triangles to `parted`, those that touch no translucent pixel first, else in order;
// returns how many indices these are.
std::uint32_t opaque_first(const AlphaMask& mask, std::span<const std::uint32_t> triangles,
                           std::span<const SceneVertex> vertices, std::span<std::uint32_t> parted);

// Changes when any texture coordinate does.
std::uint64_t hash_of_uvs(std::span<const SceneVertex> vertices);

}  // namespace odori::gl
