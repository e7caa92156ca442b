// One .npy: a text header and the values.
#pragma once

#include "odori/cache/npz.h"

namespace odori {

// Format 1.0, padded as NumPy pads it.
void write_npy(const NpyArray& array, ByteWriter& out);
std::size_t npy_bytes(const NpyArray& array);

// Errors: truncated, malformed, unsupported.
Result<NpyArray> read_npy(std::string name, Bytes data);

}  // namespace odori
