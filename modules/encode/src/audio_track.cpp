#include "audio_track.h"

#include <algorithm>
#include <cmath>

namespace odori {

Result<AudioTrack> AudioTrack::make(const FilmOptions& options, const Song& song,
                                    AVFormatContext& file) {
  auto codec = find_encoder("aac");
  if (!codec) return tl::unexpected(codec.error());
  const int* rate = (*codec)->supported_samplerates;
  while (rate && *rate && *rate != song.sample_rate) ++rate;
  if (song.sample_rate <= 0 || (rate && !*rate)) {
    return fail(Code::usage, "AAC has no rate of " + std::to_string(song.sample_rate) + " Hz");
  }
  AudioTrack out;
  out.song_ = &song;
  out.shift_ = std::llround(options.song_offset_seconds * song.sample_rate);
  out.encoder_.reset(avcodec_alloc_context3(*codec));
  if (!out.encoder_) return fail(Code::io, "out of memory");
  AVCodecContext& e = *out.encoder_;
  e.sample_fmt = AV_SAMPLE_FMT_FLTP;
  e.sample_rate = song.sample_rate;
  e.time_base = {1, song.sample_rate};
  e.bit_rate = std::llround(options.audio_kbps * 1000);
  e.flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
  av_channel_layout_default(&e.ch_layout, 2);
  if (const int status = avcodec_open2(&e, *codec, nullptr); status < 0) {
    return fail(Code::unsupported, "the AAC encoder refuses: " + libav_text(status));
  }
  out.stream_ = avformat_new_stream(&file, nullptr);
  out.packet_.reset(av_packet_alloc());
  out.frame_.reset(av_frame_alloc());
  if (!out.stream_ || !out.packet_ || !out.frame_ ||
      avcodec_parameters_from_context(out.stream_->codecpar, &e) < 0) {
    return fail(Code::io, "out of memory");
  }
  out.stream_->time_base = e.time_base;
  out.frame_->format = e.sample_fmt;
  out.frame_->sample_rate = e.sample_rate;
  out.frame_->nb_samples = e.frame_size;
  av_channel_layout_copy(&out.frame_->ch_layout, &e.ch_layout);
  if (av_frame_get_buffer(out.frame_.get(), 0) < 0) return fail(Code::io, "out of memory");
  return out;
}

Result<void> AudioTrack::block(std::int64_t length, const Gain& gain, AVFormatContext& file) {
  if (av_frame_make_writable(frame_.get()) < 0) return fail(Code::io, "out of memory");
  auto* left = reinterpret_cast<float*>(frame_->data[0]);
  auto* right = reinterpret_cast<float*>(frame_->data[1]);
  const auto held = static_cast<std::int64_t>(song_->samples.size() / 2);
  for (std::int64_t i = 0; i < length; ++i) {
    const std::int64_t from = at_ + i - shift_;
    const bool sounds = from >= 0 && from < held;
    const auto g = sounds ? static_cast<float>(gain(at_ + i)) : 0.0f;
    const std::size_t s = sounds ? static_cast<std::size_t>(from) * 2 : 0;
    left[i] = sounds ? song_->samples[s] * g : 0.0f;
    right[i] = sounds ? song_->samples[s + 1] * g : 0.0f;
  }
  frame_->nb_samples = static_cast<int>(length);
  frame_->pts = at_;
  at_ += length;
  const int status = avcodec_send_frame(encoder_.get(), frame_.get());
  if (status < 0) return fail(Code::io, "the AAC encoder failed: " + libav_text(status));
  return write_packets(*encoder_, *packet_, file, *stream_);
}

Result<void> AudioTrack::write_until(std::int64_t end, const Gain& gain, AVFormatContext& file) {
  while (at_ + encoder_->frame_size <= end) {
    if (auto ok = block(encoder_->frame_size, gain, file); !ok) return ok;
  }
  return {};
}

Result<void> AudioTrack::finish(std::int64_t end, const Gain& gain, AVFormatContext& file) {
  if (auto ok = write_until(end, gain, file); !ok) return ok;
  if (at_ < end) {
    if (auto ok = block(end - at_, gain, file); !ok) return ok;
  }
  const int status = avcodec_send_frame(encoder_.get(), nullptr);
  if (status < 0) return fail(Code::io, "the AAC encoder failed: " + libav_text(status));
  return write_packets(*encoder_, *packet_, file, *stream_);
}

}  // namespace odori
