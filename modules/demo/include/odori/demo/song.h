// The project's own song: sixteen bars of idol pop with a synthetic voice, made from tables. The
// same samples on every platform.
#pragma once

#include <string>
#include <vector>

namespace odori::demo {

// 1800 / 14 beats a minute: a beat is exactly 14 frames of a VMD, a half beat 7.
inline constexpr int kFramesPerBeat = 14;
inline constexpr int kBeatsPerBar = 4;
inline constexpr int kBars = 16;

struct SongChord {
  double start = 0;  // seconds
  std::string name;  // "F#m"
};

struct SongVowel {
  double start = 0, end = 0;  // seconds
  char vowel = 'n';           // a i u e o, n = lips shut
  std::string syllable;       // "shi"
  int midi = 69;              // pitch
};

struct SongTiming {
  double beats_per_minute = 0;
  std::vector<double> beats;  // seconds, from the first to the last of the song
  std::vector<SongChord> chords;
  std::vector<SongVowel> vowels;  // in order of time
};

struct Song {
  int sample_rate = 44100;
  std::vector<float> samples;  // stereo, left first, -1..1; begins and ends in silence
  SongTiming timing;
};

// The score alone: instant.
SongTiming make_song_timing();

// About a second of work.
Song make_song();

}  // namespace odori::demo
