#include <algorithm>
#include <array>

#include "gltf/parts.h"

namespace odori::io {
namespace gltf {
namespace {

constexpr std::string_view kAlphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

constexpr std::array<std::int8_t, 256> kValueOf = [] {
  std::array<std::int8_t, 256> table{};
  table.fill(-1);
  for (std::size_t i = 0; i < 64; ++i)
    table[static_cast<unsigned char>(kAlphabet[i])] = static_cast<std::int8_t>(i);
  table['-'] = 62;  // the alphabet of URLs
  table['_'] = 63;
  return table;
}();

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

Result<std::vector<std::byte>> from_base64(std::string_view text) {
  while (!text.empty() && text.back() == '=') text.remove_suffix(1);
  if (text.size() % 4 == 1) return fail(Code::malformed, "base64 that ends inside a byte");
  std::vector<std::byte> out(text.size() / 4 * 3 + text.size() % 4 * 3 / 4);
  std::uint32_t bits = 0;
  std::size_t at = 0;
  int held = 0;
  for (const char c : text) {
    const int value = kValueOf[static_cast<unsigned char>(c)];
    if (value < 0) return fail(Code::malformed, "base64 with a character that is none");
    bits = bits << 6 | static_cast<std::uint32_t>(value);
    held += 6;
    if (held < 8) continue;
    held -= 8;
    out[at++] = static_cast<std::byte>(bits >> held & 0xFF);
  }
  return out;
}

}  // namespace

Result<Parts> split_glb(Bytes data, Warnings& warnings) {
  ByteReader in(data);
  in.section("GLB header");
  (void)in.read<std::uint32_t>();
  const auto version = in.read<std::uint32_t>(), length = in.read<std::uint32_t>();
  if (!in.ok()) return tl::unexpected(in.error());
  if (version != 2)
    return fail(Code::unsupported, "GLB version " + std::to_string(version), 4,
                "export it as glTF 2.0");
  if (length > data.size())
    return fail(
        Code::truncated,
        "the GLB says " + std::to_string(length) + " bytes and has " + std::to_string(data.size()),
        8, "the file is cut short; get it again");
  if (length < data.size()) warnings.add(WarningKind::trailing_bytes, length);
  Parts parts;
  for (bool first = true; in.offset() + 8 <= length; first = false) {
    const std::size_t start = in.offset();
    const auto size = in.read<std::uint32_t>(), kind = in.read<std::uint32_t>();
    if (size > length - in.offset())
      return fail(Code::truncated,
                  "a GLB chunk of " + std::to_string(size) + " bytes where " +
                      std::to_string(length - in.offset()) + " are left",
                  start, "the file is cut short or damaged; get it again");
    const Bytes chunk = in.bytes(size);
    if (first != (kind == kJsonChunk))
      return fail(Code::malformed,
                  first ? "the first GLB chunk is not JSON" : "a second JSON chunk", start);
    if (first) parts.json = {reinterpret_cast<const char*>(chunk.data()), chunk.size()};
    if (kind == kBinaryChunk && !parts.has_binary) {
      parts.binary = chunk;
      parts.has_binary = true;
    }
    in.skip(std::min<std::size_t>((4 - size % 4) % 4, in.remaining()));
  }
  if (parts.json.empty()) return fail(Code::truncated, "a GLB without its JSON chunk", 12);
  return parts;
}

Result<std::vector<std::byte>> decode_data_uri(std::string_view uri) {
  const std::size_t comma = uri.find(',');
  if (comma == std::string_view::npos) return fail(Code::malformed, "a data URI without its comma");
  const std::string_view head = uri.substr(0, comma), body = uri.substr(comma + 1);
  if (head.ends_with(";base64")) return from_base64(body);
  const std::string text = path_from_uri(body);
  const Bytes bytes = std::as_bytes(std::span(text));
  return std::vector<std::byte>(bytes.begin(), bytes.end());
}

std::string base64(Bytes data) {
  std::string out;
  out.reserve((data.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < data.size(); i += 3) {
    const std::size_t n = std::min<std::size_t>(3, data.size() - i);
    std::uint32_t bits = 0;
    for (std::size_t k = 0; k < 3; ++k)
      bits = bits << 8 | (k < n ? static_cast<std::uint32_t>(data[i + k]) : 0);
    for (std::size_t k = 0; k < 4; ++k) out += k <= n ? kAlphabet[bits >> (18 - 6 * k) & 63] : '=';
  }
  return out;
}

}  // namespace gltf

std::string path_from_uri(std::string_view uri) {
  std::string path;
  for (std::size_t i = 0; i < uri.size(); ++i) {
    const int high = i + 2 < uri.size() ? gltf::hex_value(uri[i + 1]) : -1;
    const int low = i + 2 < uri.size() ? gltf::hex_value(uri[i + 2]) : -1;
    if (uri[i] == '%' && high >= 0 && low >= 0) {
      path += static_cast<char>(high * 16 + low);
      i += 2;
    } else {
      path += uri[i];
    }
  }
  return path;
}

bool looks_like_glb(Bytes data) {
  ByteReader in(data);
  return in.read<std::uint32_t>() == gltf::kMagic && in.ok();
}

bool looks_like_gltf_text(Bytes data) {
  constexpr std::size_t kLook = 4096;
  const std::string_view text(reinterpret_cast<const char*>(data.data()), data.size());
  const std::size_t first = text.substr(0, kLook).find_first_not_of(" \t\r\n\xEF\xBB\xBF");
  if (first == std::string_view::npos || text[first] != '{') return false;
  const auto names_asset = [](std::string_view part) {
    return part.find("\"asset\"") != std::string_view::npos;
  };
  return names_asset(text.substr(0, kLook)) ||
         names_asset(text.substr(text.size() - std::min(text.size(), kLook)));
}

}  // namespace odori::io
