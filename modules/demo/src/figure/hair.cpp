#include "figure/hair.h"

#include "figure/atlas.h"
#include "figure/landmarks.h"
#include "figure/scalp.h"
#include "figure/shapes.h"
#include "figure/tails.h"

namespace odori::demo::figure {
namespace {

struct LockShape {
  float half_width = 0.25f, thickness = 0.10f;
  float root_width = 0.18f;  // of half_width
  float tip_power = 2.0f;    // higher = fuller towards the tip
  float softness = 0.55f;    // how far normals lean away from the middle of the head
  int segments = 12;
  float seed = 0;
};

float lock_width(const LockShape& s, float t) {
  const float rise = s.root_width + (1 - s.root_width) * smooth_step(0, 0.45f, t);
  return s.half_width * rise * power(1 - power(t, s.tip_power), 1.1f) + 0.003f;
}

Mesh make_lock(std::vector<Vec3> curve, const LockShape& s, Area area) {
  Strip strip;
  strip.curve = std::move(curve);
  strip.segments = s.segments;
  strip.outward = hair_outward;
  strip.half_width = [&](float t) { return lock_width(s, t); };
  strip.thickness = [&](float t) {
    return s.thickness * smooth_step(-0.12f, 0.3f, t) * power(1 - power(t, 2.2f), 0.6f) + 0.003f;
  };
  strip.u0 = 0.62f * s.seed;
  strip.u1 = strip.u0 + 0.35f;
  Mesh mesh = sweep(strip);
  for (Vertex& v : mesh.vertices) {
    v.normal = normalise(lerp(v.normal, hair_outward(v.position), s.softness));
    // By height and not by length, so that the shine of neighbouring locks lines up.
    const float across = (v.uv.x - strip.u0) / 0.35f * 2 - 1;
    const float down = (kHairTop - v.position.y) / (kHairTop - kHairBottom);
    const float shift = 0.035f * across * across + 0.05f * (s.seed - 0.5f);
    v.uv = within(area, v.uv.x, std::clamp(down + shift, 0.0f, 1.0f));
  }
  return mesh;
}

// Azimuth at the crown and at the tip (degrees), height of the tip, half width, lift.
struct FringeRow {
  float root, tip, tip_y, half_width, lift;
};
constexpr std::array<FringeRow, 16> kFringeRows{{{-40, -70, 15.95f, 0.25f, 1.05f},
                                                 {-33, -57, 16.45f, 0.26f, 1.07f},
                                                 {-24, -44, 16.84f, 0.25f, 1.06f},
                                                 {-16, -27, 17.16f, 0.27f, 1.075f},
                                                 {-8, -14, 16.98f, 0.20f, 1.09f},
                                                 {-2, -3, 16.56f, 0.25f, 1.10f},
                                                 {4, 9, 17.06f, 0.19f, 1.085f},
                                                 {11, 21, 17.18f, 0.25f, 1.075f},
                                                 {19, 33, 16.98f, 0.24f, 1.065f},
                                                 {27, 46, 16.72f, 0.25f, 1.075f},
                                                 {35, 58, 16.38f, 0.25f, 1.06f},
                                                 {42, 70, 15.98f, 0.25f, 1.05f},
                                                 {-12, -21, 16.84f, 0.085f, 1.12f},
                                                 {7, 16, 16.80f, 0.08f, 1.115f},
                                                 {24, 42, 16.55f, 0.08f, 1.11f},
                                                 {-28, -50, 16.30f, 0.08f, 1.11f}}};

std::vector<Vec3> fringe_curve(const FringeRow& l) {
  // A lock that ends above the equator would fold back on the full polar angles.
  const float k = l.tip_y > 16.9f ? lerp(1.0f, 0.80f, smooth_step(16.8f, 17.25f, l.tip_y)) : 1.0f;
  const auto at = [&](float mix, float polar, float lift) {
    return hair_shell(lerp(l.root, l.tip, mix), polar * k, lift);
  };
  const Vec3 end = hair_shell(l.tip, 90 * k, l.lift * 0.985f);
  const float drop = end.y - l.tip_y, side = sign_of(l.tip);
  Vec3 tip{end.x - side * 0.10f * drop, l.tip_y, end.z - 0.10f * drop};
  if (std::fabs(l.tip) < 50) tip.x += 0.10f * side;
  return {hair_shell(l.root * 1.2f, 5, 1.005f),
          at(0.30f, 38, l.lift),
          at(0.62f, 62, l.lift),
          at(0.88f, 82, l.lift * 0.99f),
          lerp(end, tip, 0.45f) + Vec3{end.x * 0.02f, 0, 0.03f},
          tip};
}

LockShape fringe_shape(float half_width, float seed) {
  return {half_width, 0.10f, 0.02f, 2.0f, 0.55f, 12, seed};
}

Mesh make_fringe(bool sheer) {
  Mesh mesh;
  // Inner locks first: where sheer tips cross, the outer one must not hide the inner one.
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < kFringeRows.size(); ++i) {
    if ((std::fabs(kFringeRows[i].tip) < 48) == sheer) order.push_back(i);
  }
  std::stable_sort(order.begin(), order.end(), [](std::size_t a, std::size_t b) {
    return kFringeRows[a].lift < kFringeRows[b].lift;
  });
  for (const std::size_t i : order) {
    const FringeLock& lock = fringe_locks()[i];
    append(mesh, make_lock(lock.curve, fringe_shape(lock.half_width, lock.seed),
                           sheer ? kFringe : kHeadHair));
  }
  return mesh;
}

// Long locks in front of the ears, one side.
Mesh side_locks(float side) {
  constexpr std::array<float, 3> azimuth{72, 84, 97}, tip_y{14.55f, 15.05f, 15.5f};
  constexpr std::array<float, 3> half_width{0.20f, 0.22f, 0.24f};
  Mesh mesh;
  for (std::size_t i = 0; i < azimuth.size(); ++i) {
    const float a = side * azimuth[i];
    const Vec3 e = hair_shell(a, 90, 1.03f);
    const float x = e.x, y = tip_y[i];
    const LockShape shape{
        half_width[i], 0.10f, 0.05f, 2.2f, 0.55f, 13, scatter(31u + static_cast<std::uint32_t>(i))};
    append(mesh, make_lock({hair_shell(a * 0.45f, 14, 1.0f), hair_shell(a * 0.75f, 45, 1.05f),
                            hair_shell(a * 0.97f, 75, 1.05f), e + Vec3{side * 0.03f, -0.35f, 0.02f},
                            Vec3{x * 0.97f, lerp(e.y, y, 0.62f), e.z + 0.03f},
                            Vec3{x * 0.86f, y, e.z + 0.10f}},
                           shape, kHeadHair));
  }
  set_edge(mesh, 0.6f);  // three outlines side by side would be a black bundle
  return mesh;
}

// Short hair that hangs at the nape: a sheet with two faces, and locks over it.
Mesh nape() {
  constexpr int kPoints = 18;
  Mesh inner = sheet(kPoints, 3, [](float s, float t) {
    const Vec3 e = hair_shell(lerp(96.0f, 264.0f, s), 88, 0.955f);
    const float draw_in = lerp(1.0f, 0.80f, t * t);
    const float ends = 15.72f - 0.17f * cosine(s * kPi * kPoints);  // points at the lower border
    return Vec3{e.x * draw_in, lerp(e.y, ends, t), e.z * draw_in};
  });
  orient(inner, hair_outward);
  for (Vertex& v : inner.vertices) {
    const float down = (kHairTop - v.position.y) / (kHairTop - kHairBottom);
    v.uv = within(kHeadHair, 0.2f + 0.6f * v.uv.x, std::clamp(down + 0.1f, 0.0f, 1.0f));
  }
  Mesh back = inner;
  flip(back);
  compute_normals(back);
  append(inner, back);
  constexpr int kLocks = 11, kMiddle = kLocks / 2;
  for (int i = 0; i < kLocks; ++i) {
    const float k = static_cast<float>(i - kMiddle);
    const float azimuth = 180 + k * 15.5f;
    const Vec3 e = hair_shell(azimuth, 90, 1.0f);
    const float seed = scatter(51u + static_cast<std::uint32_t>(i));
    const float tip = 15.02f + 0.30f * seed + 0.012f * k * k;
    const LockShape shape{0.33f, 0.10f, 0.75f, 2.8f, 0.5f, 10, seed};
    append(inner, make_lock({hair_shell(azimuth, 80, 0.95f), e + Vec3{0, -0.25f, 0},
                             Vec3{e.x * 0.99f, 16.50f, e.z}, Vec3{e.x * 0.90f, 15.80f, e.z * 0.93f},
                             Vec3{e.x * 0.68f, tip, e.z * 0.70f}},
                            shape, kHeadHair));
  }
  return inner;
}

Mesh antenna() {
  Strip strip;
  strip.curve = {{0.03f, 18.6f, 0.05f},
                 {0.10f, 19.02f, 0.20f},
                 {0.42f, 19.22f, 0.42f},
                 {0.78f, 19.02f, 0.52f}};
  strip.segments = 14;
  strip.outward = [](Vec3) { return Vec3{0, 0.6f, 0.8f}; };
  strip.half_width = [](float t) {
    return 0.058f * (0.35f + 0.65f * smooth_step(0, 0.5f, t)) * power(1 - t * t, 0.9f) + 0.003f;
  };
  strip.thickness = [](float t) { return 0.03f * (1 - t * t) + 0.003f; };
  Mesh mesh = sweep(strip);
  for (Vertex& v : mesh.vertices)
    v.uv = within(kHeadHair, 0.3f + 0.2f * v.uv.x, 0.1f + 0.1f * v.uv.y);
  return mesh;
}

}  // namespace

Vec3 hair_shell(float azimuth, float polar, float lift) {
  const float a = radians(azimuth), th = radians(std::min(polar, 90.0f)), c = cosine(a);
  const Vec3 radii{1.30f, 1.52f, c > 0 ? 1.30f : 1.46f};
  const Vec3 direction{sine(th) * sine(a), cosine(th), sine(th) * c};
  Vec3 p = kHairCentre + direction * radii * lift;
  if (polar > 90) {
    const float fall = (polar - 90) / 57.3f * 1.4f;
    p.y -= fall;
    p.x *= 1 - 0.10f * fall * fall;
    p.z = kHairCentre.z + (p.z - kHairCentre.z) * (1 - 0.05f * fall);
  }
  return p;
}

Vec3 hair_outward(Vec3 p) {
  Vec3 d = p - kHairCentre;
  d.y = std::max(d.y, -0.2f) * 0.8f;
  return normalise(d);
}

const std::vector<FringeLock>& fringe_locks() {
  static const std::vector<FringeLock> kLocks = [] {
    std::vector<FringeLock> locks;
    for (std::uint32_t i = 0; i < kFringeRows.size(); ++i) {
      locks.push_back({fringe_curve(kFringeRows[i]), kFringeRows[i].half_width, scatter(i)});
    }
    return locks;
  }();
  return kLocks;
}

float fringe_half_width(const FringeLock& lock, float t) {
  return lock_width(fringe_shape(lock.half_width, lock.seed), t);
}

HairParts make_hair() {
  HairParts parts;
  parts.scalp = make_scalp();
  parts.locks = nape();
  append(parts.locks, antenna());
  append(parts.locks, make_fringe(false));
  parts.fringe = make_fringe(true);
  parts.side = side_locks(1);
  append(parts.side, side_locks(-1));
  parts.tails = with_mirror(make_tail());
  return parts;
}

}  // namespace odori::demo::figure
