#include "odori/base/warning.h"

#include <algorithm>

namespace odori {

std::string_view to_text(WarningKind kind) {
  switch (kind) {
    case WarningKind::missing_section:
      return "a section at the file's end is missing";
    case WarningKind::trailing_bytes:
      return "bytes after the last section";
    case WarningKind::name_cut:
      return "a name ends in half a character";
    case WarningKind::name_encoding:
      return "a name in another encoding than the format's own";
    case WarningKind::name_undecodable:
      return "a name that no known encoding explains";
    case WarningKind::name_garbage:
      return "bytes after a name's end mark";
    case WarningKind::name_too_long:
      return "a name too long for the target's field";
    case WarningKind::name_collision:
      return "two names become one in the target";
    case WarningKind::zero_quaternion:
      return "a zero quaternion, read as identity";
    case WarningKind::quaternion_length:
      return "a quaternion not of unit length, normalised";
    case WarningKind::duplicate_key:
      return "two keys of one track on one frame, the last one wins";
    case WarningKind::unsorted_keys:
      return "keys not in order of time, sorted";
    case WarningKind::not_finite:
      return "a number that is not finite, its record left out";
    case WarningKind::frame_out_of_range:
      return "a frame number too large to play, its record left out";
    case WarningKind::index_out_of_range:
      return "an index out of range, read as none";
    case WarningKind::parent_loop:
      return "a bone that is its own ancestor, the link is cut";
    case WarningKind::bad_ik:
      return "an IK chain that cannot work, switched off";
    case WarningKind::bad_append:
      return "an append that cannot work, ignored";
    case WarningKind::bad_value:
      return "a value outside its range, clamped";
    case WarningKind::texture_missing:
      return "a texture that is not there, drawn with a stand-in";
    case WarningKind::texture_unreadable:
      return "a texture that cannot be read, drawn with a stand-in";
    case WarningKind::path_refused:
      return "a path that leaves the model's folder, ignored";
    case WarningKind::not_bound:
      return "a track whose bone or morph the model does not have";
    case WarningKind::entry_refused:
      return "an archive entry that is not opened, for safety";
    case WarningKind::other:
      break;
  }
  return "something odd";
}

void Warnings::add(WarningKind kind, std::uint64_t record, std::string_view detail) {
  const auto it =
      std::find_if(list_.begin(), list_.end(), [&](const Warning& w) { return w.kind == kind; });
  if (it != list_.end()) {
    ++it->count;
    return;
  }
  list_.push_back({kind, 1, record, std::string(detail)});
}

void Warnings::append(const Warnings& other) {
  for (const Warning& w : other.list_) {
    const auto it = std::find_if(list_.begin(), list_.end(),
                                 [&](const Warning& mine) { return mine.kind == w.kind; });
    if (it != list_.end()) {
      it->count += w.count;
    } else {
      list_.push_back(w);
    }
  }
}

std::uint32_t Warnings::count(WarningKind kind) const {
  for (const Warning& w : list_) {
    if (w.kind == kind) return w.count;
  }
  return 0;
}

std::string to_text(const Warning& warning) {
  std::string text = std::to_string(warning.count) + " x " + std::string(to_text(warning.kind)) +
                     " (first: record " + std::to_string(warning.first);
  if (!warning.detail.empty()) text += ", " + warning.detail;
  return text + ")";
}

}  // namespace odori
