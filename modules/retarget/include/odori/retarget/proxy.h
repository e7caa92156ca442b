// MMD's motions on rigs of another world: MMD's own skeleton stands at the rig's joints, moves as
// it does in MMD, and the rig turns with it.
#pragma once

#include <array>

#include "odori/retarget/retarget.h"

namespace odori {

// A leg of this many MMD units is what an MMD unit is measured by.
inline constexpr float kStandardLeg = 9.42f;

struct ProxyOptions {
  float arm_degrees = 37;  // of MMD's A-pose: how far below the horizontal the arms rest
  float scale = 0;         // the rig's units in one MMD unit; 0: its leg / kStandardLeg
};

struct Proxy {
  // full_standard_skeleton() with its joints where the rig's are when it stands with its arms in
  // the A-pose, feet on y = 0, facing +Z. In MMD units, so that keys, IK and appends act as in MMD:
  // times `scale` they are the rig's. What the rig lacks stands where it does no harm: at the next
  // joint that the rig has (one spine bone, no neck, no shoulders), else where a standard body has
  // it.
  Model model;
  float scale = 1;
  // By HumanBone: the world rotation that takes the rig from its reference pose (arms out,
  // retarget.h) to the pose in which the proxy rests.
  std::array<Quat, kHumanBones> from_reference;
};

// Errors: usage (no hips, no size, a scale or an angle that is none).
Result<Proxy> make_proxy(const Model& rig, const DetectedHumanoid& body,
                         const ProxyOptions& options = {});

// As retarget(), from MMD's bones: R_rig(b, f) = D_proxy(b, f) * R_rig_A(b). Twist bones (腕捩,
// 手捩) are shared half and half between the bone that they lie in and the next. Where leg IK is
// on, ankles reach the proxy's goals, knees bend to the proxy thigh's front, and feet point at the
// goals of toe IK; legs that are asked for more than their length are stretched towards the goal
// and counted. `options.scale` and `arm_degrees` as in ProxyOptions; `from_bones` is not looked at.
Result<Retargeted> retarget_mmd(const Clip& clip, const Model& rig,
                                const RetargetOptions& options = {});

}  // namespace odori
