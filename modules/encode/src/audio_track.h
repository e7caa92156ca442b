// A song -> AAC packets on the film's time line.
#pragma once

#include <functional>

#include "libav.h"
#include "odori/encode/film.h"

namespace odori {

class AudioTrack {
 public:
  static Result<AudioTrack> make(const FilmOptions& options, const Song& song,
                                 AVFormatContext& file);

  // Encodes up to (not including) the film's sample `end`, in whole blocks; what is missing to a
  // block waits. `gain` is asked for each sample.
  using Gain = std::function<double(std::int64_t sample)>;
  Result<void> write_until(std::int64_t end, const Gain& gain, AVFormatContext& file);
  // The rest, up to exactly `end`.
  Result<void> finish(std::int64_t end, const Gain& gain, AVFormatContext& file);

 private:
  Result<void> block(std::int64_t length, const Gain& gain, AVFormatContext& file);

  const Song* song_ = nullptr;
  LibavPtr<AVCodecContext> encoder_;
  LibavPtr<AVFrame> frame_;
  LibavPtr<AVPacket> packet_;
  AVStream* stream_ = nullptr;  // the file's
  std::int64_t at_ = 0;         // the film's next sample
  std::int64_t shift_ = 0;      // the film's sample on which the song begins
};

}  // namespace odori
