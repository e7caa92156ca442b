// Pictures in order + a song -> an MP4 (H.264 + AAC).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "odori/base/control.h"
#include "odori/base/picture.h"
#include "odori/base/result.h"

namespace odori {

struct FilmOptions {
  int width = 1280, height = 720;
  double fps = 30;
  int crf = 18;                    // x264's constant rate factor
  std::string speed = "veryfast";  // x264's preset
  double audio_kbps = 192;
  // A song longer than the motion: the last picture is held, then picture and sound fade out
  // together.
  double hold_seconds = 2, fade_seconds = 2;
  double song_offset_seconds = 0;  // > 0: the song starts that much later than the picture
};

// Takes pictures in order. Nothing stands at the path until finish() has succeeded: the film is
// written beside it and renamed into place; a sink that is destroyed before leaves nothing.
class FrameSink {
 public:
  virtual ~FrameSink() = default;
  virtual Result<void> add(const Picture& picture) = 0;
  virtual Result<void> finish() = 0;
};

// Interleaved stereo, 32-bit float.
struct Song {
  int sample_rate = 48000;
  std::vector<float> samples;  // left, right, left, ...
  double seconds() const { return static_cast<double>(samples.size()) / 2 / sample_rate; }
};

// WAV, MP3, OGG, FLAC, M4A, ...: whatever libav reads. Errors: not_found, malformed, unsupported.
Result<Song> read_song(const std::string& path);

// `song` may be null. Errors: io, unsupported (an encoder that is missing: says which package
// brings it).
Result<std::unique_ptr<FrameSink>> make_film(const std::string& path, const FilmOptions& options,
                                             const Song* song);

}  // namespace odori
