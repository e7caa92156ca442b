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
                        double first, double step, std::size_t frames, unsigned threads) {
  constexpr std::size_t kGrain = 128;  // frames; long enough for the key cursors to pay
  HumanMotion out;
  out.frames = frames;
  out.rotation.resize(frames * kHumanBones);
  out.place.resize(frames * kHumanBones);
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
    }
  });
  return out;
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
    if ((is_limb(b) || spine) && reference.aim_bone[i]) {
      const Vec3 points = rotate(world, reference.aim[i]);
      const Vec3 joints = place[at(*reference.aim_bone[i])] - place[i];
      if (length(joints) > 0) world = between(points, joints) * world;
    }
    turns[i] = normalise(world * conjugate(reference.world[i]));
  }
  return turns;
}

void share_trunk(const Humanoid& from, const Humanoid& to, HumanRotations& turns) {
  std::vector<Quat> source = {turns[at(H::hips)]};
  std::vector<std::size_t> target;
  bool same = true;
  for (const HumanBone b : kTrunk) {
    if (from.has(b)) source.push_back(turns[at(b)]);
    if (to.has(b)) target.push_back(at(b));
    same &= from.has(b) == to.has(b);
  }
  if (same || source.size() == 1) return;
  const auto most = static_cast<float>(source.size() - 1);
  for (std::size_t i = 0; i < target.size(); ++i) {
    const float along = static_cast<float>(i + 1) * most / static_cast<float>(target.size());
    const auto below = static_cast<std::size_t>(along);
    turns[target[i]] = below + 1 < source.size() ? slerp(source[below], source[below + 1],
                                                         along - static_cast<float>(below))
                                                 : source.back();
  }
}

}  // namespace odori
