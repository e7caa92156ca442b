#include "odori/io/vpd.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "odori/base/number_text.h"
#include "odori/base/text_reader.h"

namespace odori::io {
namespace {

constexpr std::string_view kSignature = "Vocaloid Pose Data file";

bool is_space(char c) { return c == ' ' || c == '\t'; }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

// "Bone12{name" -> "name" for the keyword Bone; nothing for other lines.
std::optional<std::string_view> opened(std::string_view line, std::string_view keyword) {
  if (!line.starts_with(keyword)) return std::nullopt;
  line.remove_prefix(keyword.size());
  while (!line.empty() && line.front() >= '0' && line.front() <= '9') line.remove_prefix(1);
  line = trimmed(line);
  if (!line.starts_with("{")) return std::nullopt;
  return trimmed(line.substr(1));
}

class Decoder {
 public:
  Decoder(std::string_view text, VpdDocument& doc) : in_(text), doc_(doc) {}

  Result<void> run() {
    if (!next() || !line_.starts_with(kSignature)) {
      in_.fail(Code::malformed, "the signature \"" + std::string(kSignature) + "\" is wanted");
    }
    if (next()) doc_.model_name = up_to_semicolon();
    double promised = 0;
    if (next()) {
      const std::string_view number = up_to_semicolon();
      if (scan_number(number, promised) != number.size() || number.empty())
        in_.fail(Code::malformed, "the number of bones is wanted, not \"" + shown(number) + "\"");
    }
    while (next()) block();
    if (!in_.ok()) return tl::unexpected(in_.error());
    if (promised != static_cast<double>(doc_.bones.size())) {
      doc_.warnings.add(
          WarningKind::bad_value, 0,
          to_text(promised) + " bones promised, " + std::to_string(doc_.bones.size()) + " there");
    }
    return {};
  }

 private:
  static std::string shown(std::string_view text) { return std::string(text.substr(0, 40)); }
  std::string_view up_to_semicolon() const { return trimmed(line_.substr(0, line_.find(';'))); }

  // The next line that says something, without its comment, into line_.
  bool next() {
    while (!in_.at_end()) {
      const std::string_view whole = in_.rest_of_line();
      const bool named = opened(whole, "Bone") || opened(whole, "Morph");  // "//" is a name's own
      line_ = named ? whole : trimmed(whole.substr(0, whole.find("//")));
      if (!line_.empty()) return in_.ok();
    }
    line_ = {};
    return false;
  }

  void block() {
    if (const auto bone = opened(line_, "Bone")) {
      VpdBone b;
      b.name = *bone;
      numbers<3>([&](const std::array<float, 3>& v) { b.translation = {v[0], v[1], v[2]}; });
      numbers<4>([&](const std::array<float, 4>& v) { b.rotation = {v[0], v[1], v[2], v[3]}; });
      close();
      doc_.bones.push_back(std::move(b));
    } else if (const auto morph = opened(line_, "Morph")) {
      VpdMorph m;
      m.name = *morph;
      numbers<1>([&](const std::array<float, 1>& v) { m.weight = v[0]; });
      close();
      doc_.morphs.push_back(std::move(m));
    } else {
      in_.fail(Code::malformed, "\"Bone...{name\" is wanted, not \"" + shown(line_) + "\"");
    }
  }

  // "x,y,z;" on a line of its own.
  template <std::size_t N, class Take>
  void numbers(Take take) {
    std::array<float, N> values{};
    if (!next()) return in_.fail(Code::truncated, "numbers are wanted, and the text ends");
    std::string_view rest = up_to_semicolon();
    for (std::size_t i = 0; i < N; ++i) {
      double value = 0;
      const std::size_t length = scan_number(rest, value);
      values[i] = static_cast<float>(value);
      rest = trimmed(rest.substr(length));
      const bool last = i + 1 == N;
      if (length == 0 || (last ? !rest.empty() : !rest.starts_with(","))) {
        return in_.fail(Code::malformed, std::to_string(N) + " numbers are wanted, not \"" +
                                             shown(up_to_semicolon()) + "\"");
      }
      if (!std::isfinite(values[i]))
        return in_.fail(Code::not_finite, "a number that is too large");
      if (!last) rest = trimmed(rest.substr(1));
    }
    take(values);
  }

  void close() {
    if (!next())
      in_.fail(Code::truncated, "\"}\" is wanted, and the text ends");
    else if (line_ != "}")
      in_.fail(Code::malformed, "\"}\" is wanted, not \"" + shown(line_) + "\"");
  }

  TextReader in_;
  VpdDocument& doc_;
  std::string_view line_;
};

std::string list(std::initializer_list<float> values) {
  std::string text = "  ";
  for (const float v : values) {
    if (text.size() > 2) text += ',';
    text += to_six_digits(v);
  }
  return text + ";";
}

}  // namespace

Result<VpdDocument> decode_vpd(Bytes data) {
  VpdDocument doc;
  doc.encoding = guess_encoding(data);
  const Decoded decoded = decode(doc.encoding, data);
  if (decoded.bad > 0)
    doc.warnings.add(WarningKind::name_undecodable, 0, std::to_string(decoded.bad) + " places");
  doc.crlf = decoded.text.find("\r\n") != std::string::npos;
  if (auto read = Decoder(decoded.text, doc).run(); !read) return tl::unexpected(read.error());
  return doc;
}

Result<std::vector<std::byte>> encode_vpd(const VpdDocument& doc) {
  // The comments are MMD's own: the name of the parent file, the number of bones.
  std::string text = std::string(kSignature) + "\n\n" + doc.model_name +
                     ";\t\t// \u89AA\u30D5\u30A1\u30A4\u30EB\u540D\n" +
                     std::to_string(doc.bones.size()) +
                     ";\t\t\t\t// \u7DCF\u30DD\u30FC\u30BA\u30DC\u30FC\u30F3\u6570\n\n";
  for (std::size_t i = 0; i < doc.bones.size(); ++i) {
    const auto& [name, t, q] = doc.bones[i];
    text += "Bone" + std::to_string(i) + "{" + name + "\n" + list({t.x, t.y, t.z}) +
            "\t\t\t\t// trans x,y,z\n" + list({q.x, q.y, q.z, q.w}) +
            "\t\t// Quaternion x,y,z,w\n}\n\n";
    if (!is_finite(t) || !is_finite(Vec3{q.x, q.y, q.z}) || !std::isfinite(q.w))
      return fail(Code::usage, "bone " + name + " has a number that is not finite");
  }
  for (std::size_t i = 0; i < doc.morphs.size(); ++i) {
    const auto& [name, weight] = doc.morphs[i];
    if (!std::isfinite(weight))
      return fail(Code::usage, "morph " + name + " has a weight that is not finite");
    text += "Morph" + std::to_string(i) + "{" + name + "\n" + list({weight}) + "\n}\n\n";
  }
  if (doc.crlf) {
    std::string lines;
    for (const char c : text) {
      if (c == '\n') lines += '\r';
      lines += c;
    }
    text = std::move(lines);
  }
  auto bytes = encode(doc.encoding, text);
  if (!bytes) {
    return fail(Code::usage, "a name has a character that the file's encoding does not have",
                Error::kNoOffset, "write it as UTF-8");
  }
  return std::move(*bytes);
}

bool looks_like_vpd(Bytes data) {
  const std::string_view text(reinterpret_cast<const char*>(data.data()),
                              std::min<std::size_t>(data.size(), 64));
  return TextReader(text).rest_of_line().starts_with(kSignature);
}

}  // namespace odori::io
