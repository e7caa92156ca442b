// Odd but usable input: counted, not printed. A document carries its warnings as data.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace odori {

enum class WarningKind : std::uint8_t {
  missing_section,     // the file ends before a section that newer programs write
  trailing_bytes,      // bytes after the last section
  name_cut,            // a name that ends in half a character
  name_encoding,       // a name in another encoding than the format's own
  name_undecodable,    // bytes that no known encoding explains; shown as U+FFFD
  name_garbage,        // bytes after a name's end mark
  name_too_long,       // a name that the target's field cannot hold
  name_collision,      // two names that become one in the target
  zero_quaternion,     // read as identity
  quaternion_length,   // not of unit length; normalised on import
  duplicate_key,       // two keys of one track on one frame; the last one wins
  unsorted_keys,       // keys not in order of time; sorted
  not_finite,          // a number that is not finite; the record is left out
  frame_out_of_range,  // a frame number beyond what can be played; the record is left out
  index_out_of_range,  // read as "none"
  parent_loop,         // a bone that is its own ancestor; the link is cut
  bad_ik,              // an IK chain that cannot work; switched off
  bad_append,          // an append whose source is missing or leads back; ignored
  bad_value,           // a value outside its range, clamped
  texture_missing,     // drawn with a stand-in
  texture_unreadable,  // drawn with a stand-in
  path_refused,        // a path that leaves the model's folder; ignored
  not_bound,           // a track whose bone or morph the model does not have
  entry_refused,       // an archive entry that is not opened, for safety
  version_unknown,     // the file does not tell its version; read as the usual one
  no_bones,            // a model without bones; it was given one
  nothing_to_draw,     // a model without faces or materials
  other,
};

std::string_view to_text(WarningKind kind);  // "a name that ends in half a character"

// Whether pictures may look other than the file's author meant. The rest is odd but routine: it is
// found in most files that people have, and is put right without a trace.
bool changes_picture(WarningKind kind);

struct Warning {
  WarningKind kind = WarningKind::other;
  std::uint32_t count = 0;  // how often
  std::uint64_t first = 0;  // record index of the first one
  // Names or values, each once, in order; the first kMostDetails of them. `more` = further ones.
  static constexpr std::size_t kMostDetails = 10;
  std::vector<std::string> details;
  std::uint32_t more = 0;
};

// One entry a kind; the first place, a count and the first names are kept.
class Warnings {
 public:
  void add(WarningKind kind, std::uint64_t record = 0, std::string_view detail = {});
  void append(const Warnings& other);
  std::span<const Warning> list() const { return list_; }
  std::uint32_t count(WarningKind kind) const;
  bool empty() const { return list_.empty(); }

 private:
  std::vector<Warning> list_;
};

// "3 x a name ends in half a character: 左スカート前, 右袖 (first: record 12)"
// "2 x a texture that is not there, drawn with a stand-in: tex/a.png, tex/b.png"
std::string to_text(const Warning& warning);
std::vector<std::string> to_lines(const Warnings& warnings);

}  // namespace odori
