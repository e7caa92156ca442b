#include "legs.h"

#include <algorithm>

#include "solve.h"

namespace odori {
namespace {

using H = HumanBone;

constexpr float kThere = 2e-5f;      // of the leg's length: the ankle is at its goal
constexpr float kReach = 1 - 1e-6f;  // of the leg's length: straight

struct Leg {
  BoneIndex thigh, shin, foot;
};

HumanBone upper_of(Side side) { return side == Side::left ? H::leftUpperLeg : H::rightUpperLeg; }

Leg leg_of(const Target& t, Side side) {
  const std::size_t upper = at(upper_of(side));
  return {t.humanoid.bone[upper], t.humanoid.bone[upper + 1], t.humanoid.bone[upper + 2]};
}

// Where the knee goes: `to` from the hip to the goal, no longer than the leg.
Vec3 knee_for(Vec3 to, Vec3 side, float thigh, float shin) {
  const float d = length(to);
  const float along = (d * d + thigh * thigh - shin * shin) / (2 * d);
  const float across = std::sqrt(std::fmax(0.f, thigh * thigh - along * along));
  return to * (along / d) + side * across;
}

// Gives the bones below the thigh their places; those three turn as `pose` says in the world.
void settle(const Target& t, Side side, const Leg& leg, TargetPose& pose) {
  const Skeleton& s = t.model->skeleton;
  for (const BoneIndex bone : t.leg_bones[static_cast<std::size_t>(side)]) {
    const std::size_t b = at(bone);
    const BoneIndex p = s.parent[b];
    const Quat above = is_set(p) ? pose.world_rotation[at(p)] : Quat{};
    const Quat rest = above * s.rest_rotation[b];
    if (bone == leg.thigh || bone == leg.shin || bone == leg.foot)
      pose.rotation[b] = normalise(conjugate(rest) * pose.world_rotation[b]);
    else
      pose.world_rotation[b] = normalise(rest * pose.rotation[b]);
    const Vec3 from = s.rest_translation[b] + pose.translation[b];
    pose.world_position[b] = is_set(p) ? pose.world_position[at(p)] + rotate(above, from) : from;
  }
}

}  // namespace

float beyond_reach(const Target& t, Side side, const LegGoal& goal, const TargetPose& pose) {
  if (!goal.ankle_held || t.leg_bones[static_cast<std::size_t>(side)].empty()) return 0;
  const Leg leg = leg_of(t, side);
  const Vec3 hip = pose.world_position[at(leg.thigh)], knee = pose.world_position[at(leg.shin)],
             ankle = pose.world_position[at(leg.foot)];
  const float farthest =
      (length(knee - hip) + length(ankle - knee)) * t.leg_reach[static_cast<std::size_t>(side)];
  return std::fmax(0.f, length(goal.ankle - hip) - farthest);
}

float reach(const Target& t, Side side, const LegGoal& goal, TargetPose& pose) {
  if (!goal.ankle_held || t.leg_bones[static_cast<std::size_t>(side)].empty()) return 0;
  const Leg leg = leg_of(t, side);
  const Vec3 hip = pose.world_position[at(leg.thigh)], knee = pose.world_position[at(leg.shin)],
             ankle = pose.world_position[at(leg.foot)];
  const float thigh = length(knee - hip), shin = length(ankle - knee), whole = thigh + shin;
  Vec3 to = goal.ankle - hip;
  const float wanted = length(to);
  if (!(thigh > 0) || !(shin > 0) || !(wanted > kThere * whole)) return 0;
  const float farthest = whole * t.leg_reach[static_cast<std::size_t>(side)] * kReach;
  const float missing = beyond_reach(t, side, goal, pose);
  if (length(goal.ankle - ankle) > kThere * whole) {
    const float least = std::fabs(thigh - shin);
    to = to * (std::clamp(wanted, least / kReach, farthest) / wanted);
    const Vec3 way = normalise(to);
    // The side on which the knee is, off the line from hip to ankle; the front where it is on it.
    const Quat turn =
        pose.world_rotation[at(leg.thigh)] * conjugate(t.standing[at(upper_of(side))]);
    const Vec3 front = rotate(turn, Vec3{0, 0, 1});
    const Vec3 line = normalise(ankle - hip);
    Vec3 pole = (knee - hip) - line * dot(knee - hip, line);
    pole = pole - front * std::fmin(0.f, dot(pole, front));
    constexpr float kFront = 0.01f;  // decides where the knee is all but straight
    pole = pole + front * (kFront * thigh);
    pole = normalise(pole - way * dot(pole, way));
    const Vec3 new_knee = knee_for(to, pole, thigh, shin);
    Quat& thigh_turn = pose.world_rotation[at(leg.thigh)];
    Quat& shin_turn = pose.world_rotation[at(leg.shin)];
    thigh_turn = normalise(between(knee - hip, new_knee) * thigh_turn);
    shin_turn = normalise(between(ankle - knee, to - new_knee) * shin_turn);
    settle(t, side, leg, pose);
  }
  if (goal.toe_held && length(goal.foot) > 0) {
    const Vec3 aim = goal.toe - pose.world_position[at(leg.foot)];
    if (length(aim) > 0) {
      Quat& foot = pose.world_rotation[at(leg.foot)];
      foot = normalise(between(goal.foot, aim) * foot);
      settle(t, side, leg, pose);
    }
  }
  return missing;
}

}  // namespace odori
