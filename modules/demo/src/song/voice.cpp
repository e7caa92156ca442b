// A singing voice: a glottal source with breath, five resonances, and for every consonant its
// closure, noise and the way its resonances lead into the vowel. Vowels begin on the beat, so that
// consonants come before it.
#include <array>
#include <string_view>

#include "sound.h"

namespace odori::demo {
namespace {

constexpr std::size_t kFormants = 5;

struct Vowel {
  char name;
  std::array<double, kFormants> frequency, gain, width;
};

// A young, bright voice. Hz; linear gains.
constexpr Vowel kVowels[] = {
    {'a', {880, 1420, 2950, 3950, 5000}, {1, .58, .24, .13, .07}, {90, 110, 170, 240, 320}},
    {'i', {340, 2700, 3300, 4150, 5200}, {1, .42, .30, .14, .07}, {60, 120, 180, 250, 330}},
    {'u', {390, 1400, 2750, 3900, 5000}, {1, .32, .13, .08, .05}, {60, 110, 170, 250, 320}},
    {'e', {560, 2300, 3000, 4050, 5100}, {1, .46, .26, .13, .07}, {70, 120, 170, 250, 320}},
    {'o', {540, 930, 2800, 3900, 5000}, {1, .55, .13, .08, .05}, {70, 90, 170, 250, 320}},
    {'n', {280, 1250, 2500, 3700, 4900}, {.8, .10, .06, .03, .02}, {70, 200, 250, 300, 350}}};

const Vowel& vowel_of(char name) {
  for (const Vowel& v : kVowels) {
    if (v.name == name) return v;
  }
  return kVowels[0];
}

struct Consonant {
  std::string_view name;
  double lead;                       // seconds before the vowel
  double voicing;                    // share of the source that sounds meanwhile
  double noise, frequency, q, tail;  // noise: gain, band, and its last seconds (0 = all the lead)
  double breath;                     // breath through the vowel's own resonances
  double second;                     // where the second resonance comes from, 0 = the vowel's
};

// clang-format off
constexpr Consonant kConsonants[] = {
    {"",   .000, 1.0, .00,    0, 1.0,  .000, .0,    0},
    {"k",  .055, .00, .55, 2100, 1.6,  .020, .3, 1900}, {"g",  .045, .30, .20, 1900, 1.6, .014, .0, 2000},
    {"s",  .100, .00, .30, 7200, 1.2,  .000, .1, 1700}, {"sh", .100, .00, .42, 3700, 1.5, .000, .1, 2000},
    {"z",  .070, .30, .18, 6800, 1.2,  .000, .0, 1700}, {"j",  .075, .25, .30, 3600, 1.4, .050, .0, 2000},
    {"t",  .050, .00, .55, 4600, 1.0,  .016, .2, 1800}, {"ch", .090, .00, .45, 3800, 1.4, .060, .1, 2000},
    {"ts", .090, .00, .34, 6800, 1.2,  .060, .1, 1700}, {"d",  .045, .30, .18, 4200, 1.0, .010, .0, 1800},
    {"p",  .050, .00, .40,  950, 1.0,  .014, .2,  800}, {"b",  .045, .30, .12,  800, 1.0, .010, .0,  800},
    {"h",  .065, .00, .00,    0, 1.0,  .000, .9,    0}, {"f",  .065, .00, .16, 1700, .7,  .000, .3, 1000},
    {"m",  .065, .60, .00,    0, 1.0,  .000, .0, 1050}, {"n",  .060, .60, .00,    0, 1.0, .000, .0, 1700},
    {"r",  .032, .35, .00,    0, 1.0,  .000, .0, 1600}, {"y",  .055, .80, .00,    0, 1.0, .000, .0, 2600},
    {"w",  .055, .80, .00,    0, 1.0,  .000, .0,  750}};
// clang-format on

const Consonant& consonant_of(const Syllable& word) {
  std::string_view name = word.text;
  if (word.vowel == 'n') return kConsonants[0];
  name.remove_suffix(1);
  for (const Consonant& c : kConsonants) {
    if (c.name == name) return c;
  }
  return kConsonants[0];
}

// Unit gain at its peak, whatever its width: only so do vowels differ as they should.
class Resonance {
 public:
  void tune(double frequency, double width) {
    const double r = trig::exp(-trig::kPi * width / kRate);
    const auto [s, c] = trig::sincos(2 * trig::kPi * frequency / kRate);
    in_ = (1 - r) * 2 * s;
    c1_ = 2 * r * c;
    c2_ = -r * r;
  }
  double run(double x) {
    const double y = in_ * x + c1_ * y1_ + c2_ * y2_;
    y2_ = y1_;
    y1_ = y;
    return y;
  }

 private:
  double in_ = 0, c1_ = 0, c2_ = 0, y1_ = 0, y2_ = 0;
};

// Follows a goal; the time constant in seconds.
struct Glide {
  double value, factor;
  Glide(double start, double seconds)
      : value(start), factor(1 - trig::exp(-1 / (kRate * seconds))) {}
  double to(double goal) { return value += (goal - value) * factor; }
};

class Voice {
 public:
  Voice(const std::vector<Syllable>& words, const Singer& singer)
      : words_(words),
        singer_(singer),
        noise_(singer.harmony ? 77 : 7 + static_cast<std::uint32_t>(singer.pan * 10 + 20)) {
    const Vowel& a = vowel_of('a');
    for (std::size_t k = 0; k < kFormants; ++k) {
      frequency_.emplace_back(a.frequency[k], k < 2 ? 0.016 : 0.022);
      gain_.emplace_back(a.gain[k], 0.018);
      width_.emplace_back(a.width[k], 0.02);
    }
    breath_high_.tune(1800, 0.7);
  }

  double next(std::size_t i) {
    const double t = static_cast<double>(i) / kRate;
    while (word_ + 1 < words_.size() && begin_of(word_ + 1) <= t) {
      ++word_;
      if (words_[word_].phrase) pitch_.value = pitch_of(words_[word_]) * 0.955;  // scoops up
    }
    const Syllable& word = words_[word_];
    const Consonant& c = consonant_of(word);
    const double into = t - word.beat * kBeatSeconds;  // below zero: in the consonant
    const double left = end_of(word_) - t;
    const bool sounding = into >= -c.lead && left > 0;
    if (i % kTunePeriod == 0) tune(word, c, into);
    return sound(word, c, into, left, sounding) + inhale(t);
  }

 private:
  double pitch_of(const Syllable& word) const {
    return hertz((singer_.harmony ? third_above(word.midi) : word.midi) + singer_.detune);
  }
  double begin_of(std::size_t k) const {
    return words_[k].beat * kBeatSeconds - consonant_of(words_[k]).lead;
  }
  double end_of(std::size_t k) const {
    const double end = (words_[k].beat + words_[k].length) * kBeatSeconds;
    return k + 1 < words_.size() ? std::min(end, begin_of(k + 1)) : end;
  }

  void tune(const Syllable& word, const Consonant& c, double into) {
    const Vowel& vowel = vowel_of(word.vowel);
    const bool before = into < 0;
    const bool nasal = before && (c.name == "m" || c.name == "n");
    const Vowel& shape = nasal ? vowel_of('n') : vowel;
    for (std::size_t k = 0; k < kFormants; ++k) {
      double goal = shape.frequency[k];
      if (before && k == 0 && c.voicing < 1) goal = std::min(goal, 330.0);
      if (before && k == 1 && c.second > 0) goal = c.second;
      if (k == 0) goal = std::max(goal, pitch_.value * 1.02);  // singers raise it to the pitch
      // Glides advance by whole periods here.
      for (int n = 0; n < kTunePeriod; ++n) {
        (void)frequency_[k].to(goal);
        (void)gain_[k].to(shape.gain[k]);
        (void)width_[k].to(shape.width[k]);
      }
      resonance_[k].tune(frequency_[k].value, width_[k].value);
    }
    if (before && c.noise > 0) fricative_.tune(c.frequency, c.q);
  }

  double sound(const Syllable& word, const Consonant& c, double into, double left, bool on) {
    const bool before = into < 0;
    const double vibrato_in = on ? std::clamp((into - 0.20) * 4, 0.0, 1.0) : 0;
    vibrato_ += (5.6 + singer_.detune * 2) / kRate;
    const double wobble = 0.0085 * vibrato_in * trig::sin(2 * trig::kPi * vibrato_);
    const double f = pitch_.to(pitch_of(word)) * (1 + wobble);

    const double level = !on ? 0 : (before ? c.voicing : 1) * std::clamp(left * 26, 0.0, 1.0);
    const double loud = loudness_.to(level);
    // Breath: more of it as a tone begins and ends, and while the glottis is open.
    const double saw = glottis_.next(f);
    const double open = 0.55 + 0.45 * trig::cos(2 * trig::kPi * glottis_.phase());
    const double air = breath_high_.high(noise_.next());
    const double edge = on && !before ? 0.5 * std::max(0.0, 1 - into * 12) : 0;
    const double breath = loud * (0.21 + edge * 0.5) * open + (on && before ? c.breath * 0.35 : 0);
    const double source = tilt_.to(saw) * loud + air * breath;

    double out = 0;
    for (std::size_t k = 0; k < kFormants; ++k) {
      static constexpr std::array<double, kFormants> kLift = {1, 2.0, 3.2, 3.6, 3.8};
      out += resonance_[k].run(source) * gain_[k].value * kLift[k];
    }
    const bool noisy = on && before && c.noise > 0 && (c.tail <= 0 || -into < c.tail);
    const double hiss = noise_level_.to(noisy ? c.noise : 0);
    out += 0.34 * hiss * fricative_.band(noise_.next());
    rumble_ += (out - rumble_) * 0.02;
    return out - rumble_;
  }

  // A quick breath before a phrase that follows a rest.
  double inhale(double t) {
    if (singer_.pan != 0 || singer_.harmony || word_ + 1 >= words_.size()) return 0;
    const Syllable& next = words_[word_ + 1];
    if (!next.phrase) return 0;
    const double before = begin_of(word_ + 1) - t;
    const double rest = begin_of(word_ + 1) - end_of(word_);
    const double length = std::min(0.22, rest * 0.8);
    if (before > length || before < 0.02 || length < 0.08) return 0;
    const double u = 1 - before / length;
    return 0.010 * u * std::min(1.0, (before - 0.02) * 25) * breath_high_.high(noise_.next());
  }

  const std::vector<Syllable>& words_;
  Singer singer_;
  Noise noise_;
  std::size_t word_ = 0;
  std::vector<Glide> frequency_, gain_, width_;
  std::array<Resonance, kFormants> resonance_;
  Filter fricative_, breath_high_;
  Saw glottis_;
  Glide pitch_{400, 0.022}, loudness_{0, 0.006}, noise_level_{0, 0.003}, tilt_{0, 0.00003};
  double vibrato_ = 0, rumble_ = 0;
};

}  // namespace

void sing(Stereo& out, const std::vector<Syllable>& words, const Singer& singer) {
  Voice voice(words, singer);
  const Pan place(singer.pan);
  const auto chorus = static_cast<std::size_t>(sample_of(kChorusBar * kBeatsPerBar));
  for (std::size_t i = 0; i < out.left.size(); ++i) {
    const double v = voice.next(i);
    if (singer.harmony && i < chorus) continue;
    add(out, static_cast<std::ptrdiff_t>(i), singer.gain * v, place);
  }
}

}  // namespace odori::demo
