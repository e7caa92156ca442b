#include "frame_geometry.h"

#include <algorithm>
#include <cmath>

namespace odori::gl {

void Bounds::add(const Bounds& other) {
  if (other.empty()) return;
  if (empty()) {
    *this = other;
    return;
  }
  low = {std::min(low.x, other.low.x), std::min(low.y, other.low.y), std::min(low.z, other.low.z)};
  high = {std::max(high.x, other.high.x), std::max(high.y, other.high.y),
          std::max(high.z, other.high.z)};
}

Bounds Bounds::grown(float by) const {
  if (empty()) return *this;
  Bounds b;
  b.low = low - Vec3{by, by, by};
  b.high = high + Vec3{by, by, by};
  return b;
}

std::array<Vec3, 8> Bounds::corners() const {
  std::array<Vec3, 8> out;
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = {i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z};
  }
  return out;
}

Bounds bounds_of(std::span<const SceneVertex> vertices, float ceiling) {
  constexpr float kFar = 1e9f;
  Vec3 low{kFar, kFar, kFar}, high{-kFar, -kFar, -kFar};
  for (const SceneVertex& v : vertices) {
    const Vec3 p = v.position;
    if (!(p.y <= ceiling)) continue;
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  }
  Bounds b;
  if (low.x <= high.x) b.low = low, b.high = high;
  return b;
}

ShadowFit fit_shadow(const SceneLight& light, float margin, int map_size) {
  ShadowFit fit;
  const float radius = light.shadow_radius;
  const Vec3 travel = normalise(light.direction);
  if (!light.self_shadow || !(radius > 0) || !(radius < 1e6f) || !is_finite(light.shadow_centre) ||
      !is_finite(travel) || length_squared(travel) < 0.5f) {
    return fit;
  }
  int exponent = 0;
  std::frexp(radius, &exponent);
  const float step = std::ldexp(1.0f, exponent - 4);
  const float size = static_cast<float>(map_size);
  // A few texels stay free around the sphere: beyond the map all is lit.
  const float half = (std::ceil(radius / step) * step + margin) * (size / (size - 16));
  fit.texel = 2 * half / size;

  const Vec3 up = std::fabs(travel.y) > 0.99f ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
  const Mat4 light_from_world = look_at({0, 0, 0}, travel, up);
  const Vec3 c = light.shadow_centre;
  const Vec4 centre = light_from_world * Vec4{c.x, c.y, c.z, 1};
  const float x = std::floor(centre.x / fit.texel) * fit.texel;
  const float y = std::floor(centre.y / fit.texel) * fit.texel;
  fit.depth = 2 * half;
  const Mat4 clip_from_light =
      orthographic(x - half, x + half, y - half, y + half, -centre.z - half, -centre.z + half);
  fit.clip_from_world = clip_from_light * light_from_world;
  Mat4 to_map;
  to_map.m = {0.5f, 0, 0, 0, 0, 0.5f, 0, 0, 0, 0, 0.5f, 0, 0.5f, 0.5f, 0.5f, 1};
  fit.map_from_world = to_map * fit.clip_from_world;
  fit.on = true;
  return fit;
}

Vec3 plane_in_map(const ShadowFit& fit, Vec3 light_direction, float height) {
  if (!fit.on || !(light_direction.y < -1e-3f)) return {};
  const Mat4 world_from_map = inverse(fit.map_from_world);
  // Along the light from a place at depth 0 to the plane; one unit of depth is fit.depth long.
  const auto depth_at = [&](float u, float v) {
    const Vec4 p = world_from_map * Vec4{u, v, 0, 1};
    return (height - p.y) / light_direction.y / fit.depth;
  };
  const float z = depth_at(0, 0);
  return {depth_at(1, 0) - z, depth_at(0, 1) - z, z};
}

Rect rect_of(std::span<const Vec3> points, const Mat4& clip_from_world, int width, int height,
             int margin) {
  const Rect all{0, 0, width, height};
  if (points.empty()) return {};
  float left = 2, right = -2, bottom = 2, top = -2;
  for (const Vec3 p : points) {
    const Vec4 c = clip_from_world * Vec4{p.x, p.y, p.z, 1};
    if (!(c.w > 1e-3f) || !std::isfinite(c.w)) return all;
    const float x = std::clamp(c.x / c.w, -2.0f, 2.0f), y = std::clamp(c.y / c.w, -2.0f, 2.0f);
    if (!std::isfinite(x) || !std::isfinite(y)) return all;
    left = std::min(left, x), right = std::max(right, x);
    bottom = std::min(bottom, y), top = std::max(top, y);
  }
  const auto pixel = [](float ndc, int size) {
    return static_cast<int>(std::floor((ndc * 0.5f + 0.5f) * static_cast<float>(size)));
  };
  const int x0 = std::max(pixel(left, width) - margin, 0);
  const int x1 = std::min(pixel(right, width) + 1 + margin, width);
  const int y0 = std::max(pixel(bottom, height) - margin, 0);
  const int y1 = std::min(pixel(top, height) + 1 + margin, height);
  if (x1 <= x0 || y1 <= y0) return {};
  return {x0, y0, x1 - x0, y1 - y0};
}

std::vector<Rect> around(const Rect& inside, int width, int height) {
  if (inside.empty()) return {{0, 0, width, height}};
  std::vector<Rect> out;
  const int right = inside.x + inside.width, top = inside.y + inside.height;
  const auto add = [&](Rect r) {
    if (!r.empty()) out.push_back(r);
  };
  add({0, 0, width, inside.y});
  add({0, top, width, height - top});
  add({0, inside.y, inside.x, inside.height});
  add({right, inside.y, width - right, inside.height});
  return out;
}

std::vector<Vec3> shadow_points(const Bounds& casters, Vec3 light_direction, float height) {
  std::vector<Vec3> out;
  if (casters.empty() || !(light_direction.y < -1e-3f)) return out;
  for (const Vec3 c : casters.corners()) {
    const float t = std::max((height - c.y) / light_direction.y, 0.0f);
    out.push_back(c + light_direction * t);
  }
  return out;
}

}  // namespace odori::gl
