// Who gives back what libav hands out, for std::unique_ptr.
#pragma once

extern "C" {
#include <libavcodec/avcodec.h>
}

namespace odori::io {

struct FreeContext {
  void operator()(AVCodecContext* p) const { avcodec_free_context(&p); }
};
struct FreePacket {
  void operator()(AVPacket* p) const { av_packet_free(&p); }
};
struct FreeFrame {
  void operator()(AVFrame* p) const { av_frame_free(&p); }
};

}  // namespace odori::io
