#include "odori/camera/camera.h"

#include <algorithm>

#include "odori/math/trig.h"
#include "odori/motion/sample.h"

namespace odori {
namespace {

// Gaps of this many frames and less are cuts.
constexpr double kCutFrames = 1;
constexpr float kStartDistance = -45;
constexpr float kLeastSight = 0.01f;

struct CameraValue {
  Vec3 target;
  float distance = kStartDistance;
  Vec3 rotation;
  float fov = 30;
  bool orthographic = false;
};

CameraValue at_key(const CameraTrack& track, std::size_t key) {
  return {track.target[key], track.distance[key], track.rotation[key], track.fov[key],
          !track.orthographic.empty() && track.orthographic[key] != 0};
}

CameraState state_from(const CameraValue& v) {
  // MMD's camera stands in left-handed axes: turned by roll, then pitch, then yaw, all three
  // negated, it looks along its +Z. The directions are worked out there and mirrored.
  const Quat turn = from_euler_yxz({-v.rotation.x, -v.rotation.y, -v.rotation.z});
  const Vec3 ahead = mirror_z(rotate(turn, {0, 0, 1}));
  CameraState state;
  state.eye = v.target + ahead * v.distance;
  // From behind its target the camera still looks away from it.
  state.target =
      v.distance < -kLeastSight ? v.target : state.eye + ahead * std::max(v.distance, 1.f);
  state.up = mirror_z(rotate(turn, {0, 1, 0}));
  state.fov = std::clamp(v.fov, 1.f, 170.f);
  state.orthographic = v.orthographic;
  // As tall as what a perspective picture of about 31 degrees shows at the target.
  if (v.orthographic) state.ortho_height = std::max(25 * std::fabs(v.distance) / 45, kLeastSight);
  return state;
}

// How far the picture moves between two cameras, in units at the target's distance.
float change(const CameraState& a, const CameraState& b) {
  const Vec3 sight_a = a.target - a.eye, sight_b = b.target - b.eye;
  const float far_a = length(sight_a), far_b = length(sight_b);
  const float turned = length(sight_a * (1 / far_a) - sight_b * (1 / far_b)) + length(a.up - b.up);
  return length(a.eye - b.eye) + turned * std::max(far_a, far_b);
}

}  // namespace

CameraState default_camera() { return state_from({{0, 10, 0}, kStartDistance, {}, 30, false}); }

CameraState sample_camera(const CameraTrack& track, double frame) {
  if (track.frame.empty()) return default_camera();
  const std::size_t until = keys_until(track.frame, frame, 0);
  const std::size_t key = until == 0 ? 0 : until - 1;
  CameraValue v = at_key(track, key);
  const bool between = until > 0 && until < track.frame.size() && frame > track.frame[key];
  if (!between || track.frame[until] - track.frame[key] <= kCutFrames) return state_from(v);
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
  return state_from(v);
}

bool is_cut(const CameraTrack& track, double frame, double step) {
  const std::size_t end = keys_until(track.frame, frame, 0);
  std::size_t key = keys_until(track.frame, frame - step, 0);
  for (key = std::max<std::size_t>(key, 1); key < end; ++key) {
    if (track.frame[key] - track.frame[key - 1] > kCutFrames) continue;
    // A camera with a key on every frame moves on smoothly: a cut jumps much farther than the
    // frames around it go.
    const double at_cut = track.frame[key];
    const CameraState before = sample_camera(track, track.frame[key - 1]);
    const CameraState after = sample_camera(track, at_cut);
    const float around = std::max(change(sample_camera(track, track.frame[key - 1] - 1), before),
                                  change(after, sample_camera(track, at_cut + 1)));
    const float least = 0.02f * length(before.target - before.eye);
    if (change(before, after) > 3 * around + least) return true;
  }
  return false;
}

Mat4 view_from_world(const CameraState& camera) {
  return look_at(camera.eye, camera.target, camera.up);
}

DepthRange depth_range(const CameraState& camera) {
  const float distance = length(camera.target - camera.eye);
  return {std::clamp(distance * 0.02f, 0.1f, 2.f), std::max(distance * 4, 2000.f)};
}

Mat4 clip_from_view(const CameraState& camera, float aspect) {
  const DepthRange range = depth_range(camera);
  if (camera.orthographic) {
    const float y = camera.ortho_height / 2, x = y * aspect;
    return orthographic(-x, x, -y, y, range.near_z, range.far_z);
  }
  return perspective(trig::degrees_to_radians(camera.fov), aspect, range.near_z, range.far_z);
}

}  // namespace odori
