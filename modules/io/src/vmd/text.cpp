#include "odori/base/text.h"

#include <algorithm>
#include <cstring>

#include "odori/io/vmd.h"

namespace odori::io {

VmdText vmd_text(std::span<const std::uint8_t> field, Warnings* warnings, std::uint64_t record) {
  const auto end = std::find(field.begin(), field.end(), std::uint8_t{0});
  VmdText out;
  out.raw.assign(field.begin(), end);
  const Bytes bytes = std::as_bytes(std::span(out.raw));
  const Encoding encoding = guess_encoding(bytes);
  Decoded decoded = decode(encoding, bytes);
  out.text = std::move(decoded.text);
  // Half a character at a NUL is damage, not a cut.
  out.cut = decoded.cut && end == field.end();
  if (!warnings) return out;
  if (out.cut) warnings->add(WarningKind::name_cut, record, out.text);
  if (encoding != Encoding::cp932) warnings->add(WarningKind::name_encoding, record, out.text);
  if (decoded.bad > 0 || (decoded.cut && !out.cut)) {
    warnings->add(WarningKind::name_undecodable, record, out.text);
  }
  // 0xFD is what MMD itself leaves behind the NUL in some fields.
  const bool garbage =
      std::any_of(end, field.end(), [](std::uint8_t b) { return b != 0 && b != 0xFD; });
  if (garbage) warnings->add(WarningKind::name_garbage, record, out.text);
  return out;
}

namespace {

template <std::size_t N>
std::optional<std::array<std::uint8_t, N>> name_field(std::string_view utf8) {
  const auto encoded = encode(Encoding::cp932, utf8.substr(0, utf8.find('\0')));
  if (!encoded) return std::nullopt;
  std::size_t n = 0;
  while (n < encoded->size()) {
    const auto lead = std::to_integer<unsigned>((*encoded)[n]);
    const bool two = (lead >= 0x81 && lead <= 0x9F) || (lead >= 0xE0 && lead <= 0xFC);
    if (n + (two ? 2 : 1) > N) break;
    n += two ? 2 : 1;
  }
  n = std::min(n, encoded->size());
  std::array<std::uint8_t, N> field{};
  if (n > 0) std::memcpy(field.data(), encoded->data(), n);
  return field;
}

}  // namespace

std::optional<VmdName15> vmd_name15(std::string_view utf8) { return name_field<15>(utf8); }
std::optional<VmdName20> vmd_name20(std::string_view utf8) { return name_field<20>(utf8); }

}  // namespace odori::io
