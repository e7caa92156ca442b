// How the names in a motion find the bones and morphs of a character.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "odori/motion/clip.h"

namespace odori {

// What made two names one, from the surest on.
enum class MatchKind : std::uint8_t {
  exact,  // the same text
  field,  // the same first bytes in cp932, which is all that a name field holds
  width,  // the same but for full and half width
  spelling,  // the same but for a known other spelling (捩れ, .L for 左, グルーヴ, letter case, D
             // bones)
  encoding,  // the same once bytes that were read in a wrong encoding are read in the right one
  english,   // the same as the English name
};
std::string_view to_text(MatchKind kind);  // "another spelling"

struct NamedThings {
  std::span<const std::string> names;
  std::span<const std::string> names_en;  // of the same size, or empty
};

struct NameMatch {
  std::size_t wanted = 0;           // index of the name that looked for a thing
  std::vector<std::size_t> things;  // what it got; several where things share one name
  MatchKind kind = MatchKind::exact;
};

// Gives each wanted name the things it means, each thing to one name alone: first to all that match
// exactly, then to all that match by the next kind, and so on; within a kind in order.
// `field_bytes`: the size of the name field where the names come from (VMD: 15 for bones and
// morphs, 20 for IK). `every`: all the things of a name (morphs), else only the first of them, as
// MMD does with bones. In order of `wanted`.
std::vector<NameMatch> match_names(std::span<const TrackName* const> wanted,
                                   const NamedThings& things, std::size_t field_bytes, bool every);

// The names that a person may have meant: those with the least changes of a character from `name`,
// widths and known spellings aside, at most `most`, and none that has less than half in common.
std::vector<std::string> nearest_names(std::string_view name, std::span<const std::string> names,
                                       std::size_t most);

}  // namespace odori
