// What both programs share: finding the verb, --help, --version.
#pragma once

#include "verbs.h"

namespace odori::cli {

struct Row {
  const char* name;
  VerbFunction run;  // null = not in this program
};

// The whole of main(). `rows` in the order of verbs(). A verb that is not in this program is handed
// to `elsewhere`, which may be null.
int run_program(int argc, char** argv, std::span<const Row> rows, VerbFunction elsewhere);

}  // namespace odori::cli
