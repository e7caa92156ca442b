#include "skin.h"

#include <algorithm>
#include <tuple>

#include "lanes.h"
#include "odori/math/trig.h"

// The same steps in the newer encoding of instructions where the processor has it: the same bits.
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__)
#define ODORI_WIDEST [[gnu::target_clones("avx2", "default"), gnu::flatten]]
#else
#define ODORI_WIDEST
#endif

namespace odori {
namespace {

// The columns x, y and z, t of a matrix side by side, an 8-lane register each where there are such.
struct Columns {
  f32x8 xy, zt;
};
static_assert(sizeof(Affine) == sizeof(Columns));

Columns load(const Affine& a) { return {load8(&a.x.x), load8(&a.z.x)}; }

Columns operator*(const Columns& c, float weight) { return {c.xy * weight, c.zt * weight}; }

Columns operator+(const Columns& a, const Columns& b) { return {a.xy + b.xy, a.zt + b.zt}; }

f32x4 point(const Columns& m, Vec3 p) {
  const f32x8 xy = m.xy * join(splat4(p.x), splat4(p.y)), zt = m.zt * join(splat4(p.z), splat4(1));
  return (low4(xy) + high4(xy)) + (low4(zt) + high4(zt));
}

f32x4 direction(const Columns& m, Vec3 d) {
  const f32x8 xy = m.xy * join(splat4(d.x), splat4(d.y));
  return (low4(xy) + high4(xy)) + low4(m.zt) * splat4(d.z);
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

// On 0 .. pi/2. The polynomial of least maximal relative error (5e-9, found by Remez exchange).
f32x4 sin4(f32x4 x) {
  const f32x4 u = x * x;
  f32x4 p = u * splat4(2.6019030676854223e-06f) + splat4(-1.9807418727439723e-04f);
  p = u * p + splat4(8.3330251389695e-03f);
  p = u * p + splat4(-1.6666656684007158e-01f);
  return x * (u * p + splat4(1));
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

// The rotations of two bones, the short way, and what slerp between them needs.
struct Arc {
  Quat4 first, second;   // the same four times
  f32x4 angle, inverse;  // between the two on the unit sphere, and 1 / sin(angle)
};

Quat4 splat(Quat q) { return {splat4(q.x), splat4(q.y), splat4(q.z), splat4(q.w)}; }

Arc arc_between(Quat first, Quat second) {
  // Below this angle sin(t a) / sin(a) is t in single precision, for any angle.
  constexpr double kStraight = 1e-3;
  const float cosine = dot(first, second);
  if (cosine < 0) second = -second;
  const double angle = std::max(trig::acos(std::abs(cosine)), kStraight);
  return {splat(first), splat(second), splat4(static_cast<float>(angle)),
          splat4(static_cast<float>(1 / trig::sin(angle)))};
}

Quat4 slerp(const Arc& arc, f32x4 t) {
  const f32x4 s0 = sin4((splat4(1) - t) * arc.angle) * arc.inverse;
  const f32x4 s1 = sin4(t * arc.angle) * arc.inverse;
  return {arc.first.x * s0 + arc.second.x * s1, arc.first.y * s0 + arc.second.y * s1,
          arc.first.z * s0 + arc.second.z * s1, arc.first.w * s0 + arc.second.w * s1};
}

Vec3x4 point(const Affine& m, const Vec3x4& p) {
  const auto row = [&](float x, float y, float z, float t) {
    return p.x * splat4(x) + p.y * splat4(y) + (p.z * splat4(z) + splat4(t));
  };
  return {row(m.x.x, m.y.x, m.z.x, m.t.x), row(m.x.y, m.y.y, m.z.y, m.t.y),
          row(m.x.z, m.y.z, m.z.z, m.t.z)};
}

// The vertices turn about C by the blend of the two rotations, and C itself goes where the two
// bones take the middles of C and the corrected points.
void skin_sdef(const SkinInput& in, std::span<const SkinPlan::Sdef> blocks, Vec3* positions,
               Vec3* normals) {
  const auto four = [](const SkinPlan::Sdef& s, const Vec3* from) {
    return columns_of({lanes(from[s.vertex[0]]), lanes(from[s.vertex[1]]), lanes(from[s.vertex[2]]),
                       lanes(from[s.vertex[3]])});
  };
  const auto store = [](const SkinPlan::Sdef& s, const Vec3x4& v, Vec3* to) {
    const Rows r = rows_of(v);
    store3(to[s.vertex[0]], r.a);
    store3(to[s.vertex[1]], r.b);
    store3(to[s.vertex[2]], r.c);
    store3(to[s.vertex[3]], r.d);
  };
  const SkinPlan::Sdef* last = nullptr;
  Arc arc;
  for (const SkinPlan::Sdef& s : blocks) {
    if (!last || s.bone0 != last->bone0 || s.bone1 != last->bone1)
      arc = arc_between(in.rotation[s.bone0], in.rotation[s.bone1]);
    last = &s;
    const Quat4 q = slerp(arc, s.weight1);
    const Vec3x4 centre =
        point(in.skin[s.bone0], s.c0) * s.weight0 + point(in.skin[s.bone1], s.c1) * s.weight1;
    store(s, rotate(q, four(s, in.positions) - s.c) + centre, positions);
    store(s, rotate(q, four(s, in.mesh->normals.data())), normals);
  }
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

struct SdefVertex {
  std::uint32_t vertex, bone0, bone1;
  float weight0, weight1;
  SdefPoints points;
};

// Vertices of the same two bones side by side, in blocks of four; a block that is not full has its
// last vertex again.
std::vector<SkinPlan::Sdef> blocks_of(std::vector<SdefVertex> vertices) {
  const auto bones = [](const SdefVertex& v) { return std::pair(v.bone0, v.bone1); };
  std::stable_sort(vertices.begin(), vertices.end(),
                   [&](const SdefVertex& a, const SdefVertex& b) { return bones(a) < bones(b); });
  std::vector<SkinPlan::Sdef> blocks;
  for (std::size_t i = 0; i < vertices.size();) {
    std::array<Vec3, 4> c, c0, c1;
    std::array<float, 4> weight0{}, weight1{};
    SkinPlan::Sdef block;
    std::tie(block.bone0, block.bone1) = bones(vertices[i]);
    std::size_t from = i;
    for (std::size_t k = 0; k < 4; ++k) {
      if (i < vertices.size() && bones(vertices[i]) == bones(vertices[from])) from = i++;
      const SdefVertex& v = vertices[from];
      const Vec3 middle = v.points.r0 * v.weight0 + v.points.r1 * v.weight1;
      block.vertex[k] = v.vertex;
      weight0[k] = v.weight0;
      weight1[k] = v.weight1;
      c[k] = v.points.c;
      c0[k] = v.points.c + (v.points.r0 - middle) * 0.5f;
      c1[k] = v.points.c + (v.points.r1 - middle) * 0.5f;
    }
    const auto columns = [](const std::array<Vec3, 4>& p) {
      return columns_of({lanes(p[0]), lanes(p[1]), lanes(p[2]), lanes(p[3])});
    };
    block.weight0 = load4(weight0.data());
    block.weight1 = load4(weight1.data());
    block.c = columns(c);
    block.c0 = columns(c0);
    block.c1 = columns(c1);
    blocks.push_back(block);
  }
  return blocks;
}

}  // namespace

SkinPlan make_skin_plan(const Mesh& mesh) {
  SkinPlan plan;
  std::vector<SdefVertex> sdef;
  std::size_t points = 0;
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
        case SkinKind::sdef:
          sdef.push_back({v, b0, b1, w[0], w[1], mesh.skin.sdef[points++]});
          break;
        case SkinKind::qdef:
          plan.qdef.push_back(v);
          break;
      }
    }
  }
  plan.sdef = blocks_of(std::move(sdef));
  return plan;
}

std::size_t SkinPlan::size() const {
  return bdef1.size() + bdef2.size() + 4 * sdef.size() + bdef4.size() + qdef.size();
}

ODORI_WIDEST void skin_vertices(const SkinInput& in, std::size_t begin, std::size_t end,
                                Vec3* positions, Vec3* normals) {
  std::size_t first = 0;  // of the kind, in the plan's order
  const auto part = [&]<class Item>(const std::vector<Item>& items, std::size_t vertices = 1) {
    // An item of several vertices belongs to the part that its first one is in.
    const auto item = [&](std::size_t place) {
      const std::size_t within = std::max(place, first) - first;
      return std::min((within + vertices - 1) / vertices, items.size());
    };
    const std::size_t from = item(begin), to = item(end);
    first += items.size() * vertices;
    return std::span(items).subspan(from, to - from);
  };
  skin_items(in, part(in.plan->bdef1), positions, normals);
  skin_items(in, part(in.plan->bdef2), positions, normals);
  skin_sdef(in, part(in.plan->sdef, 4), positions, normals);
  skin_items(in, part(in.plan->bdef4), positions, normals);
  skin_qdef(in, part(in.plan->qdef), positions, normals);
}

}  // namespace odori
