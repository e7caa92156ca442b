// Chains that swing by themselves, as VRM's spring bones do: data for physics. Source:
// VRMC_springBone-1.0; its formulas stand there.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "odori/math/vec.h"
#include "odori/model/index.h"

namespace odori {

enum class ColliderShape : std::uint8_t { sphere, capsule, inside_sphere, inside_capsule, plane };

// In the frame of its bone, as it rests and as it moves.
struct SpringCollider {
  BoneIndex bone = BoneIndex::none;
  ColliderShape shape = ColliderShape::sphere;
  Vec3 offset;           // centre; a capsule's one end; a point of the plane
  Vec3 tail;             // a capsule's other end
  Vec3 normal{0, 0, 1};  // of a plane, unit length
  float radius = 0;
};

struct SpringColliderGroup {
  std::string name;
  std::vector<std::uint32_t> colliders;  // of Springs::colliders
};

struct SpringJoint {
  BoneIndex bone = BoneIndex::none;
  float hit_radius = 0;
  float stiffness = 1, gravity_power = 0;  // metres a second
  float drag = 0.5f;                       // 0..1
  Vec3 gravity_direction{0, -1, 0};        // in the world
};

struct SpringChain {
  std::string name;
  // From the root on. The last one is only where the one before points to, unless `end` says where
  // it points to itself, in its bone's frame.
  std::vector<SpringJoint> joints;
  std::optional<Vec3> end;
  std::vector<std::uint32_t> groups;   // of Springs::groups
  BoneIndex centre = BoneIndex::none;  // what moves with this bone does not swing
};

struct Springs {
  std::vector<SpringCollider> colliders;
  std::vector<SpringColliderGroup> groups;
  std::vector<SpringChain> chains;
};

}  // namespace odori
