// How a motion fits a character: in numbers, and in words for people.
#pragma once

#include <string>
#include <vector>

#include "odori/model/model.h"
#include "odori/motion/clip.h"

namespace odori {

// What becomes of a leg that the motion moves. Where several hold, the later one counts.
enum class LegFit : std::uint8_t {
  follows,
  feet_loose,  // the motion places the foot by leg IK, which the character lacks: the leg turns by
               // the motion's other keys alone
  still,       // the same, and the motion has no other keys for the leg
  pinned,      // the motion turns the leg, the character's leg IK holds the foot where it stands
};

struct Fit {
  std::size_t bones = 0,
              morphs = 0;  // that the motion moves; tracks that stay at rest do not count
  std::vector<std::string> missing_bones, missing_morphs;  // of these, not in the character
  bool camera = false;                                     // the motion has camera keys
  LegFit left_leg = LegFit::follows, right_leg = LegFit::follows;
};

Fit find_fit(const Clip& clip, const Model& model);

// "87 of the 90 bones that the motion moves exist in the character; missing: ...", what that means
// for the legs, ...: one line each, without a full stop. `all`: also what fits; else nothing for a
// motion that fits. At most `most_names` names a line.
std::vector<std::string> to_lines(const Fit& fit, bool all, std::size_t most_names = 10);

}  // namespace odori
