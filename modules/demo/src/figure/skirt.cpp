// Skirt, petticoat and shorts.
#include "figure/atlas.h"
#include "figure/body.h"
#include "figure/clothes.h"
#include "figure/decimate.h"
#include "figure/landmarks.h"
#include "figure/sdf.h"
#include "figure/shapes.h"

namespace odori::demo::figure {
namespace {

struct Layer {
  float waist_radius, hem_radius, waist_y, hem_y;
  int pleats;
  float depth;  // of a pleat
  float rise;   // share of a pleat that goes up; the rest folds back
};

Vec3 layer_point(const Layer& l, float a, float v, float inset) {
  const float turns = a * static_cast<float>(l.pleats) / (2 * kPi), p = turns - std::floor(turns);
  const float knife = p < l.rise ? p / l.rise : 1 - (p - l.rise) / (1 - l.rise);
  const float r = lerp(l.waist_radius, l.hem_radius, power(v, 0.80f)) - inset +
                  l.depth * (knife - 0.5f) * smooth_step(0, 0.5f, v);
  return {sine(a) * r, lerp(l.waist_y, l.hem_y, v) + 0.05f * cosine(a * 2) * v,
          cosine(a) * r * 0.88f - 0.04f};
}

Mesh layer(const Layer& l, int rows, int columns_a_pleat, float inset) {
  Mesh mesh = sheet(l.pleats * columns_a_pleat, rows, [&](float s, float t) {
    return layer_point(l, s >= 1 ? 0 : s * 2 * kPi, t, inset);
  });
  for (Vertex& v : mesh.vertices) v.uv.x *= static_cast<float>(l.pleats);  // one picture a pleat
  orient(mesh, [](Vec3 p) { return Vec3{p.x, 0, p.z}; });
  weld_normals(mesh);
  return mesh;
}

constexpr Layer kOuter{0.84f, 2.60f, 10.98f, 8.45f, 18, 0.42f, 0.82f};
constexpr Layer kInner{0.80f, 2.40f, 10.80f, 8.12f, 26, 0.20f, 0.50f};
constexpr Layer kBones{0.85f, 2.50f, 10.95f, 8.40f, 1, 0, 0.5f};

}  // namespace

Vec3 skirt_bone_point(float angle, float v) { return layer_point(kBones, angle, v, 0); }

Mesh skirt() {
  constexpr int kRows = 7, kColumns = 5;
  Mesh mesh = layer(kOuter, kRows, kColumns, 0);
  Mesh lining = layer(kOuter, kRows, kColumns, 0.04f);
  flip(lining);
  for (Vertex& v : lining.vertices) {
    v.normal = -v.normal;
    v.edge = 0;
  }
  const std::uint32_t base = append(mesh, lining);
  const std::uint32_t columns = 18 * kColumns, hem = kRows * (columns + 1);
  for (std::uint32_t k = 1; k <= columns; ++k) {
    const std::uint32_t a = hem + k - 1, b = hem + k;
    quad(mesh, a, base + a, base + b, b);
  }
  return mesh;
}

Mesh petticoat() {
  Mesh mesh = layer(kInner, 4, 4, 0);
  for (Vertex& v : mesh.vertices) {
    // Waves of a pleat up and down the same strip of the picture: no seam where it wraps.
    const float p = v.uv.x - std::floor(v.uv.x);
    v.uv = within(kFrill, std::fabs(p * 2 - 1), v.uv.y);
    v.edge = 0.8f;
  }
  return mesh;
}

Mesh shorts() {
  const Field f = [](Vec3 p) { return smooth_min(torso_field(p), leg_field(p), 0.5f) - 0.05f; };
  Mesh mesh = surface_net(f, {{-1.8f, 7.5f, -1.5f}, {1.8f, 11.4f, 1.5f}, 0.30f, 5});
  mesh = clip(mesh,
              [](Vec3 p) { return std::min(11.1f - p.y, p.y - 8.35f - 0.25f * std::fabs(p.x)); });
  mesh = decimate(mesh, 0.6f);
  add_rim(mesh, 0.06f);
  set_uv(mesh, swatch(Swatch::dark));
  set_edge(mesh, 0.8f);
  return mesh;
}

}  // namespace odori::demo::figure
