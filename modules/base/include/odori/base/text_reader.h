// Reading text formats: words, numbers and lines, with the line where something is wrong.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "odori/base/result.h"

namespace odori {

// Latches the first failure, as ByteReader does: after it everything is empty or zero, so that
// decoding is checked once, at the end. Lines end with LF, CR LF or CR; a byte order mark at the
// beginning is passed over. The text must outlive the reader.
class TextReader {
 public:
  explicit TextReader(std::string_view text);

  bool ok() const { return ok_; }
  // The first failure; `what` names the line. Only to be asked when !ok().
  const Error& error() const { return error_; }
  std::uint64_t line() const { return line_; }  // of the next character, from 1

  std::size_t remaining() const { return text_.size() - at_; }  // bytes
  // Whether nothing but white space is left.
  bool at_end();

  // The next run of characters that are not white space; empty at the end, which is no failure.
  std::string_view peek_word();
  std::string_view word();
  // What is left of this line, without white space at its ends; the line is done with then.
  std::string_view rest_of_line();
  // The next word, which must be a finite number. Fails otherwise (malformed, not_finite).
  double number();
  // The next word as a whole number of at least `least`.
  std::int64_t whole_number(std::int64_t least);

  void fail(Code code, const std::string& what);

 private:
  void skip_blank();

  std::string_view text_;
  std::size_t at_ = 0;
  std::uint64_t line_ = 1;
  bool ok_ = true;
  Error error_;
};

}  // namespace odori
