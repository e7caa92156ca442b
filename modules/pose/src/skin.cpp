#include "skin.h"

#include <algorithm>

#include "lanes.h"

namespace odori {
namespace {

struct Columns {
  f32x4 x, y, z, t;
};

Columns load(const Affine& a) {
  return {load4(&a.x.x), load4(&a.y.x), load4(&a.z.x), load4(&a.t.x)};
}

Columns operator*(const Columns& c, float weight) {
  const f32x4 w = splat4(weight);
  return {c.x * w, c.y * w, c.z * w, c.t * w};
}

Columns operator+(const Columns& a, const Columns& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z, a.t + b.t};
}

f32x4 point(const Columns& m, Vec3 p) {
  return m.x * splat4(p.x) + m.y * splat4(p.y) + (m.z * splat4(p.z) + m.t);
}

f32x4 direction(const Columns& m, Vec3 d) {
  return m.x * splat4(d.x) + m.y * splat4(d.y) + m.z * splat4(d.z);
}

void store3(Vec3& to, f32x4 v) { to = {v[0], v[1], v[2]}; }

// Blending shortens normals; a normal of zero stays zero.
void store_normal(Vec3& to, f32x4 v) {
  const f32x4 square = v * v;
  const float n = square[0] + square[1] + square[2];
  store3(to, v * splat4(n > 0 ? 1 / std::sqrt(n) : 0));
}

// Slerp of the short way by polynomials instead of trigonometry: sin(t a) / sin(a) as a product
// series in cos(a) - 1 (D. Eberly, "A Fast and Accurate Algorithm for Computing SLERP"); the error
// of the weights is below 1e-5 for a <= 90 degrees. Four at a time.
f32x4 slerp_weights(f32x4 cosine, f32x4 t) {
  // 1 / (n (2 n + 1)) and n / (2 n + 1) for n = 8 .. 1; the factor of the first spreads the error
  // of the cut series.
  constexpr float kLast = 1.85298109240830f;
  constexpr float kU[8] = {kLast / 136, 1.f / 105, 1.f / 78, 1.f / 55,
                           1.f / 36,    1.f / 21,  1.f / 10, 1.f / 3};
  constexpr float kV[8] = {kLast * 8 / 17, 7.f / 15, 6.f / 13, 5.f / 11,
                           4.f / 9,        3.f / 7,  2.f / 5,  1.f / 3};
  const f32x4 tt = t * t, cm1 = cosine - splat4(1);
  f32x4 sum = splat4(1);
  for (int i = 0; i < 8; ++i) sum = splat4(1) + (splat4(kU[i]) * tt - splat4(kV[i])) * cm1 * sum;
  return t * sum;
}

std::size_t bone(const Skin& skin, std::size_t vertex, std::size_t slot) {
  return static_cast<std::size_t>(skin.bones[vertex][slot]);
}

void skin_bdef1(const SkinInput& in, std::size_t begin, std::size_t end, Vec3* positions,
                Vec3* normals) {
  const Mesh& mesh = *in.mesh;
  for (std::size_t v = begin; v < end; ++v) {
    const Columns m = load(in.skin[bone(mesh.skin, v, 0)]);
    store3(positions[v], point(m, in.positions[v]));
    store3(normals[v], direction(m, mesh.normals[v]));
  }
}

void skin_bdef2(const SkinInput& in, std::size_t begin, std::size_t end, Vec3* positions,
                Vec3* normals) {
  const Mesh& mesh = *in.mesh;
  for (std::size_t v = begin; v < end; ++v) {
    const std::array<float, 4>& w = mesh.skin.weights[v];
    const Columns m =
        load(in.skin[bone(mesh.skin, v, 0)]) * w[0] + load(in.skin[bone(mesh.skin, v, 1)]) * w[1];
    store3(positions[v], point(m, in.positions[v]));
    store_normal(normals[v], direction(m, mesh.normals[v]));
  }
}

void skin_bdef4(const SkinInput& in, std::size_t begin, std::size_t end, Vec3* positions,
                Vec3* normals) {
  const Mesh& mesh = *in.mesh;
  for (std::size_t v = begin; v < end; ++v) {
    const std::array<float, 4>& w = mesh.skin.weights[v];
    const Columns m =
        (load(in.skin[bone(mesh.skin, v, 0)]) * w[0] +
         load(in.skin[bone(mesh.skin, v, 1)]) * w[1]) +
        (load(in.skin[bone(mesh.skin, v, 2)]) * w[2] + load(in.skin[bone(mesh.skin, v, 3)]) * w[3]);
    store3(positions[v], point(m, in.positions[v]));
    store_normal(normals[v], direction(m, mesh.normals[v]));
  }
}

// The vertex turns about C by the blend of the two rotations, and C itself goes where the two bones
// take the middles of C and the corrected points. Blocks of four, for slerp_weights; the last block
// is filled up with its last vertex.
void skin_sdef(const SkinInput& in, std::size_t begin, std::size_t end, std::size_t first_sdef,
               Vec3* positions, Vec3* normals) {
  const Mesh& mesh = *in.mesh;
  for (std::size_t block = begin; block < end; block += 4) {
    Quat q0[4], q1[4];
    float w0[4], w1[4], cosine[4], k0[4], k1[4];
    for (std::size_t i = 0; i < 4; ++i) {
      const std::size_t v = std::min(block + i, end - 1);
      q0[i] = in.rotation[bone(mesh.skin, v, 0)];
      q1[i] = in.rotation[bone(mesh.skin, v, 1)];
      w0[i] = mesh.skin.weights[v][0];
      w1[i] = mesh.skin.weights[v][1];
      const float c = dot(q0[i], q1[i]);
      if (c < 0) q1[i] = -q1[i];
      cosine[i] = std::min(std::fabs(c), 1.f);
    }
    store4(k0, slerp_weights(load4(cosine), splat4(1) - load4(w1)));
    store4(k1, slerp_weights(load4(cosine), load4(w1)));
    for (std::size_t i = 0; i < 4 && block + i < end; ++i) {
      const std::size_t v = block + i;
      const SdefCentres& s = in.sdef[first_sdef + (v - begin)];
      const f32x4 centre = point(load(in.skin[bone(mesh.skin, v, 0)]), s.c0) * splat4(w0[i]) +
                           point(load(in.skin[bone(mesh.skin, v, 1)]), s.c1) * splat4(w1[i]);
      const f32x4 q = lanes(q0[i]) * splat4(k0[i]) + lanes(q1[i]) * splat4(k1[i]);
      store3(positions[v], rotate4(q, lanes(in.positions[v] - s.c)) + centre);
      store3(normals[v], rotate4(q, lanes(mesh.normals[v])));
    }
  }
}

void skin_qdef(const SkinInput& in, std::size_t begin, std::size_t end, Vec3* positions,
               Vec3* normals) {
  const Mesh& mesh = *in.mesh;
  for (std::size_t v = begin; v < end; ++v) {
    const Quat first = in.rotation[bone(mesh.skin, v, 0)];
    Quat real{0, 0, 0, 0}, dual{0, 0, 0, 0};
    const auto add = [](Quat& sum, Quat q, float w) {
      sum = {sum.x + q.x * w, sum.y + q.y * w, sum.z + q.z * w, sum.w + q.w * w};
    };
    for (std::size_t slot = 0; slot < 4; ++slot) {
      float w = mesh.skin.weights[v][slot];
      if (w == 0) continue;
      const std::size_t b = bone(mesh.skin, v, slot);
      const Quat q = in.rotation[b];
      if (dot(first, q) < 0) w = -w;
      const Vec4 t = in.skin[b].t;
      add(real, q, w);
      add(dual, Quat{t.x, t.y, t.z, 0} * q, 0.5f * w);
    }
    const float n = dot(real, real);
    if (!(n > 1e-12f)) {
      skin_bdef1(in, v, v + 1, positions, normals);
      continue;
    }
    const float k = 1 / std::sqrt(n);
    const Quat q{real.x * k, real.y * k, real.z * k, real.w * k};
    const Quat d{dual.x * k, dual.y * k, dual.z * k, dual.w * k};
    const Quat t = d * conjugate(q);
    positions[v] = rotate(q, in.positions[v]) + Vec3{t.x, t.y, t.z} * 2;
    normals[v] = rotate(q, mesh.normals[v]);
  }
}

}  // namespace

void skin_vertices(const SkinInput& in, std::size_t begin, std::size_t end, Vec3* positions,
                   Vec3* normals) {
  const std::vector<SkinRun>& runs = in.mesh->skin.runs;
  auto run = std::upper_bound(runs.begin(), runs.end(), begin,
                              [](std::size_t v, const SkinRun& r) { return v < r.end; });
  for (; run != runs.end() && run->begin < end; ++run) {
    const std::size_t from = std::max<std::size_t>(begin, run->begin),
                      to = std::min<std::size_t>(end, run->end);
    switch (run->kind) {
      case SkinKind::bdef1:
        skin_bdef1(in, from, to, positions, normals);
        break;
      case SkinKind::bdef2:
        skin_bdef2(in, from, to, positions, normals);
        break;
      case SkinKind::bdef4:
        skin_bdef4(in, from, to, positions, normals);
        break;
      case SkinKind::sdef: {
        const std::size_t index = static_cast<std::size_t>(run - runs.begin());
        skin_sdef(in, from, to, in.sdef_before_run[index] + (from - run->begin), positions,
                  normals);
        break;
      }
      case SkinKind::qdef:
        skin_qdef(in, from, to, positions, normals);
        break;
    }
  }
}

}  // namespace odori
