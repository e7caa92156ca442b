// The demo dancer's skeleton without a body: MMD's standard bones with leg IK.
#pragma once

#include "odori/io/pmx.h"

namespace odori::demo {

io::PmxDocument make_stick_dancer();

}  // namespace odori::demo
