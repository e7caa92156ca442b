#include "ending.h"

#include <algorithm>
#include <cmath>

namespace odori {
namespace {

double gain(std::int64_t at, std::int64_t from, std::int64_t end) {
  if (at < from) return 1;
  return static_cast<double>(end - 1 - at) / static_cast<double>(end - from);
}

}  // namespace

double Ending::picture_gain(std::int64_t frame) const { return gain(frame, fade_from, frames); }

double Ending::sound_gain(std::int64_t sample) const { return gain(sample, sound_from, samples); }

Ending plan_ending(std::int64_t pictures, const FilmOptions& options, const Song* song) {
  Ending out{pictures, pictures, 0, 0};
  if (!song) return out;
  const double motion = static_cast<double>(pictures) / options.fps;
  const double beyond = std::max(song->seconds() + options.song_offset_seconds - motion, 0.0);
  const double fade = std::min(options.fade_seconds, beyond);
  const double hold = std::min(options.hold_seconds, beyond - fade);
  // Whole frames, never past the song's end; a rounding error must not cost a frame.
  const auto frames_in = [&](double seconds) {
    return static_cast<std::int64_t>(std::floor(seconds * options.fps + 1e-6));
  };
  out.frames += frames_in(hold + fade);
  out.fade_from = std::min(out.frames, pictures + frames_in(hold));
  const auto samples_in = [&](std::int64_t frames) {
    return static_cast<std::int64_t>(
        std::llround(static_cast<double>(frames) / options.fps * song->sample_rate));
  };
  out.samples = samples_in(out.frames);
  out.sound_from = samples_in(out.fade_from);
  return out;
}

}  // namespace odori
