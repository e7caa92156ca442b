// What a camera track says at a frame, and where it cuts from one shot to the next.
#pragma once

#include "odori/motion/clip.h"

namespace odori {

// Keys this many frames apart, or less, are never blended: between them the earlier one holds,
// since that is how motions cut.
inline constexpr double kCutFrames = 1;

// As in a key of CameraTrack; what MMD starts with.
struct CameraValue {
  Vec3 target{0, 10, 0};
  float distance = -45;
  Vec3 rotation;
  float fov = 30;
  bool orthographic = false;
};

// Each channel with the later key's curve, angles never wrapped; before the first key the first one
// holds. An empty track gives MMD's start.
CameraValue sample_camera_value(const CameraTrack& track, double frame);

// Whether the picture jumps at key `key` (1 <= key < keys): the key before stands at most
// kCutFrames earlier, and the camera goes much farther between the two than in the frames around
// them. A camera that has a key on every frame and moves on smoothly does not cut.
bool cuts_at(const CameraTrack& track, std::size_t key);

}  // namespace odori
