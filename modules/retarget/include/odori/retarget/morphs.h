// Faces from one vocabulary to another: MMD's morphs, VRM's expressions.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "odori/model/model.h"
#include "odori/motion/clip.h"

namespace odori {

struct MappedMorphs {
  std::vector<MorphTrack> tracks;
  std::vector<std::pair<std::string, std::string>> renamed;  // from, to
  std::vector<std::string> lost;  // moving tracks for which the target has nothing
};

// A morph that the target has by the same name keeps it. Others go by what their name means
// (data/morph_maps): the first of the target's morphs that any map calls so. Two tracks never drive
// one morph: the first stays. A target without morphs takes the names of `vocabulary` ("mmd",
// "vrm") for what is known and the rest as it is. Tracks at zero throughout are left out.
MappedMorphs map_morphs(const std::vector<MorphTrack>& tracks, const std::vector<Morph>& target,
                        std::string_view vocabulary);

}  // namespace odori
