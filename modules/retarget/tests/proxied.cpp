#include "proxied.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "odori/math/trig.h"
#include "rigs.h"

namespace odori::proxied {
namespace {

using H = HumanBone;

struct Limb {
  H from, to;
  bool leg = false;
  H foot = H::leftFoot;
};
constexpr Limb kLimbs[] = {{H::leftUpperArm, H::leftLowerArm},
                           {H::leftLowerArm, H::leftHand},
                           {H::rightUpperArm, H::rightLowerArm},
                           {H::rightLowerArm, H::rightHand},
                           {H::leftHand, H::leftIndexProximal},
                           {H::rightHand, H::rightIndexProximal},
                           {H::leftShoulder, H::leftUpperArm},
                           {H::rightShoulder, H::rightUpperArm},
                           {H::spine, H::chest},
                           {H::spine, H::neck},
                           {H::neck, H::head},
                           {H::rightUpperLeg, H::leftUpperLeg},
                           {H::leftUpperLeg, H::leftLowerLeg, true, H::leftFoot},
                           {H::leftLowerLeg, H::leftFoot, true, H::leftFoot},
                           {H::leftFoot, H::leftToes, true, H::leftFoot},
                           {H::rightUpperLeg, H::rightLowerLeg, true, H::rightFoot},
                           {H::rightLowerLeg, H::rightFoot, true, H::rightFoot},
                           {H::rightFoot, H::rightToes, true, H::rightFoot}};

}  // namespace

float degrees_between(Vec3 a, Vec3 b) {
  return static_cast<float>(
      trig::atan2(static_cast<double>(length(cross(a, b))), static_cast<double>(dot(a, b))) * 180 /
      trig::kPi);
}

Vec3 Danced::proxy_place(std::size_t f, HumanBone b) const {
  return truth.world_position[f * truth.bones + at(proxy.model.humanoid[b])] * proxy.scale;
}
Vec3 Danced::rig_place(std::size_t f, HumanBone b) const {
  return rig.world_position[f * rig.bones + at(body.humanoid[b])];
}
Quat Danced::proxy_turn(std::size_t f, HumanBone b) const {
  return truth.world_rotation[f * truth.bones + at(proxy.model.humanoid[b])];
}
Quat Danced::rig_turn(std::size_t f, HumanBone b) const {
  return rig.world_rotation[f * rig.bones + at(body.humanoid[b])];
}

bool Danced::reached(std::size_t f, HumanBone foot) const {
  const char* name = foot == H::leftFoot ? "左足ＩＫ" : "右足ＩＫ";
  const BoneIndex goal = find_bone(proxy.model.skeleton, name);
  return length(truth.world_position[f * truth.bones + at(goal)] -
                truth.world_position[f * truth.bones + at(proxy.model.humanoid[foot])]) < 1.5e-4f;
}

Danced dance_on(const Model& rig, const Clip& clip, std::size_t frames,
                const RetargetOptions& options) {
  Danced d;
  d.body = detect_humanoid(rig);
  auto proxy = make_proxy(rig, d.body, {options.arm_degrees, options.scale});
  EXPECT_TRUE(proxy) << to_text(proxy.error());
  if (!proxy) return d;
  d.proxy = std::move(*proxy);
  auto result = retarget_mmd(clip, rig, options);
  EXPECT_TRUE(result) << to_text(result.error());
  if (!result) return d;
  d.result = std::move(*result);
  d.truth = bake(d.proxy.model, bind(clip, d.proxy.model), 0, frames, 1, {.ik_finishes = true});
  d.rig = rigs::baked(rig, d.result.clip, frames);
  return d;
}

Apart compare(const Danced& d) {
  Apart out;
  std::size_t legs = 0, reached = 0;
  for (std::size_t f = 0; f < d.rig.frames; ++f) {
    for (const Limb& limb : kLimbs) {
      if (!d.both(limb.from) || !d.both(limb.to)) continue;
      legs += limb.leg;
      if (limb.leg && !d.reached(f, limb.foot)) continue;
      reached += limb.leg;
      const Vec3 a = d.proxy_place(f, limb.to), b = d.rig_place(f, limb.to);
      out.degrees = std::max(out.degrees, degrees_between(a - d.proxy_place(f, limb.from),
                                                          b - d.rig_place(f, limb.from)));
      out.distance = std::max(out.distance, length(a - b));
    }
  }
  out.legs_reached = legs > 0 ? static_cast<double>(reached) / static_cast<double>(legs) : 0;
  return out;
}

}  // namespace odori::proxied
