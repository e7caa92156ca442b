// JSON read straight through, value by value, for recordings of many megabytes: nothing is kept but
// what the caller takes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "odori/base/result.h"

namespace odori::io {

// Latches the first failure; after it every question is answered with nothing. The text must
// outlive the scanner.
class JsonScanner {
 public:
  static constexpr int kMostDepth = 64;

  // `offset`: of the text's first byte in its file, for errors.
  explicit JsonScanner(std::string_view text, std::uint64_t offset = 0)
      : begin_(text.data()), at_(begin_), end_(begin_ + text.size()), offset_(offset) {}

  bool ok() const { return ok_; }
  const Error& error() const { return error_; }  // only to be asked when !ok()
  void fail(Code code, std::string what);

  // The next character that is no white space; 0 at the end.
  char peek() {
    while (at_ < end_ && (*at_ == ' ' || *at_ == '\n' || *at_ == '\r' || *at_ == '\t')) ++at_;
    return at_ < end_ ? *at_ : '\0';
  }
  bool at_end() { return peek() == '\0' && at_ == end_; }
  bool take(char c) {
    if (peek() != c || at_ == end_) return false;
    ++at_;
    return true;
  }
  void expect(char c) {
    if (!take(c)) fail_expected(c);
  }
  bool take_null();

  double number();  // finite, and for a float small enough: else it fails
  // Between the quotes, with escapes as they stand: for keys.
  std::string_view raw_text();
  std::string text();
  void skip(int depth = 0);  // any value

  // Calls use(key) for each member of an object; it must take the value.
  template <class Use>
  void members(Use use) {
    expect('{');
    if (take('}')) return;
    do {
      const std::string_view key = raw_text();
      expect(':');
      if (ok_) use(key);
    } while (ok_ && take(','));
    expect('}');
  }
  // Calls use() for each element of an array; it must take the value.
  template <class Use>
  void elements(Use use) {
    expect('[');
    if (take(']')) return;
    do {
      use();
    } while (ok_ && take(','));
    expect(']');
  }

 private:
  void fail_expected(char c);

  const char *begin_, *at_, *end_;
  std::uint64_t offset_;
  bool ok_ = true;
  Error error_;
};

}  // namespace odori::io
