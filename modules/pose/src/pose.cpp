#include "odori/pose/pose.h"

namespace odori {

Pose make_pose(const Model& model) {
  const Skeleton& skeleton = model.skeleton;
  const std::size_t bones = skeleton.size(), morphs = model.morphs.size();
  Pose pose;
  pose.rotation.resize(bones);
  pose.translation.resize(bones);
  pose.world_rotation.resize(bones);
  pose.world_position = skeleton.rest_position;
  pose.skin.resize(bones);
  pose.physics_off.resize(bones);
  pose.morph_weight.resize(morphs);
  pose.effective_weight.resize(morphs);
  pose.ik_enabled.resize(skeleton.iks.size(), 1);
  for (std::size_t b = 0; b < bones; ++b) {
    const BoneIndex p = skeleton.parent[b];
    pose.world_rotation[b] = is_set(p) ? pose.world_rotation[at(p)] * skeleton.rest_rotation[b]
                                       : skeleton.rest_rotation[b];
  }
  return pose;
}

}  // namespace odori
