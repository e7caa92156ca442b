// VRM animations <-> a humanoid skeleton and a clip. Source: VRMC_vrm_animation-1.0.
#pragma once

#include <string>
#include <vector>

#include "odori/base/result.h"
#include "odori/io/gltf_types.h"
#include "odori/io/vrm_types.h"
#include "odori/model/model.h"
#include "odori/motion/clip.h"

namespace odori {

struct VrmaImport {
  Model model;  // bones, of which the rest pose is the T-pose; an empty morph for each expression
  Clip clip;
};

// The first animation. Of the standard bones only the hips keep their movement, all keep their
// turns, other nodes keep both. Expressions become morph tracks under their names, 0..1. The gaze
// stays the track of the node that carries it (LookAt::gaze).
// `document` has passed io::check_gltf, `vrma` is decode_vrma of it. Errors: as import_gltf.
Result<VrmaImport> import_vrma(const io::GltfDocument& document, const io::VrmaDocument& vrma);

struct VrmaOptions {
  double first_frame = 0, last_frame = 0;  // in the clip's rate, both included
  double rate = 30;                        // keys a second
  float scale = 1;                         // of all lengths
};
struct VrmaExport {
  io::GltfDocument document;
  // A line for each kind of thing that a VRM animation cannot hold.
  std::vector<std::string> losses;
};

// The standard bones without the eyes, unturned at rest in the T-pose, in metres: what a bone has
// turned in the world since its T-pose is what its node turns. The rest pose is taken for the
// T-pose where the file named the bones (BoneSource::file), else upper and lower arms are thought
// level. Morph tracks become expressions: VRM's presets and the model's own by their names, others
// as custom ones. `clip` is plain movements of the model's bones (bake_to_clip). Errors: usage (a
// humanoid without a bone that every one needs: it is named; a range or rate that is not sensible:
// beyond 1 million keys a bone).
Result<VrmaExport> export_vrma(const Model& model, const Clip& clip, const VrmaOptions& options);

}  // namespace odori
