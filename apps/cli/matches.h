// How a motion's names found those of a character, for people and for machines.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "json.h"
#include "odori/model/model.h"
#include "odori/pose/bind.h"

namespace odori::cli {

struct Unmatched {
  std::string name;
  std::vector<std::string> nearest;  // what may have been meant
};

std::vector<std::string> morph_names(const Model& model);
// Bones first, then morphs.
std::vector<Binding::Matched> all_matched(const Binding& binding);
std::vector<Unmatched> with_nearest(const std::vector<std::string>& unbound,
                                    const std::vector<std::string>& names);

void write_list(Json& json, std::string_view key, const std::vector<std::string>& items);
// The keys "matched", "unmatched_bones" and "unmatched_morphs".
void write_matches(Json& json, const std::vector<Binding::Matched>& matched,
                   const std::vector<Unmatched>& bones, const std::vector<Unmatched>& morphs);

}  // namespace odori::cli
