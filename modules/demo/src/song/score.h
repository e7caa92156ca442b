// What is played and sung. Bars from 0; a step is a sixteenth.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "odori/demo/song.h"

namespace odori::demo {

inline constexpr int kRate = 44100;
inline constexpr double kBeatSeconds = kFramesPerBeat / 30.0;
inline constexpr int kChorusBar = 8;
inline constexpr int kBreakBar = 7;     // the music stops in it, see drum_steps
inline constexpr double kLastHit = 62;  // beats: the final accent, with the dancer's last pose
inline constexpr int kSteps = 16;

struct Chord {
  const char* name = "";
  int root = 0;
  std::array<int, 4> notes{};  // MIDI
};
const Chord& chord_of(int bar);

struct Syllable {
  double beat = 0, length = 0;  // beats
  int midi = 69;
  std::string text;
  char vowel = 'n';     // n = hummed with the lips shut
  bool phrase = false;  // first after a rest
};
std::vector<Syllable> lyric();

// Where in a bar the step sounds, in beats from the song's begin; late sixteenths swing.
double step_beat(int bar, int step);

bool is_chorus(int bar);
// Drums and bass are silent from the second half beat of the break to its third count.
bool is_silent(int bar, int step);

bool kick_at(int bar, int step);
bool hat_at(int bar, int step);
float snare_at(int bar, int step);  // loudness, 0 = none
float clap_at(int bar, int step);
bool stab_at(int bar, int step);
// Semitones above the chord's root, -1 = none.
int bass_at(int bar, int step);

// A third above in the song's key.
int third_above(int midi);

}  // namespace odori::demo
