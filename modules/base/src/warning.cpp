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
    case WarningKind::version_unknown:
      return "the file does not tell its version, read as the usual one";
    case WarningKind::no_bones:
      return "a model without bones, it was given one: no motion moves it";
    case WarningKind::nothing_to_draw:
      return "a model without faces or without materials: nothing of it is seen";
    case WarningKind::other:
      break;
  }
  return "something odd";
}

bool changes_picture(WarningKind kind) {
  switch (kind) {
    case WarningKind::missing_section:
    case WarningKind::trailing_bytes:
    case WarningKind::name_cut:
    case WarningKind::name_encoding:
    case WarningKind::name_undecodable:  // a track that finds no bone for it is told by the binding
    case WarningKind::name_garbage:
    case WarningKind::name_too_long:
    case WarningKind::name_collision:
    case WarningKind::zero_quaternion:
    case WarningKind::quaternion_length:
    case WarningKind::duplicate_key:
    case WarningKind::unsorted_keys:
    case WarningKind::bad_value:
    case WarningKind::version_unknown:
      return false;
    default:
      return true;
  }
}

namespace {

void add_detail(Warning& warning, std::string_view detail) {
  std::vector<std::string>& known = warning.details;
  if (detail.empty() || std::find(known.begin(), known.end(), detail) != known.end()) return;
  if (known.size() < Warning::kMostDetails)
    known.emplace_back(detail);
  else
    ++warning.more;
}

// Files and archive entries: their place in a list tells people nothing.
bool is_about_files(WarningKind kind) {
  return kind == WarningKind::texture_missing || kind == WarningKind::texture_unreadable ||
         kind == WarningKind::path_refused || kind == WarningKind::entry_refused ||
         kind == WarningKind::no_bones || kind == WarningKind::nothing_to_draw ||
         kind == WarningKind::version_unknown;
}

}  // namespace

void Warnings::add(WarningKind kind, std::uint64_t record, std::string_view detail) {
  auto it =
      std::find_if(list_.begin(), list_.end(), [&](const Warning& w) { return w.kind == kind; });
  if (it == list_.end()) it = list_.insert(list_.end(), Warning{kind, 0, record, {}, 0});
  ++it->count;
  add_detail(*it, detail);
}

void Warnings::append(const Warnings& other) {
  for (const Warning& w : other.list_) {
    const auto it = std::find_if(list_.begin(), list_.end(),
                                 [&](const Warning& mine) { return mine.kind == w.kind; });
    if (it == list_.end()) {
      list_.push_back(w);
      continue;
    }
    it->count += w.count;
    for (const std::string& detail : w.details) add_detail(*it, detail);
    it->more += w.more;
  }
}

std::uint32_t Warnings::count(WarningKind kind) const {
  for (const Warning& w : list_) {
    if (w.kind == kind) return w.count;
  }
  return 0;
}

std::string to_text(const Warning& warning) {
  const bool files = is_about_files(warning.kind);
  const bool plain = warning.kind == WarningKind::other && !warning.details.empty();
  std::string text =
      warning.count > 1 || !(files || plain) ? std::to_string(warning.count) + " x " : "";
  if (!plain) text += to_text(warning.kind);
  for (std::size_t i = 0; i < warning.details.size(); ++i)
    text += (i > 0 ? ", " : plain ? "" : ": ") + warning.details[i];
  if (warning.more > 0) text += " and " + std::to_string(warning.more) + " more";
  return files || plain ? text : text + " (first: record " + std::to_string(warning.first) + ")";
}

std::vector<std::string> to_lines(const Warnings& warnings) {
  std::vector<std::string> lines;
  for (const Warning& warning : warnings.list()) lines.push_back(to_text(warning));
  return lines;
}

}  // namespace odori
