// VRM 0.x and 1.0, VRM animations: what they carry beside the glTF that they are.
#pragma once

#include "odori/base/result.h"
#include "odori/io/gltf.h"
#include "odori/io/vrm_types.h"

namespace odori::io {

// `document` as decode_gltf gives it. Afterwards every index is -1 or valid in the glTF, every
// number finite; the 15 bones that a humanoid needs are there. Words that are not known, links to
// things that do not exist and bones with one node are warnings. 0.x: presets get 1.0's names (joy:
// happy, ...), weights are 0..1, colours linear, vectors in the glTF's axes, MToon's numbers those
// of 1.0 (formulas: UniVRM's migration). Errors: unsupported (no VRM); malformed, not_finite,
// too_large, naming the place ("extensions.VRMC_vrm.humanoid.humanBones.head: is missing").
// Memory: within 6x the extensions' text.
Result<VrmDocument> decode_vrm(const GltfDocument& document);
// The same for VRM animations.
Result<VrmaDocument> decode_vrma(const GltfDocument& document);

// Puts it into the glTF's extensions; `warnings` stay behind.
void attach_vrma(const VrmaDocument& vrma, GltfDocument& document);

bool is_vrm(const GltfDocument& document);
bool is_vrma(const GltfDocument& document);

// A GLB whose JSON names that extension.
bool looks_like_vrm(Bytes data);
bool looks_like_vrma(Bytes data);

}  // namespace odori::io
