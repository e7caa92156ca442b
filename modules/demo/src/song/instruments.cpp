#include "sound.h"

namespace odori::demo {
namespace {

std::ptrdiff_t seconds(double s) { return static_cast<std::ptrdiff_t>(s * kRate); }
double time_of(std::ptrdiff_t i) { return static_cast<double>(i) / kRate; }

// 0..1: up within `rise` seconds, down within `fall` before the end.
double ramp(double t, double length, double rise, double fall) {
  return std::clamp(std::min(t / rise, (length - t) / fall), 0.0, 1.0);
}

void play_bell(Stereo& out, double beat, double frequency, double pan) {
  Decay loud(12), bright(20);
  const Pan place(pan);
  for (std::ptrdiff_t i = 0; i < seconds(0.35); ++i) {
    const double t = time_of(i);
    const double mod = 1.6 * bright.next() * trig::sin(2 * trig::kPi * frequency * 3.01 * t);
    const double e = 0.075 * loud.next() * std::min(1.0, t * 600);
    add(out, sample_of(beat) + i, e * trig::sin(2 * trig::kPi * frequency * t + mod), place);
  }
}

void play_stab(Stereo& out, double beat, const Chord& chord) {
  for (std::size_t v = 0; v < chord.notes.size(); ++v) {
    Saw saw;
    Filter filter;
    Decay loud(15), open(26);
    const Pan place(v % 2 == 1 ? 0.4 : -0.4);
    const double f = hertz(chord.notes[v] + 12);
    for (std::ptrdiff_t i = 0; i < seconds(0.22); ++i) {
      const double o = open.next();
      if (i % kTunePeriod == 0) filter.tune(900 + 4200 * o, 1.4);
      add(out, sample_of(beat) + i, 0.17 * loud.next() * filter.low(saw.next(f)), place);
    }
  }
}

}  // namespace

void play_bass(Stereo& out) {
  for (int bar = 0; bar < kBars; ++bar) {
    for (int step = 0; step < kSteps; ++step) {
      const int above = bass_at(bar, step);
      if (above < 0) continue;
      const int low = chord_of(bar).root + above;
      const double f = hertz(low < 40 ? low + 12 : low);
      const bool last = bar == kBars - 1 && step == 8;
      const double length = last ? 0.9 : bar == 0 ? 1.5 : 0.34;
      Saw saw;
      Filter filter;
      Decay open(14);
      double phase = 0;
      for (std::ptrdiff_t i = 0; i < seconds(length); ++i) {
        const double o = open.next();
        if (i % kTunePeriod == 0) filter.tune(260 + 1500 * o, 1.1);
        phase += f / kRate;
        const double tone = 0.55 * filter.low(saw.next(f)) + 0.5 * trig::sin(2 * trig::kPi * phase);
        add(out, sample_of(step_beat(bar, step)) + i,
            tone * ramp(time_of(i), length, 0.004, 0.0167), Pan(0));
      }
    }
  }
}

void play_pad(Stereo& out) {
  for (int bar = 0; bar < kBars; ++bar) {
    const double length = kBeatsPerBar * kBeatSeconds;
    for (int voice = 0; voice < 4; ++voice) {
      for (int side = -1; side <= 1; side += 2) {
        Saw saw(0.37 * voice + 0.2 * side + 0.5);
        Filter filter;
        const Pan place(side * 0.7);
        const double f = hertz(chord_of(bar).notes[static_cast<std::size_t>(voice)] + side * 0.07);
        for (std::ptrdiff_t i = 0; i < seconds(length); ++i) {
          const double t = time_of(i), share = t / length;
          if (i % kTunePeriod == 0) {
            filter.tune((is_chorus(bar) ? 1900 : 800) + 500 * trig::sin(share * trig::kPi), 0.7);
          }
          double e = ramp(t, length, 0.1, 0.1);
          if (bar == kBars - 1) e *= std::max(0.0, 1 - share * share);
          add(out, sample_of(bar * kBeatsPerBar) + i, 0.16 * e * filter.low(saw.next(f)), place);
        }
      }
    }
  }
}

void play_plucks(Stereo& out) {
  static constexpr std::size_t kArpeggio[8] = {0, 1, 2, 3, 2, 1, 3, 2};
  for (int bar = 0; bar < kBars; ++bar) {
    for (int step = 0; step < kSteps; ++step) {
      if (stab_at(bar, step)) play_stab(out, step_beat(bar, step), chord_of(bar));
      const bool bells = is_chorus(bar) || (step % 2 == 0 && (bar == 0 || bar >= 4));
      if (!bells || is_silent(bar, step)) continue;
      const int note = chord_of(bar).notes[kArpeggio[step % 8]] + 24;
      play_bell(out, step_beat(bar, step), hertz(note), 0.7 * trig::sin(step * 1.3));
    }
  }
}

void play_lead(Stereo& out, const std::vector<Syllable>& words) {
  const Pan place(-0.25);
  for (const Syllable& word : words) {
    if (word.beat < kChorusBar * kBeatsPerBar) continue;
    Saw a, b;
    Filter filter;
    filter.tune(2600, 0.8);
    Decay fade(7);
    const double length = word.length * kBeatSeconds * 0.92, f = hertz(word.midi + 12);
    for (std::ptrdiff_t i = 0; i < seconds(length); ++i) {
      const double e = ramp(time_of(i), length, 0.011, 0.025) * (0.55 + 0.45 * fade.next());
      const double saws = a.next(f * 1.003) + b.next(f * 0.997);
      add(out, sample_of(word.beat) + i, 0.085 * e * filter.low(saws), place);
    }
  }
}

}  // namespace odori::demo
