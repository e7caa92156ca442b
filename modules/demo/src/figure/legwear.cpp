// Stockings and boots.
#include "figure/atlas.h"
#include "figure/body.h"
#include "figure/clothes.h"
#include "figure/decimate.h"
#include "figure/landmarks.h"
#include "figure/sdf.h"
#include "figure/shapes.h"

namespace odori::demo::figure {
namespace {

// Along the foot (z): half width, height.
constexpr auto kFoot = table({{-0.52f, 0.05f, 0.30f},
                              {-0.44f, 0.21f, 0.52f},
                              {-0.25f, 0.29f, 0.74f},
                              {0.05f, 0.30f, 0.76f},
                              {0.40f, 0.335f, 0.60f},
                              {0.75f, 0.385f, 0.49f},
                              {1.00f, 0.365f, 0.43f},
                              {1.17f, 0.27f, 0.35f},
                              {1.27f, 0.06f, 0.20f}});

float foot_axis(float z) { return 0.67f + 0.16f * smooth_step(-0.1f, 1.2f, z); }  // toes out

float boot_field(Vec3 p) {
  const Vec3 q{std::fabs(p.x) - foot_axis(p.z), p.y, p.z};
  const float w = kFoot.at(q.z, 1), h = kFoot.at(q.z, 2) * 0.5f;
  const float r =
      power(power(std::fabs(q.x / w), 2.4f) + power(std::fabs((q.y - h) / h), 2.4f), 1 / 2.4f);
  float d = std::max((r - 1) * std::min(w, h), std::max(q.z - 1.26f, -0.50f - q.z));
  d = smooth_min(d, cone(q, {-0.01f, 0.85f, -0.12f}, {-0.01f, 2.8f, -0.12f}, 0.262f, 0.37f), 0.30f);
  d = smooth_max(d, -round_box(q - Vec3{0, 0, 0.16f}, {0.7f, 0.105f, 0.20f}, 0.06f),
                 0.05f);  // arch
  return smooth_max(d, 0.02f - p.y, 0.08f);
}

float sole_height(float z) { return 0.21f + 0.07f * smooth_step(0.2f, -0.3f, z); }

Mesh boot_net() {
  return surface_net(boot_field, {{0.05f, -0.2f, -0.9f}, {1.45f, 3.2f, 1.6f}, 0.15f, 4});
}

Vec3 on_boot(Vec3 inside, Vec3 direction, float lift) {
  const Vec3 p = cast_out(boot_field, inside, direction);
  return p + surface_normal(boot_field, p) * lift;
}

// A flat ribbon over the boot through points given as (angle from the front, height).
Mesh lace(float a0, float y0, float a1, float y1) {
  Strip s;
  for (int i = 0; i <= 4; ++i) {
    const float t = static_cast<float>(i) / 4, a = lerp(a0, a1, t), y = lerp(y0, y1, t);
    s.curve.push_back(on_boot({foot_axis(-0.12f), y, -0.12f}, {sine(a), 0, cosine(a)}, 0.012f));
  }
  s.segments = 3;
  s.outward = [](Vec3 p) { return surface_normal(boot_field, p); };
  s.half_width = [](float) { return 0.028f; };
  s.thickness = [](float) { return 0.022f; };
  Mesh mesh = sweep(s);
  set_uv(mesh, swatch(Swatch::lace));
  set_edge(mesh, 0.5f);
  return mesh;
}

}  // namespace

Mesh stockings() {
  Mesh mesh = leg_surface(6.9f, 1.6f, 0.03f, 19, 22);
  for (Vertex& v : mesh.vertices) v.uv = within(kStocking, v.uv.x, v.uv.y);
  add_rim(mesh, 0.05f);
  set_edge(mesh, 0.8f);
  return with_mirror(mesh);
}

Mesh boots() {
  Mesh upper = clip(boot_net(), [](Vec3 p) {
    return std::min(p.y - sole_height(p.z), 2.35f + 0.22f * p.z - p.y);
  });
  upper = decimate(upper, 0.72f, 1e-4);
  for (Vertex& v : upper.vertices) {
    v.uv = within(kBoot, (v.position.z + 0.7f) / 2.1f, 1 - v.position.y / 2.5f);
  }
  add_rim(upper, 0.1f);
  return with_mirror(upper);
}

Mesh boot_details() {
  Mesh mesh = clip(boot_net(), [](Vec3 p) { return sole_height(p.z) - p.y; });
  for (Vertex& v : mesh.vertices) v.position += Vec3{v.normal.x, 0, v.normal.z} * 0.05f;
  mesh = decimate(mesh, 0.6f, 1e-4);
  add_rim(mesh, 0.15f);
  set_uv(mesh, swatch(Swatch::sole));
  for (int i = 0; i < 4; ++i) {
    const float y = 1.22f + 0.20f * static_cast<float>(i);
    append(mesh, lace(-0.55f, y, 0.55f, y + 0.14f));
    append(mesh, lace(0.55f, y, -0.55f, y + 0.14f));
  }
  Mesh strap = band(boot_field, {0.98f, 1.13f, {0.66f, 0, -0.12f}, 26, 0.04f});
  set_uv(strap, swatch(Swatch::navy));
  append(mesh, strap);
  return with_mirror(mesh);
}

Mesh buckles() {
  const float a = 1.15f;  // outside, a little to the front
  const Vec3 out = normalise({sine(a), 0.0f, cosine(a)});
  const Vec3 p = on_boot({0.66f, 1.055f, -0.12f}, out, 0.05f);
  return with_mirror(dome(p, out, 0.095f, 0.05f, 12));
}

Mesh boot_folds() {
  constexpr auto kFold =
      table({{0, 0.395f}, {0.15f, 0.43f}, {0.55f, 0.455f}, {0.92f, 0.445f}, {1, 0.36f}});
  Mesh mesh = loft(5, 28, [&](float t, float a) {
    const float r = kFold.at(t);
    return Vec3{0.65f + sine(a) * r, 2.46f - 0.42f * t + 0.06f * cosine(a), -0.12f + cosine(a) * r};
  });
  orient(mesh, [](Vec3 p) { return Vec3{p.x - 0.65f, 0, p.z + 0.12f}; });
  weld_normals(mesh);
  set_uv(mesh, swatch(Swatch::coral));
  return with_mirror(mesh);
}

}  // namespace odori::demo::figure
