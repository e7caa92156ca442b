// JSON read into a few bytes a value, so that hostile text costs no more than real text: a
// document tree of a library takes 20 to 100 bytes for "0,".
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

#include "odori/base/result.h"

namespace odori::io {

enum class JsonKind : std::uint8_t { absent, null, boolean, number, text, array, object };

class JsonTree;
struct JsonMember;

// A value inside a tree, which must outlive it. An absent one answers everything with nothing.
class JsonValue {
 public:
  JsonValue() = default;

  JsonKind kind() const;
  bool there() const { return tree_ != nullptr; }
  bool is_object() const { return kind() == JsonKind::object; }
  bool is_array() const { return kind() == JsonKind::array; }

  bool boolean() const;                         // false unless true
  std::optional<double> number() const;         // finite
  std::optional<std::int64_t> integer() const;  // a number without a fraction, below 2^53
  std::string_view text() const;

  // The member of that name, the last one if it stands there twice.
  JsonValue operator[](std::string_view key) const;
  std::size_t size() const;  // members or elements

  // for (const JsonMember member : value): the members or elements in order.
  class Iterator;
  Iterator begin() const;
  Iterator end() const;

  // As JSON text without white space.
  void write(std::string& out) const;

 private:
  friend class JsonTree;
  JsonValue(const JsonTree* tree, std::uint32_t node) : tree_(tree), node_(node) {}

  const JsonTree* tree_ = nullptr;
  std::uint32_t node_ = 0;
};

struct JsonMember {
  std::string_view key;  // empty in arrays
  JsonValue value;
};

class JsonValue::Iterator {
 public:
  Iterator(const JsonTree* tree, std::uint32_t node, bool keyed)
      : tree_(tree), node_(node), keyed_(keyed) {}
  JsonMember operator*() const;
  Iterator& operator++();
  bool operator!=(const Iterator& other) const { return node_ != other.node_; }

 private:
  const JsonTree* tree_;
  std::uint32_t node_;
  bool keyed_;
};

class JsonTree {
 public:
  static constexpr std::size_t kMostDepth = 64;
  static constexpr std::size_t kMostBytes = std::size_t{1} << 29;

  // The whole text must be one JSON value, in UTF-8. Errors: malformed (with its byte), too_large
  // (deeper than kMostDepth, longer than kMostBytes).
  static Result<JsonTree> parse(std::string_view text);

  JsonValue root() const { return {this, 0}; }
  std::size_t memory() const;  // bytes held

 private:
  friend class JsonValue;
  friend class JsonValue::Iterator;
  friend class JsonBuilder;

  // Three bits of kind, and 61: a small integer, a place among `numbers_`, where a text stands, or
  // the node behind the last of a container. Members are a text node and the value's.
  std::uint32_t behind(std::uint32_t node) const;
  std::string_view text_at(std::uint32_t node) const;

  std::deque<std::uint64_t> nodes_;
  std::deque<double> numbers_;
  std::string texts_;               // short ones
  std::deque<std::string> longer_;  // each by itself
};

// A text as JSON: quotes around it, escapes inside. Bytes that are no UTF-8 become U+FFFD.
void write_json_text(std::string& out, std::string_view text);
// Finite; the shortest text that reads back to the same value, minus zero included.
void write_json_number(std::string& out, double value);
void write_json_number(std::string& out, float value);

}  // namespace odori::io
