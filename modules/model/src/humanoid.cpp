#include "odori/model/humanoid.h"

#include <algorithm>

namespace odori {
namespace {

using H = HumanBone;

struct Row {
  std::string_view name;
  HumanBone parent;  // the hips: themselves
};

// By HumanBone. The right side is the left one's names with another beginning.
constexpr std::array<Row, kHumanBones> kRows = {{
    {"hips", H::hips},
    {"spine", H::hips},
    {"chest", H::spine},
    {"upperChest", H::chest},
    {"neck", H::upperChest},
    {"head", H::neck},
    {"leftEye", H::head},
    {"rightEye", H::head},
    {"jaw", H::head},
    {"leftUpperLeg", H::hips},
    {"leftLowerLeg", H::leftUpperLeg},
    {"leftFoot", H::leftLowerLeg},
    {"leftToes", H::leftFoot},
    {"rightUpperLeg", H::hips},
    {"rightLowerLeg", H::rightUpperLeg},
    {"rightFoot", H::rightLowerLeg},
    {"rightToes", H::rightFoot},
    {"leftShoulder", H::upperChest},
    {"leftUpperArm", H::leftShoulder},
    {"leftLowerArm", H::leftUpperArm},
    {"leftHand", H::leftLowerArm},
    {"rightShoulder", H::upperChest},
    {"rightUpperArm", H::rightShoulder},
    {"rightLowerArm", H::rightUpperArm},
    {"rightHand", H::rightLowerArm},
    {"leftThumbMetacarpal", H::leftHand},
    {"leftThumbProximal", H::leftThumbMetacarpal},
    {"leftThumbDistal", H::leftThumbProximal},
    {"leftIndexProximal", H::leftHand},
    {"leftIndexIntermediate", H::leftIndexProximal},
    {"leftIndexDistal", H::leftIndexIntermediate},
    {"leftMiddleProximal", H::leftHand},
    {"leftMiddleIntermediate", H::leftMiddleProximal},
    {"leftMiddleDistal", H::leftMiddleIntermediate},
    {"leftRingProximal", H::leftHand},
    {"leftRingIntermediate", H::leftRingProximal},
    {"leftRingDistal", H::leftRingIntermediate},
    {"leftLittleProximal", H::leftHand},
    {"leftLittleIntermediate", H::leftLittleProximal},
    {"leftLittleDistal", H::leftLittleIntermediate},
    {"rightThumbMetacarpal", H::rightHand},
    {"rightThumbProximal", H::rightThumbMetacarpal},
    {"rightThumbDistal", H::rightThumbProximal},
    {"rightIndexProximal", H::rightHand},
    {"rightIndexIntermediate", H::rightIndexProximal},
    {"rightIndexDistal", H::rightIndexIntermediate},
    {"rightMiddleProximal", H::rightHand},
    {"rightMiddleIntermediate", H::rightMiddleProximal},
    {"rightMiddleDistal", H::rightMiddleIntermediate},
    {"rightRingProximal", H::rightHand},
    {"rightRingIntermediate", H::rightRingProximal},
    {"rightRingDistal", H::rightRingIntermediate},
    {"rightLittleProximal", H::rightHand},
    {"rightLittleIntermediate", H::rightLittleProximal},
    {"rightLittleDistal", H::rightLittleIntermediate},
}};

}  // namespace

std::string_view to_text(HumanBone bone) { return kRows[at(bone)].name; }

std::optional<HumanBone> human_bone_named(std::string_view name) {
  const auto it =
      std::find_if(kRows.begin(), kRows.end(), [&](const Row& row) { return row.name == name; });
  if (it == kRows.end()) return std::nullopt;
  return human_bone(static_cast<std::size_t>(it - kRows.begin()));
}

std::optional<HumanBone> human_bone_named_vrm0(std::string_view name) {
  if (name == "leftThumbProximal") return H::leftThumbMetacarpal;
  if (name == "leftThumbIntermediate") return H::leftThumbProximal;
  if (name == "rightThumbProximal") return H::rightThumbMetacarpal;
  if (name == "rightThumbIntermediate") return H::rightThumbProximal;
  if (name == "leftThumbMetacarpal" || name == "rightThumbMetacarpal") return std::nullopt;
  return human_bone_named(name);
}

std::optional<HumanBone> parent_of(HumanBone bone) {
  if (bone == H::hips) return std::nullopt;
  return kRows[at(bone)].parent;
}

bool is_required(HumanBone bone) {
  switch (bone) {
    case H::hips:
    case H::spine:
    case H::head:
    case H::leftUpperLeg:
    case H::leftLowerLeg:
    case H::leftFoot:
    case H::rightUpperLeg:
    case H::rightLowerLeg:
    case H::rightFoot:
    case H::leftUpperArm:
    case H::leftLowerArm:
    case H::leftHand:
    case H::rightUpperArm:
    case H::rightLowerArm:
    case H::rightHand:
      return true;
    default:
      return false;
  }
}

HumanBone mirror_of(HumanBone bone) {
  const auto up = [&](std::size_t by) { return human_bone(at(bone) + by); };
  const auto down = [&](std::size_t by) { return human_bone(at(bone) - by); };
  if (bone == H::leftEye) return H::rightEye;
  if (bone == H::rightEye) return H::leftEye;
  if (bone < H::leftUpperLeg) return bone;
  if (bone < H::rightUpperLeg) return up(4);
  if (bone < H::leftShoulder) return down(4);
  if (bone < H::rightShoulder) return up(4);
  if (bone < H::leftThumbMetacarpal) return down(4);
  return bone < H::rightThumbMetacarpal ? up(15) : down(15);
}

std::size_t count(const Humanoid& humanoid) {
  return static_cast<std::size_t>(std::count_if(humanoid.bone.begin(), humanoid.bone.end(),
                                                [](BoneIndex b) { return is_set(b); }));
}

bool is_whole(const Humanoid& humanoid) {
  for (std::size_t i = 0; i < kHumanBones; ++i)
    if (is_required(human_bone(i)) && !is_set(humanoid.bone[i])) return false;
  return true;
}

}  // namespace odori
