#include "odori/motion/resample.h"

#include <cmath>

#include "keys.h"
#include "odori/motion/camera_keys.h"
#include "odori/motion/sample.h"

namespace odori {
namespace {

// Frames of the new rate; `stride` source frames each.
struct Grid {
  double stride;

  double first(const std::vector<double>& keys) const {
    return std::floor(keys.front() / stride + 1e-9);
  }
  double at_or_after(double frame) const { return std::ceil(frame / stride - 1e-9); }
  // Keys of a track with a key on every frame.
  double count(const std::vector<double>& keys) const {
    return keys.empty() ? 0 : at_or_after(keys.back()) - first(keys) + 1;
  }

  // Calls put(new frame, source frame) for each frame from the first to the last key.
  template <class Put>
  void each(const std::vector<double>& keys, Put put) const {
    const double last = at_or_after(keys.back());
    for (double frame = first(keys); frame <= last; ++frame) put(frame, frame * stride);
  }
};

template <class Track>
Track retimed(const Track& t, const Grid& grid) {
  Track out = keys::empty_like(t);
  for (std::size_t i = 0; i < t.frame.size(); ++i) {
    const double frame = grid.at_or_after(t.frame[i]);
    if (!out.frame.empty() && out.frame.back() == frame) keys::drop_last(out);
    keys::append(out, t, i, frame);
  }
  return out;
}

BoneTrack dense(const BoneTrack& t, const Grid& grid) {
  if (t.frame.size() == 1) return retimed(t, grid);
  BoneTrack out = keys::empty_like(t);
  if (t.interpolation == Interpolation::bezier) out.interpolation = Interpolation::linear;
  BoneCursor cursor;
  grid.each(t.frame, [&](double frame, double source) {
    const BoneValue value = cursor.sample(t, source);
    out.frame.push_back(frame);
    out.rotation.push_back(value.rotation);
    out.translation.push_back(value.translation);
    out.curve.emplace_back();
    if (!t.physics_off.empty()) out.physics_off.push_back(value.physics_off ? 1 : 0);
  });
  return out;
}

MorphTrack dense(const MorphTrack& t, const Grid& grid) {
  if (t.frame.size() == 1) return retimed(t, grid);
  MorphTrack out = keys::empty_like(t);
  std::size_t cursor = 0;
  grid.each(t.frame, [&](double frame, double source) {
    out.frame.push_back(frame);
    out.weight.push_back(sample_morph(t, source, cursor));
  });
  return out;
}

CameraTrack dense(const CameraTrack& t, const Grid& grid) {
  CameraTrack out;
  grid.each(t.frame, [&](double frame, double source) {
    const CameraValue value = sample_camera_value(t, source);
    out.frame.push_back(frame);
    out.target.push_back(value.target);
    out.distance.push_back(value.distance);
    out.rotation.push_back(value.rotation);
    out.fov.push_back(value.fov);
    out.orthographic.push_back(value.orthographic ? 1 : 0);
    out.curve.emplace_back();
  });
  return out;
}

LightTrack dense(const LightTrack& t, const Grid& grid) {
  if (t.frame.size() == 1) return retimed(t, grid);
  LightTrack out;
  std::size_t until = 0;
  grid.each(t.frame, [&](double frame, double source) {
    until = keys_until(t.frame, source, until);
    const std::size_t key = until == 0 ? 0 : until - 1;
    keys::append(out, t, key, frame);
    if (until == 0 || until == t.frame.size()) return;
    const float part = span_time(t.frame, until, source);
    out.colour.back() = lerp(t.colour[key], t.colour[until], part);
    out.direction.back() = lerp(t.direction[key], t.direction[until], part);
  });
  return out;
}

ShadowTrack dense(const ShadowTrack& t, const Grid& grid) { return retimed(t, grid); }
PropertyTrack dense(const PropertyTrack& t, const Grid& grid) { return retimed(t, grid); }

}  // namespace

Result<Clip> resample(const Clip& clip, double rate) {
  if (!(rate > 0) || !(rate <= 1e6) || !(clip.rate > 0))
    return fail(Code::usage, "a rate is a number of frames a second above zero");
  const Grid grid{clip.rate / rate};
  double total = grid.count(clip.camera.frame) + grid.count(clip.light.frame);
  for (const BoneTrack& track : clip.bones) total += grid.count(track.frame);
  for (const MorphTrack& track : clip.morphs) total += grid.count(track.frame);
  if (!(total <= static_cast<double>(kMostDenseKeys)))
    return fail(Code::too_large, "with a key on every frame the motion has too many keys",
                Error::kNoOffset, "cut a part out of it first");
  Clip out = keys::each_track(clip, [&](const auto& track) { return dense(track, grid); });
  out.rate = rate;
  return out;
}

}  // namespace odori
