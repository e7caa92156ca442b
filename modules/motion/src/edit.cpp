#include "odori/motion/edit.h"

#include <algorithm>
#include <cmath>

#include "keys.h"
#include "odori/math/bezier_fit.h"
#include "odori/math/trig.h"
#include "odori/motion/camera_keys.h"
#include "odori/motion/sample.h"

namespace odori {
namespace {

constexpr double kLastFrame = 4294967294.0;
constexpr const char* kOneFrame = "keys that fall on one frame, of which the nearest in time stays";

struct Range {
  double first, last, shift;
  CutOptions options;
};

// append_value: what span `until` (1..keys, keys = after the last) says at `frame`, as a new key.
void append_value(BoneTrack& to, const BoneTrack& from, std::size_t until, double frame,
                  const Range& r) {
  BoneCursor cursor;
  const BoneValue value = cursor.sample(from, frame);
  keys::append(to, from, until - 1, frame + r.shift);
  to.rotation.back() = value.rotation;
  to.translation.back() = value.translation;
  if (frame != from.frame[until - 1]) to.curve.back() = {};
}
void append_value(MorphTrack& to, const MorphTrack& from, std::size_t until, double frame,
                  const Range& r) {
  to.frame.push_back(frame + r.shift);
  to.weight.push_back(sample_morph(from, frame, until));
}
void append_value(CameraTrack& to, const CameraTrack& from, std::size_t until, double frame,
                  const Range& r) {
  const CameraValue value = sample_camera_value(from, frame);
  keys::append(to, from, until - 1, frame + r.shift);
  to.target.back() = value.target;
  to.rotation.back() = value.rotation;
  to.distance.back() = value.distance;
  to.fov.back() = value.fov;
  if (frame != from.frame[until - 1]) to.curve.back() = {};
}
void append_value(LightTrack& to, const LightTrack& from, std::size_t until, double frame,
                  const Range& r) {
  keys::append(to, from, until - 1, frame + r.shift);
  if (until == from.frame.size() || frame == from.frame[until - 1]) return;
  const float t = span_time(from.frame, until, frame);
  to.colour.back() = lerp(to.colour.back(), from.colour[until], t);
  to.direction.back() = lerp(to.direction.back(), from.direction[until], t);
}
template <class Stepwise>
void append_value(Stepwise& to, const Stepwise& from, std::size_t until, double frame,
                  const Range& r) {
  keys::append(to, from, until - 1, frame + r.shift);
}

template <class Track>
constexpr bool kStepwise =
    std::is_same_v<Track, ShadowTrack> || std::is_same_v<Track, PropertyTrack>;

// append_part: the key at `to`, whose curve is that of span `until` from `from` on. Splits the part
// where 127ths are too coarse; so deep as the span's length can be halved.
template <class Track>
void append_part(Track& out, const Track& t, std::size_t until, double, double to, const Range& r) {
  if (to == t.frame[until]) {
    keys::append(out, t, until, to + r.shift);
  } else {
    append_value(out, t, until, to, r);
  }
}

struct Part {
  double from, to;  // 0..1 of the span
};
Part part_of(const std::vector<double>& frames, std::size_t until, double from, double to) {
  const double start = frames[until - 1], width = frames[until] - start;
  return {(from - start) / width, (to - start) / width};
}

void append_part(BoneTrack& out, const BoneTrack& t, std::size_t until, double from, double to,
                 const Range& r) {
  const bool whole = from == t.frame[until - 1] && to == t.frame[until];
  if (whole || t.interpolation != Interpolation::bezier) {
    append_part<BoneTrack>(out, t, until, from, to, r);
    return;
  }
  BoneCursor cursor;
  const BoneValue a = cursor.sample(t, from), b = cursor.sample(t, to);
  const Vec3 d = b.translation - a.translation;
  const std::array<double, 4> change{
      static_cast<double>(std::fabs(d.x)), static_cast<double>(std::fabs(d.y)),
      static_cast<double>(std::fabs(d.z)),
      static_cast<double>(angle_between(a.rotation, b.rotation)) * (180 / trig::kPi)};
  const auto [start, end] = part_of(t.frame, until, from, to);
  std::array<BezierCurve, 4> curves;
  bool close = true;
  for (std::size_t c = 0; c < 4; ++c) {
    const FittedCurve fit = sub_curve(t.curve[until][c], start, end);
    curves[c] = fit.curve;
    close = close && fit.worst * change[c] <= (c == 3 ? r.options.degrees : r.options.units);
  }
  if (!close && to - from >= 2) {
    const double middle = std::floor((from + to) / 2);
    append_part(out, t, until, from, middle, r);
    append_part(out, t, until, middle, to, r);
    return;
  }
  append_part<BoneTrack>(out, t, until, from, to, r);
  out.curve.back() = curves;
}

void append_part(CameraTrack& out, const CameraTrack& t, std::size_t until, double from, double to,
                 const Range& r) {
  const bool whole = from == t.frame[until - 1] && to == t.frame[until];
  const bool held = t.frame[until] - t.frame[until - 1] <= kCutFrames;
  if (whole || held || t.curve.empty()) {
    append_part<CameraTrack>(out, t, until, from, to, r);
    return;
  }
  const CameraValue a = sample_camera_value(t, from), b = sample_camera_value(t, to);
  const Vec3 d = b.target - a.target, turn = b.rotation - a.rotation;
  const auto size = [](float v) { return static_cast<double>(std::fabs(v)); };
  const double angle = std::max({size(turn.x), size(turn.y), size(turn.z)}) * (180 / trig::kPi);
  const std::array<double, 6> change{
      size(d.x), size(d.y), size(d.z), angle, size(b.distance - a.distance), size(b.fov - a.fov)};
  const auto [start, end] = part_of(t.frame, until, from, to);
  std::array<BezierCurve, 6> curves;
  bool close = true;
  for (std::size_t c = 0; c < 6; ++c) {
    const FittedCurve fit = sub_curve(t.curve[until][c], start, end);
    curves[c] = fit.curve;
    const bool degrees = c == 3 || c == 5;
    close = close && fit.worst * change[c] <= (degrees ? r.options.degrees : r.options.units);
  }
  // Halves of one frame would not be blended.
  if (!close && to - from >= 4) {
    const double middle = std::floor((from + to) / 2);
    append_part(out, t, until, from, middle, r);
    append_part(out, t, until, middle, to, r);
    return;
  }
  append_part<CameraTrack>(out, t, until, from, to, r);
  out.curve.back() = curves;
}

template <class Track>
Track cut_track(const Track& t, const Range& r) {
  Track out = keys::empty_like(t);
  const std::size_t n = t.frame.size();
  std::size_t until = keys_until(t.frame, r.first, 0);
  if (until > 0) append_value(out, t, until, r.first, r);
  for (; until < n && t.frame[until] <= r.last; ++until) {
    if (until == 0) {
      keys::append(out, t, 0, t.frame[0] + r.shift);
    } else {
      append_part(out, t, until, std::max(r.first, t.frame[until - 1]), t.frame[until], r);
    }
  }
  if (until == n) return out;
  if (until == 0) {
    if (!kStepwise<Track>) keys::append(out, t, 0, r.first + r.shift);
    return out;
  }
  const double from = std::max(r.first, t.frame[until - 1]);
  if (!kStepwise<Track> && from < r.last) append_part(out, t, until, from, r.last, r);
  return out;
}

// A last key that holds what is there.
template <class Track>
bool hold_until(Track& track, double frame) {
  if (track.frame.empty() || track.frame.back() >= frame) return false;
  const Track copy = track;
  keys::append(track, copy, copy.frame.size() - 1, frame);
  return true;
}

// The frame on the whole grid; -1 beyond what is allowed.
double on_grid(double frame, double factor) {
  const double whole = std::floor(frame * factor + 0.5);
  return whole >= 0 && whole <= kLastFrame ? whole : -1;
}

template <class Track>
Track scaled(const Track& t, double factor, Warnings& warnings) {
  Track out = keys::empty_like(t);
  double distance = 0;  // of the last key from its exact time
  for (std::size_t i = 0; i < t.frame.size(); ++i) {
    const double frame = on_grid(t.frame[i], factor);
    const double off = std::fabs(t.frame[i] * factor - frame);
    if (!out.frame.empty() && out.frame.back() == frame) {
      warnings.add(WarningKind::other, i, kOneFrame);
      if (off > distance) continue;
      keys::drop_last(out);
    }
    keys::append(out, t, i, frame);
    distance = off;
  }
  return out;
}

// Shots keep their ends: before the first key of a shot the last one of the shot before stands a
// frame earlier, whatever became of the keys around.
CameraTrack scaled(const CameraTrack& t, double factor, Warnings& warnings) {
  CameraTrack out;
  double distance = 0;
  for (std::size_t i = 0; i < t.frame.size(); ++i) {
    const double frame = on_grid(t.frame[i], factor);
    const double off = std::fabs(t.frame[i] * factor - frame);
    if (i > 0 && cuts_at(t, i)) {
      const auto drop_from = [&](double limit) {
        while (!out.frame.empty() && out.frame.back() >= limit) keys::drop_last(out);
      };
      if (on_grid(t.frame[i - 1], factor) > frame - 1)
        warnings.add(WarningKind::other, i, kOneFrame);
      const bool there = !out.frame.empty() && out.frame.back() == frame - 1 &&
                         on_grid(t.frame[i - 1], factor) == frame - 1;
      if (!there) {
        drop_from(frame - 1);
        if (frame >= 1) {
          const bool holds = !out.frame.empty() && on_grid(t.frame[i - 1], factor) < frame - 1;
          keys::append(out, t, i - 1, frame - 1);
          if (holds) out.curve.back() = {};
        }
      }
    } else if (!out.frame.empty() && out.frame.back() >= frame) {
      warnings.add(WarningKind::other, i, kOneFrame);
      if (out.frame.back() > frame || off > distance) continue;
      keys::drop_last(out);
    }
    keys::append(out, t, i, frame);
    distance = off;
  }
  return out;
}

}  // namespace

Result<Clip> cut(const Clip& clip, double first, double last, const CutOptions& options) {
  if (!(first <= last) || !std::isfinite(first) || !std::isfinite(last) ||
      !std::isfinite(options.start))
    return fail(Code::usage, "a cut goes from a frame to the same or a later one");
  const Range range{first, last, options.start - first, options};
  Clip out = keys::each_track(clip, [&](const auto& track) { return cut_track(track, range); });
  const double end = std::min(last, last_frame(clip)) + range.shift;
  if (last_frame(out) >= end || end <= options.start) return out;
  for (BoneTrack& track : out.bones)
    if (hold_until(track, end)) return out;
  if (hold_until(out.camera, end)) return out;
  for (MorphTrack& track : out.morphs)
    if (hold_until(track, end)) return out;
  hold_until(out.light, end);
  return out;
}

Result<Clip> shift(const Clip& clip, double frames, const CutOptions& options) {
  if (!std::isfinite(frames) || last_frame(clip) + frames > kLastFrame)
    return fail(Code::usage, "an offset that leads to no frame");
  if (frames < 0) {
    CutOptions from_zero = options;
    from_zero.start = 0;
    return cut(clip, -frames, std::max(last_frame(clip), -frames), from_zero);
  }
  Clip out = clip;
  out.warnings = {};
  const auto move = [&](std::vector<double>& keys) {
    for (double& frame : keys) frame += frames;
  };
  for (BoneTrack& track : out.bones) move(track.frame);
  for (MorphTrack& track : out.morphs) move(track.frame);
  move(out.camera.frame);
  move(out.light.frame);
  move(out.shadow.frame);
  move(out.property.frame);
  return out;
}

Result<Clip> scale_time(const Clip& clip, double factor) {
  if (!(factor > 0) || !std::isfinite(factor))
    return fail(Code::usage, "times are scaled by a number above zero");
  if (last_frame(clip) * factor > kLastFrame)
    return fail(Code::usage, "scaled like that the motion has more frames than can be counted");
  Warnings warnings;
  Clip out =
      keys::each_track(clip, [&](const auto& track) { return scaled(track, factor, warnings); });
  out.warnings = std::move(warnings);
  return out;
}

}  // namespace odori
