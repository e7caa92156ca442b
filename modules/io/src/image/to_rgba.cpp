#include "to_rgba.h"

#include <memory>
#include <string>

extern "C" {
#include <libavutil/frame.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswscale/swscale.h>
}

namespace odori::io {
namespace {

struct FreeSws {
  void operator()(SwsContext* p) const { sws_freeContext(p); }
};

// Where a packed pixel's channels stand, in bytes. Grey: r = g = b; a < 0: opaque.
struct Packed {
  int step, r, g, b, a;
};

const Packed* packed_layout(int format) {
  static constexpr Packed kRgb{3, 0, 1, 2, -1}, kBgr{3, 2, 1, 0, -1}, kRgba{4, 0, 1, 2, 3},
      kBgra{4, 2, 1, 0, 3}, kArgb{4, 1, 2, 3, 0}, kAbgr{4, 3, 2, 1, 0}, kGrey{1, 0, 0, 0, -1},
      kGreyAlpha{2, 0, 0, 0, 1};
  switch (format) {
    case AV_PIX_FMT_RGB24:
      return &kRgb;
    case AV_PIX_FMT_BGR24:
      return &kBgr;
    case AV_PIX_FMT_RGBA:
    case AV_PIX_FMT_RGB0:
      return &kRgba;
    case AV_PIX_FMT_BGRA:
    case AV_PIX_FMT_BGR0:
      return &kBgra;
    case AV_PIX_FMT_ARGB:
    case AV_PIX_FMT_0RGB:
      return &kArgb;
    case AV_PIX_FMT_ABGR:
    case AV_PIX_FMT_0BGR:
      return &kAbgr;
    case AV_PIX_FMT_GRAY8:
      return &kGrey;
    case AV_PIX_FMT_YA8:
      return &kGreyAlpha;
    default:
      return nullptr;
  }
}

const std::uint8_t* row_of(const AVFrame& frame, int y) {
  return frame.data[0] + static_cast<std::ptrdiff_t>(y) * frame.linesize[0];
}

void unpack(const AVFrame& frame, const Packed& from, bool alpha, Picture& out) {
  std::uint8_t* to = out.rgba.data();
  for (int y = 0; y < out.height; ++y) {
    const std::uint8_t* p = row_of(frame, y);
    for (int x = 0; x < out.width; ++x, p += from.step, to += 4) {
      to[0] = p[from.r], to[1] = p[from.g], to[2] = p[from.b];
      to[3] = alpha ? p[from.a] : std::uint8_t{255};
    }
  }
}

void unpack_palette(const AVFrame& frame, Picture& out) {
  const std::uint8_t* palette = frame.data[1];  // B G R A
  std::uint8_t* to = out.rgba.data();
  for (int y = 0; y < out.height; ++y) {
    const std::uint8_t* row = row_of(frame, y);
    for (int x = 0; x < out.width; ++x, to += 4) {
      const std::uint8_t* p = palette + 4 * row[x];
      to[0] = p[2], to[1] = p[1], to[2] = p[0], to[3] = p[3];
    }
  }
}

// Any other RGB or grey format: 1, 5, 6 or 16 bits a channel, planar, big-endian.
void unpack_any(const AVFrame& frame, const AVPixFmtDescriptor& format, Picture& out) {
  const int n = format.nb_components;
  const bool grey = n < 3, inverse = frame.format == AV_PIX_FMT_MONOWHITE;
  std::vector<std::uint16_t> line(static_cast<std::size_t>(out.width));
  const std::uint8_t* planes[4] = {frame.data[0], frame.data[1], frame.data[2], frame.data[3]};
  for (int y = 0; y < out.height; ++y) {
    std::uint8_t* row = out.rgba.data() + static_cast<std::size_t>(y) * line.size() * 4;
    for (int c = 0; c < n; ++c) {
      const bool alpha = out.has_alpha && c == n - 1;
      const int at = alpha ? 3 : c;
      const std::uint32_t top = (1u << format.comp[c].depth) - 1;
      av_read_image_line2(line.data(), planes, frame.linesize, &format, 0, y, c, out.width, 0, 2);
      for (std::size_t x = 0; x < line.size(); ++x) {
        const std::uint32_t v = inverse ? top - line[x] : line[x];
        row[4 * x + static_cast<std::size_t>(at)] =
            static_cast<std::uint8_t>((v * 255 + top / 2) / top);
      }
    }
    for (std::size_t x = 0; x < line.size(); ++x) {
      if (grey) row[4 * x + 1] = row[4 * x + 2] = row[4 * x];
      if (!out.has_alpha) row[4 * x + 3] = 255;
    }
  }
}

AVPixelFormat without_range(AVPixelFormat format) {
  switch (format) {
    case AV_PIX_FMT_YUVJ420P:
      return AV_PIX_FMT_YUV420P;
    case AV_PIX_FMT_YUVJ422P:
      return AV_PIX_FMT_YUV422P;
    case AV_PIX_FMT_YUVJ444P:
      return AV_PIX_FMT_YUV444P;
    case AV_PIX_FMT_YUVJ440P:
      return AV_PIX_FMT_YUV440P;
    case AV_PIX_FMT_YUVJ411P:
      return AV_PIX_FMT_YUV411P;
    default:
      return format;
  }
}

// Whether one colour sample stands for two pixels beside (or above) each other.
bool halved(AVPixelFormat format, bool across) {
  int x = 0, y = 0;
  av_pix_fmt_get_chroma_sub_sample(format, &x, &y);
  return (across ? x : y) == 1;
}

// YCbCr: JPEG's covers 0..255 (the formats called YUVJ), WebP's 16..235; both with BT.601's
// weights.
Result<Picture> from_ycbcr(const AVFrame& frame, Picture out) {
  const auto named = static_cast<AVPixelFormat>(frame.format);
  const AVPixelFormat format = without_range(named);
  const bool full = format != named || frame.color_range == AVCOL_RANGE_JPEG;
  std::unique_ptr<SwsContext, FreeSws> sws(sws_alloc_context());
  const auto set = [&](const char* name, int value) { av_opt_set_int(sws.get(), name, value, 0); };
  if (sws) {
    set("srcw", out.width), set("srch", out.height), set("src_format", format);
    set("dstw", out.width), set("dsth", out.height), set("dst_format", AV_PIX_FMT_RGBA);
    set("sws_flags",
        SWS_BILINEAR | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INT | SWS_FULL_CHR_H_INP | SWS_BITEXACT);
    // Colour samples stand in the middle of the pixels that they are for.
    if (halved(format, true)) set("src_h_chr_pos", 128);
    if (halved(format, false)) set("src_v_chr_pos", 128);
    if (sws_init_context(sws.get(), nullptr, nullptr) < 0) sws.reset();
  }
  if (!sws) {
    return fail(Code::unsupported,
                std::string("a picture stored as ") + av_get_pix_fmt_name(format), Error::kNoOffset,
                "save it as PNG");
  }
  const int* weights = sws_getCoefficients(SWS_CS_ITU601);
  sws_setColorspaceDetails(sws.get(), weights, full, weights, 1, 0, 1 << 16, 1 << 16);
  // The scaler writes whole vectors: a little room behind the last row.
  const int stride = out.width * 4;
  out.rgba.resize(out.rgba.size() + 64);
  std::uint8_t* to[4] = {out.rgba.data(), nullptr, nullptr, nullptr};
  const int strides[4] = {stride, 0, 0, 0};
  sws_scale(sws.get(), frame.data, frame.linesize, 0, out.height, to, strides);
  out.rgba.resize(out.rgba.size() - 64);
  return out;
}

}  // namespace

Result<Picture> to_rgba(const AVFrame& frame, bool fourth_byte) {
  const AVPixFmtDescriptor* format = av_pix_fmt_desc_get(static_cast<AVPixelFormat>(frame.format));
  if (!format || frame.width <= 0 || frame.height <= 0) {
    return fail(Code::malformed, "a picture without pixels");
  }
  Picture out;
  out.width = frame.width;
  out.height = frame.height;
  out.rgba.resize(static_cast<std::size_t>(out.width) * static_cast<std::size_t>(out.height) * 4);
  out.has_alpha = (format->flags & AV_PIX_FMT_FLAG_ALPHA) != 0;

  if (const Packed* layout = packed_layout(frame.format)) {
    out.has_alpha = layout->a >= 0 && (out.has_alpha || fourth_byte);
    unpack(frame, *layout, out.has_alpha, out);
    return out;
  }
  if (frame.format == AV_PIX_FMT_PAL8) {
    unpack_palette(frame, out);
    return out;
  }
  const bool mono = frame.format == AV_PIX_FMT_MONOBLACK || frame.format == AV_PIX_FMT_MONOWHITE;
  const bool grey = format->nb_components < 3;
  if (mono || grey || (format->flags & AV_PIX_FMT_FLAG_RGB)) {
    unpack_any(frame, *format, out);
    return out;
  }
  return from_ycbcr(frame, std::move(out));
}

}  // namespace odori::io
