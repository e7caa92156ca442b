#include "odori/base/text_reader.h"

#include <algorithm>
#include <cmath>

#include "odori/base/number_text.h"

namespace odori {
namespace {

bool is_line_end(char c) { return c == '\n' || c == '\r'; }
bool is_blank(char c) { return c == ' ' || is_line_end(c) || c == '\t' || c == '\v' || c == '\f'; }

// A word as it is shown in an error: not longer than a line of a terminal.
std::string shown(std::string_view word) {
  constexpr std::size_t kMost = 40;
  std::string text = "\"";
  for (const char c : word.substr(0, kMost)) text += static_cast<unsigned char>(c) < 32 ? '?' : c;
  return text + (word.size() > kMost ? "...\"" : "\"");
}

}  // namespace

TextReader::TextReader(std::string_view text) : text_(text) {
  if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;
}

void TextReader::skip_blank() {
  for (; at_ < text_.size() && is_blank(text_[at_]); ++at_) {
    const bool pair = text_[at_] == '\r' && at_ + 1 < text_.size() && text_[at_ + 1] == '\n';
    line_ += is_line_end(text_[at_]) && !pair ? 1 : 0;
  }
}

bool TextReader::at_end() {
  skip_blank();
  return !ok_ || at_ == text_.size();
}

std::string_view TextReader::peek_word() {
  if (at_end()) return {};
  std::size_t end = at_;
  while (end < text_.size() && !is_blank(text_[end])) ++end;
  return text_.substr(at_, end - at_);
}

std::string_view TextReader::word() {
  const std::string_view found = peek_word();
  at_ += found.size();
  return found;
}

std::string_view TextReader::rest_of_line() {
  if (!ok_) return {};
  std::size_t end = at_;
  while (end < text_.size() && !is_line_end(text_[end])) ++end;
  std::string_view rest = text_.substr(at_, end - at_);
  at_ = end;
  while (!rest.empty() && is_blank(rest.front())) rest.remove_prefix(1);
  while (!rest.empty() && is_blank(rest.back())) rest.remove_suffix(1);
  return rest;
}

double TextReader::number() {
  if (at_end()) {
    fail(Code::truncated, "a number is wanted, and the text ends");
    return 0;
  }
  double value = 0;
  const std::size_t length = scan_number(text_.substr(at_), value);
  const std::size_t end = at_ + length;
  if (length > 0 && (end == text_.size() || is_blank(text_[end]))) {
    at_ = end;
    if (std::isfinite(value)) return value;
    fail(Code::not_finite, "a number that is too large to play with");
    return 0;
  }
  const std::string_view found = peek_word();
  std::string lower(found.substr(0, 5));
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  const bool wild = lower.find("nan") != lower.npos || lower.find("inf") != lower.npos ||
                    lower.find("ind") != lower.npos || lower.find("#") != lower.npos;
  fail(wild ? Code::not_finite : Code::malformed, "a number is wanted, not " + shown(found));
  return 0;
}

std::int64_t TextReader::whole_number(std::int64_t least) {
  const double value = number();
  constexpr double kMost = 9e15;  // exact in a double
  if (ok_ && value == std::floor(value) && value >= static_cast<double>(least) && value < kMost)
    return static_cast<std::int64_t>(value);
  fail(Code::malformed,
       "a whole number from " + std::to_string(least) + " on is wanted, not " + to_text(value));
  return least;
}

void TextReader::fail(Code code, const std::string& what) {
  if (!ok_) return;
  ok_ = false;
  error_.code = code;
  error_.what = "line " + std::to_string(line_) + ": " + what;
}

}  // namespace odori
