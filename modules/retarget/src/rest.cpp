#include "rest.h"

namespace odori {
namespace {

using H = HumanBone;

constexpr float kZero = 1e-6f;  // of the rig's size: shorter is no direction

Vec3 place(const Model& model, const Humanoid& h, HumanBone bone) {
  return model.skeleton.rest_position[at(h[bone])];
}

// The length that others are measured by: from the hips to the farthest human bone.
float size_of(const Model& model, const Humanoid& h) {
  float most = 0;
  if (!h.has(H::hips)) return most;
  for (std::size_t i = 0; i < kHumanBones; ++i) {
    if (is_set(h.bone[i]))
      most = std::fmax(
          most, length(model.skeleton.rest_position[at(h.bone[i])] - place(model, h, H::hips)));
  }
  return most;
}

// From the right one of a pair to the left one; zero where one is missing.
Vec3 across(const Model& model, const Humanoid& h, HumanBone left) {
  if (!h.has(left) || !h.has(mirror_of(left))) return {};
  return place(model, h, left) - place(model, h, mirror_of(left));
}

Vec3 up_of(const Model& model, const Humanoid& h) {
  const Vec3 from =
      h.has(H::leftUpperLeg) && h.has(H::rightUpperLeg)
          ? (place(model, h, H::leftUpperLeg) + place(model, h, H::rightUpperLeg)) * 0.5f
          : place(model, h, H::hips);
  for (const HumanBone top : {H::head, H::neck, H::upperChest, H::chest, H::spine})
    if (h.has(top)) return place(model, h, top) - from;
  return {};
}

// The axis nearest to a direction, if it is nearer than 30 degrees.
std::optional<Vec3> snapped(Vec3 v) {
  v = normalise(v);
  constexpr float kNear = 0.866f;
  for (const Vec3 axis : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}}) {
    const float d = dot(v, axis);
    if (d > kNear) return axis;
    if (d < -kNear) return -axis;
  }
  return std::nullopt;
}

}  // namespace

std::array<std::optional<HumanBone>, 4> aims_of(HumanBone bone) {
  switch (bone) {
    case H::hips:
      return {H::spine, H::chest, H::neck, H::head};
    case H::spine:
      return {H::chest, H::upperChest, H::neck, H::head};
    case H::chest:
      return {H::upperChest, H::neck, H::head};
    case H::upperChest:
      return {H::neck, H::head};
    case H::leftHand:
      return {H::leftMiddleProximal, H::leftIndexProximal, H::leftRingProximal};
    case H::rightHand:
      return {H::rightMiddleProximal, H::rightIndexProximal, H::rightRingProximal};
    case H::head:
    case H::leftEye:
    case H::rightEye:
    case H::jaw:
    case H::leftToes:
    case H::rightToes:
      return {};
    default:
      break;
  }
  // Along a limb or a finger the next bone stands next in the list.
  const std::size_t next = at(bone) + 1;
  if (next < kHumanBones && parent_of(human_bone(next)) == bone) return {human_bone(next)};
  return {};
}

Vec3 rest_direction(const Model& model, const Humanoid& humanoid, HumanBone bone) {
  const Skeleton& s = model.skeleton;
  if (!humanoid.has(bone)) return {};
  const Vec3 from = place(model, humanoid, bone);
  const float shortest = kZero * size_of(model, humanoid);
  for (const auto& aim : aims_of(bone)) {
    if (!aim) break;
    if (!humanoid.has(*aim)) continue;
    const Vec3 v = place(model, humanoid, *aim) - from;
    if (length(v) > shortest) return v;
  }
  const Vec3 v = s.tail[at(humanoid[bone])] - from;
  return length(v) > shortest ? v : Vec3{};
}

RestPose find_rest_pose(const Model& model, const Humanoid& humanoid) {
  RestPose out;
  if (!humanoid.has(H::hips)) return out;
  const std::optional<Vec3> up = snapped(up_of(model, humanoid));
  std::optional<Vec3> left;
  for (const HumanBone pair : {H::leftUpperLeg, H::leftUpperArm, H::leftFoot, H::leftHand})
    if (!left) left = snapped(across(model, humanoid, pair));
  if (!up || !left || std::fabs(dot(*up, *left)) > 0.5f) return out;
  const Quat upright = conjugate(from_basis(*left, *up, cross(*left, *up)));
  const auto along = [&](HumanBone bone, Vec3 axis) {
    return dot(normalise(rotate(upright, rest_direction(model, humanoid, bone))), axis);
  };
  constexpr Vec3 kX{1, 0, 0}, kDown{0, -1, 0};
  const auto known = [&](HumanBone bone) {
    return length(rest_direction(model, humanoid, bone)) > 0;
  };
  for (const H leg : {H::leftUpperLeg, H::leftLowerLeg, H::rightUpperLeg, H::rightLowerLeg})
    if (known(leg) && along(leg, kDown) < 0.6f) return out;
  for (const H arm : {H::leftUpperArm, H::leftLowerArm})
    if (known(arm) && (along(arm, kX) < -0.2f || along(arm, kDown) < -0.7f)) return out;
  for (const H arm : {H::rightUpperArm, H::rightLowerArm})
    if (known(arm) && (along(arm, kX) > 0.2f || along(arm, kDown) < -0.7f)) return out;
  for (const H foot : {H::leftFoot, H::rightFoot})
    if (known(foot) && along(foot, kDown) < -0.5f) return out;
  out.is_pose = true;
  out.upright_from_model = upright;
  return out;
}

Sides sides_by_feet(const Model& model, const Humanoid& humanoid) {
  const Vec3 left = normalise(across(model, humanoid, H::leftUpperLeg));
  if (!humanoid.has(H::hips) || !(length(left) > 0)) return Sides::unknown;
  const Vec3 up = normalise(up_of(model, humanoid));
  Vec3 forward;
  for (const H foot : {H::leftFoot, H::rightFoot})
    forward += normalise(rest_direction(model, humanoid, foot));
  forward = normalise(forward - up * dot(forward, up));
  // Legs below the body, feet across them: else the rest pose says nothing.
  for (const H leg : {H::leftUpperLeg, H::rightUpperLeg, H::leftLowerLeg, H::rightLowerLeg})
    if (dot(normalise(rest_direction(model, humanoid, leg)), up) > -0.6f) return Sides::unknown;
  const float side = dot(cross(up, forward), left);
  if (std::fabs(side) < 0.6f) return Sides::unknown;
  return side > 0 ? Sides::right : Sides::swapped;
}

}  // namespace odori
