// Which bones of a skeleton are the standard ones: by what its file says, by its names, by its
// shape, by what the user says.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "odori/model/model.h"

namespace odori {

// The user's word: this standard bone is that bone of the skeleton (or none, with an empty name).
struct BoneOverride {
  HumanBone human = HumanBone::hips;
  std::string bone;
};

struct DetectedHumanoid {
  Humanoid humanoid;  // with the name of the best map; empty when the file itself said all
  // The rest pose is that of a standing character (feet flat, spine as it is when upright), and
  // not just a way to write lengths down, as in most captures.
  bool character = false;
  // The bone that carries the body about: MMD's centre; elsewhere the hips.
  BoneIndex mover = BoneIndex::none;
  // For people: required bones that are missing, overrides that name no bone, sides that are
  // swapped (by where the feet point; put right where the names alone had told the side).
  std::vector<std::string> lines;
};

// What the file says (Model::humanoid) wins over names, the user's word over both. Of the rig maps
// (data/bone_maps) the one that explains the most counts, required bones four times. Names are
// compared without case, separators, namespaces and the map's own prefixes, widths folded. A bone
// is taken only if it hangs below the bone that is taken for the standard bone above it; within the
// trunk that is not asked, since MMD's upper and lower body stand side by side. Where names leave
// required bones out, the shape decides if it shows a whole body at rest: legs that mirror each
// other and reach the floor, arms above them, a trunk between.
DetectedHumanoid detect_humanoid(const Model& model, std::span<const BoneOverride> overrides = {});

// "mmd", "vrm", ...: all maps, in the order in which they win when they explain as much.
std::vector<std::string_view> rig_map_names();

}  // namespace odori
