#include <algorithm>

#include "pmx_import.h"

namespace odori::pmx_import {
namespace {

// PMX gives body and joint rotations as Euler angles: z first, then x, then y.
Quat rotation_of(Context& c, Vec3 radians, std::size_t record) {
  constexpr float kMost =
      1e4f;  // so far the trigonometry is exact; real files stay within a few turns
  radians = c.numbers(radians, record);
  const bool usable = std::fabs(radians.x) <= kMost && std::fabs(radians.y) <= kMost &&
                      std::fabs(radians.z) <= kMost;
  if (usable) return mirror_z(from_euler_yxz(radians));
  c.model.warnings.add(WarningKind::bad_value, record, "a rotation of thousands of turns");
  return {};
}

template <class Enum>
Enum kind_of(Context& c, std::uint8_t value, std::size_t record, const char* what) {
  if (value <= 2) return static_cast<Enum>(value);
  c.model.warnings.add(WarningKind::bad_value, record,
                       std::string(what) + " " + std::to_string(value));
  return static_cast<Enum>(0);
}

Body body_of(Context& c, std::size_t record) {
  const io::PmxBody& b = c.document.bodies[record];
  Body out;
  out.name = text_of(b.name);
  out.bone = c.bone(b.bone, record);
  if (b.group > 15) {
    c.model.warnings.add(WarningKind::bad_value, record, "body group " + std::to_string(b.group));
  }
  out.group = static_cast<std::uint8_t>(std::min<int>(b.group, 15));
  out.collides_with = b.collides_with;
  out.shape = kind_of<BodyShape>(c, b.shape, record, "body shape");
  out.mode = kind_of<BodyMode>(c, b.mode, record, "body mode");
  out.size = c.numbers(b.size, record);
  out.position = mirror_z(c.place(b.position, record));
  out.rotation = rotation_of(c, b.rotation, record);
  out.mass = c.number(b.mass, 0, record);
  out.linear_damping = c.number(b.linear_damping, 0, record);
  out.angular_damping = c.number(b.angular_damping, 0, record);
  out.restitution = c.number(b.restitution, 0, record);
  out.friction = c.number(b.friction, 0, record);
  const bool empty = out.shape == BodyShape::box
                         ? out.size.x <= 0 || out.size.y <= 0 || out.size.z <= 0
                         : out.size.x <= 0;
  if (empty) c.model.warnings.add(WarningKind::bad_value, record, "a body without size");
  if (out.mass <= 0 && out.mode != BodyMode::follows_bone) {
    c.model.warnings.add(WarningKind::bad_value, record, "a body without mass");
  }
  return out;
}

Joint joint_of(Context& c, std::size_t record) {
  const io::PmxJoint& j = c.document.joints[record];
  const auto body = [&](std::int32_t i) {
    return BodyIndex{c.index(i, c.document.bodies.size(), record, "joint body")};
  };
  Joint out;
  out.name = text_of(j.name);
  out.kind = j.kind;
  out.a = body(j.body_a);
  out.b = body(j.body_b);
  out.position = mirror_z(c.place(j.position, record));
  out.rotation = rotation_of(c, j.rotation, record);
  const Vec3 low = c.numbers(j.translation_low, record);
  const Vec3 high = c.numbers(j.translation_high, record);
  out.translation_low = {low.x, low.y, -high.z};
  out.translation_high = {high.x, high.y, -low.z};
  const Vec3 turn_low = c.numbers(j.rotation_low, record);
  const Vec3 turn_high = c.numbers(j.rotation_high, record);
  out.rotation_low = {-turn_high.x, -turn_high.y, turn_low.z};
  out.rotation_high = {-turn_low.x, -turn_low.y, turn_high.z};
  out.spring_translation = c.numbers(j.spring_translation, record);
  out.spring_rotation = c.numbers(j.spring_rotation, record);
  return out;
}

}  // namespace

void bodies(Context& c) {
  for (std::size_t i = 0; i < c.document.bodies.size(); ++i) {
    c.model.bodies.push_back(body_of(c, i));
  }
  for (std::size_t i = 0; i < c.document.joints.size(); ++i) {
    c.model.joints.push_back(joint_of(c, i));
  }
}

}  // namespace odori::pmx_import
