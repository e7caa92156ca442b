#include "figure/face.h"

#include "figure/atlas.h"
#include "figure/curve.h"
#include "figure/eye.h"
#include "figure/hair.h"
#include "figure/head.h"
#include "figure/landmarks.h"

namespace odori::demo::figure {
namespace {

constexpr float kMouthY = kChin + 0.385f;

class Lips {
 public:
  explicit Lips(const FaceState& state) : s_(state) {}

  void add_to(FaceParts& parts) const {
    const auto inside = [this](float t, float s) { return Vec2{x(t), lerp(bottom(t), top(t), s)}; };
    add_patch(parts.white, {16, 6, 0.020f, false, inside,
                            [](float t, float s) { return within(kMouth, t, 1 - s); }});
    const auto upper_line = [this](float t, float s) {
      return Vec2{x(t) * 1.03f, top(t) + (s - 0.5f) * 0.027f * (0.30f + 0.70f * sine(kPi * t))};
    };
    const auto lower_line = [this](float t, float s) {
      const float h = 0.016f * smooth_step(0, 0.08f, s_.mouth_open);
      return Vec2{x(t) * 1.02f, bottom(t) + (s - 0.5f) * h};
    };
    const auto under_lip = [this](float t, float s) {
      return Vec2{0.05f * (2 * t - 1),
                  kMouthY - 0.115f - s_.mouth_open * 0.75f + (s - 0.5f) * 0.010f * sine(kPi * t)};
    };
    const auto line = [](float, float) { return swatch(Swatch::line); };
    add_patch(parts.line, {18, 1, 0.030f, false, upper_line, line});
    add_patch(parts.line, {18, 1, 0.030f, false, lower_line, line});
    add_patch(parts.line, {6, 1, 0.026f, false, under_lip, line});
  }

 private:
  float x(float t) const { return s_.mouth_width * (2 * t - 1) + s_.mouth_smirk * 0.02f; }
  float line(float t) const {
    const float k = 2 * t - 1;
    const float smirk = s_.mouth_smirk * (0.07f * smooth_step(-0.2f, 1.0f, k) - 0.02f);
    return kMouthY + s_.mouth_corner * (k * k - 0.4f) + smirk;
  }
  float arch(float t) const { return std::max(1 - square(2 * t - 1), 0.0f); }
  float top(float t) const { return line(t) + s_.mouth_up * std::sqrt(arch(t)); }
  float bottom(float t) const {
    return line(t) - s_.mouth_open * power(arch(t), lerp(0.75f, 0.5f, s_.mouth_round));
  }

  const FaceState& s_;
};

}  // namespace

Vec3 on_face(Vec2 p, float lift) {
  const Vec3 q{p.x, p.y, face_z(p.x, p.y)};
  return q + face_normal(q) * (lift * (1 - 0.55f * smooth_step(0.60f, 0.88f, std::fabs(p.x))));
}

void add_patch(Mesh& mesh, const Patch& patch) {
  const auto base = static_cast<std::uint32_t>(mesh.vertices.size());
  const auto row = static_cast<std::uint32_t>(patch.columns + 1);
  for (int j = 0; j <= patch.rows; ++j) {
    for (int i = 0; i <= patch.columns; ++i) {
      const float t = static_cast<float>(i) / static_cast<float>(patch.columns);
      const float s = static_cast<float>(j) / static_cast<float>(patch.rows);
      const Vec3 p = on_face(patch.at(t, s), patch.lift);
      add(mesh, p, face_normal(p), patch.uv(t, s), 0);
      if (i == 0 || j == 0) continue;
      const std::uint32_t q =
          base + static_cast<std::uint32_t>(j) * row + static_cast<std::uint32_t>(i);
      if (patch.mirrored) {
        quad(mesh, q, q - row, q - row - 1, q - 1);
      } else {
        quad(mesh, q - 1, q - row - 1, q - row, q);
      }
    }
  }
}

FaceParts face_parts(const FaceState& state) {
  FaceParts parts;
  add_eye(parts, state, 0);
  add_eye(parts, state, 1);
  Lips(state).add_to(parts);
  return parts;
}

// Every lock of the fringe dropped onto the face and shifted; it lies over the lids' skin but stops
// at the open lid.
Mesh forehead_shadow() {
  constexpr std::uint32_t kRows = 8;
  Mesh mesh;
  for (const FringeLock& lock : fringe_locks()) {
    const auto base = static_cast<std::uint32_t>(mesh.vertices.size());
    for (std::uint32_t i = 0; i <= kRows; ++i) {
      const float t = lerp(0.45f, 1.0f, static_cast<float>(i) / kRows);
      const Vec3 p = along(lock.curve, t);
      const float w = fringe_half_width(lock, t) * 1.02f + 0.004f;
      for (const float side : {-1.0f, 0.0f, 1.0f}) {
        Vec2 e{p.x + side * w - 0.045f, p.y - 0.13f};
        const float limit = face_half_width(e.y) * 0.97f;
        e.x = std::clamp(e.x, -limit, limit);
        const Vec3 q = on_face(e, 0.024f);
        add(mesh, q, face_normal(q), swatch(Swatch::shade), 0);
      }
      if (i == 0) continue;
      for (std::uint32_t s = 0; s < 2; ++s) {
        const std::uint32_t q = base + i * 3 + s;
        quad(mesh, q, q + 1, q - 2, q - 3);
      }
    }
  }
  return clip(mesh, [](Vec3 p) {
    const float x = std::fabs(p.x);
    return std::max(p.y - kEye.y - open_lid(x - kEye.x) - 0.02f, std::max(0.205f - x, x - 0.87f));
  });
}

Mesh blush_patches() {
  Mesh mesh;
  for (const float side : {1.0f, -1.0f}) {
    const auto at = [side](float t, float s) {
      const float y = kChin + lerp(0.42f, 0.84f, s);
      return Vec2{side * std::min(lerp(0.34f, 0.96f, t), 0.96f * face_half_width(y)), y};
    };
    add_patch(mesh, {10, 6, 0.024f, side < 0, at,
                     [](float t, float s) { return within(kBlush, t, 1 - s); }});
  }
  return mesh;
}

}  // namespace odori::demo::figure
