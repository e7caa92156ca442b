// JSON text, piece by piece; commas come by themselves.
#pragma once

#include <string>
#include <string_view>
#include <type_traits>

#include "json/json_tree.h"

namespace odori::io {

class JsonWriter {
 public:
  void begin_object() { open('{'); }
  void end_object() { close('}'); }
  void begin_array() { open('['); }
  void end_array() { close(']'); }
  void key(std::string_view name) {
    text(name);
    out_ += ':';
    comma_ = false;
  }

  void text(std::string_view value) {
    part();
    write_json_text(out_, value);
  }
  void boolean(bool value) { raw(value ? "true" : "false"); }
  template <class T>
  requires std::is_arithmetic_v<T>
  void number(T value) {
    part();
    if constexpr (std::is_floating_point_v<T>)
      write_json_number(out_, value);
    else
      out_ += std::to_string(value);
  }
  // JSON text as it is.
  void raw(std::string_view json) {
    part();
    out_ += json;
  }

  std::string take() { return std::move(out_); }

 private:
  void part() {
    if (comma_) out_ += ',';
    comma_ = true;
  }
  void open(char c) {
    part();
    out_ += c;
    comma_ = false;
  }
  void close(char c) {
    out_ += c;
    comma_ = true;
  }

  std::string out_;
  bool comma_ = false;
};

}  // namespace odori::io
