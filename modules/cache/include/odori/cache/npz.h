// NumPy's .npz: named arrays in a stored zip, readable with numpy.load. The same arrays give the
// same bytes.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "odori/base/bytes.h"
#include "odori/base/result.h"

namespace odori {

struct NpyArray {
  std::string name;
  std::vector<std::size_t> shape;  // row-major
  std::variant<std::vector<float>, std::vector<double>, std::vector<std::int32_t>,
               std::vector<std::uint8_t>>
      data;
};

std::vector<std::byte> encode_npz(std::span<const NpyArray> arrays);
// Errors: truncated, malformed (also a checksum that does not fit), unsupported (dtype, Fortran
// order, packed).
Result<std::vector<NpyArray>> decode_npz(Bytes data);

}  // namespace odori
