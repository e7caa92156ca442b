// Bones that turn with others. Source: VRMC_node_constraint-1.0.
#pragma once

#include "odori/math/vec.h"
#include "odori/model/index.h"

namespace odori {

enum class ConstraintKind : std::uint8_t {
  roll,      // takes the source's turn about `axis` alone
  aim,       // points its `axis` at the source
  rotation,  // takes the source's whole turn
};

struct Constraint {
  BoneIndex bone = BoneIndex::none, source = BoneIndex::none;
  ConstraintKind kind = ConstraintKind::rotation;
  Vec3 axis{1, 0, 0};  // of roll and aim, in the bone's frame, unit length
  float weight = 1;    // 0: as at rest, 1: wholly
};

}  // namespace odori
