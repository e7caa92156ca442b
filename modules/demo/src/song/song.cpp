#include "odori/demo/song.h"

#include <functional>

#include "sound.h"

namespace odori::demo {
namespace {

// Every track is brought to a loudness of its own (RMS of the whole song), then mixed.
struct Track {
  double level;    // RMS
  double ducking;  // how much the kick pushes it down
  double space;    // echo and hall
  double verse;    // factor before the chorus
  std::function<void(Stereo&)> play;
};

void level_track(Stereo& s, const Track& track, const std::vector<float>& duck) {
  const auto chorus = static_cast<std::size_t>(sample_of(kChorusBar * kBeatsPerBar));
  double square = 0;
  for (std::size_t i = 0; i < s.left.size(); ++i) {
    if (i < chorus) {
      s.left[i] *= static_cast<float>(track.verse);
      s.right[i] *= static_cast<float>(track.verse);
    }
    square += static_cast<double>(s.left[i]) * static_cast<double>(s.left[i]) +
              static_cast<double>(s.right[i]) * static_cast<double>(s.right[i]);
  }
  const double rms = std::sqrt(square / static_cast<double>(2 * s.left.size()) + 1e-12);
  for (std::size_t i = 0; i < s.left.size(); ++i) {
    const double g = track.level / rms * (1 - track.ducking * (1 - static_cast<double>(duck[i])));
    s.left[i] *= static_cast<float>(g);
    s.right[i] *= static_cast<float>(g);
  }
}

// Rounds off what is loud: x for small x, 1 at most.
double soft_limit(double x) {
  const double e = trig::exp(2 * std::clamp(x, -8.0, 8.0));
  return (e - 1) / (e + 1);
}

// Loudest sample just below full scale, silent at both ends.
std::vector<float> master(const Stereo& mix) {
  constexpr double kDrive = 1.15, kPeak = 0.891;  // -1 dB
  const std::size_t n = mix.left.size();
  std::vector<double> shaped(2 * n);
  double peak = 1e-9;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t c = 0; c < 2; ++c) {
      const float x = c == 0 ? mix.left[i] : mix.right[i];
      shaped[2 * i + c] = soft_limit(static_cast<double>(x) * kDrive);
      peak = std::max(peak, std::fabs(shaped[2 * i + c]));
    }
  }
  std::vector<float> out(2 * n);
  for (std::size_t i = 0; i < n; ++i) {
    const double in = std::min(1.0, static_cast<double>(i) / (kRate * 0.004));
    const double off = std::min(1.0, static_cast<double>(n - 1 - i) / (kRate * 0.25));
    for (std::size_t c = 0; c < 2; ++c) {
      out[2 * i + c] = static_cast<float>(shaped[2 * i + c] * (kPeak / peak) * in * off);
    }
  }
  return out;
}

}  // namespace

SongTiming make_song_timing() {
  SongTiming timing;
  timing.beats_per_minute = 60 / kBeatSeconds;
  for (int beat = 0; beat < kBars * kBeatsPerBar; ++beat) {
    timing.beats.push_back(beat * kBeatSeconds);
  }
  for (int bar = 0; bar < kBars; ++bar) {
    timing.chords.push_back({bar * kBeatsPerBar * kBeatSeconds, chord_of(bar).name});
  }
  for (const Syllable& word : lyric()) {
    timing.vowels.push_back({word.beat * kBeatSeconds, (word.beat + word.length) * kBeatSeconds,
                             word.vowel, word.text, word.midi});
  }
  return timing;
}

Song make_song() {
  Song song;
  song.sample_rate = kRate;
  song.timing = make_song_timing();
  const std::vector<Syllable> words = lyric();
  const std::size_t n = song_samples();
  std::vector<float> duck(n, 1);
  const Track tracks[] = {{0.100, 0.00, 0.06, 0.72, [&](Stereo& s) { play_drums(s, duck); }},
                          {0.064, 0.80, 0.00, 0.75, [](Stereo& s) { play_bass(s); }},
                          {0.038, 1.00, 0.35, 0.60, [](Stereo& s) { play_pad(s); }},
                          {0.040, 0.60, 0.35, 0.62, [](Stereo& s) { play_plucks(s); }},
                          {0.024, 0.50, 0.30, 1.00, [&](Stereo& s) { play_lead(s, words); }},
                          {0.012, 0.00, 0.30, 1.00, [](Stereo& s) { play_riser(s); }},
                          {0.092, 0.12, 0.24, 0.74, [&](Stereo& s) {
                             sing(s, words, {0, 0, 1, false});
                             sing(s, words, {0.09, 0.55, 0.28, false});
                             sing(s, words, {-0.08, -0.55, 0.28, false});
                             sing(s, words, {0.04, 0.35, 0.32, true});
                           }}};
  Stereo mix(n);
  for (const Track& track : tracks) {
    Stereo s(n);
    track.play(s);
    level_track(s, track, duck);
    if (track.space > 0) add_space(s, track.space);
    for (std::size_t i = 0; i < n; ++i) {
      mix.left[i] += s.left[i];
      mix.right[i] += s.right[i];
    }
  }
  song.samples = master(mix);
  return song;
}

}  // namespace odori::demo
