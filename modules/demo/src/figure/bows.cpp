// Ribbons and the star in the hair.
#include "figure/atlas.h"
#include "figure/clothes.h"
#include "figure/hair.h"
#include "figure/landmarks.h"
#include "figure/sdf.h"
#include "figure/shapes.h"
#include "odori/math/quat.h"

namespace odori::demo::figure {
namespace {

// Where a bow sits: its own frame has x to the right of it, y up, z outwards.
struct Place {
  Vec3 centre;
  Quat turn;
  float size = 1;
  float tails = 1;  // length of the ends

  Vec3 at(Vec3 p) const { return centre + rotate(turn, p * size); }
  Vec3 out() const { return rotate(turn, {0, 0, 1}); }
};

Strip wing(const Place& m, float side) {
  Strip s;
  s.curve = {m.at({side * 0.05f, 0, 0.05f}), m.at({side * 0.35f, 0.12f, 0.16f}),
             m.at({side * 0.75f, 0.22f, 0.12f}), m.at({side * 1.0f, 0.22f, 0})};
  s.segments = 10;
  s.outward = [out = m.out()](Vec3) { return out; };
  s.belly = 0.8f;
  s.half_width = [k = m.size](float t) {
    return k * (0.10f + 0.30f * smooth_step(0, 0.8f, t)) *
               std::sqrt(std::max(1 - power(t, 7), 0.0f)) +
           0.004f;
  };
  s.thickness = [k = m.size](float t) {
    return k * (0.08f + 0.15f * sine(kPi * std::min(t * 1.05f, 1.0f)));
  };
  return s;
}

Strip end(const Place& m, float side) {
  Strip s;
  s.curve = {m.at({side * 0.04f, -0.02f, 0.04f}), m.at({side * 0.18f, -0.35f * m.tails, 0.10f}),
             m.at({side * 0.30f, -0.75f * m.tails, 0.06f}),
             m.at({side * 0.48f, -1.15f * m.tails, 0.05f})};
  s.segments = 5;
  s.outward = [out = m.out()](Vec3) { return out; };
  s.half_width = [k = m.size](float t) { return k * (0.07f + 0.13f * t); };
  s.thickness = [k = m.size](float) { return k * 0.025f; };
  return s;
}

Mesh bow(const Place& m) {
  Mesh mesh;
  for (const float side : {-1.0f, 1.0f}) {
    append(mesh, sweep(wing(m, side)));
    append(mesh, sweep(end(m, side)));
  }
  Mesh knot = loft(6, 10, [&](float t, float a) {
    const float r = sine(kPi * t) + 1e-3f;
    return m.at({0.15f * r * cosine(a), 0.17f * cosine(kPi * t), 0.08f + 0.13f * r * sine(a)});
  });
  orient(knot, [&](Vec3 p) { return p - m.at({0, 0, 0.08f}); });
  weld_normals(knot);
  append(mesh, knot);
  set_uv(mesh, swatch(Swatch::coral));
  return mesh;
}

Quat about(Vec3 axis, float angle) { return from_axis_angle(axis, angle); }

// A ring round the root of a tail.
Mesh hair_tie() {
  const Vec3 centre = along(kTail, 0.045f), axis = normalise(along(kTail, 0.09f) - kTail[0]);
  const Vec3 u = normalise(cross(axis, {0, 0, 1})), w = cross(axis, u);
  Mesh mesh = loft(16, 7, [&](float t, float a) {
    const float b = t >= 1 ? 0 : t * 2 * kPi, r = 0.36f + 0.12f * cosine(a);
    return centre + (u * cosine(b) + w * sine(b)) * r + axis * (0.15f * sine(a));
  });
  // Half of the ring looks to its axis; the outer half decides.
  orient(mesh, [&](Vec3 p) {
    const Vec3 d = p - centre;
    return d - axis * dot(d, axis);
  });
  weld_normals(mesh);
  set_uv(mesh, swatch(Swatch::coral));
  return mesh;
}

}  // namespace

Mesh chest_bow() { return bow({{0, 13.62f, 0.92f}, about({1, 0, 0}, -0.25f), 0.52f, 1.2f}); }

Mesh back_bow() { return bow({{0, 10.95f, -0.92f}, about({0, 1, 0}, kPi), 1.05f, 1.35f}); }

Mesh hair_bows() {
  const Place left{
      {1.40f, 18.02f, -0.20f}, about({0, 1, 0}, -0.05f) * about({0, 0, 1}, -0.35f), 0.80f, 0.9f};
  Mesh mesh = bow(left);
  append(mesh, hair_tie());
  return with_mirror(mesh);
}

Mesh hair_star() {
  const Vec3 centre = hair_shell(-47, 68, 1.165f), out = hair_outward(centre);
  const Vec3 x = normalise(cross({0, 1, 0}, out)), y = cross(out, x);
  Mesh mesh;
  for (const bool back : {false, true}) {
    const std::uint32_t q = add(mesh, centre + out * (back ? -0.02f : 0.10f));
    for (int i = 0; i < 10; ++i) {
      const float a = static_cast<float>(i) * kPi / 5 + 0.25f, r = i % 2 != 0 ? 0.125f : 0.27f;
      add(mesh, centre + (x * sine(a) + y * cosine(a)) * r);
    }
    for (std::uint32_t i = 0; i < 10; ++i) {
      const std::uint32_t u = q + 1 + i, v = q + 1 + (i + 1) % 10;
      if (back) {
        face(mesh, q, u, v);
      } else {
        face(mesh, q, v, u);
      }
    }
  }
  orient(mesh, [=](Vec3 p) { return p - (centre + out * 0.03f); });
  set_edge(mesh, 0.8f);
  return mesh;
}

}  // namespace odori::demo::figure
