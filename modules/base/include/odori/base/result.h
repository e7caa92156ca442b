// What a function of the core returns when it can fail. The core never throws, prints or aborts on
// input.
#pragma once

#include <cstdint>
#include <string>
#include <tl/expected.hpp>

namespace odori {

enum class Code {
  truncated,    // the data end before the record does
  malformed,    // a value that the format does not allow
  too_large,    // a count or size that the data cannot hold, or beyond a stated limit
  not_finite,   // NaN or infinity where a number must be finite
  unsupported,  // sound, but of a kind that is not handled
  not_found,    // a file, name or index that is not there
  denied,       // refused for safety (a path that leaves its folder, a bomb) or by the system
  io,           // the operating system failed
  usage,        // the caller's wish makes no sense (a frame range that is empty)
  cancelled,    // stopped by the user
  internal,     // a broken promise of our own
};

// What went wrong and where. Words for people are made from it once, at the edge:
//   <file>: <what> at byte <offset> (<section> <record> of <count>): <hint>
struct Error {
  static constexpr std::uint64_t kNoOffset = ~std::uint64_t{0};

  Code code = Code::internal;
  std::string what;                  // "bone keys end early"
  std::uint64_t offset = kNoOffset;  // byte in the file (or line, where `line` is set)
  std::string hint{};                // what to do about it; empty = what is usual for the code
  std::string file{};                // filled in by whoever opened the file
};

// One line for people, without a newline at the end.
std::string to_text(const Error& error);

template <class T>
class [[nodiscard]] Result : public tl::expected<T, Error> {
 public:
  using tl::expected<T, Error>::expected;
};

inline tl::unexpected<Error> fail(Code code, std::string what,
                                  std::uint64_t offset = Error::kNoOffset, std::string hint = {}) {
  return tl::unexpected<Error>(Error{code, std::move(what), offset, std::move(hint), {}});
}

// Names the file of a failure that came from inside it.
inline tl::unexpected<Error> fail_in(std::string file, Error error) {
  if (error.file.empty()) error.file = std::move(file);
  return tl::unexpected<Error>(std::move(error));
}

}  // namespace odori
