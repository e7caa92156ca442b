#include "figure/decimate.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace odori::demo::figure {
namespace {

struct Quadric {
  std::array<double, 10> a{};

  void add_plane(Vec3 n, double d, double weight) {
    const double v[4] = {n.x, n.y, n.z, d};
    std::size_t k = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      for (std::size_t j = i; j < 4; ++j) a[k++] += weight * v[i] * v[j];
    }
  }
  void add(const Quadric& other) {
    for (std::size_t i = 0; i < a.size(); ++i) a[i] += other.a[i];
  }
  double at(Vec3 p) const {
    const double x = p.x, y = p.y, z = p.z;
    return a[0] * x * x + 2 * a[1] * x * y + 2 * a[2] * x * z + 2 * a[3] * x + a[4] * y * y +
           2 * a[5] * y * z + 2 * a[6] * y + a[7] * z * z + 2 * a[8] * z + a[9];
  }
};

struct Collapse {
  double cost = 0;
  std::uint32_t from = 0, to = 0;
};

class Decimator {
 public:
  explicit Decimator(const Mesh& mesh)
      : mesh_(mesh),
        tri_(mesh.indices),
        dead_(mesh.indices.size() / 3, 0),
        locked_(mesh.vertices.size(), 0),
        quadric_(mesh.vertices.size()),
        faces_(mesh.vertices.size()),
        live_(mesh.indices.size() / 3) {
    std::set<std::pair<std::uint32_t, std::uint32_t>> halves;
    for (std::size_t f = 0; f < live_; ++f) {
      const Vec3 area = area_of(f);
      const float size = length(area);
      const Vec3 n = size > 1e-12f ? area * (1 / size) : area;
      for (std::size_t k = 0; k < 3; ++k) {
        const std::uint32_t v = tri_[f * 3 + k];
        quadric_[v].add_plane(n, -dot(n, at(tri_[f * 3])), size);
        faces_[v].push_back(f);
        halves.insert({v, tri_[f * 3 + (k + 1) % 3]});
      }
    }
    for (const auto& [a, b] : halves) {
      if (halves.count({b, a}) == 0) locked_[a] = locked_[b] = 1;
    }
  }

  void run(std::size_t goal, double max_error) {
    for (int pass = 0; pass < 40 && live_ > goal; ++pass) {
      std::vector<char> touched(mesh_.vertices.size(), 0);
      const std::size_t budget = std::max<std::size_t>(1, (live_ - goal) / 2);
      std::size_t done = 0;
      for (const Collapse& c : candidates()) {
        if (c.cost > max_error || done >= budget) break;
        if (touched[c.from] || touched[c.to] || !allowed(c)) continue;
        for (const std::uint32_t v : ring(c.from)) touched[v] = 1;
        apply(c);
        ++done;
      }
      if (done == 0) break;
    }
  }

  Mesh result() const {
    Mesh out;
    std::vector<std::int64_t> id(mesh_.vertices.size(), -1);
    for (std::size_t f = 0; f < dead_.size(); ++f) {
      if (dead_[f]) continue;
      std::uint32_t corner[3];
      for (std::size_t k = 0; k < 3; ++k) {
        const std::uint32_t v = tri_[f * 3 + k];
        if (id[v] < 0) {
          out.vertices.push_back(mesh_.vertices[v]);
          id[v] = static_cast<std::int64_t>(out.vertices.size() - 1);
        }
        corner[k] = static_cast<std::uint32_t>(id[v]);
      }
      face(out, corner[0], corner[1], corner[2]);
    }
    return out;
  }

 private:
  Vec3 at(std::uint32_t v) const { return mesh_.vertices[v].position; }
  Vec3 area_of(std::size_t f) const {
    const Vec3 p = at(tri_[f * 3]);
    return cross(at(tri_[f * 3 + 1]) - p, at(tri_[f * 3 + 2]) - p);
  }

  std::vector<Collapse> candidates() const {
    std::vector<Collapse> out;
    for (std::size_t f = 0; f < dead_.size(); ++f) {
      if (dead_[f]) continue;
      for (std::size_t k = 0; k < 3; ++k) {
        const std::uint32_t a = tri_[f * 3 + k], b = tri_[f * 3 + (k + 1) % 3];
        Quadric q = quadric_[a];
        q.add(quadric_[b]);
        const double spread = 1e-5 * length_squared(at(a) - at(b));
        if (!locked_[a]) out.push_back({q.at(at(b)) + spread, a, b});
        if (!locked_[b]) out.push_back({q.at(at(a)) + spread, b, a});
      }
    }
    std::sort(out.begin(), out.end(), [](const Collapse& x, const Collapse& y) {
      if (x.cost != y.cost) return x.cost < y.cost;
      return std::pair(x.from, x.to) < std::pair(y.from, y.to);
    });
    return out;
  }

  std::set<std::uint32_t> ring(std::uint32_t v) const {
    std::set<std::uint32_t> out;
    for (const std::size_t f : faces_[v]) {
      if (!dead_[f]) out.insert(&tri_[f * 3], &tri_[f * 3] + 3);
    }
    return out;
  }

  bool has(std::size_t f, std::uint32_t v) const {
    return tri_[f * 3] == v || tri_[f * 3 + 1] == v || tri_[f * 3 + 2] == v;
  }

  // The two rings share only the edge and its two opposite corners, and no face turns over.
  bool allowed(const Collapse& c) const {
    const auto a = ring(c.from), b = ring(c.to);
    int common = 0;
    for (const std::uint32_t v : a) common += static_cast<int>(b.count(v));
    if (common != 4) return false;
    for (const std::size_t f : faces_[c.from]) {
      if (dead_[f] || has(f, c.to)) continue;
      Vec3 p[3];
      for (std::size_t k = 0; k < 3; ++k) {
        const std::uint32_t v = tri_[f * 3 + k];
        p[k] = at(v == c.from ? c.to : v);
      }
      const Vec3 before = area_of(f), after = cross(p[1] - p[0], p[2] - p[0]);
      if (dot(before, after) < 0.5f * length(before) * length(after)) return false;
    }
    return true;
  }

  void apply(const Collapse& c) {
    for (const std::size_t f : faces_[c.from]) {
      if (dead_[f]) continue;
      if (has(f, c.to)) {
        dead_[f] = 1;
        --live_;
        continue;
      }
      for (std::size_t k = 0; k < 3; ++k) {
        if (tri_[f * 3 + k] == c.from) tri_[f * 3 + k] = c.to;
      }
      faces_[c.to].push_back(f);
    }
    quadric_[c.to].add(quadric_[c.from]);
  }

  const Mesh& mesh_;
  std::vector<std::uint32_t> tri_;
  std::vector<char> dead_, locked_;
  std::vector<Quadric> quadric_;
  std::vector<std::vector<std::size_t>> faces_;
  std::size_t live_;
};

}  // namespace

Mesh decimate(const Mesh& mesh, float keep, double max_error) {
  Decimator decimator(mesh);
  const std::size_t triangles = mesh.indices.size() / 3;
  decimator.run(static_cast<std::size_t>(static_cast<double>(triangles) * keep), max_error);
  return decimator.result();
}

}  // namespace odori::demo::figure
