#include "figure/scalp.h"

#include "figure/atlas.h"
#include "figure/hair.h"
#include "figure/landmarks.h"
#include "figure/shapes.h"

namespace odori::demo::figure {
namespace {

constexpr Vec3 kTie{1.36f, 17.74f, -0.48f};
constexpr float kNape = 134;  // degrees

// Degrees from the crown to the hairline; under the fringe it does not show, at the nape it dips.
float hairline(float azimuth) {
  const float side = lerp(54.0f, 101.0f, smooth_step(40, 85, azimuth));
  return azimuth < 85 ? side : lerp(101.0f, kNape, square((azimuth - 85) / 95));
}

Vec3 border(float s) {
  if (s < kScalpParting) {  // up the back, over the crown, to the forehead
    const float polar = lerp(kNape, -54.0f, s / kScalpParting);
    const Vec3 p = hair_shell(polar >= 0 ? 180.0f : 0.0f, std::fabs(polar), 1.0f);
    return {0, p.y, p.z};
  }
  const float azimuth = lerp(0.0f, 180.0f, (s - kScalpParting) / (1 - kScalpParting));
  const Vec3 p = hair_shell(azimuth, hairline(azimuth), 1.0f);
  return s >= 1 ? Vec3{0, p.y, p.z} : p;
}

// Distance of the shell from the middle, in direction d.
float shell_radius(Vec3 d) {
  const Vec3 r{1.32f, 1.54f, d.z > 0 ? 1.32f : 1.48f};
  return 1 / length({d.x / r.x, d.y / r.y, d.z / r.z});
}

// Tufts: a groove at every third column, the fat side leaning one way, no two of one size.
float groove(float s) {
  constexpr auto kTuft = table({{0, 0}, {0.34f, 1.0f}, {0.67f, 0.7f}, {1, 0}});
  const float x = s * kScalpTufts, tuft = std::floor(x);
  return kTuft.at(x - tuft) * (0.6f + 0.6f * scatter(static_cast<std::uint32_t>(tuft) + 200u));
}

}  // namespace

Vec3 scalp_point(float s, float t) {
  const Vec3 from = border(s);
  if (t >= 1) return kTie;
  if (t <= 0) return from;
  const Vec3 q = lerp(from, kTie, t) - kHairCentre;
  const Vec3 d = normalise(q);
  const float low = std::clamp(std::max(-q.y, 0.0f) * 0.9f, 0.0f, 1.0f);
  const float tie_radius = length(kTie - kHairCentre);
  float r = lerp(shell_radius(d), length(q), low);
  r = lerp(r, tie_radius * lerp(0.93f, 1.0f, t), smooth_step(0.62f, 1.0f, t));  // gathered up
  const float body = std::sqrt(std::max(sine(kPi * std::min(t * 1.1f, 1.0f)), 0.0f));
  return kHairCentre + d * (r * (1 + 0.02f * sine(kPi * t) + 0.022f * (groove(s) - 0.35f) * body));
}

Mesh make_scalp() {
  Mesh mesh = sheet(kScalpColumns, kScalpRows, scalp_point);
  for (Vertex& v : mesh.vertices) v.uv = within(kScalp, v.uv.x, v.uv.y);
  orient(mesh, [](Vec3 p) { return p - kHairCentre; });
  mesh = with_mirror(mesh);
  weld_normals(mesh);
  for (Vertex& v : mesh.vertices) {
    v.normal = normalise(lerp(v.normal, hair_outward(v.position), 0.35f));
  }
  return mesh;
}

ScalpGrid scalp_grid(int columns, int rows) {
  ScalpGrid out{columns, rows, {}};
  for (int j = 0; j < rows; ++j) {
    for (int i = 0; i < columns; ++i) {
      out.point.push_back(scalp_point(static_cast<float>(i) / static_cast<float>(columns - 1),
                                      static_cast<float>(j) / static_cast<float>(rows - 1)));
    }
  }
  return out;
}

}  // namespace odori::demo::figure
