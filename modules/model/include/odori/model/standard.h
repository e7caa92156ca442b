// The standard MMD skeleton: the body of a motion that comes without a model.
#pragma once

#include <span>

#include "odori/model/model.h"

namespace odori {

// A skeleton without a mesh, in Odori's axes and MMD units, exactly symmetric: mother, centre,
// groove, upper and lower body, neck, head, eyes, shoulders, arms (37 degrees below the
// horizontal), fingers, legs with their leg and toe IK. Heights: ankle 1.43, knee 6.57, hip
// joint 11.50, centre 10.88, neck 16.21, head 17.16; thigh 4.94, shin 5.15, bent by 7 degrees at
// rest. The spine stands upright; a foot points 40 degrees downwards from the ankle to the tip of
// its toes.
Model standard_skeleton();

// The same with the helpers that models are given beside the standard bones, so that every motion
// finds its bones: waist (腰) and what takes its turn back for the legs, shoulder helpers (肩P,
// 肩C), twists of upper arm and forearm with their axes fixed, parents of the leg IK, toes
// (足先EX). No D bones: motions that name them find the legs. `places`: other joints for all of its
// bones, in their order; empty: the standard ones.
Model full_standard_skeleton(std::span<const Vec3> places = {});

}  // namespace odori
