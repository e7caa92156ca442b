#include "json/json_scan.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <span>

#include "odori/base/number_text.h"
#include "odori/base/text.h"

namespace odori::io {
namespace {

// UTF-8 of a code point; surrogates that stand alone are kept as U+FFFD.
void append_utf8(std::string& out, unsigned c) {
  if (c >= 0xd800 && c < 0xe000) c = 0xfffd;
  const auto put = [&](unsigned byte) { out += static_cast<char>(byte); };
  if (c < 0x80) {
    put(c);
  } else if (c < 0x800) {
    put(0xc0 | c >> 6);
    put(0x80 | (c & 63));
  } else if (c < 0x10000) {
    put(0xe0 | c >> 12);
    put(0x80 | (c >> 6 & 63));
    put(0x80 | (c & 63));
  } else {
    put(0xf0 | c >> 18);
    put(0x80 | (c >> 12 & 63));
    put(0x80 | (c >> 6 & 63));
    put(0x80 | (c & 63));
  }
}

}  // namespace

void JsonScanner::fail(Code code, std::string what) {
  if (!ok_) return;
  ok_ = false;
  error_ = {code, std::move(what), offset_ + static_cast<std::uint64_t>(at_ - begin_), {}, {}};
  at_ = end_;
}

void JsonScanner::fail_expected(char c) {
  if (!ok_) return;
  const char found = peek();
  const bool end = at_ == end_;
  fail(end ? Code::truncated : Code::malformed,
       end ? "the text ends early" : std::string("'") + c + "' expected, not '" + found + "'");
}

bool JsonScanner::take_null() {
  if (peek() != 'n' || end_ - at_ < 4 || std::memcmp(at_, "null", 4) != 0) return false;
  at_ += 4;
  return true;
}

double JsonScanner::number() {
  const char first = peek();
  if (first != '-' && !(first >= '0' && first <= '9')) {
    fail(at_ == end_ ? Code::truncated : Code::malformed, "a number expected");
    return 0;
  }
  double value = 0;
  const std::size_t n =
      scan_number(std::string_view(at_, static_cast<std::size_t>(end_ - at_)), value);
  if (n == 0) {
    fail(Code::malformed, "a number expected");
    return 0;
  }
  if (!(std::fabs(value) <= static_cast<double>(std::numeric_limits<float>::max()))) {
    fail(Code::not_finite, "a number beyond all measure");
    return 0;
  }
  at_ += n;
  return value;
}

std::string_view JsonScanner::raw_text() {
  expect('"');
  if (!ok_) return {};
  const char* const start = at_;
  while (at_ < end_ && *at_ != '"') at_ += *at_ == '\\' && end_ - at_ > 1 ? 2 : 1;
  if (at_ == end_) {
    fail(Code::truncated, "a text without its closing quote");
    return {};
  }
  return {start, static_cast<std::size_t>(at_++ - start)};
}

std::string JsonScanner::text() {
  const std::string_view raw = raw_text();
  std::string out;
  const auto hex = [&](std::size_t at) {
    unsigned value = 0;
    for (std::size_t i = at; i < at + 4; ++i) {
      const char c = i < raw.size() ? raw[i] : '?';
      const int digit = c >= '0' && c <= '9'   ? c - '0'
                        : c >= 'a' && c <= 'f' ? c - 'a' + 10
                        : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                               : -1;
      if (digit < 0) {
        fail(Code::malformed, "an escape without four digits");
        return 0u;
      }
      value = value * 16 + static_cast<unsigned>(digit);
    }
    return value;
  };
  for (std::size_t i = 0; i < raw.size() && ok_; ++i) {
    if (raw[i] != '\\' || i + 1 == raw.size()) {
      out += raw[i];
      continue;
    }
    const char c = raw[++i];
    constexpr std::string_view kMarks = "\"\\/bfnrt", kMeant = "\"\\/\b\f\n\r\t";
    if (const std::size_t mark = kMarks.find(c); mark != std::string_view::npos) {
      out += kMeant[mark];
    } else if (c == 'u') {
      unsigned code = hex(i + 1);
      i += 4;
      if (code >= 0xd800 && code < 0xdc00 && raw.substr(i + 1, 2) == "\\u") {
        const unsigned low = hex(i + 3);
        if (low >= 0xdc00 && low < 0xe000) {
          code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
          i += 6;
        }
      }
      append_utf8(out, code);
    } else {
      fail(Code::malformed, "an escape that JSON does not have");
    }
  }
  // Bytes that are no UTF-8 become U+FFFD.
  return ok_ ? decode(Encoding::utf8, std::as_bytes(std::span(out))).text : std::string();
}

void JsonScanner::skip(int depth) {
  if (depth > kMostDepth) return fail(Code::too_large, "values inside values, too deep");
  const auto word = [&](std::string_view w) {
    if (static_cast<std::size_t>(end_ - at_) < w.size() ||
        std::memcmp(at_, w.data(), w.size()) != 0)
      return fail(Code::malformed, "a value expected");
    at_ += w.size();
  };
  switch (peek()) {
    case '{':
      return members([&](std::string_view) { skip(depth + 1); });
    case '[':
      return elements([&] { skip(depth + 1); });
    case '"':
      (void)raw_text();
      return;
    case 't':
      return word("true");
    case 'f':
      return word("false");
    case 'n':
      return word("null");
    default:
      (void)number();
  }
}

}  // namespace odori::io
