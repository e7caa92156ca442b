#include "odori/motion/sample.h"

#include <algorithm>

#include "odori/math/trig.h"

namespace odori {
namespace {

// Below this half turn (radians) an arc and its chord differ by less than a float can tell.
constexpr double kStraightCosine = 1 - 5e-7;

double dot_exact(Quat a, Quat b) {
  return static_cast<double>(a.x) * static_cast<double>(b.x) +
         static_cast<double>(a.y) * static_cast<double>(b.y) +
         static_cast<double>(a.z) * static_cast<double>(b.z) +
         static_cast<double>(a.w) * static_cast<double>(b.w);
}

Quat blend(Quat a, float ka, Quat b, float kb) {
  return {a.x * ka + b.x * kb, a.y * ka + b.y * kb, a.z * ka + b.z * kb, a.w * ka + b.w * kb};
}

bool is_cubic(const BoneTrack& track) {
  return track.interpolation == Interpolation::cubic && track.tangents.size() == track.frame.size();
}

// Factors of a Hermite span: first value and slope, last value and slope; slopes by its length.
struct Hermite {
  float a, slope_a, b, slope_b;
};
Hermite hermite(float t, float length) {
  const float t2 = t * t, t3 = t2 * t;
  return {2 * t3 - 3 * t2 + 1, (t3 - 2 * t2 + t) * length, 3 * t2 - 2 * t3, (t3 - t2) * length};
}

BoneValue cubic_value(const BoneTrack& track, std::size_t until, double frame) {
  const std::size_t key = until - 1;
  const BoneTangents &from = track.tangents[key], &to = track.tangents[until];
  const Hermite f = hermite(span_time(track.frame, until, frame),
                            static_cast<float>(track.frame[until] - track.frame[key]));
  const Quat a = blend(track.rotation[key], f.a, track.rotation[until], f.b);
  const Quat s = blend(from.rotation_out, f.slope_a, to.rotation_in, f.slope_b);
  return {normalise(Quat{a.x + s.x, a.y + s.y, a.z + s.z, a.w + s.w}),
          track.translation[key] * f.a + track.translation[until] * f.b +
              from.translation_out * f.slope_a + to.translation_in * f.slope_b,
          !track.physics_off.empty() && track.physics_off[key] != 0};
}

}  // namespace

std::size_t keys_until(std::span<const double> frames, double frame, std::size_t hint) {
  const std::size_t n = frames.size();
  std::size_t i = std::min(hint, n);
  // A few steps from the hint, then a search.
  constexpr int kSteps = 4;
  for (int step = 0; step < kSteps; ++step) {
    if (i < n && frames[i] <= frame) {
      ++i;
    } else if (i > 0 && !(frames[i - 1] <= frame)) {
      --i;
    } else {
      return i;
    }
  }
  if (!(frame == frame)) return 0;
  return static_cast<std::size_t>(std::upper_bound(frames.begin(), frames.end(), frame) -
                                  frames.begin());
}

void BoneCursor::enter(const BoneTrack& track, std::size_t until) {
  from_ = track.frame[until - 1];
  to_ = track.frame[until];
  start_ = track.rotation[until - 1];
  end_ = track.rotation[until];
  turns_ = !(start_ == end_);
  moves_ = !(track.translation[until - 1] == track.translation[until]);
  angle_ = 0;
  if (!turns_) return;
  double d = dot_exact(start_, end_);
  if (d < 0) {
    end_ = -end_;
    d = -d;
  }
  if (d >= kStraightCosine) return;
  angle_ = trig::acos(d);
  inverse_sine_ = 1 / std::sqrt((1 - d) * (1 + d));
  cotangent_ = d * inverse_sine_;
}

BoneValue BoneCursor::sample(const BoneTrack& track, double frame) {
  if (track.frame.empty()) return {};
  if (!(frame >= from_ && frame < to_)) {
    until_ = keys_until(track.frame, frame, until_);
    const std::size_t key = until_ == 0 ? 0 : until_ - 1;
    const bool inside = until_ > 0 && until_ < track.frame.size() && frame > track.frame[key];
    if (!inside || track.interpolation == Interpolation::step) {
      from_ = to_ = 0;
      return {track.rotation[key], track.translation[key],
              until_ > 0 && !track.physics_off.empty() && track.physics_off[key] != 0};
    }
    if (is_cubic(track)) {
      from_ = to_ = 0;
      return cubic_value(track, until_, frame);
    }
    enter(track, until_);
  }
  const std::size_t key = until_ - 1;
  BoneValue value{start_, track.translation[key],
                  !track.physics_off.empty() && track.physics_off[key] != 0};
  if (!turns_ && !moves_) return value;
  const auto time = static_cast<float>((frame - from_) / (to_ - from_));
  static constexpr std::array<BezierCurve, 4> kStraight{};
  const std::array<BezierCurve, 4>& curve =
      track.interpolation == Interpolation::bezier ? track.curve[until_] : kStraight;
  const auto eased = [&](std::size_t channel) { return ease(curve[channel], time); };
  if (turns_) {
    const float t = eased(3);
    if (angle_ > 0) {
      // sin((1 - t) a) / sin a and sin(t a) / sin a from one sine and cosine.
      const auto [s, c] = trig::sincos(static_cast<double>(t) * angle_);
      value.rotation = blend(start_, static_cast<float>(c - s * cotangent_), end_,
                             static_cast<float>(s * inverse_sine_));
    } else {
      value.rotation = blend(start_, 1 - t, end_, t);
    }
  }
  if (moves_) {
    const Vec3 a = value.translation, d = track.translation[until_] - a;
    if (d.x != 0) value.translation.x += d.x * eased(0);
    if (d.y != 0) value.translation.y += d.y * eased(1);
    if (d.z != 0) value.translation.z += d.z * eased(2);
  }
  return value;
}

BoneTrack without_tangents(const BoneTrack& track, std::size_t most) {
  if (track.interpolation != Interpolation::cubic) return track;
  BoneTrack out = track;
  out.interpolation = Interpolation::linear;
  out.tangents.clear();
  if (track.frame.empty() || !is_cubic(track) ||
      !(track.frame.back() - track.frame.front() + static_cast<double>(track.frame.size()) <=
        static_cast<double>(most)))
    return out;
  out.frame.clear();
  for (std::size_t key = 0; key < track.frame.size(); ++key) {
    if (key > 0) {
      for (double f = std::floor(track.frame[key - 1]) + 1; f < track.frame[key]; ++f)
        out.frame.push_back(f);
    }
    out.frame.push_back(track.frame[key]);
  }
  out.rotation.clear();
  out.translation.clear();
  out.physics_off.clear();
  BoneCursor cursor;
  for (const double f : out.frame) {
    const BoneValue value = cursor.sample(track, f);
    out.rotation.push_back(value.rotation);
    out.translation.push_back(value.translation);
    if (!track.physics_off.empty()) out.physics_off.push_back(value.physics_off ? 1 : 0);
  }
  out.curve.assign(out.frame.size(), {});
  return out;
}

float sample_morph(const MorphTrack& track, double frame, std::size_t& cursor) {
  if (track.frame.empty()) return 0;
  cursor = keys_until(track.frame, frame, cursor);
  if (cursor == 0) return track.weight.front();
  if (cursor == track.frame.size()) return track.weight.back();
  return lerp(track.weight[cursor - 1], track.weight[cursor],
              span_time(track.frame, cursor, frame));
}

}  // namespace odori
