#include "picture_kind.h"

#include <cstdlib>
#include <cstring>
#include <string_view>

namespace odori::io {
namespace {

std::uint32_t big_endian(std::uint32_t v) {
  return v << 24 | (v & 0xFF00u) << 8 | (v >> 8 & 0xFF00u) | v >> 24;
}

// TGA has no mark at its beginning; its header has few legal values, which nothing else shares.
bool looks_like_tga(Bytes data) {
  ByteReader in(data);
  in.skip(1);
  const auto map = in.read<std::uint8_t>(), type = in.read<std::uint8_t>();
  in.skip(2);
  const auto map_length = in.read<std::uint16_t>();
  const auto map_bits = in.read<std::uint8_t>();
  in.skip(4);
  const auto width = in.read<std::uint16_t>(), height = in.read<std::uint16_t>();
  const auto bits = in.read<std::uint8_t>(), flags = in.read<std::uint8_t>();
  if (!in.ok() || width == 0 || height == 0 || (flags & 0xC0) != 0 || map > 1) return false;
  const int base = type & ~8;
  if (base == 1) {
    return map == 1 && bits == 8 && map_length > 0 && map_length <= 256 &&
           (map_bits == 15 || map_bits == 16 || map_bits == 24 || map_bits == 32);
  }
  if (base == 2) return bits == 15 || bits == 16 || bits == 24 || bits == 32;
  return base == 3 && (bits == 8 || bits == 16);
}

PictureHead read_bmp(ByteReader& in) {
  PictureHead head{PictureKind::bmp};
  in.skip(14);
  const auto header = in.read<std::uint32_t>();
  if (header == 12) {
    head.width = in.read<std::uint16_t>();
    head.height = in.read<std::uint16_t>();
    return head;
  }
  head.width = in.read<std::uint32_t>();
  head.height = static_cast<std::uint32_t>(std::llabs(in.read<std::int32_t>()));  // < 0: from top
  in.skip(2);
  const auto bits = in.read<std::uint16_t>();
  const auto packing = in.read<std::uint32_t>();
  head.fourth_byte = bits == 32 && packing == 0;
  if (packing == 0) head.pixels_per_byte = 8;
  return head;
}

PictureHead read_tga(ByteReader& in) {
  PictureHead head{PictureKind::tga};
  in.skip(12);
  head.width = in.read<std::uint16_t>();
  head.height = in.read<std::uint16_t>();
  head.pixels_per_byte = 64;  // a run of 128 in two bytes
  return head;
}

struct KnownByName {
  const char* name;
  std::string_view mark;
};
constexpr KnownByName kOthers[] = {
    {"TIFF", std::string_view("II*\0", 4)},
    {"TIFF", std::string_view("MM\0*", 4)},
    {"Photoshop", "8BPS"},
    {"OpenEXR", "v/1\x01"},
    {"Radiance HDR", "#?RADIANCE"},
    {"KTX2", "\xABKTX 20"},
};

Result<PictureHead> recognise(Bytes data) {
  ByteReader in(data);
  in.section("picture header");
  PictureHead head;
  if (begins_with(data, "\x89PNG\r\n\x1A\n")) {
    in.skip(16);
    head = {PictureKind::png};
    head.width = big_endian(in.read<std::uint32_t>());
    head.height = big_endian(in.read<std::uint32_t>());
    head.pixels_per_byte = 8 * 1040;  // deflate's best, 1 bit a pixel
  } else if (begins_with(data, "\xFF\xD8\xFF")) {
    head = {PictureKind::jpeg};
    head.pixels_per_byte = 8 * 64;  // one bit a block
  } else if (begins_with(data, "BM")) {
    head = read_bmp(in);
  } else if (begins_with(data, "GIF8")) {
    in.skip(6);
    head = {PictureKind::gif};
    head.width = in.read<std::uint16_t>();
    head.height = in.read<std::uint16_t>();
  } else if (begins_with(data, "RIFF") && data.size() > 8 && begins_with(data.subspan(8), "WEBP")) {
    head = {PictureKind::webp};
  } else if (begins_with(data, "DDS ")) {
    in.skip(12);
    head = {PictureKind::dds};
    head.height = in.read<std::uint32_t>();
    head.width = in.read<std::uint32_t>();
    head.pixels_per_byte = 2;  // 16 in 8 bytes
  } else if (looks_like_tga(data)) {
    head = read_tga(in);
  } else {
    for (const KnownByName& other : kOthers) {
      if (begins_with(data, other.mark)) {
        return fail(Code::unsupported, std::string("a ") + other.name + " picture", 0,
                    "save it as PNG");
      }
    }
    return fail(Code::unsupported, "not a picture of a known kind", 0,
                "PNG, JPEG, BMP, TGA, DDS, GIF and WebP are read");
  }
  if (!in.ok()) return tl::unexpected(in.error());
  return head;
}

}  // namespace

const char* to_text(PictureKind kind) {
  constexpr const char* kNames[] = {"PNG", "JPEG", "BMP", "GIF", "WebP", "DDS", "TGA"};
  return kNames[static_cast<std::size_t>(kind)];
}

Result<void> check_picture_size(const PictureHead& head, std::uint64_t width, std::uint64_t height,
                                std::size_t bytes, const PictureLimits& limits) {
  const std::string size = std::to_string(width) + " x " + std::to_string(height);
  if (width > limits.side || height > limits.side || width * height > limits.pixels) {
    return fail(Code::too_large, std::string(to_text(head.kind)) + " picture of " + size +
                                     " pixels; at most " + std::to_string(limits.side) +
                                     " a side and " + std::to_string(limits.pixels / 1'000'000) +
                                     " megapixels are read");
  }
  if (head.pixels_per_byte > 0 && width * height / head.pixels_per_byte > bytes) {
    return fail(Code::too_large, std::string(to_text(head.kind)) + " picture of " + size +
                                     " pixels in " + std::to_string(bytes) +
                                     " bytes, which cannot hold them");
  }
  return {};
}

Result<PictureHead> read_picture_head(Bytes data, const PictureLimits& limits) {
  auto head = recognise(data);
  if (!head) return head;
  if (auto ok = check_picture_size(*head, head->width, head->height, data.size(), limits); !ok)
    return tl::unexpected(ok.error());
  return head;
}

}  // namespace odori::io
