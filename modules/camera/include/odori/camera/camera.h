// Where the picture is taken from.
#pragma once

#include "odori/math/mat.h"
#include "odori/motion/clip.h"

namespace odori {

struct CameraState {
  Vec3 eye;
  Vec3 target;       // a point on the axis of view in front of the eye
  Vec3 up{0, 1, 0};  // unit length, across the axis of view
  float fov = 30;    // degrees, vertical
  bool orthographic = false;
  float ortho_height = 0;  // in the model's unit, when orthographic

  friend bool operator==(const CameraState&, const CameraState&) = default;
};

// MMD's start-up camera: target (0, 10, 0), distance 45, 30 degrees.
CameraState default_camera();

// The camera at a frame. Keys one frame apart are a cut: between them the earlier one holds. Angles
// blend linearly, never wrapped. An empty track gives default_camera(). Before the first key the
// first one holds.
//
// A track's angles are MMD's own: in its left-handed axes view = the inverse of
// RotationYawPitchRoll(-y, -x, -z), and eye = target + turned (0, 0, distance). Mirroring that into
// Odori's axes happens here; the track's target is mirrored already.
CameraState sample_camera(const CameraTrack& track, double frame);

// Whether the picture at `frame` and the one at `frame - step` belong to different shots: the track
// cuts (as cuts_at() tells) between them.
bool is_cut(const CameraTrack& track, double frame, double step);

Mat4 view_from_world(const CameraState& camera);

// near and far follow the distance to the target, so that near things are not cut and depth keeps
// its digits.
struct DepthRange {
  float near_z = 0.5f, far_z = 2000;
};
DepthRange depth_range(const CameraState& camera);
Mat4 clip_from_view(const CameraState& camera, float aspect);

}  // namespace odori
