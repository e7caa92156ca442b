// What the figure wears. All meshes are in the rest pose, without weights.
#pragma once

#include "figure/mesh.h"

namespace odori::demo::figure {

// cloth.png, one side.
Mesh bodice();
Mesh collar();
Mesh sleeves();
Mesh bands();  // belt, sleeve bands, cuff bands, stocking bands
Mesh choker();
Mesh shorts();
Mesh stockings();
Mesh chest_bow();
Mesh back_bow();
Mesh hair_bows();  // with the ties of the tails

// cloth.png, both sides.
Mesh cuffs();
Mesh petticoat();
Mesh boot_folds();

// skirt.png; lined.
Mesh skirt();
// A point of the skirt's bones: angle from the front to the left, v = 0 waist .. 1 hem.
Vec3 skirt_bone_point(float angle, float v);

Mesh boots();
Mesh boot_details();  // laces, straps, soles

// Gold: cloth.png with a metal sphere map.
Mesh buttons();
Mesh buckles();
Mesh hair_star();
Mesh charm();  // on the choker

}  // namespace odori::demo::figure
