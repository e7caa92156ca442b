#include "maps.h"

#include "odori/base/text.h"

namespace odori {
namespace {

#include "bone_maps.inc"
#include "morph_maps.inc"

}  // namespace

std::span<const RigMap> rig_maps() { return kRigMaps; }
std::span<const MorphName> morph_names() { return kMorphNames; }

std::string plain_full_name(std::string_view name) {
  std::string plain;
  for (const char c : normalise_width(name)) {
    if (std::string_view(" _-.:|").find(c) != std::string_view::npos) continue;
    plain += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  }
  return plain;
}

std::string plain_name(std::string_view name) {
  const std::size_t space = name.find_last_of(":|");
  if (space != std::string_view::npos && space + 1 < name.size()) name.remove_prefix(space + 1);
  return plain_full_name(name);
}

}  // namespace odori
