// odori inspect FILE... [--json], in both programs: `odori` tells of the formats of the table, and
// leaves pictures and songs to `odori-media`, whose codecs take longer to load than most files to
// read.
#pragma once

#include "inspect_file.h"
#include "verbs.h"

namespace odori::cli {

// `media`: reads pictures and songs; where it is null, `elsewhere` is given the whole command when
// there is one among the files.
int run_inspect(const Verb& verb, int argc, char** argv, MediaReader media, VerbFunction elsewhere);

}  // namespace odori::cli
