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

float sample_morph(const MorphTrack& track, double frame, std::size_t& cursor) {
  if (track.frame.empty()) return 0;
  cursor = keys_until(track.frame, frame, cursor);
  if (cursor == 0) return track.weight.front();
  if (cursor == track.frame.size()) return track.weight.back();
  return lerp(track.weight[cursor - 1], track.weight[cursor],
              span_time(track.frame, cursor, frame));
}

}  // namespace odori
