// JSON for stdout, written straight into one string.
#pragma once

#include <charconv>
#include <cmath>
#include <string>
#include <string_view>
#include <type_traits>

namespace odori::cli {

// Commas are put where they are needed; numbers are the shortest text that reads back. Not finite
// becomes null.
class Json {
 public:
  Json& open(char bracket) {
    comma();
    text_ += bracket;
    fresh_ = true;
    return *this;
  }
  Json& close(char bracket) {
    text_ += bracket;
    fresh_ = false;
    return *this;
  }
  Json& key(std::string_view name) {
    value(name);
    text_ += ':';
    fresh_ = true;
    return *this;
  }
  template <class T>
  requires std::is_arithmetic_v<T> Json& value(T number) {
    comma();
    if constexpr (std::is_same_v<T, bool>) {
      text_ += number ? "true" : "false";
    } else {
      if constexpr (std::is_floating_point_v<T>) {
        if (!std::isfinite(number)) {
          text_ += "null";
          return *this;
        }
      }
      char digits[64];
      text_.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
    }
    return *this;
  }
  Json& value(std::string_view text);
  Json& value(const char* text) { return value(std::string_view(text)); }
  Json& value(const std::string& text) { return value(std::string_view(text)); }
  template <class T>
  Json& pair(std::string_view name, const T& v) {
    return key(name).value(v);
  }
  void line() { text_ += '\n'; }
  std::string take() { return std::move(text_); }
  std::size_t size() const { return text_.size(); }

 private:
  void comma() {
    if (!fresh_) text_ += ',';
    fresh_ = false;
  }
  std::string text_;
  bool fresh_ = true;
};

}  // namespace odori::cli
