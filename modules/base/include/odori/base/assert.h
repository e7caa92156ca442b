// A caller's mistake, never an input's: on in every build, since it stands only at doors.
#pragma once

namespace odori {
[[noreturn]] void assertion_failed(const char* condition, const char* file, int line);
}

#define ODORI_ASSERT(condition) \
  ((condition) ? void(0) : ::odori::assertion_failed(#condition, __FILE__, __LINE__))
