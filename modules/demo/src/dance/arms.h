// An arm pose of the tables as rotations of the arm's bones.
#pragma once

#include <array>
#include <string_view>

#include "body.h"
#include "tables.h"

namespace odori::demo {

enum ArmBone : std::size_t { kShoulder, kUpperArm, kArmTwist, kElbow, kWristTwist, kWrist };
inline constexpr std::array<std::string_view, 6> kArmBoneNames = {"肩",   "腕",   "腕捩",
                                                                  "ひじ", "手捩", "手首"};

// Local rotations of a left arm; the twist bones stay on their axis.
using ArmRotations = std::array<Quat, 6>;
ArmRotations solve_arm(const Body& body, const ArmPose& pose);

// The direction of the left arm at rest, and the axis about which a positive angle brings the
// forearm to the front.
struct ArmAxes {
  Vec3 along, bend;
};
ArmAxes arm_axes(const Body& body);

inline constexpr std::array<std::string_view, 15> kFingerBoneNames = {
    "親指０", "親指１", "親指２", "人指１", "人指２", "人指３", "中指１", "中指２",
    "中指３", "薬指１", "薬指２", "薬指３", "小指１", "小指２", "小指３"};
using FingerRotations = std::array<Quat, 15>;
FingerRotations solve_fingers(const Body& body, const FingerShape& shape);

}  // namespace odori::demo
