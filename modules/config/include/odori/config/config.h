// TOML -> Project. Three layers, merged key by key: defaults.toml (built in) < project.toml <
// project.local.toml.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "odori/base/result.h"
#include "odori/config/project.h"

namespace odori {

// A text with the name that errors and sources give it.
struct ConfigText {
  std::string name;  // "dance/project.toml"
  std::string text;
};

// One merged value and where it was written.
struct ConfigEntry {
  std::string key;    // "render.size"
  std::string value;  // as TOML: [1280, 720]
  std::string file;   // "defaults.toml", "project.toml", ...
  int line = 0, column = 0;
};

struct LoadedProject {
  Project project;
  std::vector<ConfigEntry> entries;  // every key, in the order of the reference
};

// The reference: every key with its default and what it does, itself TOML.
std::string_view defaults_toml();

// `layers` over the defaults, later ones over earlier ones. `file` is the project's path: relative
// paths start at its folder. Errors: malformed (syntax), usage (unknown key, wrong type, out of
// range); Error::file is "<name>:<line>:<column>", the hint names the nearest known key.
Result<LoadedProject> parse_project(const std::string& file, std::span<const ConfigText> layers);

// A text as a TOML string, with its quotes.
std::string toml_quoted(std::string_view text);

// Reads project.toml and, where there is one, project.local.toml beside it. A folder stands for the
// project.toml in it. Errors: as parse_project, and not_found.
Result<LoadedProject> load_project(const std::string& path);

}  // namespace odori
