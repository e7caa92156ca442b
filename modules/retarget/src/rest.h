// What the rest pose of a rig looks like: which way it faces, and whether it is a pose at all.
#pragma once

#include <optional>

#include "odori/model/model.h"

namespace odori {

using HumanVectors = std::array<Vec3, kHumanBones>;
using HumanRotations = std::array<Quat, kHumanBones>;

// The bones of a limb or the trunk that a bone may point to, nearest first; as far as the first
// none. E.g. the spine: chest, upperChest, neck, head.
std::array<std::optional<HumanBone>, 4> aims_of(HumanBone bone);

// From a bone to the first of its aims that stands elsewhere, else to its tail, in model space at
// rest. Zero where nothing says where the bone points.
Vec3 rest_direction(const Model& model, const Humanoid& humanoid, HumanBone bone);

struct RestPose {
  // Legs point down, arms not up, feet forwards: the usual T and A poses and what lies between.
  bool is_pose = false;
  // Turns the rig so that up is +Y and its left +X: a multiple of quarter turns; identity where the
  // rest pose is none.
  Quat upright_from_model;
};
RestPose find_rest_pose(const Model& model, const Humanoid& humanoid);

enum class Sides { unknown, right, swapped };
// Whether what is called left stands on the left, by where the feet point. Without feet that say
// so: unknown.
Sides sides_by_feet(const Model& model, const Humanoid& humanoid);

}  // namespace odori
