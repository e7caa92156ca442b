// How a film ends: what of the song is heard and how the picture goes out.
#pragma once

#include <cstdint>

#include "odori/encode/film.h"

namespace odori {

struct Ending {
  std::int64_t frames = 0;      // of the whole film
  std::int64_t fade_from = 0;   // the first frame that is darker; == frames: no fade
  std::int64_t sound_from = 0;  // samples of the film at which the sound's fade begins
  std::int64_t samples = 0;     // of the whole film; 0 without a song

  // 1 before the fade, 0 on the film's last frame and last sample.
  double picture_gain(std::int64_t frame) const;
  double sound_gain(std::int64_t sample) const;
};

// `pictures` > 0. `song` may be null.
Ending plan_ending(std::int64_t pictures, const FilmOptions& options, const Song* song);

}  // namespace odori
