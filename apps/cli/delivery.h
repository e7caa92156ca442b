// A conversion from beginning to end: files read, converted, written, told of.
#pragma once

#include "wishes.h"

namespace odori::cli {

// Writes OUT and what belongs beside it, then the report, as JSON or for people. The exit code.
int convert_and_deliver(const ConvertWish& wish);

}  // namespace odori::cli
