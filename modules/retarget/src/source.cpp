#include "source.h"

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

}  // namespace

HumanMotion sample_body(const Model& model, const Binding& binding, const Humanoid& humanoid,
                        const std::vector<BoneIndex>& others, double first, double step,
                        std::size_t frames, unsigned threads) {
  constexpr std::size_t kGrain = 128;  // frames; long enough for the key cursors to pay
  HumanMotion out;
  out.frames = frames;
  out.rotation.resize(frames * kHumanBones);
  out.place.resize(frames * kHumanBones);
  out.others = others.size();
  out.other_rotation.resize(frames * others.size());
  const Evaluator evaluator(model, binding);
  const Pose rest = make_pose(model);
  parallel_for(frames, kGrain, threads, [&](std::size_t begin, std::size_t end) {
    Evaluator own(evaluator);
    Pose pose = rest;
    for (std::size_t f = begin; f < end; ++f) {
      own.evaluate_placement(first + static_cast<double>(f) * step, pose);
      for (std::size_t i = 0; i < kHumanBones; ++i) {
        if (!is_set(humanoid.bone[i])) continue;
        out.rotation[f * kHumanBones + i] = pose.world_rotation[at(humanoid.bone[i])];
        out.place[f * kHumanBones + i] = pose.world_position[at(humanoid.bone[i])];
      }
      for (std::size_t i = 0; i < others.size(); ++i)
        out.other_rotation[f * others.size() + i] = pose.rotation[at(others[i])];
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
