// What one file is.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "odori/base/bytes.h"
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
  std::string
      kind;  // "PMX model", ... as the table of formats has it; "archive", "picture", "song", ...
  std::vector<Fact> facts;
  std::vector<std::string> warnings;
  // Filled by kind, for what fits what.
  std::optional<Model> model;
  std::optional<Clip> clip;   // the first that lasts; on the bones of `body` or `model`, if any
  std::optional<Model> body;  // the skeleton of a motion's own
};

// Reads a picture or a song. Errors: unsupported where it is neither.
using MediaReader = Result<Inspected> (*)(const std::string& file, Bytes bytes);

// Told by content first, then by name. An archive is followed by the one model and the one motion
// in it. Errors: as the readers'; unsupported where nothing reads it. Without `media` that is so of
// pictures and songs too.
Result<std::vector<Inspected>> inspect_file(const std::string& file, MediaReader media);

// Whether a file that inspect_file() could not read may be a picture or a song.
bool may_be_media(const std::string& file, const Error& error);

// Nothing reads it: what can be told of it all the same.
Error unread(const std::string& file, Bytes bytes);

}  // namespace odori::cli
