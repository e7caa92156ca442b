#include "odori/base/result.h"

#include <cstdio>
#include <cstdlib>

#include "odori/base/assert.h"

namespace odori {

namespace {

// For damage that a reader found at some byte and gives no better advice for.
const char* usual_hint(const Error& error) {
  if (error.offset == Error::kNoOffset) return "";
  switch (error.code) {
    case Code::truncated:
      return "the file is cut short; get it again";
    case Code::malformed:
    case Code::too_large:
    case Code::not_finite:
      return "the file is damaged; get it again, or export it anew";
    default:
      return "";
  }
}

}  // namespace

std::string to_text(const Error& error) {
  std::string text;
  if (!error.file.empty()) text += error.file + ": ";
  text += error.what;
  if (error.offset != Error::kNoOffset) text += " at byte " + std::to_string(error.offset);
  const std::string hint = error.hint.empty() ? usual_hint(error) : error.hint;
  if (!hint.empty()) text += ": " + hint;
  return text;
}

void assertion_failed(const char* condition, const char* file, int line) {
  std::fprintf(stderr, "%s:%d: broken promise: %s\n", file, line, condition);
  std::abort();
}

}  // namespace odori
