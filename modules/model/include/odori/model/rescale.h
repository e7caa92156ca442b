// A model in another unit of length.
#pragma once

#include "odori/model/model.h"

namespace odori {

// All lengths of it, bodies, springs and morphs included; what is said in metres (MToon's outlines)
// stays. `metres_per_unit` > 0.
void rescale(Model& model, float metres_per_unit);

}  // namespace odori
