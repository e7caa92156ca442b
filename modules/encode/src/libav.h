// What every file here needs of libav: owners, and words for its errors.
#pragma once

#include <memory>
#include <string>

#include "odori/base/result.h"

extern "C" {
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/channel_layout.h>
#include <libavutil/log.h>
#include <libavutil/opt.h>
#include <libswresample/swresample.h>
#include <libswscale/swscale.h>
}

namespace odori {

struct FreeLibav {
  void operator()(AVCodecContext* p) const { avcodec_free_context(&p); }
  void operator()(AVPacket* p) const { av_packet_free(&p); }
  void operator()(AVFrame* p) const { av_frame_free(&p); }
  void operator()(SwsContext* p) const { sws_freeContext(p); }
  void operator()(SwrContext* p) const { swr_free(&p); }
};
template <class T>
using LibavPtr = std::unique_ptr<T, FreeLibav>;

std::string libav_text(int status);
std::string advice(int status);  // what a person can do about it; may be empty

// Errors: unsupported, naming the Debian package that brings the encoder.
Result<const AVCodec*> find_encoder(const char* name);

// Gives every packet that the encoder has ready to the file. Errors: io.
Result<void> write_packets(AVCodecContext& encoder, AVPacket& packet, AVFormatContext& file,
                           const AVStream& stream);

}  // namespace odori
