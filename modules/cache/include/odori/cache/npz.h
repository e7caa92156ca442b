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
  std::vector<std::size_t> shape;  // row-major; its product is the number of values
  std::variant<std::vector<float>, std::vector<double>, std::vector<std::int32_t>,
               std::vector<std::uint8_t>>
      data;
};

// Below 4 GiB altogether, at most 65535 arrays, shapes that fit: the caller's promise.
std::vector<std::byte> encode_npz(std::span<const NpyArray> arrays);

// Also what numpy.savez writes. A flipped bit anywhere is noticed or changes nothing.
// Errors: truncated, malformed (also a checksum that does not fit), unsupported (dtype, Fortran
// order, packed).
Result<std::vector<NpyArray>> decode_npz(Bytes data);

}  // namespace odori
