#include "odori/keypoints/body_points.h"

#include <algorithm>
#include <cmath>

#include "odori/base/text.h"
#include "odori/pose/pose.h"

namespace odori {
namespace {

using H = HumanBone;
using P = BodyPointName;

struct Joint {
  P point;
  H bone;
};
// Points that are joints.
constexpr Joint kJoints[] = {
    {P::left_shoulder, H::leftUpperArm}, {P::right_shoulder, H::rightUpperArm},
    {P::left_elbow, H::leftLowerArm},    {P::right_elbow, H::rightLowerArm},
    {P::left_wrist, H::leftHand},        {P::right_wrist, H::rightHand},
    {P::left_hip, H::leftUpperLeg},      {P::right_hip, H::rightUpperLeg},
    {P::left_knee, H::leftLowerLeg},     {P::right_knee, H::rightLowerLeg},
    {P::left_ankle, H::leftFoot},        {P::right_ankle, H::rightFoot},
    {P::left_foot_index, H::leftToes},   {P::right_foot_index, H::rightToes},
};

struct Estimate {
  P point;
  H bone;       // used where the skeleton has it
  H from;       // else this one, and the offset
  Vec3 offset;  // of the left side, in parts of the height from hips to head (about 0.62 m)
};
// Measures of a grown body, in the model's axes at rest.
constexpr Vec3 kNose{0, 0.06f, 0.17f};
constexpr Estimate kFace[] = {
    {P::left_eye_inner, H::head, H::head, {0.03f, 0.11f, 0.15f}},
    {P::left_eye, H::leftEye, H::head, {0.05f, 0.11f, 0.145f}},
    {P::left_eye_outer, H::head, H::head, {0.07f, 0.11f, 0.13f}},
    {P::left_ear, H::head, H::head, {0.12f, 0.07f, 0.02f}},
    {P::mouth_left, H::head, H::head, {0.04f, -0.01f, 0.145f}},
};
constexpr Estimate kEnds[] = {
    // Along the forearm, see below.
    {P::left_pinky, H::leftLittleProximal, H::leftHand, {0.13f, 0, -0.04f}},
    {P::left_index, H::leftIndexProximal, H::leftHand, {0.145f, 0, 0.04f}},
    {P::left_thumb, H::leftThumbProximal, H::leftHand, {0.07f, -0.03f, 0.07f}},
};
constexpr Vec3 kHeel{0, -0.1f, -0.07f};

P mirrored(P point) {
  const auto i = static_cast<int>(point);
  // Eyes come in threes, everything else in pairs.
  if (point >= P::left_eye_inner && point <= P::left_eye_outer) return static_cast<P>(i + 3);
  return point == P::nose ? point : static_cast<P>(i + 1);
}

class RigMaker {
 public:
  RigMaker(const Model& model, const Humanoid& humanoid)
      : model_(model), humanoid_(humanoid), rest_(make_pose(model)) {}

  PointRig run() {
    rig_.rest_rotation = rest_.world_rotation;
    height_ = humanoid_.has(H::head) ? length(place(H::head) - hips()) : 0;
    for (const Joint& j : kJoints) joint(j.point, j.bone);
    estimate(P::nose, H::head, kNose * height_, 1);
    for (const Estimate& e : kFace)
      for (const bool left : {true, false}) face(e, left);
    for (const Estimate& e : kEnds)
      for (const bool left : {true, false}) hand(e, left);
    estimate(P::left_heel, H::leftFoot, kHeel * height_, 0.5f);
    estimate(P::right_heel, H::rightFoot, kHeel * height_, 0.5f);
    rig_.pelvis[0] = humanoid_[H::leftUpperLeg];
    rig_.pelvis[1] = humanoid_[H::rightUpperLeg];
    if (!is_set(rig_.pelvis[0]) || !is_set(rig_.pelvis[1]))
      rig_.pelvis[0] = rig_.pelvis[1] = nearest(H::hips).bone;
    return std::move(rig_);
  }

 private:
  Vec3 place(H bone) const { return rest_.world_position[odori::at(humanoid_[bone])]; }
  Vec3 hips() const {
    if (humanoid_.has(H::leftUpperLeg) && humanoid_.has(H::rightUpperLeg))
      return (place(H::leftUpperLeg) + place(H::rightUpperLeg)) * 0.5f;
    return humanoid_.has(H::hips) ? place(H::hips) : Vec3{};
  }

  struct Nearest {
    BoneIndex bone = BoneIndex::none;
    bool itself = false;
  };
  // The bone, or the nearest standard one above it, or the skeleton's first.
  Nearest nearest(H bone) const {
    if (humanoid_.has(bone)) return {humanoid_[bone], true};
    for (auto up = parent_of(bone); up; up = parent_of(*up))
      if (humanoid_.has(*up)) return {humanoid_[*up], false};
    return {model_.skeleton.size() > 0 ? BoneIndex{0} : BoneIndex::none, false};
  }

  void joint(P point, H bone) {
    const Nearest found = nearest(bone);
    rig_.sources[odori::at(point)] = {found.bone, {}, found.itself ? 1.0f : 0.0f};
  }
  void estimate(P point, H from, Vec3 offset, float confidence) {
    const Nearest found = nearest(from);
    rig_.sources[odori::at(point)] = {found.bone, found.itself ? offset : Vec3{},
                                      found.itself ? confidence : 0};
  }

  void face(const Estimate& e, bool left) {
    const P point = left ? e.point : mirrored(e.point);
    const H bone = left ? e.bone : mirror_of(e.bone);
    if (bone != H::head && humanoid_.has(bone)) return joint(point, bone);
    Vec3 offset = e.offset * height_;
    if (!left) offset.x = -offset.x;
    estimate(point, H::head, offset, 0.5f);
  }

  // An offset for an arm that points straight to its side, turned to where the forearm points.
  void hand(const Estimate& e, bool left) {
    const P point = left ? e.point : mirrored(e.point);
    const H bone = left ? e.bone : mirror_of(e.bone), from = left ? e.from : mirror_of(e.from);
    if (humanoid_.has(bone)) return joint(point, bone);
    Vec3 offset = e.offset * height_;
    if (!left) offset.x = -offset.x;
    const H elbow = left ? H::leftLowerArm : H::rightLowerArm;
    if (humanoid_.has(from) && humanoid_.has(elbow)) {
      const Vec3 forearm = place(from) - place(elbow);
      if (length(forearm) > 0)
        offset = rotate(between({left ? 1.0f : -1.0f, 0, 0}, forearm), offset);
    }
    estimate(point, from, offset, 0.5f);
  }

  const Model& model_;
  const Humanoid& humanoid_;
  Pose rest_;
  float height_ = 0;
  PointRig rig_;
};

}  // namespace

PointRig make_point_rig(const Model& model, const Humanoid& humanoid) {
  return RigMaker(model, humanoid).run();
}

BodyPoints place_points(const PointRig& rig, std::span<const Quat> world_rotation,
                        std::span<const Vec3> world_position) {
  const auto place = [&](BoneIndex bone) {
    return is_set(bone) ? world_position[at(bone)] : Vec3{};
  };
  const Vec3 pelvis = (place(rig.pelvis[0]) + place(rig.pelvis[1])) * 0.5f;
  BodyPoints out;
  for (std::size_t i = 0; i < out.size(); ++i) {
    const PointRig::Source& s = rig.sources[i];
    if (!is_set(s.bone)) continue;
    const Quat turn = world_rotation[at(s.bone)] * conjugate(rig.rest_rotation[at(s.bone)]);
    out[i] = {place(s.bone) + rotate(turn, s.offset) - pelvis, s.confidence};
  }
  return out;
}

JointCosines joint_cosines(const BodyPoints& points) {
  const auto cosine = [](Vec3 a, Vec3 b) -> std::optional<float> {
    const float lengths = length(a) * length(b);
    if (!(lengths > 0)) return std::nullopt;
    return std::clamp(dot(a, b) / lengths, -1.0f, 1.0f);
  };
  const auto point = [&](P name) { return points[at(name)].position; };
  const auto there = [&](std::initializer_list<P> names) {
    return std::all_of(names.begin(), names.end(),
                       [&](P name) { return points[at(name)].confidence > 0; });
  };
  const auto angle = [&](P a, P corner, P b) -> std::optional<float> {
    if (!there({a, corner, b})) return std::nullopt;
    return cosine(point(a) - point(corner), point(b) - point(corner));
  };
  JointCosines out;
  std::size_t i = 0;
  const auto pair = [&](P a, P corner, P b) {
    out[i++] = angle(a, corner, b);
    out[i++] = angle(mirrored(a), mirrored(corner), mirrored(b));
  };
  pair(P::left_elbow, P::left_shoulder, P::left_hip);
  pair(P::left_shoulder, P::left_elbow, P::left_wrist);
  pair(P::left_shoulder, P::left_hip, P::left_knee);
  pair(P::left_hip, P::left_knee, P::left_ankle);
  if (there({P::left_shoulder, P::right_shoulder, P::left_hip, P::right_hip, P::left_knee,
             P::right_knee})) {
    const auto middle = [&](P left) { return (point(left) + point(mirrored(left))) * 0.5f; };
    const Vec3 hips = middle(P::left_hip);
    out[i] = cosine(hips - middle(P::left_shoulder), middle(P::left_knee) - hips);
  }
  return out;
}

float picture_scale(std::span<const BodyPoints> motion) {
  float most = 0;
  for (const BodyPoints& points : motion)
    for (const BodyPoint& p : points)
      most = std::max(
          {most, std::fabs(p.position.x), std::fabs(p.position.y), std::fabs(p.position.z)});
  return most > 0 ? 0.35f / most : 0;
}

bool legs_driven_by_ik(const Clip& clip) {
  for (const BoneTrack& track : clip.bones) {
    const std::string name = normalise_width(track.name.text);
    if (name != "左足IK" && name != "右足IK") continue;
    for (const Vec3 t : track.translation)
      if (!(t == Vec3{})) return true;
  }
  return false;
}

}  // namespace odori
