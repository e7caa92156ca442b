#include "odori/camera/camera.h"

#include <algorithm>

#include "odori/math/trig.h"
#include "odori/motion/camera_keys.h"
#include "odori/motion/sample.h"

namespace odori {
namespace {

constexpr float kLeastSight = 0.01f;

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

}  // namespace

CameraState default_camera() { return state_from({}); }

CameraState sample_camera(const CameraTrack& track, double frame) {
  return state_from(sample_camera_value(track, frame));
}

bool is_cut(const CameraTrack& track, double frame, double step) {
  const std::size_t end = keys_until(track.frame, frame, 0);
  std::size_t key = keys_until(track.frame, frame - step, 0);
  for (key = std::max<std::size_t>(key, 1); key < end; ++key) {
    if (cuts_at(track, key)) return true;
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
