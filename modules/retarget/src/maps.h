// The tables of data/bone_maps and data/morph_maps, as compiled in, and how names are compared.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "odori/model/humanoid.h"

namespace odori {

struct MapName {
  HumanBone bone;
  std::string_view name;
};

struct RigMap {
  std::string_view name;
  bool character;  // its rest pose is that of a standing character
  std::span<const std::string_view> prefixes, movers;
  std::span<const MapName> names;  // of one bone: the first that a model has counts
};

struct MorphName {
  std::string_view map, expression, name;
};

std::span<const RigMap> rig_maps();
std::span<const MorphName> morph_names();

// Without case, namespaces (up to the last ':' or '|') and separators; widths folded.
std::string plain_name(std::string_view name);
// The same with the namespace, as if it were a prefix.
std::string plain_full_name(std::string_view name);

}  // namespace odori
