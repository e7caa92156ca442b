#include "video_track.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace odori {
namespace {

LibavPtr<AVFrame> new_frame(const AVCodecContext& encoder) {
  LibavPtr<AVFrame> frame(av_frame_alloc());
  if (!frame) return frame;
  frame->format = encoder.pix_fmt;
  frame->width = encoder.width;
  frame->height = encoder.height;
  frame->color_range = encoder.color_range;
  frame->colorspace = encoder.colorspace;
  frame->color_primaries = encoder.color_primaries;
  frame->color_trc = encoder.color_trc;
  if (av_frame_get_buffer(frame.get(), 0) < 0) frame.reset();
  return frame;
}

// Full-range RGB -> video-range YCbCr with BT.709's weights and colour samples at the left of their
// pixels: what the film's flags say.
LibavPtr<SwsContext> new_converter(int width, int height) {
  LibavPtr<SwsContext> sws(sws_alloc_context());
  if (!sws) return sws;
  const auto set = [&](const char* name, int value) { av_opt_set_int(sws.get(), name, value, 0); };
  set("srcw", width), set("srch", height), set("src_format", AV_PIX_FMT_RGBA);
  set("dstw", width), set("dsth", height), set("dst_format", AV_PIX_FMT_YUV420P);
  set("sws_flags", SWS_BILINEAR | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INP | SWS_BITEXACT);
  set("dst_h_chr_pos", 0), set("dst_v_chr_pos", 128);
  if (sws_init_context(sws.get(), nullptr, nullptr) < 0) sws.reset();
  if (!sws) return sws;
  const int* weights = sws_getCoefficients(SWS_CS_ITU709);
  sws_setColorspaceDetails(sws.get(), weights, 1, weights, 0, 0, 1 << 16, 1 << 16);
  return sws;
}

// The picture with the last column and row repeated up to an even size.
void pad(const Picture& from, Picture& to) {
  to.rgba.resize(static_cast<std::size_t>(to.width) * static_cast<std::size_t>(to.height) * 4);
  const auto row_bytes = static_cast<std::size_t>(from.width) * 4;
  std::uint8_t* out = to.rgba.data();
  for (int y = 0; y < to.height; ++y) {
    const std::uint8_t* row = from.pixel(0, std::min(y, from.height - 1));
    std::memcpy(out, row, row_bytes);
    out += row_bytes;
    if (to.width > from.width) {
      std::memcpy(out, row + row_bytes - 4, 4);
      out += 4;
    }
  }
}

// Every value moves towards that of black by the same share, as scaling R, G and B would do.
void darken(const AVFrame& from, double gain, AVFrame& to) {
  for (int plane = 0; plane < 3; ++plane) {
    const int black = plane == 0 ? 16 : 128;
    std::uint8_t table[256];
    for (int v = 0; v < 256; ++v)
      table[v] = static_cast<std::uint8_t>(black + std::lround((v - black) * gain));
    const int w = plane == 0 ? from.width : from.width / 2;
    const int h = plane == 0 ? from.height : from.height / 2;
    for (int y = 0; y < h; ++y) {
      const std::uint8_t* in = from.data[plane] + std::ptrdiff_t{y} * from.linesize[plane];
      std::uint8_t* out = to.data[plane] + std::ptrdiff_t{y} * to.linesize[plane];
      for (int x = 0; x < w; ++x) out[x] = table[in[x]];
    }
  }
}

}  // namespace

Result<VideoTrack> VideoTrack::make(const FilmOptions& options, AVFormatContext& file) {
  auto codec = find_encoder("libx264");
  if (!codec) return tl::unexpected(codec.error());
  VideoTrack out;
  out.width_ = options.width;
  out.height_ = options.height;
  out.encoder_.reset(avcodec_alloc_context3(*codec));
  if (!out.encoder_) return fail(Code::io, "out of memory");
  AVCodecContext& e = *out.encoder_;
  e.width = options.width + options.width % 2;
  e.height = options.height + options.height % 2;
  e.pix_fmt = AV_PIX_FMT_YUV420P;
  e.framerate = av_d2q(options.fps, 1'000'000);
  e.time_base = av_inv_q(e.framerate);
  e.color_range = AVCOL_RANGE_MPEG;
  e.colorspace = AVCOL_SPC_BT709;
  e.color_primaries = AVCOL_PRI_BT709;
  e.color_trc = AVCOL_TRC_BT709;
  e.chroma_sample_location = AVCHROMA_LOC_LEFT;
  e.flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
  av_opt_set(e.priv_data, "preset", options.speed.c_str(), 0);
  av_opt_set_double(e.priv_data, "crf", options.crf, 0);
  if (const int status = avcodec_open2(&e, *codec, nullptr); status < 0) {
    return fail(Code::unsupported, "libx264 refuses a film of " + std::to_string(e.width) + " x " +
                                       std::to_string(e.height) + ": " + libav_text(status));
  }
  out.stream_ = avformat_new_stream(&file, nullptr);
  out.convert_ = new_converter(e.width, e.height);
  out.frame_ = new_frame(e);
  out.packet_.reset(av_packet_alloc());
  if (!out.stream_ || !out.convert_ || !out.frame_ || !out.packet_ ||
      avcodec_parameters_from_context(out.stream_->codecpar, &e) < 0) {
    return fail(Code::io, "out of memory");
  }
  out.stream_->time_base = e.time_base;
  out.stream_->avg_frame_rate = e.framerate;
  out.padded_.width = e.width;
  out.padded_.height = e.height;
  return out;
}

Result<void> VideoTrack::send(AVFrame* frame, AVFormatContext& file) {
  if (frame) frame->pts = frames_++;
  const int status = avcodec_send_frame(encoder_.get(), frame);
  if (status < 0) return fail(Code::io, "libx264 failed: " + libav_text(status));
  return write_packets(*encoder_, *packet_, file, *stream_);
}

Result<void> VideoTrack::add(const Picture& picture, AVFormatContext& file) {
  if (picture.width != width_ || picture.height != height_ ||
      picture.rgba.size() !=
          static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_) * 4) {
    return fail(Code::usage, "picture " + std::to_string(frames_) + " is " +
                                 std::to_string(picture.width) + " x " +
                                 std::to_string(picture.height) + " in a film of " +
                                 std::to_string(width_) + " x " + std::to_string(height_));
  }
  const bool even = width_ == padded_.width && height_ == padded_.height;
  if (!even) pad(picture, padded_);
  const Picture& whole = even ? picture : padded_;
  if (av_frame_make_writable(frame_.get()) < 0) return fail(Code::io, "out of memory");
  const std::uint8_t* rows[1] = {whole.rgba.data()};
  const int strides[1] = {whole.width * 4};
  sws_scale(convert_.get(), rows, strides, 0, whole.height, frame_->data, frame_->linesize);
  return send(frame_.get(), file);
}

Result<void> VideoTrack::repeat(double gain, AVFormatContext& file) {
  if (!faded_) faded_ = new_frame(*encoder_);
  if (!faded_ || av_frame_make_writable(faded_.get()) < 0) return fail(Code::io, "out of memory");
  darken(*frame_, gain, *faded_);
  return send(faded_.get(), file);
}

Result<void> VideoTrack::flush(AVFormatContext& file) { return send(nullptr, file); }

}  // namespace odori
