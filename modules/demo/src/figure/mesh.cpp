#include "figure/mesh.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace odori::demo::figure {

std::uint32_t add(Mesh& mesh, Vec3 position, Vec3 normal, Vec2 uv, float edge) {
  mesh.vertices.push_back({position, normal, uv, edge, {}});
  return static_cast<std::uint32_t>(mesh.vertices.size() - 1);
}

void face(Mesh& mesh, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  if (a != b && b != c && a != c) mesh.indices.insert(mesh.indices.end(), {a, b, c});
}

void quad(Mesh& mesh, std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
  face(mesh, a, b, c);
  face(mesh, a, c, d);
}

std::uint32_t append(Mesh& mesh, const Mesh& other) {
  const auto base = static_cast<std::uint32_t>(mesh.vertices.size());
  mesh.vertices.insert(mesh.vertices.end(), other.vertices.begin(), other.vertices.end());
  for (const std::uint32_t i : other.indices) mesh.indices.push_back(base + i);
  return base;
}

void flip(Mesh& mesh) {
  for (std::size_t i = 0; i < mesh.indices.size(); i += 3) {
    std::swap(mesh.indices[i + 1], mesh.indices[i + 2]);
  }
}

Mesh mirrored(Mesh mesh) {
  for (Vertex& v : mesh.vertices) {
    v.position.x = -v.position.x;
    v.normal.x = -v.normal.x;
  }
  flip(mesh);
  return mesh;
}

Mesh with_mirror(const Mesh& mesh) {
  Mesh both = mesh;
  append(both, mirrored(mesh));
  return both;
}

void compute_normals(Mesh& mesh) {
  for (Vertex& v : mesh.vertices) v.normal = {};
  for (std::size_t i = 0; i < mesh.indices.size(); i += 3) {
    Vertex* corner[3];
    for (std::size_t k = 0; k < 3; ++k) corner[k] = &mesh.vertices[mesh.indices[i + k]];
    const Vec3 area =
        cross(corner[1]->position - corner[0]->position, corner[2]->position - corner[0]->position);
    for (Vertex* v : corner) v->normal += area;
  }
  for (Vertex& v : mesh.vertices) {
    v.normal = length(v.normal) > 1e-9f ? normalise(v.normal) : Vec3{0, 1, 0};
  }
}

void weld_normals(Mesh& mesh) {
  const auto cell = [](float x) { return static_cast<std::int32_t>(std::floor(x * 1000 + 0.5f)); };
  const auto key = [&](Vec3 p) {
    return std::array<std::int32_t, 3>{cell(p.x), cell(p.y), cell(p.z)};
  };
  std::map<std::array<std::int32_t, 3>, Vec3> sum;
  for (const Vertex& v : mesh.vertices) sum[key(v.position)] += v.normal;
  for (Vertex& v : mesh.vertices) {
    const Vec3 s = sum[key(v.position)];
    if (length(s) > 1e-6f) v.normal = normalise(s);
  }
}

void orient(Mesh& mesh, const Direction& out) {
  compute_normals(mesh);
  double agreement = 0;
  for (const Vertex& v : mesh.vertices) agreement += dot(v.normal, out(v.position));
  if (agreement < 0) {
    flip(mesh);
    compute_normals(mesh);
  }
}

void set_uv(Mesh& mesh, Vec2 uv) {
  for (Vertex& v : mesh.vertices) v.uv = uv;
}

void set_edge(Mesh& mesh, float edge) {
  for (Vertex& v : mesh.vertices) v.edge = edge;
}

void grow(Mesh& mesh, float distance) {
  for (Vertex& v : mesh.vertices) v.position += v.normal * distance;
}

namespace {

// One cut through a mesh: kept vertices, and new ones where edges cross f = 0.
class Cutter {
 public:
  Cutter(const Mesh& mesh, const Field& f) : mesh_(mesh), f_(f), kept_(mesh.vertices.size(), -1) {
    value_.reserve(mesh.vertices.size());
    for (const Vertex& v : mesh.vertices) {
      const float x = f(v.position);
      value_.push_back(std::fabs(x) < 1e-5f ? 1e-5f : x);
    }
  }

  void cut(std::size_t first_index) {
    std::uint32_t corner[4];
    int count = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t a = mesh_.indices[first_index + k];
      const std::uint32_t b = mesh_.indices[first_index + (k + 1) % 3];
      if (value_[a] > 0) corner[count++] = keep(a);
      if ((value_[a] > 0) != (value_[b] > 0)) corner[count++] = crossing(a, b);
    }
    if (count == 3) face(out_, corner[0], corner[1], corner[2]);
    if (count == 4) quad(out_, corner[0], corner[1], corner[2], corner[3]);
  }

  Mesh take() { return std::move(out_); }

 private:
  std::uint32_t keep(std::uint32_t i) {
    if (kept_[i] < 0) {
      out_.vertices.push_back(mesh_.vertices[i]);
      kept_[i] = static_cast<std::int64_t>(out_.vertices.size() - 1);
    }
    return static_cast<std::uint32_t>(kept_[i]);
  }

  std::uint32_t crossing(std::uint32_t a, std::uint32_t b) {
    const std::pair<std::uint32_t, std::uint32_t> key = std::minmax(a, b);
    if (const auto it = crossings_.find(key); it != crossings_.end()) return it->second;
    // From the lower index, so that the result does not depend on which triangle came first.
    const Vertex& p = mesh_.vertices[key.first];
    const Vertex& q = mesh_.vertices[key.second];
    const float vp = value_[key.first], vq = value_[key.second];
    float t = vp / (vp - vq);
    for (int step = 0; step < 4 && std::fabs(vq - vp) > 1e-6f; ++step) {  // f may be curved
      t = std::clamp(t - f_(lerp(p.position, q.position, t)) / (vq - vp), 0.0f, 1.0f);
    }
    const std::uint32_t made =
        add(out_, lerp(p.position, q.position, t), normalise(lerp(p.normal, q.normal, t)),
            lerp(p.uv, q.uv, t), lerp(p.edge, q.edge, t));
    crossings_[key] = made;
    return made;
  }

  const Mesh& mesh_;
  const Field& f_;
  std::vector<float> value_;
  std::vector<std::int64_t> kept_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> crossings_;
  Mesh out_;
};

}  // namespace

Mesh clip(const Mesh& mesh, const Field& f) {
  Cutter cutter(mesh, f);
  for (std::size_t i = 0; i < mesh.indices.size(); i += 3) cutter.cut(i);
  return cutter.take();
}

void add_rim(Mesh& mesh, float depth) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> uses;
  for (std::size_t i = 0; i < mesh.indices.size(); i += 3) {
    for (std::size_t k = 0; k < 3; ++k) {
      uses[{mesh.indices[i + k], mesh.indices[i + (k + 1) % 3]}]++;
    }
  }
  std::map<std::uint32_t, std::array<std::uint32_t, 2>> made;
  const auto pair_at = [&](std::uint32_t i) {
    if (const auto it = made.find(i); it != made.end()) return it->second;
    const Vertex v = mesh.vertices[i];
    const std::array<std::uint32_t, 2> pair{
        add(mesh, v.position, v.normal, v.uv, v.edge),
        add(mesh, v.position - v.normal * depth, v.normal, v.uv, 0)};
    made[i] = pair;
    return pair;
  };
  for (const auto& [edge, count] : uses) {
    if (uses.count({edge.second, edge.first}) != 0) continue;
    const auto a = pair_at(edge.first), b = pair_at(edge.second);
    quad(mesh, a[0], a[1], b[1], b[0]);
  }
}

}  // namespace odori::demo::figure
