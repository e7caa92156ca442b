// A clip of one skeleton -> the same motion on another, whatever their proportions, rest poses and
// bone axes.
#pragma once

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "odori/base/result.h"
#include "odori/model/model.h"
#include "odori/motion/clip.h"
#include "odori/retarget/detect.h"

namespace odori {

// How legs are written for a target with leg IK.
enum class LegKeys : std::uint8_t {
  automatic,  // ik, unless the target's own IK then turns a limb by more than a degree: fk
  ik,         // goals of legs and toes, IK on, and the rotations that fit them
  fk,         // rotations alone, IK switched off by property keys
};

// What "flat" is for the feet of a capture whose rest pose is one (the feet of characters are flat
// at rest, those of other captures point 40 degrees down from ankle to toes when they stand).
enum class CaptureFeet : std::uint8_t {
  flat_at_rest,
  directions,  // from ankle to toes as in the source, even where that lifts the target's toes
};

struct RetargetOptions {
  LegKeys legs = LegKeys::automatic;
  CaptureFeet capture_feet = CaptureFeet::flat_at_rest;
  double rate = 0;  // frames a second of the result; 0: 30 for MMD, else the source's
  double first_frame = 0, last_frame = -1;  // of the source; last < 0: the clip's end
  float scale = 0;                          // of the body's travel; 0: legs to legs
  float arm_degrees = 37;                   // retarget_mmd(): how MMD's arms rest
  bool floor = true;                        // ankles at rest height stay at rest height
  // MMD to MMD, by name: waist, groove, twists as in the source; hair, skirts, props as they are.
  bool other_bones = true;
  bool faces = true;     // morphs, by their names or by morph maps
  unsigned threads = 1;  // any number gives the same result
  std::vector<BoneOverride> from_bones, to_bones;
};

// How far ankles and toes slide along the floor from one frame to the next while they stand on it.
struct FootSlide {
  std::size_t steps = 0;     // between two frames of which both have the point standing
  float most = 0, mean = 0;  // in the target's units
};

struct Retargeted {
  Clip clip;  // on the target's bones, dense, straight between keys
  DetectedHumanoid from, to;
  struct Match {
    HumanBone human = HumanBone::hips;
    std::string from, to;  // names of bones; one of them empty: it has no counterpart
  };
  std::vector<Match> matches;
  float scale = 1;          // of the travel, in the target's units for one of the source's
  float worst_degrees = 0;  // between wanted and evaluated limbs of the result, over all frames
  struct Clamped {
    std::size_t frames = 0;  // in which the leg was asked for more than its length
    float most = 0;          // that was missing, in the target's units
  };
  std::array<Clamped, 2> clamped_legs;  // left, right; of retarget_mmd()
  // Of the source, scaled to the target, and of the result; feet stand where the source's do.
  FootSlide slide_before, slide_after;
  std::vector<std::string> lines;  // for people: what was done and what was lost
};

// Both bodies are thought into one reference pose, standing with the arms out (T): rest poses that
// are poses are turned there limb by limb, each bone by the shortest way, so that limbs point where
// the source's do and roll with it. A rest pose that is none (all bones along one line) is not
// looked at: directions come from the joints, rolls from the motion itself (the hinge of knees and
// elbows, the line of hips and shoulders, heads that on average look ahead); if the file itself
// names the standard bones (VRM), its rest pose is the reference pose as it is. World rotations
// relative to the reference are then the same on both. Trunk, shoulders, feet and hands of
// characters keep their own rest shape. Bones that lie between standard bones are folded in. The
// middle between the hip joints travels as in the source, scaled by the legs' length.
// Errors: usage (no bones, no time, no hips on one side, more than 250,000 frames).
Result<Retargeted> retarget(const Model& from, const Clip& clip, const Model& to,
                            const RetargetOptions& options = {});

}  // namespace odori
