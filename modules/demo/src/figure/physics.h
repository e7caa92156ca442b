// Rigid bodies and joints: colliders on the body, chains for skirt and hair.
#pragma once

#include "figure/rig.h"

namespace odori::demo::figure {

// Fills document.bodies and document.joints, in MMD's axes.
void add_physics(const Rig& rig, io::PmxDocument& document);

}  // namespace odori::demo::figure
