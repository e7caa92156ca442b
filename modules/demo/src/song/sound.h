// The small parts that every instrument is made of.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "odori/math/trig.h"
#include "score.h"

namespace odori::demo {

struct Stereo {
  std::vector<float> left, right;
  explicit Stereo(std::size_t n) : left(n, 0), right(n, 0) {}
};

// First sample of a beat.
inline std::ptrdiff_t sample_of(double beat) {
  return static_cast<std::ptrdiff_t>(std::floor(beat * kBeatSeconds * kRate + 0.5));
}
inline std::size_t song_samples() {
  return static_cast<std::size_t>(sample_of(kBars * kBeatsPerBar));
}

inline double hertz(double midi) { return 440 * trig::pow(2, (midi - 69) / 12); }

struct Pan {
  float left, right;
  explicit Pan(double place) {  // -1 left .. 1 right, equal power
    const auto [s, c] = trig::sincos((place + 1) * trig::kPi / 4);
    left = static_cast<float>(c);
    right = static_cast<float>(s);
  }
};

inline void add(Stereo& to, std::ptrdiff_t i, double value, Pan pan) {
  if (i < 0 || i >= static_cast<std::ptrdiff_t>(to.left.size())) return;
  const auto k = static_cast<std::size_t>(i);
  to.left[k] += static_cast<float>(value) * pan.left;
  to.right[k] += static_cast<float>(value) * pan.right;
}

// White noise, -1..1.
class Noise {
 public:
  explicit Noise(std::uint32_t seed) : state_(seed * 2654435761u + 12345u) {}
  double next() {
    state_ = state_ * 1664525u + 1013904223u;
    return static_cast<double>(static_cast<std::int32_t>(state_)) / 2147483648.0;
  }

 private:
  std::uint32_t state_;
};

// exp(-rate * t), sample by sample.
class Decay {
 public:
  explicit Decay(double rate) : factor_(trig::exp(-rate / kRate)) {}
  double next() {
    const double v = value_;
    value_ *= factor_;
    return v;
  }

 private:
  double value_ = 1, factor_;
};

// Saw without aliases: the step is rounded off over two samples.
class Saw {
 public:
  explicit Saw(double phase = 0) : phase_(phase) {}
  double next(double frequency) {
    const double dt = frequency / kRate;
    phase_ += dt;
    phase_ -= std::floor(phase_);
    double v = 2 * phase_ - 1;
    if (phase_ < dt) {
      const double t = phase_ / dt;
      v -= t + t - t * t - 1;
    } else if (phase_ > 1 - dt) {
      const double t = (phase_ - 1) / dt;
      v -= t * t + t + t + 1;
    }
    return v;
  }
  double phase() const { return phase_; }

 private:
  double phase_;
};

// State variable filter (Simper's form): low and band outputs from one run.
class Filter {
 public:
  void tune(double frequency, double q) {
    g_ = trig::tan(trig::kPi * std::min(frequency, 15000.0) / kRate);
    k_ = 1 / q;
    d_ = 1 / (1 + g_ * (g_ + k_));
  }
  double low(double x) {
    band_ = d_ * (a_ + g_ * (x - b_));
    low_ = b_ + g_ * band_;
    a_ = 2 * band_ - a_;
    b_ = 2 * low_ - b_;
    return low_;
  }
  double band(double x) {
    (void)low(x);
    return band_;
  }
  double high(double x) {
    (void)low(x);
    return x - k_ * band_ - low_;
  }

 private:
  double g_ = 0, k_ = 1, d_ = 1, a_ = 0, b_ = 0, band_ = 0, low_ = 0;
};

// Filters that sweep are tuned again every so many samples.
inline constexpr int kTunePeriod = 16;

void play_drums(Stereo& drums, std::vector<float>& duck);
void play_bass(Stereo& out);
void play_pad(Stereo& out);
void play_plucks(Stereo& out);
void play_lead(Stereo& out, const std::vector<Syllable>& words);
void play_riser(Stereo& out);

struct Singer {
  double detune = 0, pan = 0, gain = 1;  // semitones, -1..1, factor
  bool harmony = false;                  // sings a third above, in the chorus only
};
void sing(Stereo& out, const std::vector<Syllable>& words, const Singer& singer);

// Echo on the dotted half beat and a short hall.
void add_space(Stereo& s, double wet);

}  // namespace odori::demo
