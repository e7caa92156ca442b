// What can be told of a file in a format of the table.
#pragma once

#include "inspect_file.h"
#include "odori/assets/load.h"

namespace odori::cli {

void add_fact(Inspected& seen, const char* name, std::size_t n);
void add_fact(Inspected& seen, const char* name, std::string text);
void add_seconds(Inspected& seen, double seconds);
// Those that are not told yet.
void add_warnings(Inspected& seen, const Warnings& warnings);

// Facts, warnings, model and motion. `bytes`: the file, which was read without a fault.
Inspected inspect_loaded(LoadedFile loaded, Bytes bytes);

}  // namespace odori::cli
