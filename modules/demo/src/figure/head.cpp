#include "figure/head.h"

#include "figure/atlas.h"
#include "figure/eye.h"
#include "figure/landmarks.h"
#include "figure/sdf.h"
#include "figure/shapes.h"

namespace odori::demo::figure {
namespace {

// Height above the chin: half width, front z, back z, z of the widest point.
constexpr auto kHead = table({{0, 0.03f, 0.70f, 0.62f, 0.66f},
                              {0.03f, 0.15f, 0.785f, 0.52f, 0.64f},
                              {0.10f, 0.28f, 0.845f, 0.37f, 0.56f},
                              {0.22f, 0.475f, 0.875f, 0.12f, 0.44f},
                              {0.40f, 0.715f, 0.905f, -0.26f, 0.30f},
                              {0.65f, 0.945f, 0.940f, -0.72f, 0.16f},
                              {0.90f, 1.072f, 0.955f, -1.02f, 0.06f},
                              {1.25f, 1.15f, 0.985f, -1.22f, -0.02f},
                              {1.6f, 1.17f, 1.04f, -1.32f, -0.08f},
                              {2.0f, 1.14f, 1.02f, -1.32f, -0.12f},
                              {2.4f, 0.98f, 0.84f, -1.16f, -0.14f},
                              {2.75f, 0.68f, 0.50f, -0.82f, -0.14f},
                              {2.95f, 0.38f, 0.18f, -0.48f, -0.14f},
                              {3.05f, 0.02f, -0.12f, -0.16f, -0.14f}});
constexpr float kHeadHeight = 3.05f;

// Nose, eye hollows, cheeks and lips, added to z.
float relief(float x, float h) {
  x = std::fabs(x);
  const float nose = 0.125f * bell(x, 0.065f) * bell(h - 0.70f, h > 0.70f ? 0.16f : 0.055f);
  const float eye = -0.055f * bell(x - 0.52f, 0.26f) * bell(h - 1.12f, 0.26f);
  const float cheek = 0.03f * bell(x - 0.55f, 0.25f) * bell(h - 0.68f, 0.16f);
  const float lips = 0.022f * bell(x, 0.11f) * bell(h - 0.33f, 0.05f) +
                     0.020f * bell(x, 0.09f) * bell(h - 0.45f, 0.035f);
  return nose + eye + cheek + lips;
}

Vec3 ring_point(float h, float angle) {
  const float w = kHead.at(h, 1), back = kHead.at(h, 3), widest = kHead.at(h, 4);
  const float a = angle - 0.30f * sine(angle);  // more columns in front
  const float s = sine(a), c = cosine(a), y = kChin + h;
  if (c < 0) return {w * s, y, widest + (widest - back) * c};
  const float x = w * sign_of(s) * power(std::fabs(s), 0.8f);
  return {x, y, std::fabs(s) > 0.9995f ? widest : face_z(x, y)};
}

}  // namespace

float face_z(float x, float y) {
  const float h = std::clamp(y - kChin, 0.0f, kHeadHeight);
  const float w = kHead.at(h, 1), front = kHead.at(h, 2), widest = kHead.at(h, 4);
  const float u = std::min(std::fabs(x) / w, 0.999f);
  return widest + (front - widest) * std::sqrt(1 - u * u * std::sqrt(u)) + relief(x, h);
}

float face_half_width(float y) { return kHead.at(std::clamp(y - kChin, 0.0f, kHeadHeight), 1); }

Vec3 face_normal(Vec3 p) {
  const Vec3 d = p - Vec3{0, kChin + 1.25f, -0.15f};
  return normalise({d.x * 0.95f, d.y * 0.42f, d.z * 1.15f});
}

Mesh head_skin() {
  constexpr int kRings = 34, kColumns = 44;
  Mesh mesh = sheet(kColumns, kRings, [](float s, float t) {
    const float rise = t * 0.94f + 0.06f * t * t;
    return ring_point(kHeadHeight * (0.5f - 0.5f * cosine(kPi * rise)), (s * 2 - 1) * kPi);
  });
  for (Vertex& v : mesh.vertices) v.uv = face_uv(v.position.x, v.position.y);
  orient(mesh, [](Vec3 p) { return p - Vec3{0, 17, 0}; });
  weld_normals(mesh);
  for (Vertex& v : mesh.vertices) {
    // Near the chin the true normal stays, or the chin would lose its outline.
    const float egg = 0.92f * smooth_step(-0.35f, 0.15f, v.position.z) *
                      smooth_step(0.0f, 0.30f, v.position.y - kChin);
    v.normal = normalise(lerp(v.normal, face_normal(v.position), egg));
  }
  mesh = clip(mesh, [](Vec3 p) { return std::max(p.z + 0.55f, kChin + 0.55f - p.y); });
  mesh = clip(mesh, [](Vec3 p) { return kChin + 2.35f - p.y; });  // the rest is under the hair
  mesh = clip(mesh, outside_eye);
  // No outline round the holes: from the side it would show inside the far one.
  for (Vertex& v : mesh.vertices) {
    const Vec2 d = Vec2{std::fabs(v.position.x), v.position.y} - kEye;
    if (v.position.z > 0.2f) v.edge = smooth_step(0.42f, 0.55f, length(d));
  }
  return mesh;
}

Mesh ears() {
  Mesh ear = loft(7, 12, [](float t, float a) {
    const float y = cosine(kPi * t), r = sine(kPi * t) + 1e-3f;
    const float z = 0.18f * r * sine(a) - 0.10f * y;
    return Vec3{1.13f + 0.09f * r * cosine(a) - 0.25f * z, kChin + 0.98f + 0.30f * y, -0.12f + z};
  });
  orient(ear, [](Vec3 p) { return p - Vec3{1.1f, kChin + 0.98f, -0.12f}; });
  weld_normals(ear);
  for (Vertex& v : ear.vertices) v.uv = {0.25f, 0.5f};
  return with_mirror(ear);
}

}  // namespace odori::demo::figure
