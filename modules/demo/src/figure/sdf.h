// Signed distance fields (negative inside) and the surface of one as a mesh.
#pragma once

#include <span>

#include "figure/curve.h"
#include "figure/mesh.h"

namespace odori::demo::figure {

// Smooth union and intersection; k is the size of the blend.
inline float smooth_min(float a, float b, float k) {
  const float h = std::max(k - std::fabs(a - b), 0.0f) / k;
  return std::min(a, b) - h * h * h * k / 6;
}
inline float smooth_max(float a, float b, float k) { return -smooth_min(-a, -b, k); }

float ellipsoid(Vec3 p, Vec3 radii);
float round_box(Vec3 p, Vec3 half, float radius);
// A capsule with a radius at each end.
float cone(Vec3 p, Vec3 a, Vec3 b, float radius_a, float radius_b);

// A polyline of joints with a radius and an offset in z from a table over its length (0..1).
template <class Profile>
float limb(Vec3 p, std::span<const Vec3> joints, const Profile& profile) {
  float total = 0, best = 1e9f, start = 0;
  for (std::size_t i = 1; i < joints.size(); ++i) total += length(joints[i] - joints[i - 1]);
  for (std::size_t i = 1; i < joints.size(); ++i) {
    const Vec3 d = joints[i] - joints[i - 1];
    const float l = length(d);
    const float t = std::clamp(dot(p - joints[i - 1], d) / (l * l), 0.0f, 1.0f);
    const float u = (start + t * l) / total;
    Vec3 centre = joints[i - 1] + d * t;
    centre.z += profile.at(u, 2);
    best = std::min(best, length(p - centre) - profile.at(u, 1));
    start += l;
  }
  return best;
}

Vec3 gradient(const Field& f, Vec3 p);
Vec3 surface_normal(const Field& f, Vec3 p);
// Newton steps to f = 0.
Vec3 project(const Field& f, Vec3 p, int steps);
// From a point inside, along unit `direction`, to the first f = 0.
Vec3 cast_out(const Field& f, Vec3 origin, Vec3 direction);

// Naive surface nets, relaxed along the surface and put back on it; normals are the field's.
struct NetBox {
  Vec3 low, high;
  float cell = 0.2f;
  int relax = 6;
};
Mesh surface_net(const Field& f, const NetBox& box);

}  // namespace odori::demo::figure
