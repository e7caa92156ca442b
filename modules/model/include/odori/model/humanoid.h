// The standard bones of a human body: VRM 1.0's humanoid, which every rig is matched to.
// Source: VRMC_vrm-1.0, humanoid.md (names, parents, which ones are required).
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "odori/model/index.h"

namespace odori {

// Parents before children. Left is the character's own left (+X at rest). Within each hand: thumb,
// index, middle, ring, little, from the palm outwards.
enum class HumanBone : std::uint8_t {
  // clang-format off
  hips, spine, chest, upperChest, neck, head, leftEye, rightEye, jaw,
  leftUpperLeg, leftLowerLeg, leftFoot, leftToes,
  rightUpperLeg, rightLowerLeg, rightFoot, rightToes,
  leftShoulder, leftUpperArm, leftLowerArm, leftHand,
  rightShoulder, rightUpperArm, rightLowerArm, rightHand,
  leftThumbMetacarpal, leftThumbProximal, leftThumbDistal,
  leftIndexProximal, leftIndexIntermediate, leftIndexDistal,
  leftMiddleProximal, leftMiddleIntermediate, leftMiddleDistal,
  leftRingProximal, leftRingIntermediate, leftRingDistal,
  leftLittleProximal, leftLittleIntermediate, leftLittleDistal,
  rightThumbMetacarpal, rightThumbProximal, rightThumbDistal,
  rightIndexProximal, rightIndexIntermediate, rightIndexDistal,
  rightMiddleProximal, rightMiddleIntermediate, rightMiddleDistal,
  rightRingProximal, rightRingIntermediate, rightRingDistal,
  rightLittleProximal, rightLittleIntermediate, rightLittleDistal,
  // clang-format on
};
inline constexpr std::size_t kHumanBones = 55;
constexpr std::size_t at(HumanBone bone) { return static_cast<std::size_t>(bone); }
constexpr HumanBone human_bone(std::size_t index) { return static_cast<HumanBone>(index); }

std::string_view to_text(HumanBone bone);  // VRM 1.0's spelling: "leftUpperLeg"

// Exactly those spellings; nothing for other names.
std::optional<HumanBone> human_bone_named(std::string_view name);

// VRM 0.x has other names for two bones of each thumb: leftThumbProximal is 1.0's
// leftThumbMetacarpal, leftThumbIntermediate is leftThumbProximal. All others are alike.
std::optional<HumanBone> human_bone_named_vrm0(std::string_view name);

// Nothing for the hips.
std::optional<HumanBone> parent_of(HumanBone bone);

// Hips, spine, head, legs without toes, arms without shoulders: what every humanoid has.
bool is_required(HumanBone bone);

// The same bone on the other side; bones of the middle are their own mirror.
HumanBone mirror_of(HumanBone bone);

enum class BoneSource : std::uint8_t { none, file, name_table, geometry, user };

// Which of a skeleton's bones are the standard ones, and where each was known from.
struct Humanoid {
  Humanoid() { bone.fill(BoneIndex::none); }

  std::array<BoneIndex, kHumanBones> bone;  // by HumanBone
  std::array<BoneSource, kHumanBones> source{};
  std::string map;  // the rig map that named them ("vrm", "mmd", "mixamo", ...); empty: none

  BoneIndex operator[](HumanBone b) const { return bone[at(b)]; }
  bool has(HumanBone b) const { return is_set(bone[at(b)]); }
  void set(HumanBone b, BoneIndex index, BoneSource from) {
    bone[at(b)] = index;
    source[at(b)] = is_set(index) ? from : BoneSource::none;
  }
};

std::size_t count(const Humanoid& humanoid);  // bones that are set
bool is_whole(const Humanoid& humanoid);      // every required bone is set

}  // namespace odori
