#include "odori/motion/camera_keys.h"

#include <algorithm>
#include <cmath>

#include "odori/motion/sample.h"

namespace odori {
namespace {

CameraValue at_key(const CameraTrack& track, std::size_t key) {
  return {track.target[key], track.distance[key], track.rotation[key], track.fov[key],
          !track.orthographic.empty() && track.orthographic[key] != 0};
}

// How far the picture moves between two cameras, in units at the target's distance. MMD's axes.
float change(const CameraValue& a, const CameraValue& b) {
  const auto turn = [](const CameraValue& v) {
    return from_euler_yxz({-v.rotation.x, -v.rotation.y, -v.rotation.z});
  };
  const auto reach = [](const CameraValue& v) {
    return v.distance < 0 ? -v.distance : std::max(v.distance, 1.0f);
  };
  const Quat turn_a = turn(a), turn_b = turn(b);
  const Vec3 ahead_a = rotate(turn_a, {0, 0, 1}), ahead_b = rotate(turn_b, {0, 0, 1});
  const Vec3 eye_a = mirror_z(a.target) + ahead_a * a.distance;
  const Vec3 eye_b = mirror_z(b.target) + ahead_b * b.distance;
  const float turned =
      length(ahead_a - ahead_b) + length(rotate(turn_a, {0, 1, 0}) - rotate(turn_b, {0, 1, 0}));
  return length(eye_a - eye_b) + turned * std::max(reach(a), reach(b));
}

}  // namespace

CameraValue sample_camera_value(const CameraTrack& track, double frame) {
  if (track.frame.empty()) return {};
  const std::size_t until = keys_until(track.frame, frame, 0);
  const std::size_t key = until == 0 ? 0 : until - 1;
  CameraValue v = at_key(track, key);
  const bool between = until > 0 && until < track.frame.size() && frame > track.frame[key];
  if (!between || track.frame[until] - track.frame[key] <= kCutFrames) return v;
  const float t = span_time(track.frame, until, frame);
  const CameraValue to = at_key(track, until);
  static constexpr std::array<BezierCurve, 6> kStraight{};
  const std::array<BezierCurve, 6>& curve = track.curve.empty() ? kStraight : track.curve[until];
  v.target = {lerp(v.target.x, to.target.x, ease(curve[0], t)),
              lerp(v.target.y, to.target.y, ease(curve[1], t)),
              lerp(v.target.z, to.target.z, ease(curve[2], t))};
  v.rotation = lerp(v.rotation, to.rotation, ease(curve[3], t));
  v.distance = lerp(v.distance, to.distance, ease(curve[4], t));
  v.fov = lerp(v.fov, to.fov, ease(curve[5], t));
  return v;
}

bool cuts_at(const CameraTrack& track, std::size_t key) {
  const double before = track.frame[key - 1], after = track.frame[key];
  if (after - before > kCutFrames) return false;
  const CameraValue a = at_key(track, key - 1), b = at_key(track, key);
  const float around = std::max(change(sample_camera_value(track, before - 1), a),
                                change(b, sample_camera_value(track, after + 1)));
  const float least = 0.02f * std::fabs(a.distance);
  return change(a, b) > 3 * around + least;
}

}  // namespace odori
