#include <png.h>

#include <csetjmp>

#include "odori/io/image.h"

namespace odori::io {
namespace {

void write_bytes(png_structp png, png_bytep data, png_size_t size) {
  auto& out = *static_cast<std::vector<std::byte>*>(png_get_io_ptr(png));
  const auto* p = reinterpret_cast<const std::byte*>(data);
  out.insert(out.end(), p, p + size);
}

void keep_quiet(png_structp, png_const_charp) {}

// libpng leaves through longjmp: nothing in here may need a destructor.
bool write_png(const Picture& picture, std::vector<std::byte>& out, std::uint8_t* row) {
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, keep_quiet);
  if (!png) return false;
  png_infop info = png_create_info_struct(png);
  if (!info || setjmp(png_jmpbuf(png))) {
    png_destroy_write_struct(&png, &info);
    return false;
  }
  const int colour = picture.has_alpha ? PNG_COLOR_TYPE_RGB_ALPHA : PNG_COLOR_TYPE_RGB;
  const int step = picture.has_alpha ? 4 : 3;
  png_set_write_fn(png, &out, write_bytes, nullptr);
  png_set_compression_level(png, 1);
  png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_SUB);
  png_set_IHDR(png, info, static_cast<png_uint_32>(picture.width),
               static_cast<png_uint_32>(picture.height), 8, colour, PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_set_sRGB(png, info, PNG_sRGB_INTENT_PERCEPTUAL);
  png_write_info(png, info);
  for (int y = 0; y < picture.height; ++y) {
    const std::uint8_t* from = picture.pixel(0, y);
    std::uint8_t* to = row;
    for (int x = 0; x < picture.width; ++x, from += 4, to += step) {
      to[0] = from[0], to[1] = from[1], to[2] = from[2];
      if (picture.has_alpha) to[3] = from[3];
    }
    png_write_row(png, row);
  }
  png_write_end(png, info);
  png_destroy_write_struct(&png, &info);
  return true;
}

}  // namespace

Result<std::vector<std::byte>> encode_png(const Picture& picture) {
  const auto w = static_cast<long long>(picture.width), h = static_cast<long long>(picture.height);
  if (picture.empty() || w > 65500 || h > 65500 ||
      picture.rgba.size() != static_cast<std::size_t>(w * h * 4)) {
    return fail(Code::usage, "a picture of " + std::to_string(w) + " x " + std::to_string(h) +
                                 " pixels with " + std::to_string(picture.rgba.size()) + " bytes");
  }
  std::vector<std::byte> out;
  out.reserve(picture.rgba.size() / 4);
  std::vector<std::uint8_t> row(static_cast<std::size_t>(w) * 4);
  if (!write_png(picture, out, row.data())) return fail(Code::internal, "libpng failed");
  return out;
}

}  // namespace odori::io
