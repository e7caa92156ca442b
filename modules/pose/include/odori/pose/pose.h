// One frame of one model.
#pragma once

#include <vector>

#include "odori/math/mat.h"
#include "odori/model/model.h"

namespace odori {

// Made once by make_pose(); per-frame functions fill it and never allocate.
struct Pose {
  // Local, relative to rest: key, bone morphs, appended part and IK together. Size: bones.
  std::vector<Quat> rotation;
  std::vector<Vec3> translation;
  // Model space.
  std::vector<Quat> world_rotation;
  std::vector<Vec3> world_position;
  // For skinning: model-space transform from the rest pose.
  std::vector<Affine> skin;
  // As keyed, groups not expanded. Size: morphs.
  std::vector<float> morph_weight;
  // After what expressions hold back, groups and flips. Size: morphs.
  std::vector<float> effective_weight;
  std::vector<std::uint8_t> ik_enabled;   // Size: skeleton.iks.
  std::vector<std::uint8_t> physics_off;  // Size: bones.
  bool visible = true;
};

Pose make_pose(const Model& model);  // the rest pose

}  // namespace odori
