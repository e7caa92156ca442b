#include <algorithm>
#include <cmath>
#include <memory>
#include <string>

#include "libav_free.h"
#include "odori/io/image.h"

extern "C" {
#include <libavcodec/avcodec.h>
#include <libavutil/log.h>
}

namespace odori::io {
namespace {

// The quantiser's step over the format's own tables; 1 is finer, but the encoder may clip with it.
constexpr int kStep = 2;

std::uint8_t byte_of(double value) {
  return static_cast<std::uint8_t>(std::clamp(std::lround(value), 0L, 255L));
}

// JFIF: BT.601 over the full range.
void fill(const Picture& picture, AVFrame& frame) {
  for (int y = 0; y < picture.height; ++y) {
    const std::uint8_t* from = picture.pixel(0, y);
    std::uint8_t* rows[3];
    for (int c = 0; c < 3; ++c)
      rows[c] = frame.data[c] + static_cast<std::ptrdiff_t>(y) * frame.linesize[c];
    for (int x = 0; x < picture.width; ++x, from += 4) {
      const double r = from[0], g = from[1], b = from[2];
      rows[0][x] = byte_of(0.299 * r + 0.587 * g + 0.114 * b);
      rows[1][x] = byte_of(128 - 0.168736 * r - 0.331264 * g + 0.5 * b);
      rows[2][x] = byte_of(128 + 0.5 * r - 0.418688 * g - 0.081312 * b);
    }
  }
}

}  // namespace

Result<std::vector<std::byte>> encode_jpeg(const Picture& picture) {
  const auto w = static_cast<long long>(picture.width), h = static_cast<long long>(picture.height);
  if (picture.empty() || w > 65500 || h > 65500 ||
      picture.rgba.size() != static_cast<std::size_t>(w * h * 4)) {
    return fail(Code::usage, "a picture of " + std::to_string(w) + " x " + std::to_string(h) +
                                 " pixels with " + std::to_string(picture.rgba.size()) + " bytes");
  }
  av_log_set_level(AV_LOG_QUIET);
  const AVCodec* codec = avcodec_find_encoder(AV_CODEC_ID_MJPEG);
  if (!codec) {
    return fail(Code::unsupported, "libavcodec has no JPEG encoder", Error::kNoOffset,
                "write a PNG, or install Debian's libavcodec59");
  }
  std::unique_ptr<AVCodecContext, FreeContext> context(avcodec_alloc_context3(codec));
  std::unique_ptr<AVPacket, FreePacket> packet(av_packet_alloc());
  std::unique_ptr<AVFrame, FreeFrame> frame(av_frame_alloc());
  if (!context || !packet || !frame) return fail(Code::io, "out of memory");
  frame->width = context->width = picture.width;
  frame->height = context->height = picture.height;
  frame->format = context->pix_fmt = AV_PIX_FMT_YUVJ444P;
  context->color_range = AVCOL_RANGE_JPEG;
  context->time_base = {1, 25};
  context->sample_aspect_ratio = {1, 1};  // with it the file says that it is JFIF
  context->flags |= AV_CODEC_FLAG_QSCALE | AV_CODEC_FLAG_BITEXACT;
  context->qmin = kStep;
  frame->quality = context->global_quality = kStep * FF_QP2LAMBDA;
  context->thread_count = 1;
  if (avcodec_open2(context.get(), codec, nullptr) < 0 || av_frame_get_buffer(frame.get(), 0) < 0)
    return fail(Code::internal, "libavcodec's JPEG encoder cannot be opened");
  fill(picture, *frame);
  if (avcodec_send_frame(context.get(), frame.get()) < 0 ||
      avcodec_receive_packet(context.get(), packet.get()) < 0)
    return fail(Code::internal, "libavcodec's JPEG encoder failed");
  const auto* bytes = reinterpret_cast<const std::byte*>(packet->data);
  return std::vector<std::byte>(bytes, bytes + packet->size);
}

}  // namespace odori::io
