#include "figure/sdf.h"

namespace odori::demo::figure {

float ellipsoid(Vec3 p, Vec3 radii) {
  const Vec3 q{p.x / radii.x, p.y / radii.y, p.z / radii.z};
  const Vec3 g{q.x / radii.x, q.y / radii.y, q.z / radii.z};
  const float k = length(q);
  return k < 1e-4f ? -std::min({radii.x, radii.y, radii.z}) : k * (k - 1) / length(g);
}

float round_box(Vec3 p, Vec3 half, float radius) {
  const Vec3 q{std::fabs(p.x) - half.x + radius, std::fabs(p.y) - half.y + radius,
               std::fabs(p.z) - half.z + radius};
  const Vec3 outside{std::max(q.x, 0.0f), std::max(q.y, 0.0f), std::max(q.z, 0.0f)};
  return length(outside) + std::min(std::max({q.x, q.y, q.z}), 0.0f) - radius;
}

float cone(Vec3 p, Vec3 a, Vec3 b, float radius_a, float radius_b) {
  const Vec3 d = b - a;
  const float t = std::clamp(dot(p - a, d) / dot(d, d), 0.0f, 1.0f);
  return length(p - a - d * t) - lerp(radius_a, radius_b, t);
}

Vec3 gradient(const Field& f, Vec3 p) {
  constexpr float e = 0.01f;
  const Vec3 x{e, 0, 0}, y{0, e, 0}, z{0, 0, e};
  return Vec3{f(p + x) - f(p - x), f(p + y) - f(p - y), f(p + z) - f(p - z)} * (0.5f / e);
}

Vec3 surface_normal(const Field& f, Vec3 p) {
  return normalise(gradient(f, p) + Vec3{0, 1e-6f, 0});
}

Vec3 project(const Field& f, Vec3 p, int steps) {
  for (int i = 0; i < steps; ++i) {
    const Vec3 g = gradient(f, p);
    const float q = dot(g, g);
    if (q < 1e-6f) break;
    p -= g * std::clamp(f(p) / q, -0.2f, 0.2f);
  }
  return p;
}

Vec3 cast_out(const Field& f, Vec3 origin, Vec3 direction) {
  float r = 0;
  for (int i = 0; i < 48; ++i) {
    const float v = f(origin + direction * r);
    if (v > -0.002f) break;
    r += std::max(-v * 0.8f, 0.004f);
  }
  for (int i = 0; i < 6; ++i) {
    const float v = f(origin + direction * r);
    const float g =
        (f(origin + direction * (r + 0.01f)) - f(origin + direction * (r - 0.01f))) / 0.02f;
    if (std::fabs(g) > 0.1f) r -= std::clamp(v / g, -0.05f, 0.05f);
  }
  return origin + direction * r;
}

namespace {

struct Grid {
  int nx = 0, ny = 0, nz = 0;
  Vec3 low;
  float cell = 1;
  std::vector<float> value;
  std::vector<std::int64_t> vertex;  // of the cell, -1 = none

  std::size_t index(int x, int y, int z) const {
    return (static_cast<std::size_t>(z) * static_cast<std::size_t>(ny) +
            static_cast<std::size_t>(y)) *
               static_cast<std::size_t>(nx) +
           static_cast<std::size_t>(x);
  }
};

Grid sample(const Field& f, const NetBox& box) {
  const auto count = [&](float extent) {
    return static_cast<int>(std::ceil(extent / box.cell)) + 1;
  };
  const Vec3 size = box.high - box.low;
  Grid grid{count(size.x), count(size.y), count(size.z), box.low, box.cell, {}, {}};
  grid.value.resize(grid.index(0, 0, grid.nz));
  grid.vertex.assign(grid.value.size(), -1);
  for (int z = 0; z < grid.nz; ++z) {
    for (int y = 0; y < grid.ny; ++y) {
      for (int x = 0; x < grid.nx; ++x) {
        const Vec3 step{static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)};
        grid.value[grid.index(x, y, z)] = f(box.low + step * box.cell);
      }
    }
  }
  return grid;
}

// One vertex a cell that the surface crosses: the mean of the crossings on its edges.
void place_vertices(Grid& grid, Mesh& mesh) {
  for (int z = 0; z + 1 < grid.nz; ++z) {
    for (int y = 0; y + 1 < grid.ny; ++y) {
      for (int x = 0; x + 1 < grid.nx; ++x) {
        const auto corner = [](int k) {
          return Vec3{static_cast<float>(k & 1), static_cast<float>((k >> 1) & 1),
                      static_cast<float>(k >> 2)};
        };
        float q[8];
        for (int k = 0; k < 8; ++k) {
          q[k] = grid.value[grid.index(x + (k & 1), y + ((k >> 1) & 1), z + (k >> 2))];
        }
        Vec3 sum;
        float count = 0;
        for (int a = 0; a < 8; ++a) {
          for (int bit = 1; bit < 8; bit <<= 1) {
            const int b = a | bit;
            if (a == b || (q[a] < 0) == (q[b] < 0)) continue;
            sum += lerp(corner(a), corner(b), q[a] / (q[a] - q[b]));
            count += 1;
          }
        }
        if (count == 0) continue;
        const Vec3 cell{static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)};
        grid.vertex[grid.index(x, y, z)] =
            add(mesh, grid.low + (cell + sum * (1 / count)) * grid.cell);
      }
    }
  }
}

void place_faces(const Grid& grid, Mesh& mesh) {
  for (int z = 1; z + 1 < grid.nz; ++z) {
    for (int y = 1; y + 1 < grid.ny; ++y) {
      for (int x = 1; x + 1 < grid.nx; ++x) {
        const float a = grid.value[grid.index(x, y, z)];
        for (int d = 0; d < 3; ++d) {
          const int ex = d == 0, ey = d == 1, ez = d == 2;
          if ((a < 0) == (grid.value[grid.index(x + ex, y + ey, z + ez)] < 0)) continue;
          const int ux = d == 2, uy = d == 0, uz = d == 1, wx = d == 1, wy = d == 2, wz = d == 0;
          const auto at = [&](int i, int j, int k) {
            return static_cast<std::uint32_t>(grid.vertex[grid.index(i, j, k)]);
          };
          const std::uint32_t p = at(x - ux - wx, y - uy - wy, z - uz - wz);
          const std::uint32_t q = at(x - wx, y - wy, z - wz), r = at(x, y, z);
          const std::uint32_t s = at(x - ux, y - uy, z - uz);
          if (a < 0) {
            quad(mesh, p, q, r, s);
          } else {
            quad(mesh, s, r, q, p);
          }
        }
      }
    }
  }
}

}  // namespace

Mesh surface_net(const Field& f, const NetBox& box) {
  Grid grid = sample(f, box);
  Mesh mesh;
  place_vertices(grid, mesh);
  place_faces(grid, mesh);
  std::vector<std::vector<std::uint32_t>> neighbours(mesh.vertices.size());
  for (std::size_t i = 0; i < mesh.indices.size(); i += 3) {
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t a = mesh.indices[i + k], b = mesh.indices[i + (k + 1) % 3];
      neighbours[a].push_back(b);
      neighbours[b].push_back(a);
    }
  }
  std::vector<Vec3> moved(mesh.vertices.size());
  for (int round = 0; round < box.relax; ++round) {
    for (std::size_t i = 0; i < moved.size(); ++i) {
      const Vec3 p = mesh.vertices[i].position;
      Vec3 sum;
      for (const std::uint32_t k : neighbours[i]) sum += mesh.vertices[k].position;
      const auto count = static_cast<float>(neighbours[i].size());
      moved[i] = project(f, count > 0 ? lerp(p, sum * (1 / count), 0.5f) : p, 1);
    }
    for (std::size_t i = 0; i < moved.size(); ++i) mesh.vertices[i].position = moved[i];
  }
  for (Vertex& v : mesh.vertices) {
    v.position = project(f, v.position, 3);
    v.normal = surface_normal(f, v.position);
  }
  return mesh;
}

}  // namespace odori::demo::figure
