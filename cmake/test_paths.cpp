#include "test_paths.h"

const char* const odori_source_dir = ODORI_TEST_SOURCE_DIR;
const char* const odori_shared_dir = ODORI_TEST_SHARED_DIR;
