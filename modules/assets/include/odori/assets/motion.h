// A motion for a character, whatever bones it was made for.
#pragma once

#include <optional>
#include <string>

#include "odori/base/result.h"
#include "odori/files/files.h"
#include "odori/model/model.h"
#include "odori/motion/clip.h"
#include "odori/retarget/retarget.h"

namespace odori {

struct CarriedMotion {
  Clip clip;  // its tracks name the character's bones and morphs
  // How it was carried over; nothing where the motion names this character's bones as it is.
  std::optional<Retargeted> how;
};

// `own`: the skeleton that the motion brought; null for MMD's motions, which name bones and stay as
// they are. Carried over body to body are motions on bones of their own, and MMD's on a character
// that is a whole body with other bones than MMD's: from the standard MMD skeleton. Errors as
// retarget().
Result<CarriedMotion> carry_motion(const Model* own, Clip clip, const Model& character,
                                   const RetargetOptions& options = {});

// The first motion in a file, for this character, at 30 frames a second, as films count. Paths as
// load_file(). Errors name the file; unsupported: a file that holds no motion.
Result<CarriedMotion> load_motion(const std::string& path, const Model& character,
                                  const ArchiveLimits& limits = {});

}  // namespace odori
