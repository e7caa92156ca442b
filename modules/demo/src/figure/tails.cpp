#include "figure/tails.h"

#include "figure/atlas.h"
#include "figure/landmarks.h"
#include "figure/shapes.h"

namespace odori::demo::figure {
namespace {

constexpr float kTwist = 1.3f;  // radians from tie to tip
constexpr int kLobes = 6;

struct Frame {
  Vec3 centre, x, y;
};
Frame tail_frame(float t) {
  const Vec3 c = along(kTail, t);
  const Vec3 d =
      normalise(along(kTail, std::min(t + 0.03f, 1.0f)) - along(kTail, std::max(t - 0.03f, 0.0f)));
  const Vec3 x = normalise(cross({0, 0, 1}, d));
  return {c, x, cross(d, x)};
}

// A closed, fluted core: what the strips grow out of, so that the root is whole from every side.
Mesh core() {
  constexpr auto kRadius = table({{0, 0.20f},
                                  {0.05f, 0.27f},
                                  {0.14f, 0.46f},
                                  {0.28f, 0.50f},
                                  {0.50f, 0.44f},
                                  {0.75f, 0.27f},
                                  {1, 0.01f}});
  constexpr float kReach = 0.86f;
  Mesh mesh = loft(20, kLobes * 4, [&](float t, float a) {
    const Frame f = tail_frame(t * kReach);
    const float flute =
        1 + 0.10f * smooth_step(0, 0.15f, t) * (std::fabs(cosine(a * kLobes * 0.5f)) * 2 - 1.2f);
    const float r = kRadius.at(t) * flute, b = a + t * kTwist;
    return f.centre + f.x * (r * cosine(b)) + f.y * (r * sine(b));
  });
  for (Vertex& v : mesh.vertices) v.uv = within(kTailHair, v.uv.x, v.uv.y * kReach);
  orient(mesh, [](Vec3 p) { return p - tail_frame(place_on_tail(p)).centre; });
  weld_normals(mesh);
  return mesh;
}

Mesh strip(std::uint32_t i) {
  constexpr int kPoints = 9;
  const float reach = 1 - 0.26f * scatter(i + 3u),
              turn = static_cast<float>(i) * 2 * kPi / 8 + 0.4f;
  Strip s;
  for (int k = 0; k < kPoints; ++k) {
    const float t = static_cast<float>(k) / (kPoints - 1);
    const Frame f = tail_frame(t * reach);
    const float wave = static_cast<float>(i);
    const float r = 0.27f * smooth_step(-0.30f, 0.24f, t) * (1.30f - 0.45f * t) +
                    0.10f * t * t * (scatter(i + 40u) - 0.3f);
    const float b = turn + t * kTwist;
    s.curve.push_back(f.centre + f.x * (r * cosine(b)) + f.y * (r * sine(b)) +
                      Vec3{0.16f * sine(t * 7 + wave * 1.3f), 0, 0.10f * cosine(t * 6 + wave * 2)} *
                          t);
  }
  s.segments = 15;
  s.outward = [](Vec3 p) {
    Vec3 d = p - along(kTail, place_on_tail(p));
    d.y *= 0.3f;
    return normalise(d + Vec3{0.12f, 0, 0.05f});
  };
  s.half_width = [](float t) {
    return 0.30f * (0.35f + 0.65f * smooth_step(0, 0.35f, t)) * power(1 - power(t, 2.6f), 1.1f) +
           0.003f;
  };
  s.thickness = [](float t) {
    return 0.17f * smooth_step(-0.05f, 0.3f, t) * power(1 - power(t, 2.2f), 0.6f) + 0.003f;
  };
  s.u0 = 0.6f * scatter(i + 80u);
  s.u1 = s.u0 + 0.35f;
  s.v1 = reach;
  Mesh mesh = sweep(s);
  for (Vertex& v : mesh.vertices) {
    v.normal = normalise(lerp(v.normal, s.outward(v.position), 0.2f));
    v.uv = within(kTailHair, v.uv.x, v.uv.y);
  }
  return mesh;
}

}  // namespace

float place_on_tail(Vec3 p) {
  constexpr int kSteps = 60;
  float best = 1e9f, place = 0;
  for (int i = 0; i <= kSteps; ++i) {
    const float t = static_cast<float>(i) / kSteps, d = length_squared(along(kTail, t) - p);
    if (d < best) {
      best = d;
      place = t;
    }
  }
  return place;
}

Mesh make_tail() {
  Mesh mesh = core();
  for (std::uint32_t i = 0; i < 8; ++i) append(mesh, strip(i));
  return mesh;
}

}  // namespace odori::demo::figure
