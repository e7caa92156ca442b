// Who made a character and what may be done with it: goes with it into every file that is written.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace odori {

// Words as the file has them (VRM 1.0: "onlyAuthor", 0.x: "OnlyAuthor"). Empty, or nothing: the
// file does not say.
struct Licence {
  std::vector<std::string> authors, references;
  std::string version, copyright, contact, third_party_licences;
  std::string name;  // "CC0", ...
  std::string url, other_url;
  std::string avatar_permission;  // who may appear as this character
  std::string commercial_usage, credit, modification;
  std::optional<bool> violent_usage, sexual_usage, political_or_religious_usage,
      antisocial_or_hate_usage, redistribution;
};

bool is_empty(const Licence& licence);

// "author: ...", "commercial use: ...": a line a term that is said, without a full stop.
std::vector<std::string> to_lines(const Licence& licence);

}  // namespace odori
