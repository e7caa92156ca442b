// A body as MediaPipe's 33 points, from any skeleton of which the standard bones are known. Odori's
// axes: +Y up, +Z where the body faces at rest, +X its left.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "odori/model/model.h"
#include "odori/motion/clip.h"

namespace odori {

// MediaPipe's order. Left is the body's own.
enum class BodyPointName : std::uint8_t {
  // clang-format off
  nose, left_eye_inner, left_eye, left_eye_outer, right_eye_inner, right_eye, right_eye_outer,
  left_ear, right_ear, mouth_left, mouth_right,
  left_shoulder, right_shoulder, left_elbow, right_elbow, left_wrist, right_wrist,
  left_pinky, right_pinky, left_index, right_index, left_thumb, right_thumb,
  left_hip, right_hip, left_knee, right_knee, left_ankle, right_ankle,
  left_heel, right_heel, left_foot_index, right_foot_index
  // clang-format on
};
constexpr std::size_t at(BodyPointName name) { return static_cast<std::size_t>(name); }

struct BodyPoint {
  Vec3 position;  // from the pelvis (between the hip joints)
  // 1 = the place of a bone; 0.5 = worked out from a bone near it; 0 = a joint that the skeleton
  // lacks: the place of the nearest one above it.
  float confidence = 0;
};
using BodyPoints = std::array<BodyPoint, 33>;

// How each point hangs on the skeleton: worked out once.
struct PointRig {
  struct Source {
    BoneIndex bone = BoneIndex::none;
    Vec3 offset;  // from the bone, at rest, in model space
    float confidence = 0;
  };
  std::array<Source, 33> sources;
  std::vector<Quat> rest_rotation;  // model space; size: bones
  BoneIndex pelvis[2] = {BoneIndex::none, BoneIndex::none};
};

// The body must face +Z at rest. What a skeleton does not say (face, heels, and hands without
// fingers) is placed by a grown body's measures, in parts of its height from hips to head.
PointRig make_point_rig(const Model& model, const Humanoid& humanoid);

// Model-space rotation and position of each bone in one frame, as a Pose or a row of a BakedClip
// has them.
BodyPoints place_points(const PointRig& rig, std::span<const Quat> world_rotation,
                        std::span<const Vec3> world_position);

// Cosines of nine angles, in this order: shoulder (elbow-shoulder-hip) left and right, elbow
// (shoulder-elbow-wrist), hip (shoulder-hip-knee), knee (hip-knee-ankle), and spine: from the
// middle of the shoulders to the middle of the hips against from there to the middle of the knees,
// 1 = straight. Nothing where a point is missing (confidence 0) or two of them are one.
using JointCosines = std::array<std::optional<float>, 9>;
JointCosines joint_cosines(const BodyPoints& points);

// The picture: x = 0.5 + X s, y = 0.5 - Y s, z = -Z s, with the s that keeps a whole motion inside:
// 0.35 / the largest |X|, |Y| or |Z|; 0 for a body without extent.
float picture_scale(std::span<const BodyPoints> motion);
constexpr Vec3 in_picture(Vec3 p, float scale) {
  return {0.5f + p.x * scale, 0.5f - p.y * scale, -p.z * scale};
}

// Whether a motion moves the legs by their IK goals: 左足ＩＫ or 右足ＩＫ goes somewhere. Else the
// legs' own rotations tell where they are, and IK would pull them back.
bool legs_driven_by_ik(const Clip& clip);

}  // namespace odori
