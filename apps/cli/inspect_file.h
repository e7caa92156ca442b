// What one file is.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "odori/base/result.h"
#include "odori/base/warning.h"
#include "odori/model/model.h"
#include "odori/motion/clip.h"

namespace odori::cli {

struct Fact {
  std::string name;  // "bones"
  std::string text;  // "138"
  std::optional<double> number{};
};

struct Inspected {
  std::string file;
  // "PMX model", "PMD model", "VMD motion", "VPD pose", "BVH motion", "archive", "picture", "song"
  std::string kind;
  std::vector<Fact> facts;
  std::vector<std::string> warnings;
  // Filled by kind, for what fits what.
  std::optional<Model> model;
  std::optional<Clip> clip;
};

// Told by content first, then by name. An archive is followed by the one model and the one motion
// in it. Errors: as the readers'; unsupported where nothing reads it.
Result<std::vector<Inspected>> inspect_file(const std::string& file);

}  // namespace odori::cli
