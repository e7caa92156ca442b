// Plain geometry of a frame, without OpenGL: what the shadow map sees, and which part of the
// picture a pass has to touch. Fewer pixels through the costly shaders is where the time goes.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "odori/math/mat.h"
#include "odori/stage/scene.h"

namespace odori::gl {

struct Bounds {
  Vec3 low{1, 1, 1}, high{-1, -1, -1};
  bool empty() const { return low.x > high.x; }
  void add(const Bounds& other);
  Bounds grown(float by) const;
  std::array<Vec3, 8> corners() const;
};

// Of the vertices not higher than `ceiling`.
Bounds bounds_of(std::span<const SceneVertex> vertices, float ceiling);

struct ShadowFit {
  bool on = false;
  Mat4 clip_from_world;
  Mat4 map_from_world;  // to 0..1
  float texel = 0;      // world units
  float depth = 0;      // world units from 0 to 1
};

// Holds the light's sphere. Moves in whole texels and grows in steps, so that edges of shadows do
// not crawl when the actor moves.
// `margin`: world units around the sphere that stay free, for soft edges.
ShadowFit fit_shadow(const SceneLight& light, float margin, int map_size);

// The depth in the map of the plane y = height, as x * u + y * v + z; zero when the light does not
// come from above.
Vec3 plane_in_map(const ShadowFit& fit, Vec3 light_direction, float height);

struct Rect {
  int x = 0, y = 0, width = 0, height = 0;
  bool empty() const { return width <= 0 || height <= 0; }
};

// Where the points' convex hull lies in a picture of that size, with a margin in pixels; all of the
// picture when a point is behind the camera or not finite. y from the bottom.
Rect rect_of(std::span<const Vec3> points, const Mat4& clip_from_world, int width, int height,
             int margin);

// The rest of the picture around `inside`, as up to four rectangles.
std::vector<Rect> around(const Rect& inside, int width, int height);

// The points and where their shadows fall on the plane y = height; empty when the light does not
// come from above.
std::vector<Vec3> shadow_points(const Bounds& casters, Vec3 light_direction, float height);

}  // namespace odori::gl
