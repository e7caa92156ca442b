#include "skin.h"

#include <algorithm>

#include "four.h"
#include "lanes.h"

// The same steps in the newer encoding of instructions where the processor has it: the same bits.
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__)
#define ODORI_WIDEST [[gnu::target_clones("avx2", "default"), gnu::flatten]]
#else
#define ODORI_WIDEST
#endif

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

// Rows of four vertices, which may be the same ones.
struct Rows {
  f32x4 a, b, c, d;
};

Vec3x4 columns_of(const Rows& r) { return transposed(r.a, r.b, r.c, r.d).xyz(); }

Rows rows_of(const Vec3x4& v) {
  const Quat4 t = transposed(v.x, v.y, v.z, v.z);
  return {t.x, t.y, t.z, t.w};
}

// Slerp of the short way by polynomials instead of trigonometry: sin(t a) / sin(a) as a product
// series in cos(a) - 1 (D. Eberly, "A Fast and Accurate Algorithm for Computing SLERP"); the error
// of the weights is below 1e-5 for a <= 90 degrees. Four at a time.
struct SlerpWeights {
  f32x4 first, second;
};

SlerpWeights slerp_weights(f32x4 cosine, f32x4 t) {
  // 1 / (n (2 n + 1)) and n / (2 n + 1) for n = 8 .. 1; the factor of the first spreads the error
  // of the cut series.
  constexpr float kLast = 1.85298109240830f;
  const f32x4 one = splat4(1), s = one - t, ss = s * s, tt = t * t, cm1 = cosine - one;
  f32x4 first = one, second = one;
  const auto term = [&](float u, float v) {
    first = one + (splat4(u) * ss - splat4(v)) * cm1 * first;
    second = one + (splat4(u) * tt - splat4(v)) * cm1 * second;
  };
  term(kLast / 136, kLast * 8 / 17);
  term(1.f / 105, 7.f / 15);
  term(1.f / 78, 6.f / 13);
  term(1.f / 55, 5.f / 11);
  term(1.f / 36, 4.f / 9);
  term(1.f / 21, 3.f / 7);
  term(1.f / 10, 2.f / 5);
  term(1.f / 3, 1.f / 3);
  return {s * first, t * second};
}

std::size_t bone(const Skin& skin, std::size_t vertex, std::size_t slot) {
  return static_cast<std::size_t>(skin.bones[vertex][slot]);
}

[[gnu::always_inline]] inline void skin_rigid(const SkinInput& in, std::size_t v, std::size_t bone,
                                              Vec3* positions, Vec3* normals) {
  const Columns m = load(in.skin[bone]);
  store3(positions[v], point(m, in.positions[v]));
  store3(normals[v], direction(m, in.mesh->normals[v]));
}

void skin_items(const SkinInput& in, std::span<const SkinPlan::Bdef1> items, Vec3* positions,
                Vec3* normals) {
  for (const SkinPlan::Bdef1& i : items) skin_rigid(in, i.vertex, i.bone, positions, normals);
}

Columns blended(const SkinInput& in, const SkinPlan::Bdef2& i) {
  return load(in.skin[i.bone0]) * i.weight0 + load(in.skin[i.bone1]) * i.weight1;
}

Columns blended(const SkinInput& in, std::uint32_t v) {
  const Skin& skin = in.mesh->skin;
  const std::array<float, 4>& w = skin.weights[v];
  return (load(in.skin[bone(skin, v, 0)]) * w[0] + load(in.skin[bone(skin, v, 1)]) * w[1]) +
         (load(in.skin[bone(skin, v, 2)]) * w[2] + load(in.skin[bone(skin, v, 3)]) * w[3]);
}

std::size_t vertex_of(const SkinPlan::Bdef2& i) { return i.vertex; }
std::size_t vertex_of(const SkinPlan::Sdef& i) { return i.vertex; }
std::size_t vertex_of(std::uint32_t v) { return v; }

template <class Item>
[[gnu::always_inline]] inline void store_four(const Item& a, const Item& b, const Item& c,
                                              const Item& d, const Rows& r, Vec3* to) {
  store3(to[vertex_of(a)], r.a);
  store3(to[vertex_of(b)], r.b);
  store3(to[vertex_of(c)], r.c);
  store3(to[vertex_of(d)], r.d);
}

// Linear blending. It shortens normals.
template <class Item>
[[gnu::always_inline]] inline void skin_four(const SkinInput& in, const Item& a, const Item& b,
                                             const Item& c, const Item& d, Vec3* positions,
                                             Vec3* normals) {
  Rows p, n;
  const auto blend = [&](const Item& item, f32x4& position, f32x4& normal) {
    const std::size_t v = vertex_of(item);
    const Columns m = blended(in, item);
    position = point(m, in.positions[v]);
    normal = direction(m, in.mesh->normals[v]);
  };
  blend(a, p.a, n.a);
  blend(b, p.b, n.b);
  blend(c, p.c, n.c);
  blend(d, p.d, n.d);
  // Only now: an item may be there more than once, and the output be the input.
  store_four(a, b, c, d, p, positions);
  store_four(a, b, c, d, rows_of(normalised(columns_of(n))), normals);
}

[[gnu::always_inline]] inline f32x4 centre(const SkinInput& in, const SkinPlan::Sdef& s) {
  return point(load(in.skin[s.bone0]), s.c0) * splat4(s.weight0) +
         point(load(in.skin[s.bone1]), s.c1) * splat4(s.weight1);
}

// The vertex turns about C by the blend of the two rotations, and C itself goes where the two bones
// take the middles of C and the corrected points.
void skin_four(const SkinInput& in, const SkinPlan::Sdef& a, const SkinPlan::Sdef& b,
               const SkinPlan::Sdef& c, const SkinPlan::Sdef& d, Vec3* positions, Vec3* normals) {
  const Quat* r = in.rotation.data();
  const Quat4 q0 =
      transposed(lanes(r[a.bone0]), lanes(r[b.bone0]), lanes(r[c.bone0]), lanes(r[d.bone0]));
  const Quat4 q1 =
      transposed(lanes(r[a.bone1]), lanes(r[b.bone1]), lanes(r[c.bone1]), lanes(r[d.bone1]));
  const f32x4 one = splat4(1), product = dot(q0, q1);
  const f32x4 sign = product < splat4(0) ? -one : one;
  const f32x4 cosine = product * sign > one ? one : product * sign;
  SlerpWeights k = slerp_weights(cosine, f32x4{a.weight1, b.weight1, c.weight1, d.weight1});
  k.second *= sign;
  const Quat4 q{q0.x * k.first + q1.x * k.second, q0.y * k.first + q1.y * k.second,
                q0.z * k.first + q1.z * k.second, q0.w * k.first + q1.w * k.second};
  const auto arm = [&](const SkinPlan::Sdef& s) {
    return lanes(in.positions[s.vertex]) - lanes(s.c);
  };
  const auto normal = [&](const SkinPlan::Sdef& s) { return lanes(in.mesh->normals[s.vertex]); };
  const Vec3x4 move = columns_of({centre(in, a), centre(in, b), centre(in, c), centre(in, d)});
  const Vec3x4 p = rotate(q, columns_of({arm(a), arm(b), arm(c), arm(d)})) + move;
  const Vec3x4 n = rotate(q, columns_of({normal(a), normal(b), normal(c), normal(d)}));
  store_four(a, b, c, d, rows_of(p), positions);
  store_four(a, b, c, d, rows_of(n), normals);
}

// Four at a time; the last four may hold one more than once.
template <class Item>
void skin_items(const SkinInput& in, std::span<const Item> items, Vec3* positions, Vec3* normals) {
  std::size_t i = 0;
  for (; i + 4 <= items.size(); i += 4)
    skin_four(in, items[i], items[i + 1], items[i + 2], items[i + 3], positions, normals);
  if (i == items.size()) return;
  const std::size_t last = items.size() - 1;
  skin_four(in, items[i], items[std::min(i + 1, last)], items[last], items[last], positions,
            normals);
}

void skin_qdef(const SkinInput& in, std::span<const std::uint32_t> vertices, Vec3* positions,
               Vec3* normals) {
  const Mesh& mesh = *in.mesh;
  for (const std::uint32_t v : vertices) {
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
      skin_rigid(in, v, bone(mesh.skin, v, 0), positions, normals);
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

SkinPlan make_skin_plan(const Mesh& mesh) {
  SkinPlan plan;
  std::size_t sdef = 0;
  for (const SkinRun& run : mesh.skin.runs) {
    for (std::uint32_t v = run.begin; v < run.end; ++v) {
      const std::array<float, 4>& w = mesh.skin.weights[v];
      const auto b0 = static_cast<std::uint32_t>(mesh.skin.bones[v][0]);
      const auto b1 = static_cast<std::uint32_t>(mesh.skin.bones[v][1]);
      switch (run.kind) {
        case SkinKind::bdef1:
          plan.bdef1.push_back({v, b0});
          break;
        case SkinKind::bdef2:
          plan.bdef2.push_back({v, b0, b1, w[0], w[1]});
          break;
        case SkinKind::bdef4:
          plan.bdef4.push_back(v);
          break;
        case SkinKind::sdef: {
          const SdefPoints& p = mesh.skin.sdef[sdef++];
          const Vec3 middle = p.r0 * w[0] + p.r1 * w[1];
          plan.sdef.push_back({v, b0, b1, w[0], w[1], p.c, p.c + (p.r0 - middle) * 0.5f,
                               p.c + (p.r1 - middle) * 0.5f});
          break;
        }
        case SkinKind::qdef:
          plan.qdef.push_back(v);
          break;
      }
    }
  }
  return plan;
}

ODORI_WIDEST void skin_vertices(const SkinInput& in, std::size_t begin, std::size_t end,
                                Vec3* positions, Vec3* normals) {
  std::size_t first = 0;  // of the kind, in the plan's order
  const auto part = [&]<class Item>(const std::vector<Item>& items) {
    const std::size_t from = std::clamp(begin, first, first + items.size()) - first;
    const std::size_t to = std::clamp(end, first, first + items.size()) - first;
    first += items.size();
    return std::span(items).subspan(from, to - from);
  };
  skin_items(in, part(in.plan->bdef1), positions, normals);
  skin_items(in, part(in.plan->bdef2), positions, normals);
  skin_items(in, part(in.plan->sdef), positions, normals);
  skin_items(in, part(in.plan->bdef4), positions, normals);
  skin_qdef(in, part(in.plan->qdef), positions, normals);
}

}  // namespace odori
