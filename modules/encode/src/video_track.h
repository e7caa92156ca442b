// Pictures -> H.264 packets.
#pragma once

#include "libav.h"
#include "odori/base/picture.h"
#include "odori/encode/film.h"

namespace odori {

class VideoTrack {
 public:
  static Result<VideoTrack> make(const FilmOptions& options, AVFormatContext& file);

  // The next frame of the film.
  Result<void> add(const Picture& picture, AVFormatContext& file);
  // The last picture once more, darker: gain 1 = as it was, 0 = black.
  Result<void> repeat(double gain, AVFormatContext& file);
  Result<void> flush(AVFormatContext& file);
  std::int64_t frames() const { return frames_; }

 private:
  Result<void> send(AVFrame* frame, AVFormatContext& file);

  LibavPtr<AVCodecContext> encoder_;
  LibavPtr<SwsContext> convert_;
  LibavPtr<AVFrame> frame_;  // the last picture, as the encoder takes it
  LibavPtr<AVFrame> faded_;
  LibavPtr<AVPacket> packet_;
  AVStream* stream_ = nullptr;  // the file's
  int width_ = 0, height_ = 0;  // of the pictures; the film's sides are even
  Picture padded_;
  std::int64_t frames_ = 0;
};

}  // namespace odori
