#include "odori/pose/names.h"

#include <algorithm>
#include <array>
#include <map>

#include "odori/base/text.h"

namespace odori {
namespace {

struct Spelling {
  std::string_view found, meant;
};
// Parts of names that programs and authors write differently, after widths are folded and letters
// are small. The longer stand before what they contain.
constexpr Spelling kSpellings[] = {
    {"捩れ", "捩"},
    {"捻り", "捩"},
    {"捻れ", "捩"},
    {"捻", "捩"},
    {"ねじり", "捩"},
    {"グルーヴ", "グルーブ"},
    {"すべての親", "全ての親"},
    {"全親", "全ての親"},
    {"爪先", "つま先"},
    {"膝", "ひざ"},
    {"肘", "ひじ"},
    {"踝", "足首"},
    {"人差し指", "人指"},
    {"人差指", "人指"},
    {"人さし指", "人指"},
    {"ウインク", "ウィンク"},
    {"眼", "目"},
    {"瞬き", "まばたき"},
};
// Endings that name a side, as Blender's tools write them.
constexpr Spelling kSides[] = {{".l", "左"}, {".r", "右"}, {"_l", "左"}, {"_r", "右"}};

void replace_all(std::string& text, const Spelling& spelling) {
  for (std::size_t at = text.find(spelling.found); at != std::string::npos;
       at = text.find(spelling.found, at + spelling.meant.size()))
    text.replace(at, spelling.found.size(), spelling.meant);
}

// One spelling for all: widths folded, letters small, spaces and underscores gone, the side first.
std::string canonical(std::string_view name) {
  std::string text = normalise_width(name);
  for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  for (const Spelling& side : kSides) {
    if (text.size() <= side.found.size() || !text.ends_with(side.found)) continue;
    text.resize(text.size() - side.found.size());
    text.insert(0, side.meant);
    break;
  }
  std::erase_if(text, [](char c) { return c == ' ' || c == '_'; });
  for (const Spelling& spelling : kSpellings) replace_all(text, spelling);
  return text;
}

// 左足D turns with 左足: a character without such a bone dances with the bone it stands for.
std::string without_d(std::string text) {
  const bool d = text.size() > 1 && text.back() == 'd' &&
                 static_cast<unsigned char>(text[text.size() - 2]) >= 0x80;
  if (d) text.pop_back();
  return text;
}

std::string as_text(const std::vector<std::byte>& bytes) {
  std::string text;
  for (const std::byte b : bytes) text += static_cast<char>(b);
  return text;
}

std::string field_of(const std::string& name, std::size_t field_bytes) {
  const auto bytes = encode(Encoding::cp932, name);
  return bytes ? as_text(*bytes).substr(0, field_bytes) : std::string();
}

// What the name may be when its bytes, or the text that was made of them, are read another way.
std::vector<std::string> reread(const TrackName& name) {
  constexpr std::array kAll{Encoding::cp932, Encoding::gbk, Encoding::utf8};
  std::vector<std::string> texts;
  const auto add = [&](Encoding as, Bytes bytes) {
    Decoded read = decode(as, bytes);
    if (read.bad == 0 && !read.text.empty() && read.text != name.text)
      texts.push_back(std::move(read.text));
  };
  for (const Encoding as : kAll) {
    if (!name.raw.empty()) add(as, std::as_bytes(std::span(name.raw)));
    for (const Encoding was : kAll) {
      if (was == as) continue;
      if (const auto bytes = encode(was, name.text)) add(as, *bytes);
    }
  }
  return texts;
}

// Things by their names in one spelling.
class Index {
 public:
  template <class Spell>
  Index(std::span<const std::string> names, Spell spell) {
    for (std::size_t i = 0; i < names.size(); ++i) {
      std::string key = spell(names[i]);
      if (!key.empty()) things_[std::move(key)].push_back(i);
    }
  }
  const std::vector<std::size_t>* find(const std::string& key) const {
    const auto it = things_.find(key);
    return it == things_.end() ? nullptr : &it->second;
  }

 private:
  std::map<std::string, std::vector<std::size_t>> things_;
};

class Matcher {
 public:
  Matcher(std::span<const TrackName* const> wanted, std::size_t things, bool every)
      : wanted_(wanted), every_(every), done_(wanted.size(), false), taken_(things, false) {}

  bool all_done() const {
    return std::all_of(done_.begin(), done_.end(), [](bool d) { return d; });
  }

  // `keys_of(name)`: the spellings to look for, the dearest first.
  template <class KeysOf>
  void pass(MatchKind kind, const Index& index, KeysOf keys_of) {
    for (std::size_t i = 0; i < wanted_.size(); ++i) {
      if (done_[i]) continue;
      for (const std::string& key : keys_of(*wanted_[i])) {
        if (take(kind, i, index.find(key))) break;
      }
    }
  }

  std::vector<NameMatch> take_all() {
    std::sort(matches_.begin(), matches_.end(),
              [](const NameMatch& a, const NameMatch& b) { return a.wanted < b.wanted; });
    return std::move(matches_);
  }

 private:
  bool take(MatchKind kind, std::size_t wanted, const std::vector<std::size_t>* things) {
    if (!things || things->empty()) return false;
    NameMatch match{wanted, {}, kind};
    for (const std::size_t t : *things) {
      if (!taken_[t]) match.things.push_back(t);
      if (!every_) break;  // a second bone of the name never dances
    }
    if (match.things.empty()) return false;
    for (const std::size_t t : match.things) taken_[t] = true;
    done_[wanted] = true;
    matches_.push_back(std::move(match));
    return true;
  }

  std::span<const TrackName* const> wanted_;
  bool every_;
  std::vector<bool> done_, taken_;
  std::vector<NameMatch> matches_;
};

using Keys = std::vector<std::string>;

// The first of them: names of honest files are shorter.
std::u32string characters_of(std::string_view utf8) {
  constexpr std::size_t kMost = 64;
  const auto bytes = encode(Encoding::utf16le, utf8);
  std::u32string out;
  for (std::size_t i = 0; bytes && i + 1 < bytes->size() && out.size() < kMost; i += 2)
    out += static_cast<char32_t>(static_cast<unsigned>((*bytes)[i]) |
                                 static_cast<unsigned>((*bytes)[i + 1]) << 8);
  return out;
}

// How many characters must be put in, taken out or changed to make one of the other (Levenshtein).
std::size_t changes_between(const std::u32string& a, const std::u32string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t above = row[j];
      row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
      diagonal = above;
    }
  }
  return row[b.size()];
}

}  // namespace

std::string_view to_text(MatchKind kind) {
  constexpr std::string_view kTexts[] = {"the same name",    "the first bytes of the name",
                                         "another width",    "another spelling",
                                         "another encoding", "the English name"};
  return kTexts[static_cast<std::size_t>(kind)];
}

std::vector<NameMatch> match_names(std::span<const TrackName* const> wanted,
                                   const NamedThings& things, std::size_t field_bytes, bool every) {
  Matcher matcher(wanted, things.names.size(), every);
  const Index exact(things.names, [](const std::string& s) { return s; });
  matcher.pass(MatchKind::exact, exact, [](const TrackName& n) { return Keys{n.text}; });
  if (matcher.all_done()) return matcher.take_all();
  matcher.pass(MatchKind::field,
               Index(things.names, [&](const std::string& s) { return field_of(s, field_bytes); }),
               [](const TrackName& n) { return n.raw.empty() ? Keys{} : Keys{n.raw}; });
  // A name that was cut says too little to be matched by its sense.
  const auto whole = [](const TrackName& n, std::string key) {
    return n.cut ? Keys{} : Keys{std::move(key)};
  };
  matcher.pass(MatchKind::width, Index(things.names, normalise_width),
               [&](const TrackName& n) { return whole(n, normalise_width(n.text)); });
  if (matcher.all_done()) return matcher.take_all();
  const Index spelt(things.names, canonical);
  matcher.pass(MatchKind::spelling, spelt, [&](const TrackName& n) {
    const std::string key = canonical(n.text);
    return n.cut ? Keys{} : Keys{key, without_d(key)};
  });
  matcher.pass(MatchKind::encoding, spelt, [](const TrackName& n) {
    Keys keys = reread(n);
    for (std::string& key : keys) key = canonical(key);
    return keys;
  });
  matcher.pass(MatchKind::english, Index(things.names_en, canonical),
               [&](const TrackName& n) { return whole(n, canonical(n.text)); });
  return matcher.take_all();
}

std::vector<std::string> nearest_names(std::string_view name, std::span<const std::string> names,
                                       std::size_t most) {
  struct Near {
    std::size_t changes, index;
  };
  const std::u32string wanted = characters_of(canonical(name));
  std::vector<Near> near;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::u32string other = characters_of(canonical(names[i]));
    const std::size_t longer = std::max(wanted.size(), other.size());
    const std::size_t changes = changes_between(wanted, other);
    if (2 * changes <= longer && changes < longer) near.push_back({changes, i});
  }
  std::stable_sort(near.begin(), near.end(),
                   [](const Near& a, const Near& b) { return a.changes < b.changes; });
  std::vector<std::string> found;
  for (const Near& n : near) {
    if (found.size() == most) break;
    if (std::find(found.begin(), found.end(), names[n.index]) == found.end())
      found.push_back(names[n.index]);
  }
  return found;
}

}  // namespace odori
