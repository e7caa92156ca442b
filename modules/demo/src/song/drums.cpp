#include "sound.h"

namespace odori::demo {
namespace {

std::ptrdiff_t seconds(double s) { return static_cast<std::ptrdiff_t>(s * kRate); }

class Kit {
 public:
  Kit(Stereo& out, std::vector<float>& duck) : out_(out), duck_(duck) {}

  void kick(double beat, double gain) {
    Decay drop(38), body(11), click(350), pump(9);
    double phase = 0;
    const std::ptrdiff_t start = sample_of(beat);
    for (std::ptrdiff_t i = 0; i < seconds(0.30); ++i) {
      phase += (48 + 130 * drop.next()) / kRate;
      const double tone = trig::sin(2 * trig::kPi * phase) * body.next();
      add(out_, start + i, gain * (tone + noise_.next() * 0.25 * click.next()), Pan(0));
      const auto at = static_cast<std::size_t>(start + i);
      const auto less = static_cast<float>(1 - 0.55 * pump.next());
      if (at < duck_.size()) duck_[at] = std::min(duck_[at], less);
    }
  }

  // Two drum tones that fall a little, the rattle of the wires in two bands, a stick's click.
  void snare(double beat, double gain) {
    Filter wires, air;
    wires.tune(2400, 0.7);
    air.tune(6500, 0.6);
    Decay bend(55), shell(24), ring(34), rattle(15), hiss(21), stick(600);
    double low = 0, high = 0;
    for (std::ptrdiff_t i = 0; i < seconds(0.28); ++i) {
      const double b = bend.next(), n = noise_.next();
      low += (182 + 70 * b) / kRate;
      high += (331 + 90 * b) / kRate;
      const double tone = 0.50 * trig::sin(2 * trig::kPi * low) * shell.next() +
                          0.26 * trig::sin(2 * trig::kPi * high) * ring.next();
      const double noise = 0.95 * wires.band(n) * rattle.next() + 0.42 * air.high(n) * hiss.next();
      add(out_, sample_of(beat) + i, gain * (tone + noise + 0.5 * n * stick.next()), Pan(0));
    }
  }

  // Several hands: three quick bursts and a tail.
  void clap(double beat, double gain) {
    Filter left, right;
    left.tune(1350, 1.3);
    right.tune(1600, 1.3);
    static constexpr double kBursts[4] = {0, 0.010, 0.021, 0.031};
    for (const double burst : kBursts) {
      const bool tail = burst == kBursts[3];
      Decay decay(tail ? 19 : 170);
      for (std::ptrdiff_t i = 0; i < seconds(tail ? 0.26 : 0.03); ++i) {
        const double e = gain * 1.5 * decay.next();
        const std::ptrdiff_t at = sample_of(beat) + seconds(burst) + i;
        add(out_, at, e * left.band(noise_.next()), Pan(-0.45));
        add(out_, at, e * right.band(noise_.next()), Pan(0.45));
      }
    }
  }

  void hat(double beat, double gain, double rate, double pan) {
    Decay decay(rate);
    const Pan place(pan);
    double z = 0, z2 = 0;
    const double length = std::min(0.9, 6 / rate);
    for (std::ptrdiff_t i = 0; i < seconds(length); ++i) {
      const double n = noise_.next(), h = n - z;
      z = n;
      const double hh = h - z2;
      z2 = h;
      add(out_, sample_of(beat) + i, gain * hh * 0.33 * decay.next(), place);
    }
  }

 private:
  Stereo& out_;
  std::vector<float>& duck_;
  Noise noise_{1};
};

}  // namespace

void play_drums(Stereo& drums, std::vector<float>& duck) {
  Kit kit(drums, duck);
  for (int bar = 0; bar < kBars; ++bar) {
    const bool chorus = is_chorus(bar);
    for (int step = 0; step < kSteps; ++step) {
      const double beat = step_beat(bar, step);
      if (kick_at(bar, step)) kit.kick(beat, chorus ? 1.0 : 0.85);
      if (hat_at(bar, step)) {
        const bool off = step % 4 == 2;  // between the beats: open in the chorus
        kit.hat(beat, off ? 0.34 : 0.18, off && chorus ? 20 : 65, step % 2 == 1 ? 0.35 : -0.2);
      }
      if (const float s = snare_at(bar, step); s > 0) kit.snare(beat, s);
      if (const float c = clap_at(bar, step); c > 0) kit.clap(beat, c);
    }
    if (bar == 1 || bar == 4 || bar == 12 || bar == 14) kit.hat(bar * kBeatsPerBar, 0.40, 7, 0.1);
    if (bar == kChorusBar) kit.hat(bar * kBeatsPerBar, 0.75, 4.5, 0.1);
  }
  kit.kick(kLastHit, 0.95);
  kit.snare(kLastHit, 0.6);
  kit.clap(kLastHit, 0.5);
  kit.hat(kLastHit, 0.6, 5, -0.1);
}

void play_riser(Stereo& out) {
  // Wind that rises through the break into the chorus.
  Noise noise(9);
  Filter band;
  const std::ptrdiff_t start = sample_of(kBreakBar * kBeatsPerBar + 0.5);
  const std::ptrdiff_t end = sample_of(kChorusBar * kBeatsPerBar);
  for (std::ptrdiff_t i = start; i < end; ++i) {
    const double t = static_cast<double>(i - start) / static_cast<double>(end - start);
    if (i % kTunePeriod == 0) band.tune(500 + 6500 * t * t, 1.6);
    add(out, i, t * t * band.band(noise.next()), Pan(0.6 * trig::sin(9 * t)));
  }
}

}  // namespace odori::demo
