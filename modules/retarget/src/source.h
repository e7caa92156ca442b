// The source's body, frame by frame.
#pragma once

#include "odori/pose/bind.h"
#include "reference.h"

namespace odori {

// World placement of the standard bones, IK and appends included. Frame f is the source's frame
// first + f * step. Of `others`, the rotations against their parents.
HumanMotion sample_body(const Model& model, const Binding& binding, const Humanoid& humanoid,
                        const std::vector<BoneIndex>& others, double first, double step,
                        std::size_t frames, unsigned threads);

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
