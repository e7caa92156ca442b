#include "odori/motion/mirror.h"

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "odori/base/text.h"

namespace odori {
namespace {

// Replaces bytes [begin, end) of a name.
struct Change {
  std::size_t begin, end;
  std::string_view text;
};

bool letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool lower(char c) { return c >= 'a' && c <= 'z'; }

struct Sides {
  std::string_view left, right;
};

bool has_at(std::string_view name, std::size_t at, std::string_view what) {
  return name.substr(at, what.size()) == what;
}

// Every occurrence of either side's word that `fits(begin, end)`. Nothing where both occur: such a
// name (左右) means both.
template <class Fits>
std::optional<std::vector<Change>> exchange(std::string_view name, const Sides& sides, Fits fits) {
  std::vector<Change> changes;
  bool left = false, right = false;
  for (std::size_t at = 0; at < name.size();) {
    const bool is_left = has_at(name, at, sides.left), is_right = has_at(name, at, sides.right);
    const std::size_t size = is_left ? sides.left.size() : is_right ? sides.right.size() : 0;
    if (size == 0 || !fits(at, at + size)) {
      ++at;
      continue;
    }
    (is_left ? left : right) = true;
    changes.push_back({at, at + size, is_left ? sides.right : sides.left});
    at += size;
  }
  if (changes.empty()) return std::nullopt;
  if (left && right) changes.clear();
  return changes;
}

constexpr std::array<Sides, 2> kWinks{{{"ウィンク", "ウィンク右"}, {"ウィンク２", "ｳｨﾝｸ２右"}}};

std::vector<Change> changes_of(std::string_view name, const std::set<std::string_view>& names) {
  const bool sided = names.count("ウィンク左") > 0;
  for (const Sides& wink : kWinks) {
    const bool plain = names.count(wink.left) > 0;
    if (sided && !plain) continue;
    if (name == wink.left) return {{0, name.size(), wink.right}};
    if (name == wink.right) return {{0, name.size(), wink.left}};
    if (plain && names.count(wink.right) > 0 && name == "ウィンク左") return {};
  }
  const auto anywhere = [](std::size_t, std::size_t) { return true; };
  if (auto found = exchange(name, {"左", "右"}, anywhere)) return *found;
  if (auto found = exchange(name, {"Ｌ", "Ｒ"}, anywhere)) return *found;
  // Words begin with a capital or after what is no letter, and end before what is no small letter.
  const auto word = [&](std::size_t begin, std::size_t end) {
    const bool starts =
        begin == 0 || !letter(name[begin - 1]) || (lower(name[begin - 1]) && !lower(name[begin]));
    return starts && (end == name.size() || !lower(name[end]) || !lower(name[end - 1]));
  };
  for (const Sides& sides :
       {Sides{"Left", "Right"}, Sides{"left", "right"}, Sides{"LEFT", "RIGHT"}})
    if (auto found = exchange(name, sides, word)) return *found;
  const auto alone = [&](std::size_t begin, std::size_t end) {
    return (begin == 0 || !letter(name[begin - 1])) && (end == name.size() || !letter(name[end]));
  };
  for (const Sides& sides : {Sides{"L", "R"}, Sides{"l", "r"}})
    if (auto found = exchange(name, sides, alone)) return *found;
  return {};
}

std::string changed(std::string_view name, const std::vector<Change>& changes) {
  std::string out;
  std::size_t at = 0;
  for (const Change& change : changes) {
    out += name.substr(at, change.begin - at);
    out += change.text;
    at = change.end;
  }
  out += name.substr(at);
  return out;
}

// How many bytes of `raw` stand for the first `size` bytes of its text.
std::optional<std::size_t> raw_place(Encoding encoding, std::string_view raw, std::size_t size) {
  for (std::size_t n = 0; n <= raw.size(); ++n) {
    const Decoded part = decode(encoding, std::as_bytes(std::span(raw.substr(0, n))));
    if (!part.cut && part.text.size() == size) return n;
    if (part.text.size() > size) break;
  }
  return std::nullopt;
}

// The name's own bytes, changed only where the text changes. A name that grows beyond its field
// keeps all its bytes here; a writer cuts it then.
std::optional<std::string> apply_raw(const TrackName& name, const std::vector<Change>& changes) {
  for (const Encoding encoding : {Encoding::cp932, Encoding::gbk, Encoding::utf8}) {
    if (decode(encoding, std::as_bytes(std::span(name.raw))).text != name.text) continue;
    std::string out;
    std::size_t at = 0;
    for (const Change& change : changes) {
      const auto begin = raw_place(encoding, name.raw, change.begin);
      const auto end = raw_place(encoding, name.raw, change.end);
      const auto text = encode(encoding, change.text);
      if (!begin || !end || !text) return std::nullopt;
      out += name.raw.substr(at, *begin - at);
      for (const std::byte b : *text) out += static_cast<char>(b);
      at = *end;
    }
    return out + name.raw.substr(at);
  }
  return std::nullopt;
}

void mirror_name(TrackName& name, const std::set<std::string_view>& names) {
  const std::vector<Change> changes = changes_of(name.text, names);
  if (changes.empty()) return;
  if (!name.raw.empty()) name.raw = apply_raw(name, changes).value_or("");
  name.text = changed(name.text, changes);
}

template <class Track>
void mirror_names(std::vector<Track>& tracks) {
  std::vector<std::string> texts;
  for (const Track& track : tracks) texts.push_back(track.name.text);
  const std::set<std::string_view> names(texts.begin(), texts.end());
  for (Track& track : tracks) mirror_name(track.name, names);
}

}  // namespace

std::string mirrored_name(std::string_view name, const std::set<std::string_view>& names) {
  return changed(name, changes_of(name, names));
}

Clip mirror(const Clip& clip) {
  Clip out = clip;
  out.warnings = {};
  mirror_names(out.bones);
  mirror_names(out.morphs);
  for (BoneTrack& track : out.bones) {
    for (Quat& q : track.rotation) q = {q.x, -q.y, -q.z, q.w};
    for (Vec3& t : track.translation) t.x = -t.x;
  }
  for (Vec3& target : out.camera.target) target.x = -target.x;
  for (Vec3& angles : out.camera.rotation) angles = {angles.x, -angles.y, -angles.z};
  for (Vec3& direction : out.light.direction) direction.x = -direction.x;
  for (std::vector<IkSwitch>& switches : out.property.ik) mirror_names(switches);
  return out;
}

}  // namespace odori
