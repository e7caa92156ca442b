// What the formats of one JSON object a line share: lines out of chunks, numbers into text.
#pragma once

#include <charconv>
#include <cstring>
#include <string>
#include <string_view>

#include "odori/base/bytes.h"
#include "odori/base/result.h"

namespace odori::io {

// Puts lines together from chunks of any size; empty lines are passed over.
class LineJoiner {
 public:
  static constexpr std::size_t kMostLine = std::size_t{1} << 20;

  // Calls use(line, its offset in the stream) -> Result<void> for each line that is complete now;
  // the first failure ends the stream.
  template <class Use>
  Result<void> feed(Bytes chunk, Use use) {
    std::string_view rest(reinterpret_cast<const char*>(chunk.data()), chunk.size());
    while (!rest.empty()) {
      const std::size_t end = rest.find('\n');
      if (end == std::string_view::npos) {
        if (partial_.size() + rest.size() > kMostLine) return too_long();
        partial_ += rest;
        return {};
      }
      Result<void> done;
      if (partial_.empty()) {
        done = give(rest.substr(0, end), use);
      } else {
        if (partial_.size() + end > kMostLine) return too_long();
        partial_ += rest.substr(0, end);
        done = give(partial_, use);
        partial_.clear();
      }
      if (!done) return done;
      ++offset_;  // the line's end
      rest.remove_prefix(end + 1);
    }
    return {};
  }
  // The last line may lack its end.
  template <class Use>
  Result<void> finish(Use use) {
    const std::string last = std::move(partial_);
    partial_.clear();
    return give(last, use);
  }

  std::uint64_t line() const { return line_; }  // of the last line given, from 1

 private:
  template <class Use>
  Result<void> give(std::string_view line, Use use) {
    ++line_;
    const std::uint64_t offset = offset_;
    offset_ += line.size();
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) return {};
    return use(line, offset);
  }
  tl::unexpected<Error> too_long() const {
    return odori::fail(Code::too_large, "a line of more than a megabyte", offset_);
  }

  std::string partial_;
  std::uint64_t line_ = 0, offset_ = 0;
};

// Writes into room that is reserved a line at a time: numbers are the shortest text that reads back
// to the same value, with the same bits on every platform.
class TextRoom {
 public:
  // At most `most` characters are put until finish().
  TextRoom(std::string& out, std::size_t most) : out_(out), start_(out.size()) {
    out_.resize(start_ + most);
    at_ = out_.data() + start_;
  }
  void put(char c) { *at_++ = c; }
  void put(std::string_view text) {
    std::memcpy(at_, text.data(), text.size());
    at_ += text.size();
  }
  template <class T>
  void number(T value) {
    at_ = std::to_chars(at_, at_ + kMostNumber, value).ptr;
  }
  void finish() { out_.resize(static_cast<std::size_t>(at_ - out_.data())); }

  static constexpr std::size_t kMostNumber = 32;

 private:
  std::string& out_;
  std::size_t start_;
  char* at_;
};

}  // namespace odori::io
