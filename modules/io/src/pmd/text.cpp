#include "odori/base/text.h"

#include <algorithm>
#include <cstring>

#include "odori/io/pmd.h"
#include "odori/io/vmd.h"

namespace odori::io {

// MMD fills the fields of both formats the same way.
std::string pmd_text(std::span<const std::uint8_t> field, Warnings* warnings,
                     std::uint64_t record) {
  return vmd_text(field, warnings, record).text;
}

bool set_pmd_text(std::span<std::uint8_t> field, std::string_view utf8) {
  const auto encoded = encode(Encoding::cp932, utf8);
  if (!encoded || encoded->size() > field.size()) return false;
  std::fill(field.begin(), field.end(), std::uint8_t{0});
  if (!encoded->empty()) std::memcpy(field.data(), encoded->data(), encoded->size());
  return true;
}

}  // namespace odori::io
