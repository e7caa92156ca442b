// A small PMD model made by code.
#pragma once

#include "odori/io/pmd.h"

namespace odori::io {

// Every kind of bone, a base and two morphs, display frames and all four parts at the end.
PmdDocument full_pmd();

}  // namespace odori::io
