// The standard bones of a body by its shape alone, for rigs whose names say nothing.
#pragma once

#include "odori/model/model.h"

namespace odori {

// Looks at the rest pose: pairs of bones that mirror each other across the middle, the pair that
// reaches the floor (legs), the one above it that reaches out farthest (arms), the chain between
// them that goes highest (trunk, neck, head). Up is +Y, else +Z. The bones of the trunk and of the
// limbs alone; whole (is_whole) or empty.
Humanoid find_by_shape(const Model& model);

}  // namespace odori
