// Pictures in order + a song -> an MP4 (H.264 + AAC).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "odori/base/bytes.h"
#include "odori/base/control.h"
#include "odori/base/picture.h"
#include "odori/base/result.h"

namespace odori {

struct FilmOptions {
  // Pictures must have this size. H.264 with 4:2:0 colour has even sides: an odd one is made one
  // pixel longer by repeating the last column or row.
  int width = 1280, height = 720;
  double fps = 30;
  int crf = 18;                    // x264's constant rate factor, 0..51
  std::string speed = "veryfast";  // x264's preset
  double audio_kbps = 192;
  // A song longer than the motion: the last picture is held, then picture and sound fade out
  // together. Never beyond the song's end: where that comes sooner the hold is cut first.
  double hold_seconds = 2, fade_seconds = 2;
  double song_offset_seconds = 0;  // > 0: the song starts that much later than the picture
};

// Takes pictures in order. Nothing stands at the path until finish() has succeeded: the film is
// written beside it and renamed into place; a sink that is destroyed before leaves nothing.
class FrameSink {
 public:
  virtual ~FrameSink() = default;
  // Alpha is ignored. Errors: usage (another size), io. After a failure only destroy the sink.
  virtual Result<void> add(const Picture& picture) = 0;
  // Once. Errors: usage (no picture was added), io.
  virtual Result<void> finish() = 0;
};

// Interleaved stereo, 32-bit float.
struct Song {
  int sample_rate = 48000;
  std::vector<float> samples;  // left, right, left, ...
  double seconds() const { return static_cast<double>(samples.size()) / 2 / sample_rate; }
};

// WAV, MP3, OGG, FLAC, M4A, ...: whatever libav reads, as 48 kHz; at most an hour. Damaged
// stretches are left out. Errors: not_found, denied, malformed, unsupported, too_large.
Result<Song> read_song(const std::string& path);

// Whether a file's first bytes (16 are enough) or its name's ending say that it holds sound alone:
// a file that says so and cannot be read is damaged.
bool looks_like_song(const std::string& path, Bytes head);

// `song` may be null and must live as long as the sink. Missing folders are made. Errors: usage,
// io, unsupported (an encoder that is missing: says which package brings it).
Result<std::unique_ptr<FrameSink>> make_film(const std::string& path, const FilmOptions& options,
                                             const Song* song);

}  // namespace odori
