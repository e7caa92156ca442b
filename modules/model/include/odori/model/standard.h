// The standard MMD skeleton: the body of a motion that comes without a model.
#pragma once

#include "odori/model/model.h"

namespace odori {

// A skeleton without a mesh, in Odori's axes and MMD units, exactly symmetric: mother, centre,
// groove, upper and lower body, neck, head, eyes, shoulders, arms (37 degrees below the
// horizontal), fingers, legs with their leg and toe IK. Heights: ankle 1.43, knee 6.57, hip
// joint 11.50, centre 10.88, neck 16.21, head 17.16; thigh 4.94, shin 5.15, bent by 7 degrees at
// rest. The spine stands upright; a foot points 40 degrees downwards from the ankle to the tip of
// its toes.
Model standard_skeleton();

}  // namespace odori
