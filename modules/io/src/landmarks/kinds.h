// How the sets of a landmark recording are called, and how many points they have.
#pragma once

#include <array>
#include <string_view>

#include "odori/io/landmarks.h"

namespace odori::io::landmarks {

struct KindRow {
  LandmarkKind kind;
  std::array<std::string_view, 3> names;  // the first is written
  std::size_t points, fewer;              // `fewer`: another size that is taken too
};
inline constexpr std::array<KindRow, 7> kKinds{{
    {LandmarkKind::pose, {"pose", "poseLandmarks", "pose_landmarks"}, 33, 33},
    {LandmarkKind::pose_world, {"world", "poseWorldLandmarks", "pose_world_landmarks"}, 33, 33},
    {LandmarkKind::left_hand, {"left", "leftHandLandmarks", "leftHand"}, 21, 21},
    {LandmarkKind::left_world, {"leftWorld", "leftHandWorldLandmarks", "leftHandWorld"}, 21, 21},
    {LandmarkKind::right_hand, {"right", "rightHandLandmarks", "rightHand"}, 21, 21},
    {LandmarkKind::right_world,
     {"rightWorld", "rightHandWorldLandmarks", "rightHandWorld"},
     21,
     21},
    {LandmarkKind::face, {"face", "faceLandmarks", "face_landmarks"}, 478, 468},
}};

inline constexpr std::array<std::string_view, 52> kBlendshapes{
    "_neutral",         "browDownLeft",      "browDownRight",      "browInnerUp",
    "browOuterUpLeft",  "browOuterUpRight",  "cheekPuff",          "cheekSquintLeft",
    "cheekSquintRight", "eyeBlinkLeft",      "eyeBlinkRight",      "eyeLookDownLeft",
    "eyeLookDownRight", "eyeLookInLeft",     "eyeLookInRight",     "eyeLookOutLeft",
    "eyeLookOutRight",  "eyeLookUpLeft",     "eyeLookUpRight",     "eyeSquintLeft",
    "eyeSquintRight",   "eyeWideLeft",       "eyeWideRight",       "jawForward",
    "jawLeft",          "jawOpen",           "jawRight",           "mouthClose",
    "mouthDimpleLeft",  "mouthDimpleRight",  "mouthFrownLeft",     "mouthFrownRight",
    "mouthFunnel",      "mouthLeft",         "mouthLowerDownLeft", "mouthLowerDownRight",
    "mouthPressLeft",   "mouthPressRight",   "mouthPucker",        "mouthRight",
    "mouthRollLower",   "mouthRollUpper",    "mouthShrugLower",    "mouthShrugUpper",
    "mouthSmileLeft",   "mouthSmileRight",   "mouthStretchLeft",   "mouthStretchRight",
    "mouthUpperUpLeft", "mouthUpperUpRight", "noseSneerLeft",      "noseSneerRight"};

}  // namespace odori::io::landmarks
