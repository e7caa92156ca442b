// Rigid bodies and joints: data for physics, in Odori's axes.
#pragma once

#include <string>

#include "odori/math/quat.h"
#include "odori/model/index.h"

namespace odori {

enum class BodyShape : std::uint8_t { sphere, box, capsule };
enum class BodyMode : std::uint8_t { follows_bone, physics, physics_with_bone };

struct Body {
  std::string name;
  BoneIndex bone = BoneIndex::none;
  std::uint8_t group = 0;
  std::uint16_t collides_with = 0;  // a bit a group
  BodyShape shape = BodyShape::sphere;
  Vec3 size;      // sphere: x = radius; box: half edges; capsule: x = radius, y = height
  Vec3 position;  // model space, at rest
  Quat rotation;
  float mass = 1, linear_damping = 0, angular_damping = 0, restitution = 0, friction = 0;
  BodyMode mode = BodyMode::follows_bone;
};

struct Joint {
  std::string name;
  std::uint8_t kind = 0;  // as PMX: 0 = 6DoF with springs
  BodyIndex a = BodyIndex::none, b = BodyIndex::none;
  Vec3 position;
  Quat rotation;
  Vec3 translation_low, translation_high;
  Vec3 rotation_low, rotation_high;  // Radians.
  Vec3 spring_translation, spring_rotation;
};

}  // namespace odori
