// How a motion fits a character: by the names of its bones, or carried over from body to body.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "inspect_file.h"
#include "json.h"
#include "matches.h"
#include "odori/pose/fit.h"
#include "odori/retarget/retarget.h"

namespace odori::cli {

struct FitOfTwo {
  std::string model, motion;  // the files
  // Tracks that move; those that find something to move.
  std::size_t tracks = 0, bound = 0;
  // Bones of another body: the matches tell which stands for which; by name nothing is looked for.
  std::optional<Retargeted> carried;
  std::optional<Error> misfit;  // why it cannot be carried over
  Fit fit;                      // by name
  std::vector<Binding::Matched> matched;
  std::vector<Unmatched> unmatched_bones, unmatched_morphs;
};

// `motion` has a clip, `model` a model.
FitOfTwo fit_of(const Inspected& model, const Inspected& motion);
std::string as_text(const FitOfTwo& fit);
void write_fit(Json& json, const FitOfTwo& fit);

}  // namespace odori::cli
