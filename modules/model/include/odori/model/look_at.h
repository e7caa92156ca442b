// How a character's eyes follow a target. Source: VRMC_vrm-1.0, lookAt.md.
#pragma once

#include <cstdint>

#include "odori/math/vec.h"
#include "odori/model/index.h"

namespace odori {

struct LookRange {
  float input_max = 90;  // degrees; beyond, the output stays
  float output = 10;     // degrees of an eye, or the weight of an expression, at input_max
};

struct LookAt {
  bool by_expression = false;  // lookUp, lookDown, lookLeft, lookRight; else the eyes' bones turn
  Vec3 offset_from_head;       // of the eyes' middle, in the head bone's frame
  LookRange horizontal_inner, horizontal_outer, vertical_down, vertical_up;
  // Of VRM animations: the bone of which the rotation is the gaze, Y = yaw (left), X = pitch
  // (down).
  BoneIndex gaze = BoneIndex::none;
};

}  // namespace odori
