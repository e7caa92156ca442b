// Springs and constraints.
#include <algorithm>
#include <cmath>

#include "vrm/import.h"

namespace odori::vrm_import {
namespace {

constexpr float kLastBone = 0.07f;  // metres that a leaf of 0.x points on (UniVRM)

// Sizes beyond all numbers are none.
float finite(float v) { return std::isfinite(v) ? v : 0; }
Vec3 finite(Vec3 v) { return is_finite(v) ? v : Vec3{}; }

// How much bigger than in its own space a length at a node is: the scales of it and of all above.
std::vector<float> scales_of(const io::GltfDocument& gltf) {
  std::vector<float> scale(gltf.nodes.size(), 1);
  std::vector<bool> below(gltf.nodes.size(), false);
  for (const io::GltfNode& node : gltf.nodes)
    for (const io::GltfIndex child : node.children) below[static_cast<std::size_t>(child)] = true;
  std::vector<std::size_t> open;
  for (std::size_t n = 0; n < gltf.nodes.size(); ++n)
    if (!below[n]) open.push_back(n);
  while (!open.empty()) {
    const std::size_t n = open.back();
    open.pop_back();
    const io::GltfNode& node = gltf.nodes[n];
    const float own = node.matrix
                          ? length(Vec3{(*node.matrix)[0], (*node.matrix)[1], (*node.matrix)[2]})
                          : std::fabs(node.scale.x);
    scale[n] *= own;
    for (const io::GltfIndex child : node.children) {
      scale[static_cast<std::size_t>(child)] = scale[n];
      open.push_back(static_cast<std::size_t>(child));
    }
  }
  return scale;
}

class SpringImport {
 public:
  explicit SpringImport(Context& c)
      : c_(c), scale_(scales_of(c.gltf)), taken_(c.gltf.nodes.size(), false) {
    const Skeleton& s = c.model.skeleton;
    for (std::size_t b = 0; b < s.size(); ++b)
      rest_.push_back(is_set(s.parent[b]) ? rest_[at(s.parent[b])] * s.rest_rotation[b]
                                          : s.rest_rotation[b]);
  }

  void run() {
    Springs& out = c_.model.springs;
    for (const io::VrmCollider& from : c_.vrm.colliders) out.colliders.push_back(collider(from));
    for (const io::VrmColliderGroup& from : c_.vrm.collider_groups) {
      SpringColliderGroup& group = out.groups.emplace_back();
      group.name = from.name;
      for (const io::GltfIndex collider : from.colliders)
        group.colliders.push_back(static_cast<std::uint32_t>(collider));
    }
    for (const io::VrmSpring& from : c_.vrm.springs) c_.old() ? grow(from) : chain(from);
    if (shared_) c_.warn(WarningKind::bad_value, 0, "bones that hang in two springs");
  }

 private:
  SpringCollider collider(const io::VrmCollider& from) const {
    const float scale = from.node < 0 ? 1 : scale_[static_cast<std::size_t>(from.node)];
    SpringCollider to;
    to.bone = c_.bone(from.node);
    to.shape = static_cast<ColliderShape>(from.shape);
    to.offset = finite(from.offset * scale);
    to.tail = finite(from.tail * scale);
    to.normal = length_squared(from.normal) > 0 ? finite(normalise(from.normal)) : Vec3{0, 0, 1};
    to.radius = finite(from.radius * scale);
    return to;
  }

  SpringJoint joint(const io::VrmSpringJoint& from, std::size_t node) const {
    SpringJoint to;
    to.bone = c_.bone(static_cast<io::GltfIndex>(node));
    to.hit_radius = finite(from.hit_radius * scale_[node]);
    to.stiffness = from.stiffness;
    to.gravity_power = from.gravity_power;
    to.drag = from.drag;
    const Vec3 g = from.gravity_direction;
    to.gravity_direction = c_.old() ? Vec3{-g.x, g.y, -g.z} : g;
    return to;
  }

  SpringChain head(const io::VrmSpring& from) const {
    SpringChain chain;
    chain.name = from.name;
    chain.centre = c_.bone(from.centre);
    for (const io::GltfIndex group : from.collider_groups)
      chain.groups.push_back(static_cast<std::uint32_t>(group));
    return chain;
  }

  void chain(const io::VrmSpring& from) {
    SpringChain to = head(from);
    for (const io::VrmSpringJoint& j : from.joints) {
      const auto node = static_cast<std::size_t>(j.node);
      if (taken_[node]) shared_ = true;
      taken_[node] = true;
      to.joints.push_back(joint(j, node));
    }
    c_.model.springs.chains.push_back(std::move(to));
  }

  // 0.x: below each root every first child goes on with the chain, every other begins one.
  void grow(const io::VrmSpring& from) {
    for (const io::VrmSpringJoint& root : from.joints) {
      std::vector<std::size_t> open{static_cast<std::size_t>(root.node)};
      while (!open.empty()) {
        std::size_t node = open.back();
        open.pop_back();
        if (taken_[node]) {
          shared_ = true;
          continue;
        }
        SpringChain to = head(from);
        while (true) {
          taken_[node] = true;
          to.joints.push_back(joint(root, node));
          const auto& children = c_.gltf.nodes[node].children;
          for (std::size_t i = children.size(); i-- > 1;)
            open.push_back(static_cast<std::size_t>(children[i]));
          if (children.empty() || taken_[static_cast<std::size_t>(children.front())]) break;
          node = static_cast<std::size_t>(children.front());
        }
        to.end = end_of(to.joints.back().bone);
        c_.model.springs.chains.push_back(std::move(to));
      }
    }
  }

  Vec3 end_of(BoneIndex bone) const {
    const Skeleton& s = c_.model.skeleton;
    const BoneIndex parent = s.parent[at(bone)];
    const Vec3 from = is_set(parent) ? s.rest_position[at(parent)] : Vec3{};
    Vec3 way = normalise(s.rest_position[at(bone)] - from);
    if (way == Vec3{} || !is_finite(way)) way = {0, -1, 0};
    return rotate(conjugate(rest_[at(bone)]), way * kLastBone);
  }

  Context& c_;
  std::vector<float> scale_;
  std::vector<bool> taken_;
  std::vector<Quat> rest_;  // model space, by bone
  bool shared_ = false;
};

}  // namespace

void springs(Context& c) { SpringImport(c).run(); }

void constraints(Context& c) {
  constexpr Vec3 kAxes[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {-1, 0, 0}, {0, -1, 0}, {0, 0, -1}};
  for (const io::VrmConstraint& from : c.vrm.constraints) {
    Constraint to;
    to.bone = c.bone(from.node);
    to.source = c.bone(from.source);
    to.kind = static_cast<ConstraintKind>(from.kind);
    to.axis = kAxes[static_cast<std::size_t>(from.axis)];
    to.weight = std::clamp(from.weight, 0.0f, 1.0f);
    c.model.constraints.push_back(to);
  }
}

}  // namespace odori::vrm_import
