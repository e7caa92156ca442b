// MMD documents <-> model and clip. Here the axes change: one exact mirror in Z.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "odori/base/result.h"
#include "odori/io/pmd.h"
#include "odori/io/pmx.h"
#include "odori/io/vmd.h"
#include "odori/io/vpd.h"
#include "odori/model/model.h"
#include "odori/motion/clip.h"

namespace odori {

// Repairs what MMD itself tolerates (index -1, parent loops, broken IK: switched off) and says so
// in Model::warnings. Afterwards every index is none or valid, every number finite, every triangle
// counter-clockwise from its front, and there is at least one bone (file_index -1 if made here).
// Textures get their names; bytes are filled in by whoever can read files. Errors: usage (a
// document whose lists do not fit each other).
Result<Model> import_pmx(const io::PmxDocument& document);
// The same, and takes what is large in the document to pieces on the way: half the memory.
Result<Model> import_pmx(io::PmxDocument&& document);

struct PmxOptions {
  // Of all lengths. Nothing: what makes MMD's units (0.08 m) of the model's own, so that 1 m
  // becomes 12.5; exactly 1 for a model that came from MMD.
  std::optional<float> scale;
};
struct PmxExport {
  io::PmxDocument document;
  // A line for each kind of thing that a PMX, or MMD itself, does not hold.
  std::vector<std::string> losses;
};
// Everything that a model holds: import_pmx() of it gives the model again, to the bit but for the
// rotations of bodies and joints (angles in a PMX; within 2e-6), with bones in their file's order.
// Version 2.0, or 2.1 where something needs that. A PMX has no turned rest pose: bones keep their
// places. Textures are names of files; those that lay inside a file get one with a picture's ending
// ("Face.png", "texture_3.jpg"), and their bytes belong beside the PMX. Display frames are made
// anew. The model's indices must be valid, as after an import.
PmxExport export_pmx(const Model& model, const PmxOptions& options = {});

// The same model as PMX 2.0, as PMX Editor converts it: knees get their limits, bones their layers,
// bodies their places in the model. What cannot be kept is told in the document's warnings. Toon
// textures stay names (toon01.bmp and so on too), since a model may bring its own.
io::PmxDocument to_pmx(const io::PmdDocument& document);

// import_pmx(to_pmx(document)).
Result<Model> import_pmd(const io::PmdDocument& document);

// Sorts keys into tracks by name; of two keys on one frame the last in the file wins; quaternions
// are normalised, zero = identity; records that are not finite or beyond `max_frame` are left out,
// with a warning.
Clip import_vmd(const io::VmdDocument& document, std::uint32_t max_frame = 10'000'000);

struct VmdExport {
  io::VmdDocument document;
  Warnings losses;  // names that do not fit, fractional frames, ...
};
VmdExport export_vmd(const Clip& clip);

// One key at frame 0 for each bone and morph; of two of one name the last wins. Quaternions and
// numbers as in import_vmd.
Clip import_vpd(const io::VpdDocument& document);

struct VpdExport {
  io::VpdDocument document;
  Warnings losses;  // names outside cp932 (the pose is UTF-8 then), camera and light
};
// The pose at a frame (in the clip's rate): every bone that has keys, every morph that shows.
VpdExport export_vpd(const Clip& clip, double frame);

}  // namespace odori
