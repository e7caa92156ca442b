#include "json/json_tree.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <vector>

#include "odori/base/number_text.h"
#include "odori/base/text.h"

namespace odori::io {
namespace {

enum Tag : std::uint64_t {
  kNull,
  kFalse,
  kTrue,
  kInteger,
  kNumber,
  kText,
  kLongText,
  kContainer,  // the bit above tells an object from an array
};
constexpr std::uint64_t kTagBits = 3;
constexpr std::uint64_t kObjectBit = std::uint64_t{1} << 63;
constexpr std::size_t kLong = 4096;
constexpr std::int64_t kInlineInteger = std::int64_t{1} << 53;

Tag tag_of(std::uint64_t node) { return static_cast<Tag>(node & 7); }
std::uint64_t node_of(Tag tag, std::uint64_t payload) { return payload << kTagBits | tag; }

// "parse error at line 1, column 5: syntax error ..." without what stands before and overmuch
// after.
std::string words_of(const char* message) {
  std::string_view text = message;
  if (const std::size_t at = text.find("] "); at != std::string_view::npos)
    text.remove_prefix(at + 2);
  constexpr std::size_t kMost = 160;
  std::string words = "JSON: ";
  for (const char c : text.substr(0, kMost)) {
    const auto byte = static_cast<unsigned char>(c);
    words += byte < 32 || byte > 126 ? '?' : c;
  }
  return words;
}

}  // namespace

// What the library's event parser, which does not recurse, calls.
class JsonBuilder {
 public:
  using json = nlohmann::json;

  bool null() { return add(kNull, 0); }
  bool boolean(bool value) { return add(value ? kTrue : kFalse, 0); }
  bool number_integer(json::number_integer_t value) {
    if (value <= -kInlineInteger || value >= kInlineInteger)
      return number_float(static_cast<double>(value), {});
    return add(kInteger, static_cast<std::uint64_t>(value + kInlineInteger));
  }
  bool number_unsigned(json::number_unsigned_t value) {
    if (value >= static_cast<json::number_unsigned_t>(kInlineInteger))
      return number_float(static_cast<double>(value), {});
    return number_integer(static_cast<json::number_integer_t>(value));
  }
  bool number_float(json::number_float_t value, const std::string&) {
    tree.numbers_.push_back(value);
    return add(kNumber, tree.numbers_.size() - 1);
  }
  bool string(std::string& value) {
    if (value.size() >= kLong) {
      tree.longer_.push_back(std::move(value));
      value = std::string();
      return add(kLongText, tree.longer_.size() - 1);
    }
    const std::uint64_t at = tree.texts_.size();
    tree.texts_ += value;
    return add(kText, at << 13 | value.size());
  }
  bool binary(json::binary_t&) { return false; }
  bool start_object(std::size_t) { return open(kObjectBit); }
  bool start_array(std::size_t) { return open(0); }
  bool key(std::string& name) { return string(name); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }
  bool parse_error(std::size_t position, const std::string&, const json::exception& error) {
    failure =
        Error{Code::malformed, words_of(error.what()), position > 0 ? position - 1 : 0, {}, {}};
    return false;
  }

  JsonTree tree;
  std::optional<Error> failure;

 private:
  bool add(Tag tag, std::uint64_t payload) {
    tree.nodes_.push_back(node_of(tag, payload));
    return true;
  }
  bool open(std::uint64_t kind) {
    if (open_.size() == JsonTree::kMostDepth) {
      failure = Error{Code::too_large,
                      "JSON: more than " + std::to_string(JsonTree::kMostDepth) +
                          " lists and objects inside each other",
                      Error::kNoOffset,
                      {},
                      {}};
      return false;
    }
    open_.push_back(tree.nodes_.size());
    tree.nodes_.push_back(kind | kContainer);
    return true;
  }
  bool close() {
    std::uint64_t& node = tree.nodes_[open_.back()];
    node = (node & kObjectBit) | node_of(kContainer, tree.nodes_.size());
    open_.pop_back();
    return true;
  }

  std::vector<std::size_t> open_;
};

Result<JsonTree> JsonTree::parse(std::string_view text) {
  if (text.size() > kMostBytes)
    return fail(Code::too_large,
                "JSON text of more than " + std::to_string(kMostBytes >> 20) + " MiB");
  JsonBuilder builder;
  if (!nlohmann::json::sax_parse(text.begin(), text.end(), &builder)) {
    return tl::unexpected(
        builder.failure.value_or(Error{Code::malformed, "JSON that ends early", 0, {}, {}}));
  }
  return std::move(builder.tree);
}

std::size_t JsonTree::memory() const {
  std::size_t bytes = (nodes_.size() + numbers_.size()) * 8 + texts_.capacity();
  for (const std::string& text : longer_) bytes += text.capacity();
  return bytes;
}

std::uint32_t JsonTree::behind(std::uint32_t node) const {
  const std::uint64_t n = nodes_[node];
  if (tag_of(n) != kContainer) return node + 1;
  return static_cast<std::uint32_t>((n & ~kObjectBit) >> kTagBits);
}

std::string_view JsonTree::text_at(std::uint32_t node) const {
  const std::uint64_t n = nodes_[node], payload = n >> kTagBits;
  if (tag_of(n) == kLongText) return longer_[static_cast<std::size_t>(payload)];
  if (tag_of(n) != kText) return {};
  return std::string_view(texts_).substr(static_cast<std::size_t>(payload >> 13),
                                         static_cast<std::size_t>(payload & 0x1FFF));
}

JsonKind JsonValue::kind() const {
  if (!tree_) return JsonKind::absent;
  const std::uint64_t n = tree_->nodes_[node_];
  switch (tag_of(n)) {
    case kNull:
      return JsonKind::null;
    case kFalse:
    case kTrue:
      return JsonKind::boolean;
    case kInteger:
    case kNumber:
      return JsonKind::number;
    case kText:
    case kLongText:
      return JsonKind::text;
    default:
      return n & kObjectBit ? JsonKind::object : JsonKind::array;
  }
}

bool JsonValue::boolean() const { return tree_ && tag_of(tree_->nodes_[node_]) == kTrue; }

std::optional<double> JsonValue::number() const {
  if (!tree_) return {};
  const std::uint64_t n = tree_->nodes_[node_];
  if (tag_of(n) == kNumber) return tree_->numbers_[static_cast<std::size_t>(n >> kTagBits)];
  if (tag_of(n) == kInteger)
    return static_cast<double>(static_cast<std::int64_t>(n >> kTagBits) - kInlineInteger);
  return {};
}

std::optional<std::int64_t> JsonValue::integer() const {
  const std::optional<double> value = number();
  if (!value || std::fabs(*value) >= static_cast<double>(kInlineInteger) ||
      std::floor(*value) != *value)
    return {};
  return static_cast<std::int64_t>(*value);
}

std::string_view JsonValue::text() const {
  return tree_ ? tree_->text_at(node_) : std::string_view();
}

JsonValue JsonValue::operator[](std::string_view key) const {
  JsonValue found;
  if (!is_object()) return found;
  for (const JsonMember member : *this) {
    if (member.key == key) found = member.value;
  }
  return found;
}

std::size_t JsonValue::size() const {
  std::size_t n = 0;
  for (Iterator it = begin(), last = end(); it != last; ++it) ++n;
  return n;
}

JsonValue::Iterator JsonValue::begin() const {
  const bool inside = is_object() || is_array();
  return {tree_, inside ? node_ + 1 : 0, is_object()};
}

JsonValue::Iterator JsonValue::end() const {
  const bool inside = is_object() || is_array();
  return {tree_, inside ? tree_->behind(node_) : 0, is_object()};
}

JsonMember JsonValue::Iterator::operator*() const {
  if (!keyed_) return {{}, JsonValue(tree_, node_)};
  return {tree_->text_at(node_), JsonValue(tree_, node_ + 1)};
}

JsonValue::Iterator& JsonValue::Iterator::operator++() {
  node_ = tree_->behind(keyed_ ? node_ + 1 : node_);
  return *this;
}

// A value is its node and those up to the one behind it; no recursion.
void JsonValue::write(std::string& out) const {
  if (!tree_) return;
  struct Open {
    std::uint32_t end;
    bool object;
    std::size_t written = 0;  // keys count too
  };
  std::vector<Open> open;
  const std::uint32_t last = tree_->behind(node_);
  for (std::uint32_t n = node_; n < last || !open.empty();) {
    if (!open.empty() && n == open.back().end) {
      out += open.back().object ? '}' : ']';
      open.pop_back();
      continue;
    }
    if (!open.empty()) {
      Open& around = open.back();
      if (around.object && around.written % 2 == 1)
        out += ':';
      else if (around.written > 0)
        out += ',';
      ++around.written;
    }
    const JsonValue value(tree_, n);
    switch (value.kind()) {
      case JsonKind::boolean:
        out += value.boolean() ? "true" : "false";
        break;
      case JsonKind::number:
        write_json_number(out, *value.number());
        break;
      case JsonKind::text:
        write_json_text(out, value.text());
        break;
      case JsonKind::array:
      case JsonKind::object:
        open.push_back({tree_->behind(n), value.is_object()});
        out += value.is_object() ? '{' : '[';
        break;
      default:
        out += "null";
    }
    ++n;
  }
}

void write_json_number(std::string& out, double value) {
  out += value == 0 && std::signbit(value) ? "-0.0" : to_text(value);
}
void write_json_number(std::string& out, float value) {
  out += value == 0 && std::signbit(value) ? "-0.0" : to_text(value);
}

void write_json_text(std::string& out, std::string_view given) {
  std::string repaired;
  const Bytes raw = std::as_bytes(std::span(given));
  if (!is_valid_utf8(raw)) {
    repaired = decode(Encoding::utf8, raw).text;
    given = repaired;
  }
  constexpr char kHex[] = "0123456789abcdef";
  out += '"';
  for (const char c : given) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (byte < 32) {
      out += "\\u00";
      out += kHex[byte >> 4];
      out += kHex[byte & 15];
    } else {
      out += c;
    }
  }
  out += '"';
}

}  // namespace odori::io
