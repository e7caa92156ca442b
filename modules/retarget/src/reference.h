// The reference pose of a rig: standing, arms out, in which all bodies are compared.
#pragma once

#include "legs.h"
#include "odori/retarget/detect.h"
#include "odori/retarget/retarget.h"
#include "rest.h"

namespace odori {

// World placement of the standard bones over time. Size of each: frames x kHumanBones.
struct HumanMotion {
  std::size_t frames = 0;
  std::vector<Quat> rotation;
  std::vector<Vec3> place;
  std::size_t others = 0;  // further bones, local rotations: frames x others
  std::vector<Quat> other_rotation;
  std::vector<LegGoal> leg_goals;  // frames x 2, left first; empty: not asked for

  const Quat* rotations(std::size_t frame) const { return &rotation[frame * kHumanBones]; }
  const Vec3* places(std::size_t frame) const { return &place[frame * kHumanBones]; }
  const Quat* other_rotations(std::size_t frame) const {
    return other_rotation.data() + frame * others;
  }
};

enum class ReferenceKind { pose, file, motion };

struct Reference {
  ReferenceKind kind = ReferenceKind::pose;
  bool capture = false;  // joints tell more than rest shapes, in the trunk too
  HumanRotations world;  // of each bone in the reference pose, +Y up, facing +Z
  HumanVectors aim;      // unit, in the bone's own frame: where it points; zero: not known
  std::array<std::optional<HumanBone>, kHumanBones> aim_bone;  // the bone it points to
  // Bones below which a target moves its joints as the source does: their own rotation counts, not
  // where those joints are.
  std::array<bool, kHumanBones> carried{};
  float leg = 0;    // from hip joint over knee to ankle, mean of both; 0: no legs
  float body = 0;   // from hips to head; 0: no head
  float ankle = 0;  // height of the ankles over the floor when standing
};

// `motion`: of this rig, or null when there is none.
Reference make_reference(const Model& model, const DetectedHumanoid& rig, const HumanMotion* motion,
                         CaptureFeet feet);

// Between the hip joints, or the hips where there are none; and the same for a frame.
bool has_legs(const Humanoid& humanoid);
Vec3 pelvis(const Vec3* places, bool legs);

}  // namespace odori
