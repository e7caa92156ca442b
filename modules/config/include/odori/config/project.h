// A project as the other rooms want it: their own options structs, filled from TOML.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "odori/encode/film.h"
#include "odori/render/renderer.h"
#include "odori/retarget/detect.h"
#include "odori/stage/compose.h"

namespace odori {

struct CharacterOptions {
  std::string file;  // PMX or PMD, or an archive that holds one; empty = not said
};

struct MotionOptions {
  std::vector<std::string> files;  // merged in order
  double from = 0;                 // frames, 30 a second
  std::optional<double> to;        // the last frame drawn; nothing = film_end() of the motion
  std::optional<double> scale;     // metres in one MMD unit; nothing = by the character's legs
  double arm_angle = 37;           // of MMD's A-pose, degrees below the horizontal
};

struct CameraOptions {
  std::vector<std::string> files;  // merged in order; none = the camera keys of the motion files
};

struct SongOptions {
  std::string file;  // empty = silent
};

struct PathOptions {
  std::string out, cache;
};

// Every path is absolute or relative to the current folder, ready to be opened.
struct Project {
  std::string name;    // never empty: the folder's name where the project has none
  std::string file;    // project.toml, as it was given
  std::string folder;  // where it lies; "." for the current one
  CharacterOptions character;
  MotionOptions motion;
  std::vector<BoneOverride> bones;  // those that are not left to be found
  CameraOptions camera;
  SongOptions song;
  StageOptions stage;
  RenderOptions render;
  FilmOptions film;  // its size and fps are the render's
  PathOptions paths;
};

}  // namespace odori
