// The source's body, frame by frame.
#pragma once

#include "odori/pose/bind.h"
#include "reference.h"

namespace odori {

// World placement of the standard bones, IK and appends included. Frame f is the source's frame
// first + f * step.
HumanMotion sample_body(const Model& model, const Binding& binding, const Humanoid& humanoid,
                        double first, double step, std::size_t frames, unsigned threads);

// A frame's rotations from the reference pose. Limbs (of captures the spine too) turn further where
// their joints leave the line that they have in the bone's frame, so that directions are those
// between the joints. Bones that the rig lacks turn with the nearest one above.
HumanRotations turns_of(const Humanoid& humanoid, const Reference& reference,
                        const HumanMotion& motion, std::size_t frame);

// For a target with another number of trunk bones: turns along the spine, by share of its bones
// from the hips up, the topmost as the source's topmost.
void share_trunk(const Humanoid& from, const Humanoid& to, HumanRotations& turns);

}  // namespace odori
