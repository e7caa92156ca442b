#include "libav.h"

#include "odori/files/files.h"

namespace odori {

std::string libav_text(int status) {
  char text[AV_ERROR_MAX_STRING_SIZE] = {};
  av_strerror(status, text, sizeof text);
  return text;
}

std::string advice(int status) { return std::string(advice_for(AVUNERROR(status))); }

Result<const AVCodec*> find_encoder(const char* name) {
  if (const AVCodec* codec = avcodec_find_encoder_by_name(name)) return codec;
  return fail(Code::unsupported, std::string("libavcodec has no encoder \"") + name + "\"",
              Error::kNoOffset, "install Debian's own: apt install libavcodec59");
}

Result<void> write_packets(AVCodecContext& encoder, AVPacket& packet, AVFormatContext& file,
                           const AVStream& stream) {
  for (;;) {
    const int got = avcodec_receive_packet(&encoder, &packet);
    if (got == AVERROR(EAGAIN) || got == AVERROR_EOF) return {};
    if (got < 0) {
      return fail(Code::io,
                  std::string(encoder.codec->name) + " failed to encode: " + libav_text(got));
    }
    if (encoder.codec_type == AVMEDIA_TYPE_VIDEO && packet.duration == 0) packet.duration = 1;
    packet.stream_index = stream.index;
    av_packet_rescale_ts(&packet, encoder.time_base, stream.time_base);
    const int wrote = av_interleaved_write_frame(&file, &packet);
    if (wrote < 0)
      return fail(Code::io, "cannot write the film: " + libav_text(wrote), Error::kNoOffset,
                  advice(wrote));
  }
}

}  // namespace odori
