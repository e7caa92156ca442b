// A motion -> the keypoints of a body, frame by frame; landmarks of a picture -> keypoints.
#pragma once

#include <string>
#include <vector>

#include "odori/base/result.h"
#include "odori/io/keypoints.h"
#include "odori/io/landmarks.h"
#include "odori/model/model.h"
#include "odori/motion/clip.h"

namespace odori {

struct KeypointsExport {
  io::KeypointDocument document;
  std::vector<std::string> losses, notes;  // for people
};

// A frame each 1 / `rate` seconds from the clip's start to its end, seen as body_points.h says. The
// model's humanoid must be known. A character's leg IK is on only if the motion drives the legs by
// it. Errors: unsupported (no bone of a human body is known), usage (a rate that is none),
// too_large (more than 500,000 frames).
Result<KeypointsExport> export_keypoints(const Model& model, const Clip& clip, double rate);

// Into the picture (x, y and confidence 0..1), angles worked out where the file gave none.
void tidy_keypoints(io::KeypointDocument& document);

// The body alone, numbered from 0. Angles come from the points in metres where those were seen.
io::KeypointDocument keypoints_of(const io::LandmarkRecording& recording);

}  // namespace odori
