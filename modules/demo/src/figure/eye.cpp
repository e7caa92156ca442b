#include "figure/eye.h"

#include "figure/atlas.h"
#include "figure/curve.h"
#include "figure/head.h"
#include "figure/landmarks.h"

namespace odori::demo::figure {
namespace {

// t from the inner to the outer corner: x, upper lid, lower lid (from the eye's centre).
constexpr auto kLid = table({{0, -0.300f, -0.066f, -0.066f},
                             {0.12f, -0.262f, 0.095f, -0.190f},
                             {0.28f, -0.172f, 0.205f, -0.280f},
                             {0.5f, 0.0f, 0.268f, -0.322f},
                             {0.72f, 0.174f, 0.255f, -0.300f},
                             {0.88f, 0.270f, 0.185f, -0.225f},
                             {1, 0.335f, 0.020f, 0.015f}});
constexpr Vec2 kIrisCentre{-0.005f, -0.020f};
constexpr float kIrisWidth = 0.270f, kIrisHeight = 0.338f;
constexpr int kRound = 32;

// Straight pieces between the table's rows: what the hole is cut along.
float lid_line(float x, std::size_t column) {
  const auto& r = kLid.rows;
  std::size_t i = 0;
  while (i + 2 < r.size() && x > r[i + 1][1]) ++i;
  const float t = std::clamp((x - r[i][1]) / (r[i + 1][1] - r[i][1]), 0.0f, 1.0f);
  return lerp(r[i][column], r[i + 1][column], t);
}

// Behind the hole the iris lies half way between the face and its tangent plane, free to turn.
Vec3 in_socket(Vec2 q, float recess) {
  constexpr float e = 0.05f;
  const float x = std::fabs(q.x);
  const float slope = (face_z(kEye.x + e, kEye.y) - face_z(kEye.x - e, kEye.y)) / (2 * e);
  const float plane = face_z(kEye.x, kEye.y) + slope * (x - kEye.x);
  return {q.x, q.y, 0.5f * (plane + face_z(x, q.y)) - recess};
}

Vec2 flat(Swatch s, float, float) { return swatch(s); }

// The lids of one eye in one state, and the frame that its parts are drawn in.
class Eye {
 public:
  Eye(const FaceState& state, int side)
      : state_(state), side_(side), sign_(side == 0 ? 1.0f : -1.0f) {
    const auto i = static_cast<std::size_t>(side);
    joy_ = state.joy[i];
    closed_ = std::max(state.close[i], joy_);
  }

  void add_to(FaceParts& parts) const {
    add_white(parts.white);
    add_iris(parts.iris);
    add_lid(parts.lids, true);
    add_lid(parts.lids, false);
    add_lines(parts.line);
    add_upper_lash(parts.line);
    for (std::size_t i = 0; i < 3; ++i) add_spike(parts.line, i);
    add_brow(parts.line);
  }

 private:
  bool is_right() const { return side_ != 0; }
  Vec2 face(Vec2 e) const { return {sign_ * (kEye.x + e.x), kEye.y + e.y}; }
  float x(float t) const { return kLid.at(t, 1); }
  float shut(float t) const {
    const float arc = sine(kPi * t);
    const float happy = closed_ > 0 ? joy_ / closed_ : 0.0f;
    return lerp(-0.11f - 0.13f * arc + 0.02f * t, -0.14f + 0.17f * arc - 0.02f * t, happy);
  }
  float upper(float t) const {
    const float arc = sine(kPi * t);
    const float open = kLid.at(t, 2) + state_.wide * 0.04f * arc - state_.soft * 0.05f * arc -
                       state_.lash_drop * 0.07f * smooth_step(0.6f, 0.0f, t);
    return lerp(open, shut(t), closed_);
  }
  float lower(float t) const { return lerp(kLid.at(t, 3) - state_.wide * 0.02f, shut(t), closed_); }

  // A shallow bowl; its rim lies in the skin, so that nothing is seen past it.
  void add_white(Mesh& mesh) const {
    constexpr std::array<float, 5> scale{0, 0.5f, 0.95f, 1.05f, 1.12f};
    constexpr std::array<float, 5> deep{0.13f, 0.13f, 0.125f, 0.06f, 0.002f};
    const auto at = [&](std::size_t j, float u) {
      const float t = u < 0.5f ? 2 * u : 2 - 2 * u;
      return Vec2{x(t), kLid.at(t, u < 0.5f ? 2 : 3)} * scale[j];
    };
    add_disc(mesh, 4, is_right(), [&](std::size_t j, float u) {
      const Vec2 e = at(j, u);
      const Vec3 p = j < 3 ? in_socket(face(e), deep[j]) : on_face(face(e), -deep[j]);
      const Vec2 uv = within(kSclera, 0.5f, std::clamp(0.5f - e.y / 0.64f, 0.0f, 1.0f));
      return Vertex{p, face_normal(p), uv, 0, {}};
    });
  }

  // The highlights stay on the same side for both eyes: the picture is not mirrored.
  void add_iris(Mesh& mesh) const {
    add_disc(mesh, 4, true, [&](std::size_t j, float u) {
      const float a = u * 2 * kPi, k = static_cast<float>(j) / 4;
      const Vec2 d{cosine(a) * k, sine(a) * k};
      const Vec2 e{kIrisCentre.x + d.x * sign_ * kIrisWidth * state_.iris,
                   kIrisCentre.y + d.y * kIrisHeight * state_.iris};
      const Vec3 p = in_socket(face(e), 0.065f);
      return Vertex{p, face_normal(p), within(kIris, d.x * 0.5f + 0.5f, 0.5f - d.y * 0.5f), 0, {}};
    });
  }

  template <class Point>
  void add_disc(Mesh& mesh, std::uint32_t rings, bool turned, const Point& point) const {
    const auto base = static_cast<std::uint32_t>(mesh.vertices.size());
    constexpr std::uint32_t row = kRound + 1;
    for (std::uint32_t j = 0; j <= rings; ++j) {
      for (std::uint32_t i = 0; i <= kRound; ++i) {
        mesh.vertices.push_back(point(j, static_cast<float>(i) / kRound));
        if (i == 0 || j == 0) continue;
        const std::uint32_t q = base + j * row + i;
        if (turned) {
          quad(mesh, q - row - 1, q - 1, q, q - row);
        } else {
          quad(mesh, q - row - 1, q - row, q, q - 1);
        }
      }
    }
  }

  void add_lid(Mesh& mesh, bool is_upper) const {
    const auto ring = [&, is_upper](float t, float s) {
      const float arc = sine(kPi * t);
      const Vec2 inner{x(t), is_upper ? upper(t) : lower(t)};
      const Vec2 outer{x(t) * 1.20f, is_upper ? kLid.at(t, 2) * 1.20f + 0.02f * arc
                                              : kLid.at(t, 3) * 1.12f - 0.015f * arc};
      return face(lerp(inner, outer, is_upper ? s : 1 - s));
    };
    add_patch(mesh, {24, 2, 0.016f, is_right(), ring, std::bind_front(flat, Swatch::skin)});
  }

  float lash_height(float t) const {
    return (0.044f + 0.066f * smooth_step(0.05f, 0.80f, t)) * (1 - 0.25f * closed_) *
           smooth_step(-0.06f, 0.1f, t) * (1 - 0.30f * smooth_step(0.78f, 1.0f, t));
  }

  // A tapered strip along the upper lid that runs out into a wing.
  void add_upper_lash(Mesh& mesh) const {
    const auto at = [this](float t, float s) {
      const float along = t * 1.13f, on_lid = std::min(along, 1.0f);
      const float wing = std::max(along - 1, 0.0f) / 0.13f;
      const float down = wing * (0.030f - 0.06f * closed_ * (1 - joy_));
      const float h = lash_height(on_lid) * (1 - wing * wing);
      return face({x(on_lid) + wing * 0.085f + s * h * 0.25f * (t - 0.3f),
                   upper(on_lid) - 0.012f - down + s * h});
    };
    add_patch(mesh, {32, 2, 0.032f, is_right(), at, std::bind_front(flat, Swatch::lash)});
  }

  void add_spike(Mesh& mesh, std::size_t i) const {
    constexpr std::array<float, 3> root{0.76f, 0.87f, 0.955f}, reach{0.060f, 0.080f, 0.075f};
    constexpr std::array<float, 3> half{0.024f, 0.028f, 0.026f}, lift{0.55f, 0.10f, -0.05f};
    const Vec2 a{x(root[i]), upper(root[i]) + lash_height(root[i]) * 0.55f};
    const auto at = [=, this](float t, float s) {
      const float down = 1 - 1.1f * closed_ * (1 - joy_);
      const float dx = reach[i] * (t * 0.75f + 0.35f * t * t);
      const float dy = reach[i] * (0.25f * t + lift[i] * t * t) * down;
      const float back = i == 0 ? 0.01f : 0.02f;
      return face({a.x + dx - back, a.y + dy + (s - 0.6f) * 2 * half[i] * (1 - t)});
    };
    add_patch(mesh, {5, 1, 0.033f, is_right(), at, std::bind_front(flat, Swatch::lash)});
  }

  // Lower lash on the outer half, and the crease above the upper lid.
  void add_lines(Mesh& mesh) const {
    const auto lash = [this](float t, float s) {
      const float u = 0.30f + 0.64f * t;
      const float h = 0.020f * sine(kPi * t * std::sqrt(t)) * (1 - closed_);
      return face({x(u), lower(u) - 0.004f + (s - 0.5f) * h});
    };
    const auto crease = [this](float t, float s) {
      const float u = 0.20f + 0.68f * t;
      const float y = lerp(kLid.at(u, 2), upper(u), 0.30f) + 0.128f - 0.02f * t;
      return face({x(u) * 1.04f, y + (s - 0.5f) * 0.015f * sine(kPi * t)});
    };
    add_patch(mesh, {14, 1, 0.031f, is_right(), lash, std::bind_front(flat, Swatch::line)});
    add_patch(mesh, {14, 1, 0.031f, is_right(), crease, std::bind_front(flat, Swatch::line)});
  }

  void add_brow(Mesh& mesh) const {
    const auto at = [this](float t, float s) {
      const float arch = 1 - 0.7f * state_.brow_straight;
      float y =
          0.485f + arch * (0.075f * sine(kPi * std::min(t * 0.62f + 0.12f, 1.0f)) - 0.06f * t * t);
      y += state_.brow_up * 0.08f + state_.brow_angry * lerp(-0.15f, 0.05f, t);
      y += state_.brow_sad * lerp(0.09f, -0.09f, t) + state_.brow_joy * 0.06f * sine(kPi * t);
      y -= state_.brow_straight * 0.04f;
      const float h = 0.034f * (1 - 0.72f * t) * smooth_step(-0.25f, 0.12f, t);
      return face({lerp(-0.25f, 0.35f, t), y + (s - 0.5f) * 2 * h});
    };
    add_patch(mesh, {16, 1, 0.034f, is_right(), at, std::bind_front(flat, Swatch::brow)});
  }

  const FaceState& state_;
  int side_;
  float sign_, joy_ = 0, closed_ = 0;
};

}  // namespace

float open_lid(float x) { return lid_line(x, 2); }

float outside_eye(Vec3 p) {
  if (p.z < 0.2f) return 1;
  const Vec2 e = (Vec2{std::fabs(p.x), p.y} - kEye) * (1 / 1.07f);
  const float sides = std::max(kLid.rows.front()[1] - e.x, e.x - kLid.rows.back()[1]);
  return std::max({sides, e.y - lid_line(e.x, 2), lid_line(e.x, 3) - e.y});
}

void add_eye(FaceParts& parts, const FaceState& state, int side) { Eye(state, side).add_to(parts); }

}  // namespace odori::demo::figure
