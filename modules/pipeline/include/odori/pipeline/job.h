// A project with everything that it names, read and checked. Nothing on disk is changed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "odori/assets/motion.h"
#include "odori/config/config.h"
#include "odori/model/model.h"
#include "odori/motion/clip.h"

namespace odori {

// SHA-256 of what was read, for the keys of caches and frames.
struct ContentHashes {
  std::string character;  // the model's file and its textures
  std::string motion, camera, song;
};

// Pictures of the film. They count from the motion's frame 0 at the film's rate, so that a picture
// keeps its number when the range changes; at 30 a second numbers are the motion's own.
struct PictureRange {
  std::int64_t first = 0, last = -1;  // both belong to it
  std::int64_t count() const { return last - first + 1; }
};

struct Job {
  Project project;
  std::vector<ConfigEntry> entries;
  Model model;
  Clip motion;  // the motion files, merged, on the character's bones
  // MMD's motion on a character of other bones: what it does on MMD's.
  std::optional<CarriedMotion::OnProxy> on_proxy;
  // The settings by which the motion came to the character, where they count: for keys.
  std::string carried_by;
  CameraTrack camera;       // of the camera files, else of the motion
  double from = 0, to = 0;  // motion frames that the film covers, 30 a second
  PictureRange pictures;
  ContentHashes content;
  // Lines for people. Warnings tell what changes the picture, notes what is odd but routine.
  std::vector<std::string> warnings, notes;
};

// What the command line changes for one run, over the project's own values.
struct JobOverrides {
  std::optional<Preset> preset;
  std::optional<int> width, height;
  std::optional<std::int64_t> first, last;  // pictures; within the motion's range
};

// Errors: as the readers', naming the file; usage (no character, an empty range).
Result<Job> open_job(LoadedProject loaded, const JobOverrides& overrides = {});

// The error; when it is about writing below paths.out or paths.cache, with the setting in its hint.
Error name_setting(const Job& job, Error error);

double motion_frame(const Job& job, std::int64_t picture);  // may be fractional
double seconds_of(const Job& job, std::int64_t picture);    // from the motion's frame 0

}  // namespace odori
