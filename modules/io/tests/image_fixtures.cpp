#include "image_fixtures.h"

#include <png.h>

#include <csetjmp>

extern "C" {
#include <libavcodec/avcodec.h>
#include <libavutil/pixdesc.h>
}

namespace odori::io {

Picture pattern(int width, int height, bool with_alpha) {
  Picture out{width, height, {}, with_alpha};
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const int values[4] = {x * 37 + 11, y * 59 + 7, (x + 2 * y) * 23,
                             with_alpha ? x * 29 + y * 31 : 255};
      for (const int v : values) out.rgba.push_back(static_cast<std::uint8_t>(v));
    }
  }
  return out;
}

File make_bmp(const Picture& picture, int bits, bool from_top) {
  const int stride = (picture.width * bits / 8 + 3) / 4 * 4;
  FileWriter out;
  out.text("BM").u32(static_cast<std::uint32_t>(54 + stride * picture.height)).u32(0).u32(54);
  out.u32(40).u32(static_cast<std::uint32_t>(picture.width));
  out.u32(static_cast<std::uint32_t>(from_top ? -picture.height : picture.height));
  out.u16(1).u16(bits).u32(0).zeros(20);
  for (int row = 0; row < picture.height; ++row) {
    const int y = from_top ? row : picture.height - 1 - row;
    for (int x = 0; x < picture.width; ++x) {
      const std::uint8_t* p = picture.pixel(x, y);
      out.u8(p[2]).u8(p[1]).u8(p[0]);
      if (bits == 32) out.u8(p[3]);
    }
    out.zeros(stride - picture.width * bits / 8);
  }
  return out.take();
}

File make_palette_bmp(int width, int height) {
  const int stride = (width + 3) / 4 * 4;
  FileWriter out;
  const int start = 54 + 16 * 4;
  out.text("BM").u32(static_cast<std::uint32_t>(start + stride * height)).u32(0).u32(54 + 64);
  out.u32(40).u32(static_cast<std::uint32_t>(width)).u32(static_cast<std::uint32_t>(height));
  out.u16(1).u16(8).u32(0).zeros(12).u32(16).u32(16);
  for (int i = 0; i < 16; ++i) out.u8(16 * i).u8(16 * i).u8(16 * i).u8(0);
  for (int y = height - 1; y >= 0; --y) {
    for (int x = 0; x < width; ++x) out.u8((x + y) % 16);
    out.zeros(stride - width);
  }
  return out.take();
}

File make_tga(const Picture& picture, int bits, bool packed) {
  FileWriter out;
  out.u8(0).u8(0).u8(packed ? 10 : 2).zeros(9);
  out.u16(picture.width).u16(picture.height).u8(bits).u8(0x20 | (bits == 32 ? 8 : 0));
  for (int y = 0; y < picture.height; ++y) {
    for (int x = 0; x < picture.width; ++x) {
      const std::uint8_t* p = picture.pixel(x, y);
      // A literal of one for even pixels, a run of one for odd ones.
      if (packed) out.u8(x % 2 == 0 ? 0 : 0x80);
      out.u8(p[2]).u8(p[1]).u8(p[0]);
      if (bits == 32) out.u8(p[3]);
    }
  }
  return out.take();
}

File make_dds(const char* four_cc, const std::vector<std::uint8_t>& block) {
  FileWriter out;
  out.text("DDS ").u32(124).u32(0x1007 | 0x80000).u32(4).u32(4);
  out.u32(static_cast<std::uint32_t>(block.size())).u32(0).u32(0).zeros(44);
  out.u32(32).u32(4).text(four_cc).zeros(20);
  out.u32(0x1000).zeros(16);
  for (const std::uint8_t b : block) out.u8(b);
  return out.take();
}

namespace {

void append(png_structp png, png_bytep data, png_size_t size) {
  auto& out = *static_cast<File*>(png_get_io_ptr(png));
  const auto* p = reinterpret_cast<const std::byte*>(data);
  out.insert(out.end(), p, p + size);
}

}  // namespace

File make_png(const PngRaw& raw) {
  File out;
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
  png_infop info = png_create_info_struct(png);
  png_set_write_fn(png, &out, append, nullptr);
  png_set_IHDR(png, info, static_cast<png_uint_32>(raw.width), static_cast<png_uint_32>(raw.height),
               raw.depth, raw.colour_type, raw.interlaced ? PNG_INTERLACE_ADAM7 : 0, 0, 0);
  if (!raw.palette.empty()) {
    png_set_PLTE(png, info, reinterpret_cast<png_const_colorp>(raw.palette.data()),
                 static_cast<int>(raw.palette.size() / 3));
  }
  if (!raw.palette_alpha.empty()) {
    png_set_tRNS(png, info, raw.palette_alpha.data(), static_cast<int>(raw.palette_alpha.size()),
                 nullptr);
  }
  png_write_info(png, info);
  const std::size_t stride = raw.rows.size() / static_cast<std::size_t>(raw.height);
  std::vector<png_bytep> rows;
  for (int y = 0; y < raw.height; ++y) {
    rows.push_back(const_cast<png_bytep>(raw.rows.data() + static_cast<std::size_t>(y) * stride));
  }
  png_write_image(png, rows.data());
  png_write_end(png, info);
  png_destroy_write_struct(&png, &info);
  return out;
}

File make_by_libav(const char* encoder, int av_pixel_format, int width, int height,
                   const std::function<std::uint8_t(int plane, int x, int y)>& sample) {
  File out;
  const AVCodec* codec = avcodec_find_encoder_by_name(encoder);
  if (!codec) return out;
  AVCodecContext* context = avcodec_alloc_context3(codec);
  context->width = width;
  context->height = height;
  context->time_base = {1, 25};
  context->pix_fmt = static_cast<AVPixelFormat>(av_pixel_format);
  context->flags |= AV_CODEC_FLAG_QSCALE;
  context->global_quality = FF_QP2LAMBDA;
  AVFrame* frame = av_frame_alloc();
  frame->width = width;
  frame->height = height;
  frame->format = context->pix_fmt;
  frame->quality = context->global_quality;
  AVPacket* packet = av_packet_alloc();
  if (avcodec_open2(context, codec, nullptr) == 0 && av_frame_get_buffer(frame, 0) == 0) {
    int shift_x = 0, shift_y = 0;
    av_pix_fmt_get_chroma_sub_sample(context->pix_fmt, &shift_x, &shift_y);
    for (int plane = 0; plane < 4 && frame->data[plane]; ++plane) {
      const bool colour = plane == 1 || plane == 2;
      for (int y = 0; y < (colour ? (height + shift_y) >> shift_y : height); ++y) {
        for (int x = 0; x < (colour ? (width + shift_x) >> shift_x : width); ++x) {
          const std::ptrdiff_t at = static_cast<std::ptrdiff_t>(y) * frame->linesize[plane] + x;
          frame->data[plane][at] = sample(plane, x, y);
        }
      }
    }
    avcodec_send_frame(context, frame);
    avcodec_send_frame(context, nullptr);
    while (avcodec_receive_packet(context, packet) == 0) {
      const auto* p = reinterpret_cast<const std::byte*>(packet->data);
      out.insert(out.end(), p, p + packet->size);
      av_packet_unref(packet);
    }
  }
  av_packet_free(&packet);
  av_frame_free(&frame);
  avcodec_free_context(&context);
  return out;
}

}  // namespace odori::io
