// A target's pose from the turns of a human body.
#pragma once

#include <span>

#include "legs.h"
#include "reference.h"

namespace odori {

// A body in one frame, freed of its rig: world rotations from the reference pose, and where its
// pelvis is, in the target's units.
struct HumanPose {
  HumanRotations turn;
  Vec3 pelvis;
};

// One of the target's IK chains that would turn driven bones.
struct Goal {
  BoneIndex bone = BoneIndex::none, effector = BoneIndex::none;
  BoneIndex foot = BoneIndex::none;  // of a chain that holds a leg: the goal turns with it
  bool placed = true;                // false: the goal is a driven bone itself
};

// A bone that turns as the source's of the same name does, against its parent.
struct Between {
  BoneIndex from = BoneIndex::none, to = BoneIndex::none;
  bool keyed = true;  // false: the target's own append turns it
};

// What of a target is driven, worked out once.
struct Target {
  const Model* model = nullptr;
  Humanoid humanoid;
  Reference reference;
  BoneIndex mover = BoneIndex::none;
  bool legs = false;                 // the pelvis is between hip joints, in both bodies
  std::vector<std::int32_t> driven;  // by bone: the HumanBone that turns it, -1: none
  std::vector<Quat> rest_world;      // rotations. Size: bones.
  std::vector<bool> below_mover;     // the mover itself included
  std::vector<Goal> goals;           // in order of their bones
  std::vector<Between> between;
  HumanRotations standing{};  // of each bone when the rig stands as it rests, +Y up, facing +Z
  // By side: the thigh and all below it, where hip, knee and ankle are driven; else empty.
  std::array<std::vector<BoneIndex>, 2> leg_bones;
  // By side: how far a leg reaches, of thigh and shin together. As in MMD, a knee stays bent by
  // half a degree more than it rests: a leg that snaps straight jumps.
  std::array<float, 2> leg_reach = {1, 1};
};

// `from`: what the source has. Bones of the trunk are driven where the source has any of it.
// Without its reference.
Target make_target(const Model& model, const DetectedHumanoid& rig, const Humanoid& from);

// Local to each bone, relative to rest; other bones rest. Size of all: bones.
struct TargetPose {
  std::vector<Quat> rotation, world_rotation;
  std::vector<Vec3> translation, world_position;
};
// `between`: local rotations of Target::between. Goals of IK stay where they are.
void solve(const Target& target, const HumanPose& pose, const Quat* between, TargetPose& out);
// Puts the goals where the solved body has their chains' ends.
void place_goals(const Target& target, TargetPose& out);

}  // namespace odori
