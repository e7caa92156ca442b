// Bodice, corset, collar, sleeves and cuffs.
#include "figure/atlas.h"
#include "figure/body.h"
#include "figure/clothes.h"
#include "figure/decimate.h"
#include "figure/landmarks.h"
#include "figure/sdf.h"
#include "figure/shapes.h"

namespace odori::demo::figure {
namespace {

constexpr float kThickness = 0.07f;
constexpr float kCuffStart = kUpperArm + 0.35f, kCuffEnd = kUpperArm + kForearm + 0.10f;

float bodice_field(Vec3 p) { return cloth_field(p) - kThickness; }

// Height of the corset's upper border over a point of it: two arches in front, a dip between them.
float corset_top(Vec3 p) {
  if (p.z <= 0) return 12.20f;
  return 12.05f + 0.30f * bell(std::fabs(p.x) - 0.45f, 0.30f) - 0.25f * bell(p.x, 0.16f);
}

// > 0 inside neckline, armholes and hem.
float bodice_cut(Vec3 p) {
  const float x = std::fabs(p.x);
  const float notch = p.z > 0 ? 0.62f * std::max(0.0f, 1 - x / 0.40f) : 0.0f;
  const float neck = 14.50f + 0.35f * smooth_step(0.45f, 0.8f, x) - notch - p.y;
  const Vec3 d = Vec3{x, p.y, p.z} - kShoulder;
  const float t = dot(d, kArm);
  // Only near the arm: a plane alone would cut the waist too.
  const float armhole = std::max(0.42f - t, length(d - kArm * t) - 0.60f);
  return std::min({neck, p.y - 10.85f, armhole});
}

// Front and back get their own part of the picture: cut where they meet.
Mesh with_bodice_uv(const Mesh& mesh) {
  Mesh out;
  for (const float side : {1.0f, -1.0f}) {
    Mesh half = clip(mesh, [side](Vec3 p) { return side * (p.z + 0.05f); });
    for (Vertex& v : half.vertices) {
      v.uv = within(side > 0 ? kBodiceFront : kBodiceBack, 0.5f + 0.5f * v.position.x / kBodiceX,
                    (kBodiceTop - v.position.y) / (kBodiceTop - kBodiceBottom));
    }
    append(out, half);
  }
  return out;
}

Vec3 walk(const Field& f, Vec3 p, Vec3 direction, float distance) {
  const int steps = std::max(1, static_cast<int>(distance / 0.06f));
  const float step = distance / static_cast<float>(steps);
  for (int i = 0; i < steps; ++i) {
    const Vec3 n = surface_normal(f, p);
    direction = normalise(direction - n * dot(direction, n));
    p = project(f, p + direction * step, 2);
  }
  return p;
}

}  // namespace

Mesh bodice() {
  const Mesh whole =
      clip(surface_net(bodice_field, {{-2.2f, 10.6f, -1.3f}, {2.2f, 15.3f, 1.5f}, 0.20f, 6}),
           bodice_cut);
  const auto over = [](Vec3 p) { return corset_top(p) - p.y; };
  Mesh top = decimate(clip(whole, [&](Vec3 p) { return 0.1f - over(p); }), 0.55f);
  Mesh corset = clip(whole, over);
  grow(corset, 0.035f);
  corset = decimate(corset, 0.55f);
  Mesh trim = clip(clip(whole, [&](Vec3 p) { return over(p) + 0.07f; }),
                   [&](Vec3 p) { return 0.03f - over(p); });
  grow(trim, 0.055f);
  add_rim(top, 0.08f);
  add_rim(corset, 0.05f);
  add_rim(trim, 0.05f);
  set_uv(trim, swatch(Swatch::gold));
  set_edge(corset, 0.8f);
  set_edge(trim, 0.6f);
  Mesh out = with_bodice_uv(top);
  append(out, with_bodice_uv(corset));
  append(out, trim);
  return out;
}

Mesh buttons() {
  Mesh mesh;
  for (int i = 0; i < 3; ++i) {
    const Vec3 p = project(bodice_field, {0, 11.32f + 0.22f * static_cast<float>(i), 0.75f}, 8);
    append(mesh, dome(p + Vec3{0, 0, 0.03f}, {0, 0, 1}, 0.075f, 0.05f, 12));
  }
  return mesh;
}

// A sailor collar: from the neck outwards along the cloth, pointed in front, square behind.
Mesh collar() {
  const Field f = [](Vec3 p) { return neck_field(p) - kThickness; };
  constexpr int kColumns = 60, kRows = 6;
  Mesh mesh;
  for (int k = 0; k <= kColumns; ++k) {
    const float s = static_cast<float>(k) / kColumns;
    const float a = radians(lerp(9.0f, 351.0f, s)), x = sine(a), z = cosine(a),
                front = std::max(z, 0.0f);
    const Vec3 from =
        project(f, {0.44f * x, 14.80f - 0.34f * front, -0.12f + 0.42f * z + 0.12f * front}, 8);
    const float reach =
        z > 0 ? lerp(0.92f, 1.16f, power(z, 6))
              : std::min(1.14f / std::max(-z, 0.2f), 0.92f / std::max(std::fabs(x), 0.3f));
    Vec3 d{x * (z > 0 ? 0.8f : 1.0f), 0, z * 1.1f};
    if (z > 0) d = lerp(d, Vec3{x * 0.25f, -1, 0.2f}, power(z, 4));
    for (int i = 0; i <= kRows; ++i) {
      const float t = static_cast<float>(i) / kRows;
      const Vec3 p = walk(f, from, normalise(d), std::min(reach, 1.42f) * t + 0.001f);
      const Vec3 n = surface_normal(f, p);
      const std::uint32_t q =
          add(mesh, p + n * (0.02f + 0.02f * t), n, within(kCollar, s, t), 0.8f);
      if (i == 0 || k == 0) continue;
      quad(mesh, q - kRows - 2, q - 1, q, q - kRows - 1);
    }
  }
  orient(mesh, [&](Vec3 p) { return gradient(f, p); });
  add_rim(mesh, 0.05f);
  return mesh;
}

Mesh choker() {
  Mesh mesh = band(neck_field, {14.93f, 15.08f, {0, 0, -0.10f}, 32, 0.05f});
  set_uv(mesh, swatch(Swatch::navy));
  return mesh;
}

Mesh charm() {
  const Vec3 p = cast_out(neck_field, {0, 14.96f, -0.10f}, {0, 0, 1});
  Mesh mesh = dome(p + Vec3{0, -0.06f, 0.07f}, {0, 0, 1}, 0.085f, 0.06f, 14);
  append(mesh, dome(p + Vec3{0, 0.045f, 0.06f}, {0, 0, 1}, 0.035f, 0.03f, 8));
  return mesh;
}

Mesh sleeves() {
  constexpr auto kPuff = table({{0, 0.34f},
                                {0.10f, 0.50f},
                                {0.30f, 0.62f},
                                {0.55f, 0.66f},
                                {0.78f, 0.58f},
                                {0.90f, 0.43f},
                                {0.94f, 0.40f},
                                {1, 0.46f}});
  Mesh mesh = arm_surface(-0.12f, 1.12f, 10, 36, [&](float t, float a) {
    return kPuff.at(t) * (1 + 0.035f * cosine(a * 10) * smooth_step(0.25f, 0.7f, t));
  });
  for (Vertex& v : mesh.vertices) v.uv = within(kSleeve, v.uv.x, v.uv.y);
  add_rim(mesh, 0.08f);
  return with_mirror(mesh);
}

Mesh cuffs() {
  constexpr auto kFlare =
      table({{0, 0.315f}, {0.1f, 0.30f}, {0.4f, 0.33f}, {0.8f, 0.47f}, {1, 0.56f}});
  Mesh mesh = arm_surface(kCuffStart, kCuffEnd, 6, 35, [&](float t, float a) {
    return kFlare.at(t) * (1 + 0.05f * cosine(a * 7) * t * t);
  });
  for (Vertex& v : mesh.vertices) v.uv = within(kCuff, v.uv.x, v.uv.y);
  add_rim(mesh, 0.12f);
  return with_mirror(mesh);
}

namespace {

Mesh arm_band(float t0, float t1, float radius, Swatch colour) {
  Mesh mesh =
      arm_surface(t0, t1, 3, 28, [=](float t, float) { return radius + 0.03f * sine(kPi * t); });
  set_uv(mesh, swatch(colour));
  set_edge(mesh, 0.8f);
  return with_mirror(mesh);
}

}  // namespace

Mesh bands() {
  Mesh mesh = band(bodice_field, {10.84f, 11.10f, {}, 36, 0.11f});
  set_uv(mesh, swatch(Swatch::coral));
  append(mesh, arm_band(0.96f, 1.08f, 0.455f, Swatch::coral));
  append(mesh, arm_band(kCuffStart - 0.03f, kCuffStart + 0.16f, 0.325f, Swatch::navy));
  const Field leg = [](Vec3 p) { return leg_field(p) - 0.03f; };
  Mesh tops = band(leg, {6.62f, 6.98f, {0.66f, 0, 0.05f}, 22, 0.04f});
  append(tops, band(leg, {6.36f, 6.46f, {0.66f, 0, 0.05f}, 22, 0.035f}));
  set_uv(tops, swatch(Swatch::coral));
  append(mesh, with_mirror(tops));
  return mesh;
}

}  // namespace odori::demo::figure
