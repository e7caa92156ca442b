#include <algorithm>
#include <cmath>

#include "gltf/import.h"

namespace odori::gltf_import {
namespace {

using io::GltfNode;

constexpr double kSlack = 1e-4;  // of lengths that should be equal

Quat unit(Quat q) {
  const double n = std::sqrt(static_cast<double>(q.x) * static_cast<double>(q.x) +
                             static_cast<double>(q.y) * static_cast<double>(q.y) +
                             static_cast<double>(q.z) * static_cast<double>(q.z) +
                             static_cast<double>(q.w) * static_cast<double>(q.w));
  if (!(n > 0)) return {};
  if (std::fabs(n - 1) < 1e-7) return q;
  return {static_cast<float>(static_cast<double>(q.x) / n),
          static_cast<float>(static_cast<double>(q.y) / n),
          static_cast<float>(static_cast<double>(q.z) / n),
          static_cast<float>(static_cast<double>(q.w) / n)};
}

Transform from_parts(Vec3 t, Quat q, Vec3 s) {
  const Vec3 x = rotate(q, {1, 0, 0}), y = rotate(q, {0, 1, 0}), z = rotate(q, {0, 0, 1});
  const auto d = [](float v) { return static_cast<double>(v); };
  return {{d(x.x) * d(s.x), d(x.y) * d(s.x), d(x.z) * d(s.x), d(y.x) * d(s.y), d(y.y) * d(s.y),
           d(y.z) * d(s.y), d(z.x) * d(s.z), d(z.y) * d(s.z), d(z.z) * d(s.z), d(t.x), d(t.y),
           d(t.z)}};
}

struct Local {
  Transform transform;
  Quat rotation;
  bool uneven = false;  // scaled by different factors, or sheared
};

Local local_of(const GltfNode& node) {
  Local out;
  if (!node.matrix) {
    out.rotation = unit(node.rotation);
    out.transform = from_parts(node.translation, out.rotation, node.scale);
    const auto size = [](float s) { return std::fabs(static_cast<double>(s)); };
    const double x = size(node.scale.x);
    out.uneven = std::fabs(x - size(node.scale.y)) > kSlack * x ||
                 std::fabs(x - size(node.scale.z)) > kSlack * x;
    return out;
  }
  const std::array<float, 16>& m = *node.matrix;
  for (std::size_t column = 0; column < 4; ++column)
    for (std::size_t row = 0; row < 3; ++row)
      out.transform.m[column * 3 + row] = static_cast<double>(m[column * 4 + row]);
  // The rotation nearest by Gram and Schmidt; a mirror counts as a scale of -1 in Z.
  const Vec3 mx{m[0], m[1], m[2]}, my{m[4], m[5], m[6]}, mz{m[8], m[9], m[10]};
  const Vec3 x = normalise(mx), y = normalise(my - x * dot(x, my)), z = cross(x, y);
  if (length_squared(x) > 0.5f && length_squared(y) > 0.5f) out.rotation = from_basis(x, y, z);
  const float size = length(mx);
  const auto off = [&](float v) { return std::fabs(v) > 1e-3f * size; };
  out.uneven = off(length(my) - size) || off(length(mz) - size) || off(dot(x, my)) ||
               off(dot(x, mz)) || off(dot(y, mz));
  return out;
}

// All nodes, parents first: roots in their order, each with what hangs on it.
std::vector<std::size_t> order_of(const Context& c) {
  std::vector<std::size_t> order, open;
  for (std::size_t n = c.document.nodes.size(); n-- > 0;)
    if (c.parent[n] < 0) open.push_back(n);
  while (!open.empty()) {
    const std::size_t n = open.back();
    open.pop_back();
    order.push_back(n);
    const auto& children = c.document.nodes[n].children;
    for (auto it = children.rbegin(); it != children.rend(); ++it)
      open.push_back(static_cast<std::size_t>(*it));
  }
  return order;
}

void add_bone(Context& c, std::size_t node) {
  Skeleton& s = c.out.model.skeleton;
  const std::size_t bone = s.size();
  const io::GltfIndex above = c.parent[node];
  const BoneIndex parent =
      above < 0 ? BoneIndex::none : c.out.bone_of_node[static_cast<std::size_t>(above)];
  const Transform& w = c.world[node];
  const Vec3 position = c.place({w.m[9], w.m[10], w.m[11]}, node);
  Vec3 from_parent = position;
  const Quat rest_rotation = c.local_rotation[node];
  Quat turned = rest_rotation;
  if (is_set(parent)) {
    const Quat above_rotation = c.world_rotation[static_cast<std::size_t>(above)];
    from_parent = rotate(conjugate(above_rotation), position - s.rest_position[at(parent)]);
    turned = above_rotation * rest_rotation;
  }
  c.world_rotation[node] = unit(turned);
  s.parent.push_back(parent);
  s.rest_position.push_back(position);
  s.rest_translation.push_back(from_parent);
  s.rest_rotation.push_back(rest_rotation);
  s.tail.push_back(position);
  s.flags.push_back(kRotatable | kTranslatable | kVisible | kOperable);
  s.layer.push_back(0);
  s.file_index.push_back(static_cast<std::int32_t>(node));
  c.out.bone_of_node[node] = BoneIndex{static_cast<std::int32_t>(bone)};
}

// A bone points to its first child.
void point_at_children(Skeleton& s) {
  std::vector<bool> pointed(s.size(), false);
  for (std::size_t b = 0; b < s.size(); ++b) {
    if (!is_set(s.parent[b]) || pointed[at(s.parent[b])]) continue;
    pointed[at(s.parent[b])] = true;
    s.tail[at(s.parent[b])] = s.rest_position[b];
  }
}

}  // namespace

Vec3 Context::place(const std::array<double, 3>& p, std::size_t record) {
  constexpr double kFar = 1e8;
  const auto near = [&](double v) { return std::fabs(v) <= kFar; };
  if (near(p[0]) && near(p[1]) && near(p[2])) return to_vec3(p);
  warn(WarningKind::bad_value, record, "a place too far away");
  const auto brought = [&](double v) { return v == v ? std::clamp(v, -kFar, kFar) : 0.0; };
  return to_vec3({brought(p[0]), brought(p[1]), brought(p[2])});
}

Transform operator*(const Transform& a, const Transform& b) {
  Transform out;
  for (std::size_t column = 0; column < 4; ++column) {
    for (std::size_t row = 0; row < 3; ++row) {
      double sum = column == 3 ? a.m[9 + row] : 0;
      for (std::size_t k = 0; k < 3; ++k) sum += a.m[k * 3 + row] * b.m[column * 3 + k];
      out.m[column * 3 + row] = sum;
    }
  }
  return out;
}

std::array<double, 3> apply_linear(const Transform& t, std::array<double, 3> v) {
  std::array<double, 3> out{};
  for (std::size_t row = 0; row < 3; ++row)
    out[row] = t.m[row] * v[0] + t.m[3 + row] * v[1] + t.m[6 + row] * v[2];
  return out;
}

std::array<double, 3> apply(const Transform& t, Vec3 p) {
  std::array<double, 3> out = apply_linear(
      t, {static_cast<double>(p.x), static_cast<double>(p.y), static_cast<double>(p.z)});
  for (std::size_t row = 0; row < 3; ++row) out[row] += t.m[9 + row];
  return out;
}

double determinant(const Transform& t) {
  const auto& m = t.m;
  return m[0] * (m[4] * m[8] - m[5] * m[7]) - m[3] * (m[1] * m[8] - m[2] * m[7]) +
         m[6] * (m[1] * m[5] - m[2] * m[4]);
}

std::array<double, 3> apply_normal(const Transform& t, Vec3 n) {
  const auto& m = t.m;
  const double sign = determinant(t) < 0 ? -1 : 1;
  const Transform cofactors{{sign * (m[4] * m[8] - m[5] * m[7]), sign * (m[5] * m[6] - m[3] * m[8]),
                             sign * (m[3] * m[7] - m[4] * m[6]), sign * (m[2] * m[7] - m[1] * m[8]),
                             sign * (m[0] * m[8] - m[2] * m[6]), sign * (m[1] * m[6] - m[0] * m[7]),
                             sign * (m[1] * m[5] - m[2] * m[4]), sign * (m[2] * m[3] - m[0] * m[5]),
                             sign * (m[0] * m[4] - m[1] * m[3]), 0, 0, 0}};
  return apply(cofactors, n);
}

std::string UniqueNames::of(const std::string& wanted) {
  const auto [it, is_new] = next_.emplace(wanted, 2);
  while (!is_new) {
    std::string name = wanted + "_" + std::to_string(it->second++);
    if (next_.emplace(name, 2).second) return name;
  }
  return wanted;
}

void skeleton(Context& c) {
  const std::size_t n = c.document.nodes.size();
  Skeleton& s = c.out.model.skeleton;
  c.parent.assign(n, -1);
  for (std::size_t i = 0; i < n; ++i)
    for (const io::GltfIndex child : c.document.nodes[i].children)
      c.parent[static_cast<std::size_t>(child)] = static_cast<io::GltfIndex>(i);
  c.world.resize(n);
  c.local_rotation.resize(n);
  c.out.bone_of_node.assign(n, BoneIndex::none);
  c.world_rotation.resize(n);
  for (const std::size_t node : order_of(c)) {
    Local local = local_of(c.document.nodes[node]);
    if (local.uneven) c.warn(WarningKind::bad_value, node, "a scale that is not the same all ways");
    if (c.parent[node] < 0 && c.options.faces_back) {
      const Transform turn{{-1, 0, 0, 0, 1, 0, 0, 0, -1, 0, 0, 0}};
      local.transform = turn * local.transform;
      local.rotation = Quat{0, 1, 0, 0} * local.rotation;
    }
    c.local_rotation[node] = local.rotation;
    c.world[node] = c.parent[node] < 0
                        ? local.transform
                        : c.world[static_cast<std::size_t>(c.parent[node])] * local.transform;
    add_bone(c, node);
  }
  UniqueNames names;
  s.names.resize(n);
  s.from_file_index = c.out.bone_of_node;
  for (std::size_t i = 0; i < n; ++i) {  // the first of a name in the file keeps it
    const std::string& given = c.document.nodes[i].name;
    s.names[at(c.out.bone_of_node[i])] =
        names.of(given.empty() ? "node_" + std::to_string(i) : given);
  }
  s.names_en = s.names;
  point_at_children(s);
  if (n > 0) return;
  c.warn(WarningKind::no_bones, 0, {});
  s.names = s.names_en = {"root"};
  s.parent = {BoneIndex::none};
  s.rest_position = s.rest_translation = s.tail = {Vec3{}};
  s.rest_rotation = {Quat{}};
  s.flags = {kRotatable | kTranslatable | kVisible | kOperable};
  s.layer = {0};
  s.file_index = {-1};
}

}  // namespace odori::gltf_import
