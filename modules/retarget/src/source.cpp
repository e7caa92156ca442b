#include "source.h"

#include <algorithm>

#include "bone_names.h"
#include "odori/base/parallel.h"
#include "odori/pose/evaluate.h"

namespace odori {
namespace {

using H = HumanBone;

constexpr std::array<HumanBone, 3> kTrunk = {H::spine, H::chest, H::upperChest};

bool is_limb(HumanBone b) {
  for (const H upper : {H::leftUpperLeg, H::rightUpperLeg, H::leftUpperArm, H::rightUpperArm})
    if (b == upper || at(b) == at(upper) + 1) return true;
  return false;
}

struct Twist {
  HumanBone bone;
  BoneIndex twist;
};

// The twist bones of MMD's arms, where they hang on the limb that they twist.
std::vector<Twist> find_twists(const Skeleton& s, const Humanoid& h) {
  const BoneNames names(s);
  std::vector<Twist> found;
  const auto add = [&](HumanBone bone, const std::string& name) {
    const BoneIndex twist = names.find(name);
    if (is_set(twist) && h.has(bone) && s.parent[at(twist)] == h[bone])
      found.push_back({bone, twist});
  };
  add(H::leftUpperArm, "左腕捩");
  add(H::leftLowerArm, "左手捩");
  add(H::rightUpperArm, "右腕捩");
  add(H::rightLowerArm, "右手捩");
  return found;
}

// The two chains that hold a leg.
struct LegChains {
  std::size_t leg = 0, toe = 0;  // in Skeleton::iks
  bool has_leg = false, has_toe = false;
};

LegChains find_chains(const Skeleton& s, const Humanoid& h, Side side) {
  const H foot = side == Side::left ? H::leftFoot : H::rightFoot;
  LegChains out;
  if (!h.has(foot)) return out;
  for (std::size_t i = 0; i < s.iks.size(); ++i) {
    const Ik& ik = s.iks[i];
    if (!is_set(ik.bone) || !is_set(ik.effector)) continue;
    const bool aims_foot = std::any_of(ik.links.begin(), ik.links.end(),
                                       [&](const IkLink& link) { return link.bone == h[foot]; });
    if (ik.effector == h[foot] && !out.has_leg) {
      out.has_leg = true;
      out.leg = i;
    } else if (aims_foot && !out.has_toe) {
      out.has_toe = true;
      out.toe = i;
    }
  }
  return out;
}

LegGoal goal_of(const Skeleton& s, const LegChains& chains, const Pose& pose) {
  LegGoal goal;
  if (!chains.has_leg) return goal;
  const auto place = [&](BoneIndex b) { return pose.world_position[at(b)]; };
  const Ik& leg = s.iks[chains.leg];
  goal.ankle_held = pose.ik_enabled[chains.leg] != 0;
  goal.ankle = place(leg.bone);
  if (!chains.has_toe) return goal;
  const Ik& toe = s.iks[chains.toe];
  goal.toe_held = goal.ankle_held && pose.ik_enabled[chains.toe] != 0;
  goal.toe = place(toe.bone);
  goal.foot = place(toe.effector) - place(leg.effector);
  return goal;
}

}  // namespace

HumanMotion sample_body(const Model& model, const Binding& binding, const Humanoid& humanoid,
                        const BodySampling& wanted) {
  constexpr std::size_t kGrain = 128;  // frames; long enough for the key cursors to pay
  const std::size_t frames = wanted.frames, others = wanted.others.size();
  HumanMotion out;
  out.frames = frames;
  out.rotation.resize(frames * kHumanBones);
  out.place.resize(frames * kHumanBones);
  out.others = others;
  out.other_rotation.resize(frames * others);
  if (wanted.leg_goals) out.leg_goals.resize(frames * kSides.size());
  std::vector<Twist> twists;
  if (wanted.share_twists) twists = find_twists(model.skeleton, humanoid);
  std::array<LegChains, kSides.size()> chains;
  for (const Side side : kSides)
    chains[static_cast<std::size_t>(side)] = find_chains(model.skeleton, humanoid, side);
  const Evaluator evaluator(model, binding, {.ik_finishes = wanted.finish_ik});
  const Pose rest = make_pose(model);
  parallel_for(frames, kGrain, wanted.threads, [&](std::size_t begin, std::size_t end) {
    Evaluator own(evaluator);
    Pose pose = rest;
    for (std::size_t f = begin; f < end; ++f) {
      own.evaluate_placement(wanted.first + static_cast<double>(f) * wanted.step, pose);
      Quat* rotation = &out.rotation[f * kHumanBones];
      for (std::size_t i = 0; i < kHumanBones; ++i) {
        if (!is_set(humanoid.bone[i])) continue;
        rotation[i] = pose.world_rotation[at(humanoid.bone[i])];
        out.place[f * kHumanBones + i] = pose.world_position[at(humanoid.bone[i])];
      }
      for (const Twist& t : twists)
        rotation[at(t.bone)] = slerp(rotation[at(t.bone)], pose.world_rotation[at(t.twist)], 0.5f);
      for (std::size_t i = 0; i < others; ++i)
        out.other_rotation[f * others + i] = pose.rotation[at(wanted.others[i])];
      for (std::size_t i = 0; i < kSides.size() && wanted.leg_goals; ++i)
        out.leg_goals[f * kSides.size() + i] = goal_of(model.skeleton, chains[i], pose);
    }
  });
  return out;
}

bool stands_along_z(const Humanoid& humanoid, const HumanMotion& motion) {
  constexpr std::size_t kMost = 512;
  constexpr float kUpright = 0.7f;
  const H top = humanoid.has(H::head) ? H::head : humanoid.has(H::neck) ? H::neck : H::spine;
  if (!humanoid.has(top)) return false;
  const bool legs = has_legs(humanoid);
  const std::size_t step = motion.frames / kMost + 1;
  Vec3 sum;
  float n = 0;
  for (std::size_t f = 0; f < motion.frames; f += step, ++n)
    sum += normalise(motion.places(f)[at(top)] - pelvis(motion.places(f), legs));
  return sum.z > kUpright * n;
}

void make_y_up(HumanMotion& motion) {
  const Quat turn = between({0, 0, 1}, {0, 1, 0});
  for (Quat& q : motion.rotation) q = turn * q;
  for (Vec3& p : motion.place) p = {p.x, p.z, -p.y};
}

HumanRotations turns_of(const Humanoid& humanoid, const Reference& reference,
                        const HumanMotion& motion, std::size_t frame) {
  const Quat* rotation = motion.rotations(frame);
  const Vec3* place = motion.places(frame);
  HumanRotations turns;
  for (std::size_t i = 0; i < kHumanBones; ++i) {
    const HumanBone b = human_bone(i);
    if (!humanoid.has(b)) {
      if (const auto up = parent_of(b)) turns[i] = turns[at(*up)];
      continue;
    }
    Quat world = rotation[i];
    const bool spine = reference.capture && b >= H::spine && b <= H::neck;
    if ((is_limb(b) || spine) && reference.aim_bone[i] && !reference.carried[i]) {
      const Vec3 points = rotate(world, reference.aim[i]);
      const Vec3 joints = place[at(*reference.aim_bone[i])] - place[i];
      if (length(joints) > 0) world = between(points, joints) * world;
    }
    turns[i] = normalise(world * conjugate(reference.world[i]));
  }
  return turns;
}

void share_trunk(const Humanoid& from, const Humanoid& to, HumanRotations& turns) {
  std::size_t top = kHumanBones, sources = 0;
  std::vector<std::size_t> target;
  for (const HumanBone b : kTrunk) {
    if (from.has(b)) {
      top = at(b);
      ++sources;
    }
    if (to.has(b)) target.push_back(at(b));
  }
  if (sources == 0 || target.empty()) return;
  const Quat hips = turns[at(H::hips)], highest = turns[top];
  if (sources == 1) {
    for (std::size_t i = 0; i < target.size(); ++i)
      turns[target[i]] =
          slerp(hips, highest, static_cast<float>(i + 1) / static_cast<float>(target.size()));
  }
  turns[target.back()] = highest;
}

}  // namespace odori
