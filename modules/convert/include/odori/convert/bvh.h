// BVH <-> skeleton and clip. Axes are alike (right-handed, Y up); lengths keep the file's unit.
#pragma once

#include "odori/base/result.h"
#include "odori/io/bvh.h"
#include "odori/model/model.h"
#include "odori/motion/clip.h"

namespace odori {

struct Capture {
  Model model;  // a skeleton without a mesh; its rest pose is that of the offsets
  Clip clip;    // a key on every frame, straight between them; warnings as in the document
};

// A position channel replaces the joint's offset, as programs write it for joints within the tree
// and for the root alike. The rate is 1 / frame time, a whole number where it is one to 1e-4.
// Errors: usage (a document whose lists do not fit each other).
Result<Capture> import_bvh(const io::BvhDocument& document);

struct BvhOptions {
  double first_frame = 0, last_frame = 0;  // in the clip's rate, both included
  double rate = 30;                        // rows a second
  float scale = 1;                         // of all lengths
};
struct BvhExport {
  io::BvhDocument document;
  // A line for each kind of thing that a BVH, which is plain joints, cannot hold.
  std::vector<std::string> losses;
};
// Each bone of the tree that has the most is a joint with rotation channels in the order Z, X, Y;
// roots, and bones whose tracks move them, with position channels before. Angles go on without
// jumps where they can. Errors: usage (a range or rate that is not sensible: beyond 10 million
// rows).
Result<BvhExport> export_bvh(const Model& model, const Clip& clip, const BvhOptions& options);

}  // namespace odori
