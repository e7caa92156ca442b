#include "score.h"

#include "odori/base/assert.h"

namespace odori::demo {
namespace {

// clang-format off
constexpr Chord kG{"G", 43, {55, 59, 62, 66}}, kA{"A", 45, {57, 61, 64, 67}}, kFm{"F#m", 42, {54, 57, 61, 64}},
                kBm{"Bm", 47, {54, 59, 62, 66}}, kD{"D", 38, {57, 62, 66, 69}};
// IV V iii vi; the second half of each eight bars leads home.
constexpr const Chord* kSong[kBars] = {&kG, &kA, &kFm, &kBm, &kG, &kA, &kBm, &kA, &kG, &kA, &kFm, &kBm, &kG, &kA, &kD, &kD};

// Note, syllable, length in half beats; "-" rests.
constexpr const char* kLyric[kBars] = {
    "B4 ki 1 A4 ra 1 B4 ki 1 D5 ra 2 B4 hi 1 A4 ka 1 F#4 ru 1",
    "A4 yu 1 A4 me 1 B4 no 1 C#5 ma 2 B4 chi 1 A4 e 2",
    "- 1 F#4 to 1 A4 bi 1 A4 da 1 B4 se 1 A4 ru 1 F#4 ki 1 E4 ga 1",
    "F#4 shi 1 D4 ta 3 - 4",
    "B4 ki 1 A4 mi 1 B4 to 1 D5 mi 2 E5 ta 1 D5 i 1 B4 na 1",
    "C#5 so 1 C#5 ra 1 B4 no 1 A4 i 2 B4 ro 1 C#5 o 2",
    "D5 ko 1 D5 no 1 D5 te 1 E5 de 1 F#5 ma 1 E5 wa 1 D5 so 1 B4 u 1",
    "C#5 yo 3 - 1 A4 se 1 B4 e 1 C#5 no 2",
    "D5 te 2 D5 o 1 E5 ta 1 F#5 ta 2 E5 i 1 D5 te 1",
    "C#5 ku 2 C#5 ru 1 D5 ri 1 E5 to 2 C#5 ma 1 A4 wa 1",
    "A4 re 2 C#5 ba 1 D5 ho 1 E5 ra 2 C#5 se 1 A4 ka 1",
    "D5 i 2 C#5 ga 1 B4 ki 1 B4 ra 2 - 2",
    "D5 ja 2 D5 n 1 E5 pu 1 F#5 shi 2 G5 te 1 F#5 ne 1",
    "E5 u 1 E5 i 2 C#5 n 1 E5 ku 2 E5 de 1 F#5 pi 1",
    "F#5 i 1 D5 su 3 - 1 A4 da 1 B4 i 1 D5 su 1",
    "E5 ki 1 D5 da 1 D5 yo 4 - 2"};

// First bar alone, verse a and b, chorus a and b.
constexpr const char* kKick[5] = {"x.......x.......", "x.....x.x.......", "x.....x.x...x...", "x...x...x...x...", "x...x...x...x.x."};
constexpr const char* kHat[3]  = {"....x.......x...", "x.x.x.x.x.x.x.xx", "x.xxx.xxx.xxx.xx"};
constexpr const char* kStab[2] = {"x..x......x.....", "x..x..x.x..x..x."};
constexpr const char* kBass[2] = {"0.....0.0...7.0.", "0.0.c.0.0.0.c.7."};  // 0 root, 7 fifth, c octave
// clang-format on

// Reads one word; the rest stays.
std::string_view next_word(std::string_view& text) {
  while (!text.empty() && text[0] == ' ') text.remove_prefix(1);
  const std::size_t end = text.find(' ');
  const std::string_view word = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end);
  return word;
}

int midi_of(std::string_view note) {
  constexpr int kSemitone[7] = {9, 11, 0, 2, 4, 5, 7};
  const bool sharp = note.size() > 1 && note[1] == '#';
  return kSemitone[note[0] - 'A'] + (sharp ? 1 : 0) + 12 * (note.back() - '0' + 1);
}

bool past_the_end(int bar, int step) { return bar == kBars - 1 && step > 8; }

std::size_t index(int i) { return static_cast<std::size_t>(i); }

}  // namespace

const Chord& chord_of(int bar) { return *kSong[bar]; }

bool is_chorus(int bar) { return bar >= kChorusBar; }

bool is_silent(int bar, int step) {
  return past_the_end(bar, step) || (bar == kBreakBar && step >= 2);
}

double step_beat(int bar, int step) {
  constexpr double kSwing = 0.04;  // beats
  return bar * kBeatsPerBar + step * 0.25 + (step % 2 == 1 ? kSwing : 0);
}

std::vector<Syllable> lyric() {
  std::vector<Syllable> out;
  bool rested = true;
  for (int bar = 0; bar < kBars; ++bar) {
    std::string_view line = kLyric[bar];
    double beat = bar * kBeatsPerBar;
    while (!line.empty()) {
      const std::string_view note = next_word(line);
      const std::string_view text = note == "-" ? note : next_word(line);
      const double length = (next_word(line)[0] - '0') * 0.5;
      if (note == "-") {
        rested = true;
      } else {
        const char last = text.back();
        const bool vowel = std::string_view("aiueo").find(last) != std::string_view::npos;
        out.push_back({beat, length, midi_of(note), std::string(text), vowel ? last : 'n', rested});
        rested = false;
      }
      beat += length;
    }
    ODORI_ASSERT(beat == (bar + 1) * kBeatsPerBar);  // a slip in the table
  }
  return out;
}

bool kick_at(int bar, int step) {
  if (is_silent(bar, step)) return false;
  const int pattern = bar < 1 ? 0 : (is_chorus(bar) ? 3 : 1) + bar % 2;
  return kKick[pattern][step] == 'x';
}

bool hat_at(int bar, int step) {
  if (is_silent(bar, step)) return false;
  return kHat[bar < 1 ? 0 : is_chorus(bar) ? 2 : 1][step] == 'x';
}

float snare_at(int bar, int step) {
  if (bar == kBreakBar) return step >= 12 ? 0.30f + 0.08f * static_cast<float>(step - 12) : 0;
  if (is_silent(bar, step) || bar < 1) return 0;
  if (step == 4 || step == 12) return past_the_end(bar, step) ? 0 : is_chorus(bar) ? 0.80f : 0.55f;
  if (bar == 3 && step >= 13) return 0.25f;
  if ((bar == 11 || bar == 13) && step >= 13) return 0.45f;
  return 0;
}

float clap_at(int bar, int step) {
  if (bar == kBreakBar) return step == 8 || step == 10 || step == 12 || step == 14 ? 0.7f : 0;
  if (is_silent(bar, step) || !is_chorus(bar)) return 0;
  return step == 4 || step == 12 ? 0.6f : 0;
}

bool stab_at(int bar, int step) {
  return !is_silent(bar, step) && kStab[is_chorus(bar) ? 1 : 0][step] == 'x';
}

int bass_at(int bar, int step) {
  if (is_silent(bar, step) || (bar == 0 && step > 0)) return -1;
  switch (kBass[is_chorus(bar) ? 1 : 0][index(step)]) {
    case '0':
      return 0;
    case '7':
      return 7;
    case 'c':
      return 12;
    default:
      return -1;
  }
}

int third_above(int midi) {
  constexpr int kScale[7] = {2, 4, 6, 7, 9, 11, 13};  // D major
  for (int i = 0; i < 7; ++i) {
    if ((midi - kScale[i]) % 12 != 0) continue;
    const int up = kScale[(i + 2) % 7] - kScale[i];
    return midi + (up < 0 ? up + 12 : up);
  }
  return midi + 4;
}

}  // namespace odori::demo
