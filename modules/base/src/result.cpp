#include "odori/base/result.h"

#include <cstdio>
#include <cstdlib>

#include "odori/base/assert.h"

namespace odori {

std::string to_text(const Error& error) {
  std::string text;
  if (!error.file.empty()) text += error.file + ": ";
  text += error.what;
  if (error.offset != Error::kNoOffset) text += " at byte " + std::to_string(error.offset);
  if (!error.hint.empty()) text += ": " + error.hint;
  return text;
}

void assertion_failed(const char* condition, const char* file, int line) {
  std::fprintf(stderr, "%s:%d: broken promise: %s\n", file, line, condition);
  std::abort();
}

}  // namespace odori
