// Layout: NumPy Enhancement Proposal 1, numpy.lib.format.
#include "npy.h"

#include <charconv>
#include <optional>

#include "odori/base/assert.h"

namespace odori {
namespace {

constexpr std::string_view kMagic("\x93NUMPY", 6);
constexpr std::size_t kPrefix = 10;  // magic, version, header length

struct Header {
  std::string_view dtype;
  std::vector<std::size_t> shape;
};

std::string_view dtype_of(const NpyArray& array) {
  constexpr std::string_view kTypes[] = {"<f4", "<f8", "<i4", "|u1"};
  return kTypes[array.data.index()];
}

std::string header_of(const NpyArray& array) {
  std::string text =
      "{'descr': '" + std::string(dtype_of(array)) + "', 'fortran_order': False, 'shape': (";
  for (std::size_t i = 0; i < array.shape.size(); ++i)
    text += (i ? ", " : "") + std::to_string(array.shape[i]);
  text += array.shape.size() == 1 ? ",), }" : "), }";
  text.append(63 - (kPrefix + text.size()) % 64, ' ');
  return text + '\n';
}

// What stands after a key of the header's dictionary, without leading spaces.
std::optional<std::string_view> value_of(std::string_view header, std::string_view key) {
  for (const char quote : {'\'', '"'}) {
    const std::string quoted = quote + std::string(key) + quote;
    const std::size_t at = header.find(quoted);
    if (at == std::string_view::npos) continue;
    std::string_view rest = header.substr(at + quoted.size());
    const std::size_t colon = rest.find_first_not_of(' ');
    if (colon == std::string_view::npos || rest[colon] != ':') continue;
    const std::size_t value = rest.find_first_not_of(' ', colon + 1);
    if (value != std::string_view::npos) return rest.substr(value);
  }
  return std::nullopt;
}

// "(3, 4)", "(3,)", "()".
std::optional<std::vector<std::size_t>> parse_shape(std::string_view text) {
  if (text.empty() || text[0] != '(') return std::nullopt;
  std::vector<std::size_t> shape;
  const char* p = text.data() + 1;
  const char* const end = text.data() + text.size();
  const auto skip_spaces = [&] {
    while (p < end && *p == ' ') ++p;
  };
  for (skip_spaces(); p < end && *p != ')'; skip_spaces()) {
    std::size_t n = 0;
    const auto [after, error] = std::from_chars(p, end, n);
    if (error != std::errc() || shape.size() == 32) return std::nullopt;
    shape.push_back(n);
    p = after;
    skip_spaces();
    if (p < end && *p == ',') ++p;
  }
  if (p >= end) return std::nullopt;
  return shape;
}

Result<Header> parse_header(const std::string& name, std::string_view text) {
  const auto bad = [&](Code code, const std::string& what) {
    return fail(code, "array \"" + name + "\": " + what);
  };
  const auto descr = value_of(text, "descr"), order = value_of(text, "fortran_order"),
             dimensions = value_of(text, "shape");
  if (!descr || !order || !dimensions || descr->size() < 2)
    return bad(Code::malformed, "no NumPy header");
  if (order->starts_with("True")) return bad(Code::unsupported, "Fortran order");
  if (!order->starts_with("False")) return bad(Code::malformed, "no NumPy header");
  const char quote = (*descr)[0];
  const std::size_t close = descr->find(quote, 1);
  if ((quote != '\'' && quote != '"') || close == std::string_view::npos)
    return bad(Code::unsupported, "records");
  auto shape = parse_shape(*dimensions);
  if (!shape) return bad(Code::malformed, "no shape");
  return Header{descr->substr(1, close - 1), std::move(*shape)};
}

template <class T>
Result<NpyArray> read_values(NpyArray array, Bytes data) {
  std::size_t count = data.size() / sizeof(T), product = 1;
  bool empty = false;
  for (const std::size_t n : array.shape) empty |= n == 0;
  for (const std::size_t n : array.shape) {
    if (empty) break;
    product = product > count / n ? count + 1 : product * n;
  }
  if (empty) product = 0;
  if (product != count || count * sizeof(T) != data.size()) {
    return fail(product > count ? Code::truncated : Code::malformed,
                "array \"" + array.name + "\": its shape does not fit its " +
                    std::to_string(data.size()) + " bytes");
  }
  std::vector<T> values(count);
  if (count > 0) std::memcpy(values.data(), data.data(), data.size());
  array.data = std::move(values);
  return array;
}

}  // namespace

std::size_t npy_bytes(const NpyArray& array) {
  const std::size_t values =
      std::visit([](const auto& v) { return v.size() * sizeof(v[0]); }, array.data);
  return kPrefix + header_of(array).size() + values;
}

void write_npy(const NpyArray& array, ByteWriter& out) {
  std::size_t product = 1;
  for (const std::size_t n : array.shape) product *= n;
  ODORI_ASSERT(std::visit([&](const auto& v) { return v.size() == product; }, array.data));
  const std::string header = header_of(array);
  ODORI_ASSERT(header.size() < 65536);
  out.bytes(std::as_bytes(std::span(kMagic)));
  out.write(std::uint8_t{1});
  out.write(std::uint8_t{0});
  out.write(static_cast<std::uint16_t>(header.size()));
  out.bytes(std::as_bytes(std::span(header)));
  std::visit([&](const auto& v) { out.bytes(std::as_bytes(std::span(v))); }, array.data);
}

Result<NpyArray> read_npy(std::string name, Bytes data) {
  ByteReader in(data);
  in.section("array header");
  const Bytes magic = in.bytes(kMagic.size());
  const auto version = in.read<std::uint8_t>();
  in.skip(1);
  const std::size_t length =
      version >= 2 ? in.read<std::uint32_t>() : std::size_t{in.read<std::uint16_t>()};
  const Bytes header = in.bytes(length);
  if (!in.ok()) return tl::unexpected(in.error());
  if (std::memcmp(magic.data(), kMagic.data(), kMagic.size()) != 0 || version < 1 || version > 3)
    return fail(Code::malformed, "array \"" + name + "\": no NumPy header");
  const std::string_view text(reinterpret_cast<const char*>(header.data()), header.size());
  auto parsed = parse_header(name, text);
  if (!parsed) return tl::unexpected(parsed.error());
  NpyArray array{std::move(name), std::move(parsed->shape), {}};
  const Bytes values = data.subspan(in.offset());
  if (parsed->dtype == "<f4") return read_values<float>(std::move(array), values);
  if (parsed->dtype == "<f8") return read_values<double>(std::move(array), values);
  if (parsed->dtype == "<i4") return read_values<std::int32_t>(std::move(array), values);
  if (parsed->dtype == "|u1") return read_values<std::uint8_t>(std::move(array), values);
  return fail(Code::unsupported,
              "array \"" + array.name + "\" of type " + std::string(parsed->dtype.substr(0, 16)));
}

}  // namespace odori
