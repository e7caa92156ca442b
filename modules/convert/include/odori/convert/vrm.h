// VRM -> a character: a glTF with a humanoid, expressions, springs, constraints, MToon and a
// licence.
#pragma once

#include <vector>

#include "odori/base/result.h"
#include "odori/convert/gltf.h"
#include "odori/io/vrm_types.h"

namespace odori {

struct VrmImport {
  Model model;
  std::vector<Clip> clips;  // animations that the file brings, as import_gltf
};

// Both versions come out alike, facing +Z, left at +X: 0.x, which faces -Z, is turned by 180
// degrees about Y as a whole (GltfImportOptions::faces_back, and gravity with it; what stands in a
// bone's frame turns with the bone).
// Expressions are morphs of kind group under their own names, so that tracks move them; morph
// targets of the same name get " (target)" behind theirs. Colours that MMD's shading knows (base,
// emission, outline) and texture transforms (exactly) are members of the group; the rest is kept in
// Model::expressions. MToon is kept in Material::mtoon, and MMD's shading is set so that it looks
// alike: a toon ramp made of shade colour, shift and toony, the outline as edge (2 mm = MMD's 1),
// the matcap as additive sphere. Materials are ordered opaque, cut out, blended by render queue.
// Springs of 0.x become chains from parent to first child; a last bone points 7 cm on.
// Texts of the licence go to Model::meta, as terms and as comment.
// `document` has passed io::check_gltf, `vrm` is decode_vrm of it. Errors: as import_gltf.
Result<VrmImport> import_vrm(const io::GltfDocument& document, const io::VrmDocument& vrm);

}  // namespace odori
