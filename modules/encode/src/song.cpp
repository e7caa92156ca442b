#include <algorithm>
#include <cmath>
#include <fstream>
#include <string_view>

#include "libav.h"
#include "odori/base/text.h"
#include "odori/encode/film.h"

namespace odori {
namespace {

constexpr int kRate = 48000;
constexpr std::size_t kMaxSongSamples = std::size_t{3600} * kRate * 2;
// Containers that hold sound themselves; none that names other files.
constexpr char kContainers[] =
    "wav,w64,mp3,ogg,flac,mov,matroska,webm,aac,ac3,aiff,au,caf,asf,wv,ape,tta,avi,mpeg,mpegts,flv";
constexpr char kConvert[] = "convert it: ffmpeg -i SONG song.wav";

struct CloseInput {
  void operator()(AVFormatContext* p) const { avformat_close_input(&p); }
};
using Input = std::unique_ptr<AVFormatContext, CloseInput>;

Result<Input> open_input(const std::string& path) {
  AVDictionary* settings = nullptr;
  av_dict_set(&settings, "protocol_whitelist", "file", 0);
  av_dict_set(&settings, "format_whitelist", kContainers, 0);
  AVFormatContext* raw = nullptr;
  const int status = avformat_open_input(&raw, ("file:" + path).c_str(), nullptr, &settings);
  av_dict_free(&settings);
  if (status == AVERROR(ENOENT) || status == AVERROR(ENOTDIR)) {
    return fail(Code::not_found, "there is no such song");
  }
  if (status == AVERROR(EACCES) || status == AVERROR(EPERM)) {
    return fail(Code::denied, "the song may not be read");
  }
  if (status == AVERROR(EISDIR)) return fail(Code::not_found, "this is a folder, not a song");
  if (status < 0) {
    return fail(Code::malformed, "no sound that can be read: " + libav_text(status),
                Error::kNoOffset, kConvert);
  }
  return Input(raw);
}

LibavPtr<AVCodecContext> open_decoder(const AVStream& stream, const AVCodec* codec) {
  LibavPtr<AVCodecContext> decoder(avcodec_alloc_context3(codec));
  if (!decoder || avcodec_parameters_to_context(decoder.get(), stream.codecpar) < 0) return nullptr;
  decoder->pkt_timebase = stream.time_base;
  decoder->thread_count = 1;
  if (avcodec_open2(decoder.get(), codec, nullptr) < 0) return nullptr;
  return decoder;
}

// Whatever a decoder gives -> 48 kHz stereo, appended to `out`.
class Resampler {
 public:
  explicit Resampler(std::vector<float>& out) : out_(out) {}

  // False: the frame's layout makes no sense.
  bool add(const AVFrame& frame) {
    if (!fits(frame)) {
      flush();
      if (!open(frame)) return false;
    }
    return convert(const_cast<const std::uint8_t**>(frame.extended_data), frame.nb_samples);
  }

  void flush() {
    if (swr_) (void)convert(nullptr, 0);
    swr_.reset();
  }

 private:
  bool fits(const AVFrame& f) const {
    return swr_ && f.sample_rate == rate_ && f.format == format_ &&
           f.ch_layout.nb_channels == channels_;
  }

  bool open(const AVFrame& f) {
    if (f.sample_rate <= 0 || f.ch_layout.nb_channels <= 0) return false;
    AVChannelLayout from = {}, to = AV_CHANNEL_LAYOUT_STEREO;
    if (f.ch_layout.order == AV_CHANNEL_ORDER_UNSPEC) {
      av_channel_layout_default(&from, f.ch_layout.nb_channels);
    } else if (av_channel_layout_copy(&from, &f.ch_layout) < 0) {
      return false;
    }
    SwrContext* raw = nullptr;
    const int made =
        swr_alloc_set_opts2(&raw, &to, AV_SAMPLE_FMT_FLT, kRate, &from,
                            static_cast<AVSampleFormat>(f.format), f.sample_rate, 0, nullptr);
    const int channels = from.nb_channels;
    av_channel_layout_uninit(&from);
    swr_.reset(raw);
    if (made < 0 || !swr_) return false;
    av_opt_set_double(swr_.get(), "rematrix_maxval", 1.0, 0);  // a mix of many never clips
    constexpr double kBothSides[2] = {1.0, 1.0};
    if (channels == 1 && swr_set_matrix(swr_.get(), kBothSides, 1) < 0) return false;
    if (swr_init(swr_.get()) < 0) {
      swr_.reset();
      return false;
    }
    rate_ = f.sample_rate;
    format_ = f.format;
    channels_ = f.ch_layout.nb_channels;
    return true;
  }

  bool convert(const std::uint8_t** in, int count) {
    const int room = swr_get_out_samples(swr_.get(), count);
    if (room < 0) return false;
    const std::size_t held = out_.size();
    out_.resize(held + static_cast<std::size_t>(room) * 2);
    auto* to = reinterpret_cast<std::uint8_t*>(out_.data() + held);
    const int got = swr_convert(swr_.get(), &to, room, in, count);
    out_.resize(held + static_cast<std::size_t>(std::max(got, 0)) * 2);
    return got >= 0;
  }

  std::vector<float>& out_;
  LibavPtr<SwrContext> swr_;
  int rate_ = 0, format_ = -1, channels_ = 0;
};

tl::unexpected<Error> too_long() {
  return fail(Code::too_large, "the song is longer than an hour", Error::kNoOffset,
              "cut it: ffmpeg -i SONG -t 600 song.wav");
}

// What the decoder has ready. False: too long.
bool take_frames(AVCodecContext& decoder, AVFrame& frame, Resampler& resampler, const Song& song,
                 std::size_t& sound, std::size_t& damage) {
  for (;;) {
    const int status = avcodec_receive_frame(&decoder, &frame);
    if (status == AVERROR(EAGAIN) || status == AVERROR_EOF) return true;
    if (status < 0) {
      ++damage;
      return true;
    }
    resampler.add(frame) ? ++sound : ++damage;
    if (song.samples.size() > kMaxSongSamples) return false;
  }
}

Result<Song> decode_song(AVFormatContext& input, int index, AVCodecContext& decoder) {
  LibavPtr<AVPacket> packet(av_packet_alloc());
  LibavPtr<AVFrame> frame(av_frame_alloc());
  if (!packet || !frame) return fail(Code::io, "out of memory");
  Song song;
  Resampler resampler(song.samples);
  std::size_t sound = 0, damage = 0;
  while (av_read_frame(&input, packet.get()) >= 0) {
    const bool ours = packet->stream_index == index;
    if (ours && avcodec_send_packet(&decoder, packet.get()) < 0) ++damage;
    av_packet_unref(packet.get());
    if (ours && !take_frames(decoder, *frame, resampler, song, sound, damage)) return too_long();
  }
  (void)avcodec_send_packet(&decoder, nullptr);
  if (!take_frames(decoder, *frame, resampler, song, sound, damage)) return too_long();
  resampler.flush();
  if (song.samples.empty() || damage > sound) {
    return fail(Code::malformed, "the song's sound is damaged", Error::kNoOffset, kConvert);
  }
  for (float& v : song.samples) {
    if (!std::isfinite(v)) v = 0;
  }
  return song;
}

Result<Song> read(const std::string& path) {
  auto input = open_input(path);
  if (!input) return tl::unexpected(input.error());
  if (avformat_find_stream_info(input->get(), nullptr) < 0) {
    return fail(Code::malformed, "the song is damaged", Error::kNoOffset, kConvert);
  }
  const AVCodec* codec = nullptr;
  const int index = av_find_best_stream(input->get(), AVMEDIA_TYPE_AUDIO, -1, -1, &codec, 0);
  if (index == AVERROR_DECODER_NOT_FOUND) {
    return fail(Code::unsupported, "its kind of sound has no decoder here", Error::kNoOffset,
                kConvert);
  }
  if (index < 0) {
    return fail(Code::malformed, "there is no sound in this file", Error::kNoOffset,
                "give a file with a sound track");
  }
  const auto decoder = open_decoder(*(*input)->streams[index], codec);
  if (!decoder) {
    return fail(Code::unsupported, std::string("the ") + codec->name + " decoder refuses it",
                Error::kNoOffset, kConvert);
  }
  return decode_song(**input, index, *decoder);
}

std::vector<std::byte> head_of(const std::string& path) {
  std::vector<std::byte> head(16);
  std::ifstream file(path, std::ios::binary);
  file.read(reinterpret_cast<char*>(head.data()), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<std::size_t>(std::max<std::streamsize>(file.gcount(), 0)));
  return head;
}

}  // namespace

bool looks_like_song(const std::string& path, Bytes head) {
  const std::string_view text(reinterpret_cast<const char*>(head.data()), head.size());
  for (const std::string_view mark : {"OggS", "fLaC", "ID3", "MAC ", "wvpk", "caff", "TTA1"})
    if (text.starts_with(mark)) return true;
  if (text.starts_with("RIFF") && text.size() >= 12 && text.substr(8, 4) == "WAVE") return true;
  if (text.size() >= 11 && text.substr(4, 7) == "ftypM4A") return true;
  // The first bits of an MPEG frame (layer II or III) or an ADTS one.
  if (text.size() >= 2 && text[0] == '\xff') {
    const int second = static_cast<unsigned char>(text[1]), layer = second & 0x06;
    if ((second & 0xe0) == 0xe0 && (layer == 2 || layer == 4)) return true;
    if ((second & 0xf6) == 0xf0) return true;
  }
  for (const std::string_view known : {".wav", ".mp3", ".ogg", ".oga", ".opus", ".flac", ".m4a",
                                       ".aac", ".wma", ".aif", ".aiff", ".ape", ".wv"})
    if (ends_with(path, known)) return true;
  return false;
}

Result<Song> read_song(const std::string& path) {
  av_log_set_level(AV_LOG_QUIET);
  auto song = read(path);
  if (song) return song;
  Error error = song.error();
  if (error.code == Code::malformed && looks_like_song(path, head_of(path))) {
    error.what = "a sound file that is damaged or cut short (" + error.what + ")";
    error.hint = "get it again, or save it anew in a sound program";
  }
  return fail_in(path, std::move(error));
}

}  // namespace odori
