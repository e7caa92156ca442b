#include "figure/shapes.h"

#include "figure/sdf.h"

namespace odori::demo::figure {
namespace {

float fraction(int i, int n) { return static_cast<float>(i) / static_cast<float>(n); }

// Two edges, two shoulders and a ridge outside, one keel inside.
constexpr std::array<float, kStripSection> kAcross{-1, -0.5f, 0, 0.5f, 1, 0};
constexpr std::array<float, kStripSection> kUp{0, 0.75f, 1, 0.75f, 0, -1};

void add_section(Mesh& mesh, const Strip& s, float t) {
  const Vec3 centre = along(s.curve, t);
  const Vec3 tangent = normalise(along(s.curve, std::min(t + 0.02f, 1.0f)) -
                                 along(s.curve, std::max(t - 0.02f, 0.0f)));
  const Vec3 side = normalise(cross(tangent, s.outward(centre)));
  const Vec3 out = normalise(cross(side, tangent));
  const float w = s.half_width(t), h = s.thickness(t);
  for (std::size_t k = 0; k < kStripSection; ++k) {
    const float y = kUp[k] * h * (kUp[k] < 0 ? s.belly : 1.0f);
    add(mesh, centre + side * (kAcross[k] * w) + out * y, {},
        {lerp(s.u0, s.u1, kAcross[k] * 0.5f + 0.5f), lerp(s.v0, s.v1, t)});
  }
}

}  // namespace

Mesh sweep(const Strip& s) {
  Mesh mesh;
  constexpr auto n = static_cast<std::uint32_t>(kStripSection);
  for (int i = 0; i <= s.segments; ++i) {
    add_section(mesh, s, fraction(i, s.segments));
    if (i == 0) continue;
    const std::uint32_t row = static_cast<std::uint32_t>(i - 1) * n;
    for (std::uint32_t k = 0; k < n; ++k) {
      const std::uint32_t a = row + k, b = row + (k + 1) % n;
      quad(mesh, a, a + n, b + n, b);
    }
  }
  const std::uint32_t last = static_cast<std::uint32_t>(s.segments) * n;
  for (std::uint32_t k = 1; k + 1 < n; ++k) {
    face(mesh, 0, k, k + 1);
    face(mesh, last, last + k + 1, last + k);
  }
  compute_normals(mesh);
  const Vertex& ridge = mesh.vertices[static_cast<std::size_t>(s.segments / 2) * n + 2];
  if (dot(ridge.normal, s.outward(ridge.position)) < 0) {
    flip(mesh);
    compute_normals(mesh);
  }
  return mesh;
}

Mesh loft(int rings, int sides, const Ring& ring) {
  return sheet(sides, rings, [&](float s, float t) {
    return ring(t, s >= 1 ? 0 : s * 2 * kPi);  // the seam closes exactly
  });
}

Mesh sheet(int columns, int rows, const Sheet& point) {
  Mesh mesh;
  for (int i = 0; i <= rows; ++i) {
    for (int k = 0; k <= columns; ++k) {
      const float s = fraction(k, columns), t = fraction(i, rows);
      const std::uint32_t q = add(mesh, point(s, t), {}, {s, t});
      if (i == 0 || k == 0) continue;
      const auto row = static_cast<std::uint32_t>(columns + 1);
      quad(mesh, q - 1, q, q - row, q - row - 1);
    }
  }
  return mesh;
}

Mesh band(const Field& f, const Band& b) {
  Mesh mesh = loft(3, b.sides, [&](float t, float a) {
    const Vec3 out{sine(a), 0, cosine(a)};
    const Vec3 p = cast_out(f, {b.centre.x, lerp(b.low, b.high, t), b.centre.z}, out);
    const float round = power(sine(kPi * std::clamp(t, 0.001f, 0.999f)), 0.35f);
    return p + out * (b.bulge * round + 0.012f);  // sunk into the surface it would look scalloped
  });
  orient(mesh, [&](Vec3 p) { return Vec3{p.x - b.centre.x, 0, p.z - b.centre.z}; });
  weld_normals(mesh);
  for (Vertex& v : mesh.vertices) v.edge = v.uv.y < 0.1f || v.uv.y > 0.9f ? 0.15f : 1.0f;
  return mesh;
}

Mesh dome(Vec3 centre, Vec3 normal, float radius, float height, int sides) {
  const Vec3 x =
      normalise(cross(std::fabs(normal.y) < 0.9f ? Vec3{0, 1, 0} : Vec3{1, 0, 0}, normal));
  const Vec3 y = cross(normal, x);
  Mesh mesh = loft(3, sides, [&](float t, float a) {
    const float r = radius * sine(kPi * 0.5f * t), h = height * cosine(kPi * 0.5f * t);
    return centre + x * (r * cosine(a)) + y * (r * sine(a)) + normal * h;
  });
  orient(mesh, [&](Vec3) { return normal; });
  weld_normals(mesh);
  return mesh;
}

}  // namespace odori::demo::figure
