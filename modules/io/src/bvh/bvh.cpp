#include "odori/io/bvh.h"

#include <algorithm>
#include <cmath>

#include "odori/base/number_text.h"
#include "odori/base/text.h"
#include "odori/base/text_reader.h"

namespace odori::io {
namespace {

constexpr std::size_t kMostJoints = 10'000;
constexpr std::array<std::string_view, 6> kChannels = {"Xposition", "Yposition", "Zposition",
                                                       "Xrotation", "Yrotation", "Zrotation"};

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }

bool same(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower(x) == lower(y); });
}

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\v' || c == '\f'; }

// Takes away what some programs leave on the line of a name, a "{" that is a word of its own, and
// white space at the end; whether there was a brace.
bool strip_brace(std::string_view& name) {
  for (bool braced = false;;) {
    while (!name.empty() && is_blank(name.back())) name.remove_suffix(1);
    const bool own = name.ends_with("{") && (name.size() == 1 || is_blank(name[name.size() - 2]));
    if (!own) return braced;
    name.remove_suffix(1);
    braced = true;
  }
}

class Decoder {
 public:
  explicit Decoder(std::string_view text) : in_(text) {}

  Result<BvhDocument> run() {
    expect("HIERARCHY");
    while (in_.ok() && !same(in_.peek_word(), "MOTION")) hierarchy_line();
    if (in_.ok() && open_.size() > 0) in_.fail(Code::malformed, "a joint without its \"}\"");
    if (in_.ok() && doc_.joints.empty()) in_.fail(Code::malformed, "a skeleton without joints");
    motion();
    if (!in_.ok()) return tl::unexpected(in_.error());
    return std::move(doc_);
  }

 private:
  void expect(std::string_view keyword) {
    const std::string_view found = in_.word();
    if (!same(found, keyword)) wanted(keyword, found);
  }
  void wanted(std::string_view what, std::string_view found) {
    in_.fail(found.empty() ? Code::truncated : Code::malformed,
             std::string(what) + " is wanted, " +
                 (found.empty() ? "and the text ends"
                                : "not \"" + std::string(found.substr(0, 40)) + "\""));
  }

  void hierarchy_line() {
    const std::string_view keyword = in_.word();
    if (same(keyword, "ROOT") || same(keyword, "JOINT")) {
      joint(same(keyword, "ROOT"));
    } else if (same(keyword, "End")) {
      end_site();
    } else if (keyword == "}") {
      if (open_.empty()) return in_.fail(Code::malformed, "a \"}\" without its \"{\"");
      open_.pop_back();
    } else if (same(keyword, "OFFSET") && !open_.empty()) {
      doc_.joints[open_.back()].offset = vector();
    } else if (same(keyword, "CHANNELS") && !open_.empty()) {
      channels(doc_.joints[open_.back()]);
    } else {
      wanted(open_.empty() ? "ROOT or MOTION" : "JOINT, OFFSET, CHANNELS, End Site or \"}\"",
             keyword);
    }
  }

  void joint(bool root) {
    if (root != open_.empty())
      return in_.fail(Code::malformed, root ? "a ROOT inside a joint" : "a JOINT outside the ROOT");
    if (doc_.joints.size() == kMostJoints)
      return in_.fail(Code::too_large, "more than " + std::to_string(kMostJoints) + " joints");
    std::string_view name = in_.rest_of_line();
    if (!strip_brace(name)) expect("{");
    BvhJoint made;
    made.name = name;
    if (!open_.empty()) made.parent = static_cast<std::int32_t>(open_.back());
    if (!is_valid_utf8(std::as_bytes(std::span(name)))) {
      const Bytes raw = std::as_bytes(std::span(name));
      doc_.warnings.add(WarningKind::name_encoding, doc_.joints.size());
      const std::string text = decode(guess_encoding(raw), raw).text;
      std::string_view readable = text;  // half a character at the end is gone: a brace may be next
      strip_brace(readable);
      made.name = readable;
    }
    open_.push_back(doc_.joints.size());
    doc_.joints.push_back(std::move(made));
  }

  // "End Site", or a name of its own behind the End.
  void end_site() {
    if (open_.empty()) return in_.fail(Code::malformed, "an End Site outside a joint");
    const std::string_view name = in_.rest_of_line();
    if (!name.ends_with("{")) expect("{");
    expect("OFFSET");
    doc_.joints[open_.back()].end_site = vector();
    expect("}");
  }

  Vec3 vector() {
    const auto next = [&] { return static_cast<float>(in_.number()); };
    const float x = next(), y = next(), z = next();
    if (!is_finite(Vec3{x, y, z})) in_.fail(Code::not_finite, "an offset that is too large");
    return {x, y, z};
  }

  void channels(BvhJoint& joint) {
    const std::int64_t n = in_.whole_number(0);
    for (std::int64_t i = 0; i < n && in_.ok(); ++i) {
      const std::string_view name = in_.word();
      const auto known =
          std::find_if(kChannels.begin(), kChannels.end(),
                       [&](std::string_view channel) { return same(channel, name); });
      if (known == kChannels.end()) return wanted("a channel (Xposition ... Zrotation)", name);
      joint.channels.push_back(static_cast<BvhChannel>(known - kChannels.begin()));
      ++doc_.channels;
    }
  }

  void motion() {
    expect("MOTION");
    const std::string_view frames = in_.word();
    if (!same(frames, "Frames:")) wanted("Frames:", frames);
    const std::int64_t promised = in_.whole_number(0);
    expect("Frame");
    expect("Time:");
    const double time = in_.number();
    if (time > 0 && time < 1e6) {
      doc_.frame_time = time;
    } else if (in_.ok()) {
      doc_.warnings.add(WarningKind::bad_value, 0, "a frame time of " + to_text(time));
    }
    if (doc_.channels > 0 && in_.ok()) {
      const std::size_t most = in_.remaining() / (2 * doc_.channels) + 1;  // "0 " is the shortest
      doc_.values.reserve(std::min(static_cast<std::size_t>(promised), most) * doc_.channels);
    }
    while (!in_.at_end() && doc_.channels > 0) {
      const auto value = static_cast<float>(in_.number());
      if (!std::isfinite(value)) in_.fail(Code::not_finite, "a number that is too large");
      doc_.values.push_back(value);
    }
    if (!in_.ok()) return;
    const std::size_t rest = doc_.channels > 0 ? doc_.values.size() % doc_.channels : 0;
    if (rest > 0) {
      doc_.values.resize(doc_.values.size() - rest);
      doc_.warnings.add(WarningKind::bad_value, doc_.frames(),
                        "a last frame that is not whole: left out");
    }
    if (promised != static_cast<std::int64_t>(doc_.frames()) && doc_.channels > 0) {
      doc_.warnings.add(WarningKind::bad_value, 0,
                        "Frames: " + std::to_string(promised) + " where there are " +
                            std::to_string(doc_.frames()));
    }
  }

  TextReader in_;
  BvhDocument doc_;
  std::vector<std::size_t> open_;  // joints whose braces are open
};

class Encoder {
 public:
  explicit Encoder(const BvhDocument& doc) : doc_(doc) {}

  std::string run() {
    out_ = "HIERARCHY\n";
    for (std::size_t j = 0; j < doc_.joints.size(); ++j) {
      close_to(doc_.joints[j].parent);
      joint(j);
    }
    close_to(-1);
    out_ += "MOTION\nFrames: " + std::to_string(doc_.frames()) +
            "\nFrame Time: " + to_text(doc_.frame_time) + "\n";
    for (std::size_t i = 0; i < doc_.values.size(); ++i) {
      out_ += to_plain_text(doc_.values[i]);
      out_ += (i + 1) % doc_.channels == 0 ? '\n' : ' ';
    }
    return std::move(out_);
  }

 private:
  void indent() { out_.append(open_.size(), '\t'); }

  void close_to(std::int32_t parent) {
    while (!open_.empty() && (parent < 0 || open_.back() != static_cast<std::size_t>(parent))) {
      const BvhJoint& last = doc_.joints[open_.back()];
      if (last.end_site) {
        indent();
        out_ += "End Site\n";
        indent();
        out_ += "{\n";
        indent();
        out_ += "\tOFFSET" + text(*last.end_site) + "\n";
        indent();
        out_ += "}\n";
      }
      open_.pop_back();
      indent();
      out_ += "}\n";
    }
  }

  static std::string text(Vec3 v) {
    return " " + to_plain_text(v.x) + " " + to_plain_text(v.y) + " " + to_plain_text(v.z);
  }

  void joint(std::size_t index) {
    const BvhJoint& joint = doc_.joints[index];
    indent();
    out_ += joint.parent < 0 ? "ROOT " : "JOINT ";
    for (const char c : joint.name) out_ += c == '\n' || c == '\r' ? ' ' : c;
    out_ += '\n';
    indent();
    out_ += "{\n";
    open_.push_back(index);
    indent();
    out_ += "OFFSET" + text(joint.offset) + "\n";
    if (joint.channels.empty()) return;
    indent();
    out_ += "CHANNELS " + std::to_string(joint.channels.size());
    for (const BvhChannel c : joint.channels) {
      out_ += ' ';
      out_ += kChannels[static_cast<std::size_t>(c)];
    }
    out_ += '\n';
  }

  const BvhDocument& doc_;
  std::string out_;
  std::vector<std::size_t> open_;
};

}  // namespace

Result<BvhDocument> decode_bvh(Bytes data) {
  return Decoder({reinterpret_cast<const char*>(data.data()), data.size()}).run();
}

Result<std::string> encode_bvh(const BvhDocument& doc) {
  std::size_t channels = 0;
  std::vector<std::int32_t> open;  // the joint before and its ancestors
  for (std::size_t j = 0; j < doc.joints.size(); ++j) {
    const std::int32_t parent = doc.joints[j].parent;
    while (!open.empty() && open.back() != parent) open.pop_back();
    if (parent >= 0 && open.empty()) {
      return fail(Code::usage,
                  "joint " + std::to_string(j) + " does not stand right behind its family");
    }
    open.push_back(static_cast<std::int32_t>(j));
    channels += doc.joints[j].channels.size();
  }
  if (channels != doc.channels || (channels == 0 && !doc.values.empty()) ||
      (channels > 0 && doc.values.size() % channels != 0)) {
    return fail(Code::usage, "values that do not fill whole frames");
  }
  if (!(doc.frame_time > 0)) return fail(Code::usage, "a frame time that is not above 0");
  return Encoder(doc).run();
}

bool looks_like_bvh(Bytes data) {
  const std::string_view text(reinterpret_cast<const char*>(data.data()),
                              std::min<std::size_t>(data.size(), 256));
  return same(TextReader(text).peek_word(), "HIERARCHY");
}

}  // namespace odori::io
