// Bones that MMD rigs share beside the standard ones: waist, groove, twists, shoulder helpers.
#pragma once

#include "solve.h"

namespace odori {

// Bones of one name on both sides that stand above driven bones and are not driven themselves: they
// turn as in the source, so that twists stay shared out and the waist bends where it did. Bones
// with appends are among them only if both rigs append alike; those are not keyed. Empty unless
// both rigs are MMD's.
std::vector<Between> find_between(const Model& from, const Humanoid& from_human,
                                  const Target& target);

}  // namespace odori
