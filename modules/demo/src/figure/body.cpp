#include "figure/body.h"

#include "figure/landmarks.h"
#include "figure/sdf.h"
#include "figure/shapes.h"

namespace odori::demo::figure {
namespace {

// y, half width, half depth, z of the centre
constexpr auto kTorso = table({{8.6f, 0.70f, 0.55f, -0.05f},
                               {9.2f, 1.16f, 0.88f, -0.08f},
                               {9.8f, 1.27f, 0.95f, -0.10f},
                               {10.5f, 1.02f, 0.78f, -0.05f},
                               {11.25f, 0.72f, 0.58f, 0.0f},
                               {11.7f, 0.72f, 0.60f, 0.03f},
                               {12.5f, 0.90f, 0.70f, 0.05f},
                               {13.2f, 1.06f, 0.76f, 0.03f},
                               {13.8f, 1.06f, 0.66f, -0.05f},
                               {14.25f, 0.84f, 0.50f, -0.10f},
                               {14.6f, 0.50f, 0.40f, -0.12f},
                               {15.0f, 0.36f, 0.34f, -0.10f}});
// Along the limb (0..1): radius, offset in z.
constexpr auto kLeg = table({{0, 0.67f, -0.02f},
                             {0.12f, 0.63f, 0.0f},
                             {0.25f, 0.55f, 0.03f},
                             {0.40f, 0.435f, 0.05f},
                             {0.485f, 0.365f, 0.04f},
                             {0.53f, 0.345f, 0.03f},
                             {0.62f, 0.385f, -0.11f},
                             {0.70f, 0.38f, -0.16f},
                             {0.82f, 0.28f, -0.09f},
                             {0.93f, 0.215f, 0.0f},
                             {1, 0.23f, 0.02f}});
constexpr auto kArms = table({{0, 0.40f, 0},
                              {0.10f, 0.385f, 0},
                              {0.25f, 0.33f, 0},
                              {0.42f, 0.285f, 0},
                              {0.52f, 0.265f, 0},
                              {0.62f, 0.275f, 0},
                              {0.80f, 0.225f, 0},
                              {0.95f, 0.185f, 0},
                              {1, 0.185f, 0}});
constexpr std::array<Vec3, 3> kLegJoints{kHip, kKnee, kAnkle};
constexpr std::array<Vec3, 3> kArmJoints{kShoulder, kElbow, kWrist};

Vec3 left(Vec3 p) { return {std::fabs(p.x), p.y, p.z}; }

float bust_field(Vec3 p) {
  const Vec3 d = p - Vec3{0.44f, 13.02f, 0.55f};
  return ellipsoid({d.x * 0.98f - d.z * 0.18f, d.y, d.z * 0.98f + d.x * 0.18f},
                   {0.47f, 0.45f, 0.40f});
}

float neck_cone(Vec3 p, float top_radius) {
  return cone(p, {0, 14.3f, -0.14f}, {0, 16.0f, -0.06f}, 0.36f, top_radius);
}

float hand_field(Vec3 p) {
  static const std::array<Finger, 5> kFingers = fingers();
  float d = cone(p, {-0.45f, 0, 0}, {0.12f, 0, 0}, 0.19f, 0.165f);
  d = smooth_min(d, round_box(p - Vec3{0.46f, 0, 0.01f}, {0.36f, 0.115f, 0.33f}, 0.11f), 0.22f);
  // Ball of the thumb, and the heel of the hand on the other side.
  d = smooth_min(d, cone(p, {0.15f, -0.07f, 0.15f}, {0.42f, -0.10f, 0.30f}, 0.135f, 0.11f), 0.15f);
  d = smooth_min(d, ellipsoid(p - Vec3{0.34f, -0.08f, -0.19f}, {0.24f, 0.09f, 0.12f}), 0.12f);
  // The hollow of the palm.
  d = smooth_max(d, -ellipsoid(p - Vec3{0.52f, -0.20f, 0.0f}, {0.26f, 0.11f, 0.18f}), 0.10f);
  for (const Finger& f : kFingers) {
    const float a = f.root_radius, b = lerp(a, f.tip_radius, 0.4f),
                c = lerp(a, f.tip_radius, 0.75f);
    float e = cone(p, f.joint[0], f.joint[1], a, b);
    e = std::min(e, cone(p, f.joint[1], f.joint[2], b, c));
    e = std::min(e, cone(p, f.joint[2], f.joint[3], c, f.tip_radius));
    d = smooth_min(d, e, 0.05f);
  }
  return d;
}

void blush(Mesh& mesh, const std::function<float(Vec3)>& pink) {
  for (Vertex& v : mesh.vertices) v.uv = {0.03f + 0.94f * pink(v.position), 0.5f};
}

}  // namespace

float torso_field(Vec3 p) {
  const float y = std::clamp(p.y, 8.6f, 15.0f);
  const float w = kTorso.at(y, 1), d = kTorso.at(y, 2), z = p.z - kTorso.at(y, 3);
  const float r = power(power(std::fabs(p.x / w), 2.3f) + power(std::fabs(z / d), 2.3f), 1 / 2.3f);
  return std::max((r - 1) * std::min(w, d), std::max(8.6f - p.y, p.y - 15.0f));
}

float leg_field(Vec3 p) { return limb(left(p), kLegJoints, kLeg); }
float arm_field(Vec3 p) { return limb(left(p), kArmJoints, kArms); }

float cloth_field(Vec3 q) {
  const Vec3 p = left(q);
  const float d = smooth_min(torso_field(p), bust_field(p), 0.5f);
  return smooth_min(
      d, cone(p, kShoulder - Vec3{0.2f, -0.03f, 0}, kShoulder + kArm * 0.7f, 0.36f, 0.38f), 0.6f);
}

float neck_field(Vec3 p) { return smooth_min(cloth_field(p), neck_cone(p, 0.35f), 0.35f); }

std::array<Finger, 5> fingers() {
  constexpr float z[4] = {0.265f, 0.090f, -0.085f, -0.245f},
                  reach[4] = {0.60f, 0.68f, 0.63f, 0.49f};
  constexpr float x[4] = {0.74f, 0.78f, 0.76f, 0.70f}, radius[4] = {0.088f, 0.09f, 0.086f, 0.076f};
  constexpr float spread[4] = {0.15f, 0.03f, -0.08f, -0.22f};
  std::array<Finger, 5> out;
  out[0] = {{{{0.16f, -0.05f, 0.22f},
              {0.36f, -0.10f, 0.42f},
              {0.55f, -0.12f, 0.53f},
              {0.71f, -0.13f, 0.57f}}},
            0.12f,
            0.075f};
  for (std::size_t i = 0; i < 4; ++i) {
    Vec3 d = normalise({1, -0.10f - 0.03f * static_cast<float>(i), spread[i]});
    const Vec3 a{x[i], 0, z[i]}, b = a + d * (reach[i] * 0.42f);
    d = normalise(d + Vec3{0, -0.16f, 0});
    const Vec3 c = b + d * (reach[i] * 0.32f);
    d = normalise(d + Vec3{0, -0.18f, 0});
    out[i + 1] = {{a, b, c, c + d * (reach[i] * 0.26f)}, radius[i], radius[i] * 0.72f};
  }
  return out;
}

Mesh neck_skin() {
  const Field f = [](Vec3 p) {
    const float d = smooth_min(torso_field(p), bust_field(left(p)), 0.28f);
    return smooth_min(d, neck_cone(p, 0.36f), 0.45f);
  };
  Mesh mesh = loft(14, 40, [&](float t, float a) {
    const float y = lerp(13.55f, 15.95f, t);
    return cast_out(f, {0, y, -0.10f}, {sine(a), 0, cosine(a)});
  });
  orient(mesh, [](Vec3 p) { return Vec3{p.x, 0, p.z + 0.1f}; });
  for (Vertex& v : mesh.vertices) v.normal = surface_normal(f, v.position);
  blush(mesh, [](Vec3) { return 0.0f; });
  return mesh;
}

Mesh arm_surface(float t0, float t1, int rings, int sides,
                 const std::function<float(float, float)>& radius) {
  Mesh mesh = loft(rings, sides, [&](float t, float a) {
    return kShoulder + kArm * lerp(t0, t1, t) +
           (kArmUp * cosine(a) + Vec3{0, 0, 1} * sine(a)) * radius(t, a);
  });
  orient(mesh, [](Vec3 p) {
    const Vec3 d = p - kShoulder;
    return d - kArm * dot(d, kArm);
  });
  weld_normals(mesh);
  return mesh;
}

Mesh arm_skin() {
  constexpr float start = 0.45f, end = kUpperArm + kForearm - 0.01f;
  const auto axis_radius = [](float t, float) {
    return kArms.at(lerp(start, end, t) / (kUpperArm + kForearm), 1);
  };
  Mesh mesh = arm_surface(start, end, 20, 18, axis_radius);
  blush(mesh, [](Vec3 p) {
    const Vec3 d = p - kElbow;
    return 0.5f * bell(dot(d, kArm), 0.28f) * smooth_step(0.1f, -0.25f, d.z);
  });
  return with_mirror(mesh);
}

Mesh leg_surface(float top, float bottom, float offset, int rings, int sides) {
  const Field f = [=](Vec3 p) { return limb(p, kLegJoints, kLeg) - offset; };
  constexpr float height = kHip.y - kAnkle.y;
  Mesh mesh = loft(rings, sides, [&](float t, float a) {
    const float y = lerp(top, bottom, t), along_leg = (kHip.y - y) / height;
    const Vec3 axis = y > kKnee.y ? lerp(kKnee, kHip, (y - kKnee.y) / (kHip.y - kKnee.y))
                                  : lerp(kAnkle, kKnee, (y - kAnkle.y) / (kKnee.y - kAnkle.y));
    return cast_out(f, {axis.x, y, axis.z + kLeg.at(along_leg, 2)}, {-sine(a), 0, -cosine(a)});
  });
  orient(mesh, [](Vec3 p) { return Vec3{p.x - 0.65f, 0, p.z}; });
  for (Vertex& v : mesh.vertices) v.normal = surface_normal(f, v.position);
  return mesh;
}

Mesh thigh_skin() {
  Mesh mesh = leg_surface(8.95f, 6.7f, 0, 9, 26);
  blush(mesh, [](Vec3 p) { return 0.25f * smooth_step(7.4f, 6.8f, p.y); });
  return with_mirror(mesh);
}

Mesh hand_skin() {
  Mesh mesh = surface_net(hand_field, {{-0.12f, -0.45f, -0.55f}, {1.62f, 0.30f, 0.75f}, 0.070f, 5});
  mesh = clip(mesh, [](Vec3 p) { return p.x + 0.04f; });
  const std::array<Finger, 5> all = fingers();
  blush(mesh, [&](Vec3 p) {
    float pink = 0.12f;
    for (const Finger& f : all) {
      pink = std::max(pink, 0.75f * smooth_step(0.20f, 0.04f, length(p - f.joint[3])));
      pink = std::max(pink, 0.35f * smooth_step(0.14f, 0.07f, length(p - f.joint[0])));
    }
    return pink;
  });
  for (Vertex& v : mesh.vertices) {
    v.position = from_hand(v.position);
    v.normal = kArm * v.normal.x + kArmUp * v.normal.y + Vec3{0, 0, 1} * v.normal.z;
  }
  return with_mirror(mesh);
}

}  // namespace odori::demo::figure
