// The source's body, frame by frame.
#pragma once

#include "odori/pose/bind.h"
#include "reference.h"

namespace odori {

struct BodySampling {
  std::vector<BoneIndex> others;  // further bones, whose rotations against their parents are wanted
  bool share_twists = false;   // upper arms and forearms turn by half of the twist bones below them
  bool leg_goals = false;      // where the goals of leg and toe IK are
  bool finish_ik = false;      // IK reaches what can be reached (EvaluateOptions::ik_finishes)
  double first = 0, step = 1;  // frame f is the source's frame first + f * step
  std::size_t frames = 0;
  unsigned threads = 1;
};

// World placement of the standard bones, IK and appends included.
HumanMotion sample_body(const Model& model, const Binding& binding, const Humanoid& humanoid,
                        const BodySampling& wanted);

// Whether the body stands along +Z on average, as where a file's up is Z; and +Z made +Y.
bool stands_along_z(const Humanoid& humanoid, const HumanMotion& motion);
void make_y_up(HumanMotion& motion);

// A frame's rotations from the reference pose. Limbs (of captures the spine too) turn further where
// their joints leave the line that they have in the bone's frame, so that directions are those
// between the joints. Bones that the rig lacks turn with the nearest one above.
HumanRotations turns_of(const Humanoid& humanoid, const Reference& reference,
                        const HumanMotion& motion, std::size_t frame);

// Trunks of another number of bones: the target's topmost turns as the source's topmost, bones that
// both have turn alike; the one bone of a source is shared out over all of the target.
void share_trunk(const Humanoid& from, const Humanoid& to, HumanRotations& turns);

}  // namespace odori
