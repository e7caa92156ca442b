#include "read_back.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>

#include "libav.h"

namespace odori {
namespace {

Picture to_picture(const AVFrame& frame) {
  Picture out{frame.width, frame.height, {}, false};
  out.rgba.resize(static_cast<std::size_t>(frame.width * frame.height * 4) + 64);
  LibavPtr<SwsContext> sws(sws_getContext(
      frame.width, frame.height, AV_PIX_FMT_YUV420P, frame.width, frame.height, AV_PIX_FMT_RGBA,
      SWS_BILINEAR | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INT, nullptr, nullptr, nullptr));
  const int* weights = sws_getCoefficients(SWS_CS_ITU709);
  sws_setColorspaceDetails(sws.get(), weights, 0, weights, 1, 0, 1 << 16, 1 << 16);
  std::uint8_t* to[1] = {out.rgba.data()};
  const int stride[1] = {frame.width * 4};
  sws_scale(sws.get(), frame.data, frame.linesize, 0, frame.height, to, stride);
  out.rgba.resize(out.rgba.size() - 64);
  return out;
}

bool index_before_data(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(file)), {});
  return bytes.find("moov") < bytes.find("mdat");
}

}  // namespace

Seen see(const std::string& path) {
  Seen out;
  AVFormatContext* file = nullptr;
  if (avformat_open_input(&file, path.c_str(), nullptr, nullptr) < 0) return out;
  avformat_find_stream_info(file, nullptr);
  const AVCodec* codec = nullptr;
  const int index = av_find_best_stream(file, AVMEDIA_TYPE_VIDEO, -1, -1, &codec, 0);
  const AVStream* stream = file->streams[index];
  LibavPtr<AVCodecContext> decoder(avcodec_alloc_context3(codec));
  avcodec_parameters_to_context(decoder.get(), stream->codecpar);
  avcodec_open2(decoder.get(), codec, nullptr);
  out.seconds = static_cast<double>(file->duration) / AV_TIME_BASE;
  LibavPtr<AVPacket> packet(av_packet_alloc());
  LibavPtr<AVFrame> frame(av_frame_alloc());
  const auto take = [&] {
    while (avcodec_receive_frame(decoder.get(), frame.get()) == 0) {
      const double tick = av_q2d(stream->time_base);
      if (out.frames.empty()) out.first_time = static_cast<double>(frame->pts) * tick;
      out.video_seconds = static_cast<double>(frame->pts + frame->pkt_duration) * tick;
      out.width = frame->width, out.height = frame->height;
      out.bt709 = frame->colorspace == AVCOL_SPC_BT709 &&
                  frame->color_primaries == AVCOL_PRI_BT709 && frame->color_trc == AVCOL_TRC_BT709;
      out.video_range = frame->color_range == AVCOL_RANGE_MPEG;
      out.frames.push_back(to_picture(*frame));
    }
  };
  while (av_read_frame(file, packet.get()) >= 0) {
    if (packet->stream_index == index) avcodec_send_packet(decoder.get(), packet.get());
    av_packet_unref(packet.get());
    take();
  }
  avcodec_send_packet(decoder.get(), nullptr);
  take();
  avformat_close_input(&file);
  out.index_first = index_before_data(path);
  return out;
}

Picture flat(int width, int height, std::uint8_t r, std::uint8_t g, std::uint8_t b) {
  Picture out{width, height, {}, false};
  for (int i = 0; i < width * height; ++i)
    out.rgba.insert(out.rgba.end(), {r, g, b, std::uint8_t{255}});
  return out;
}

Song tone(double seconds, double hertz, float height) {
  Song out;
  const auto n = static_cast<int>(std::lround(seconds * out.sample_rate));
  for (int i = 0; i < n; ++i) {
    const auto v = height * static_cast<float>(std::sin(6.283185307 * hertz * i / out.sample_rate));
    out.samples.insert(out.samples.end(), {v, v});
  }
  return out;
}

float loudest(const Song& song, double from, double to) {
  float out = 0;
  const auto at = [&](double t) { return static_cast<std::size_t>(t * song.sample_rate) * 2; };
  for (std::size_t i = at(from); i < std::min(at(to), song.samples.size()); ++i)
    out = std::max(out, std::fabs(song.samples[i]));
  return out;
}

}  // namespace odori
