// From one file to another format, and what is lost on the way.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "matches.h"
#include "odori/base/result.h"
#include "odori/convert/formats.h"
#include "wishes.h"

namespace odori::cli {

struct Conversion {
  std::vector<std::byte> bytes;
  // What belongs beside OUT, by path from its folder: the textures of a PMX.
  struct Beside {
    std::string path;
    std::vector<std::byte> bytes;
  };
  std::vector<Beside> beside;
  std::vector<std::string> losses;  // what the target cannot hold, a line a kind
  std::vector<std::string> notes;   // what was done on the way: resampled, baked, ...
  // Where the motion was carried over from one body to another: which bone stood for which.
  struct Bone {
    std::string from, to, human;  // the last as VRM 1.0 calls it
  };
  std::vector<Bone> carried;
  // Where the motion was put on a character: names that were matched by more than their width, and
  // those that found nothing.
  std::vector<Binding::Matched> matched;
  std::vector<Unmatched> unmatched_bones, unmatched_morphs;
  bool unmatched_stay = false;  // in the file, under their names; they move nothing there
};

// The format that OUT's ending names. Errors: unsupported.
Result<const Format*> target_of(const std::string& out);

// Opens IN, and the model where one is named; OUT is not written. `ready` makes a model's textures
// what all formats can hold, before a model is written: a matter of codecs, which not every caller
// has. Errors name the file.
Result<Conversion> convert_file(const ConvertWish& wish, const Format& target,
                                void (*ready)(Model& model));

// For people: losses, what was matched, notes.
void say_report(const Conversion& done);

}  // namespace odori::cli
