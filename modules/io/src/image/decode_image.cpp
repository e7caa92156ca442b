#include <algorithm>
#include <memory>

#include "libav_free.h"
#include "odori/io/image.h"
#include "picture_kind.h"
#include "to_rgba.h"

extern "C" {
#include <libavcodec/avcodec.h>
#include <libavutil/log.h>
}

namespace odori::io {
namespace {

using FramePtr = std::unique_ptr<AVFrame, FreeFrame>;

AVCodecID codec_of(PictureKind kind) {
  switch (kind) {
    case PictureKind::png:
      return AV_CODEC_ID_PNG;
    case PictureKind::jpeg:
      return AV_CODEC_ID_MJPEG;
    case PictureKind::bmp:
      return AV_CODEC_ID_BMP;
    case PictureKind::gif:
      return AV_CODEC_ID_GIF;
    case PictureKind::webp:
      return AV_CODEC_ID_WEBP;
    case PictureKind::dds:
      return AV_CODEC_ID_DDS;
    case PictureKind::tga:
      break;
  }
  return AV_CODEC_ID_TARGA;
}

// What the decoder asks before it allocates a frame: the size may come from deep inside the file.
struct SizeGuard {
  PictureHead head;
  PictureLimits limits;
  std::size_t bytes = 0;
  Result<void> verdict;
};

int guarded_buffer(AVCodecContext* context, AVFrame* frame, int flags) {
  auto& guard = *static_cast<SizeGuard*>(context->opaque);
  guard.verdict = check_picture_size(
      guard.head, static_cast<std::uint64_t>(std::max(frame->width, 0)),
      static_cast<std::uint64_t>(std::max(frame->height, 0)), guard.bytes, guard.limits);
  return guard.verdict ? avcodec_default_get_buffer2(context, frame, flags) : AVERROR(ENOMEM);
}

tl::unexpected<Error> damaged(PictureKind kind) {
  return fail(Code::malformed, std::string(to_text(kind)) + " picture is damaged or cut short",
              Error::kNoOffset, "open it in a picture program and save it again");
}

Result<FramePtr> decode_frame(Bytes data, SizeGuard& guard) {
  const AVCodec* codec = avcodec_find_decoder(codec_of(guard.head.kind));
  if (!codec) {
    return fail(Code::unsupported,
                std::string("libavcodec has no ") + to_text(guard.head.kind) + " decoder",
                Error::kNoOffset, "install Debian's libavcodec59");
  }
  std::unique_ptr<AVCodecContext, FreeContext> context(avcodec_alloc_context3(codec));
  std::unique_ptr<AVPacket, FreePacket> packet(av_packet_alloc());
  FramePtr frame(av_frame_alloc());
  if (!context || !packet || !frame || av_new_packet(packet.get(), static_cast<int>(data.size())))
    return fail(Code::io, "out of memory");
  std::copy_n(reinterpret_cast<const std::uint8_t*>(data.data()), data.size(), packet->data);
  packet->flags |= AV_PKT_FLAG_KEY;
  context->thread_count = 1;
  context->opaque = &guard;
  context->get_buffer2 = guarded_buffer;
  context->err_recognition = AV_EF_EXPLODE;
  if (avcodec_open2(context.get(), codec, nullptr) < 0) return damaged(guard.head.kind);
  int status = avcodec_send_packet(context.get(), packet.get());
  if (status >= 0) {
    (void)avcodec_send_packet(context.get(), nullptr);
    status = avcodec_receive_frame(context.get(), frame.get());
  }
  if (!guard.verdict) return tl::unexpected(guard.verdict.error());
  if (status == AVERROR_PATCHWELCOME) {
    return fail(Code::unsupported,
                std::string(to_text(guard.head.kind)) + " picture of a kind that is not read",
                Error::kNoOffset, "save it as PNG");
  }
  if (status < 0 || (frame->decode_error_flags & FF_DECODE_ERROR_INVALID_BITSTREAM)) {
    return damaged(guard.head.kind);
  }
  return frame;
}

// Kinds whose decoded form always has alpha, whether the file had any or not.
bool alpha_is_a_guess(PictureKind kind, const AVFrame& frame) {
  return frame.format == AV_PIX_FMT_PAL8 || kind == PictureKind::gif || kind == PictureKind::dds;
}

}  // namespace

Result<Picture> decode_image(Bytes data, const PictureLimits& limits) {
  av_log_set_level(AV_LOG_QUIET);
  if (data.size() > (std::size_t{1} << 30)) {
    return fail(Code::too_large, "a picture file of more than 1 GiB");
  }
  auto head = read_picture_head(data, limits);
  if (!head) return tl::unexpected(head.error());
  SizeGuard guard{*head, limits, data.size(), {}};
  auto frame = decode_frame(data, guard);
  if (!frame) return tl::unexpected(frame.error());
  auto picture = to_rgba(**frame, head->fourth_byte);
  if (!picture) return picture;

  bool any_solid = false, any_thin = false;
  for (std::size_t i = 3; i < picture->rgba.size(); i += 4) {
    any_solid |= picture->rgba[i] != 0;
    any_thin |= picture->rgba[i] != 255;
  }
  const bool habit = head->kind == PictureKind::bmp || head->kind == PictureKind::tga;
  if (head->kind == PictureKind::jpeg || (habit && !any_solid)) {
    picture->has_alpha = false;
  } else if (alpha_is_a_guess(head->kind, **frame)) {
    picture->has_alpha = picture->has_alpha && any_thin;
  }
  if (!picture->has_alpha) {
    for (std::size_t i = 3; i < picture->rgba.size(); i += 4) picture->rgba[i] = 255;
  }
  return picture;
}

}  // namespace odori::io
