// Where the tests find the source tree and the folder of shared test data (which may not exist:
// such tests are skipped). Included into every test by the build; the paths themselves are compiled
// once, in test_paths.cpp, so that compiled tests can be shared between checkouts.
#pragma once

extern const char* const odori_source_dir;
extern const char* const odori_shared_dir;

#define ODORI_SOURCE_DIR odori_source_dir
#define ODORI_SHARED_DIR odori_shared_dir
