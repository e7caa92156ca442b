// Text encodings of the MMD world, and how names are compared. Everything inside Odori is UTF-8.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "odori/base/bytes.h"

namespace odori {

enum class Encoding : std::uint8_t { cp932, gbk, utf8, utf16le };

struct Decoded {
  std::string text;       // UTF-8; U+FFFD for what has no meaning
  std::uint32_t bad = 0;  // undecodable sequences
  bool cut = false;       // ended in the first half of a character, which was dropped
};

// Whole-buffer decoding with the tables of Windows code pages 932 and 936. Never fails: see `bad`.
Decoded decode(Encoding encoding, Bytes data);

// Nothing when a character has no place in the encoding.
std::optional<std::vector<std::byte>> encode(Encoding encoding, std::string_view utf8);

bool is_valid_utf8(Bytes data);

// The encoding that explains a name field best: cp932 unless it leaves bad sequences and another
// does not.
Encoding guess_encoding(Bytes name);

// For comparing names: full-width letters, digits and signs become ASCII, half-width katakana full,
// spaces at the ends go. Case is kept. ＩＫ -> IK, １ -> 1, ｶﾀ -> カタ.
std::string normalise_width(std::string_view utf8);

// Whether a path ends so, whatever the case of its letters: "A/B.PMX" ends with ".pmx". `ending` is
// in small letters.
bool ends_with(std::string_view path, std::string_view ending);

// "a, b or c", where the word is "or".
std::string listed(std::span<const std::string> names, std::string_view last_word);
// "a, b and 3 more", for more than `most` names.
std::string listed(std::span<const std::string> names, std::size_t most);

// How many columns of a terminal the text takes (CJK counts twice).
int display_width(std::string_view utf8);

}  // namespace odori
