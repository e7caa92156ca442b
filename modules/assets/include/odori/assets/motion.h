// A motion for a character, whatever bones it was made for.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "odori/base/result.h"
#include "odori/files/files.h"
#include "odori/model/model.h"
#include "odori/motion/clip.h"
#include "odori/retarget/proxy.h"

namespace odori {

// What one file holds, as it is.
struct MotionFile {
  std::string name;
  Clip clip;
  std::optional<Model> own;  // the skeleton that it brought; MMD's motions bring none
};

struct CarriedMotion {
  Clip clip;  // its tracks name the character's bones and morphs
  // How it was carried over; nothing where the motion names this character's bones as it is. Of
  // several that were carried one by one the last, with the lines of all.
  std::optional<Retargeted> how;
  // MMD's motion on a rig of another world: what it does on MMD's bones.
  struct OnProxy {
    Proxy proxy;
    Clip clip;
  };
  std::optional<OnProxy> on_proxy;
};

// `own`: the skeleton that the motion brought; null for MMD's motions, which name bones and stay as
// they are (but for a scale, which their travel is multiplied by). Carried over body to body are
// motions on bones of their own; MMD's, by retarget_mmd(), on a character that is a whole body with
// other bones than MMD's. Errors as these.
Result<CarriedMotion> carry_motion(const Model* own, Clip clip, const Model& character,
                                   const RetargetOptions& options = {});

// Several, merged as MMD does when they are loaded one after the other: MMD's own are merged before
// they are carried, so that a body and its lips stay one motion. `options.scale` is theirs alone.
// Errors name the file.
Result<CarriedMotion> carry_motions(std::vector<MotionFile> files, const Model& character,
                                    const RetargetOptions& options = {});

// The first motion that is more than one frame long; 0 where none is.
std::size_t first_lasting(std::span<const Clip> clips);

// The motion in a file, of several the first that lasts. Paths as load_file(). Errors name the
// file; unsupported: a file that holds no motion.
Result<MotionFile> load_motion_file(const std::string& path, const ArchiveLimits& limits = {});

// The same for this character, at 30 frames a second, as films count.
Result<CarriedMotion> load_motion(const std::string& path, const Model& character,
                                  const ArchiveLimits& limits = {});

}  // namespace odori
