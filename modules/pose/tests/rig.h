// Small models and clips made by hand.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "odori/math/trig.h"
#include "odori/pose/bind.h"
#include "odori/pose/evaluate.h"

namespace odori::testing_rig {

inline constexpr float kDegree = static_cast<float>(trig::kPi / 180);

inline Quat about_x(float degrees) { return from_axis_angle({1, 0, 0}, degrees * kDegree); }
inline Quat about_y(float degrees) { return from_axis_angle({0, 1, 0}, degrees * kDegree); }
inline Quat about_z(float degrees) { return from_axis_angle({0, 0, 1}, degrees * kDegree); }

inline BoneIndex add_bone(Model& model, const std::string& name, BoneIndex parent, Vec3 position) {
  Skeleton& s = model.skeleton;
  const auto index = static_cast<std::int32_t>(s.size());
  s.names.push_back(name);
  s.names_en.emplace_back();
  s.parent.push_back(parent);
  s.rest_position.push_back(position);
  s.rest_translation.push_back(is_set(parent) ? position - s.rest_position[at(parent)] : position);
  s.rest_rotation.emplace_back();
  s.tail.push_back(position);
  s.flags.push_back(kRotatable | kTranslatable);
  s.layer.push_back(0);
  s.file_index.push_back(index);
  s.from_file_index.push_back(BoneIndex{index});
  return BoneIndex{index};
}

inline void add_append(Model& model, BoneIndex bone, BoneIndex source, float ratio,
                       bool rotation = true, bool translation = false, bool local = false) {
  model.skeleton.appends.push_back({bone, source, ratio, rotation, translation, local});
}

inline MorphIndex add_morph(Model& model, const std::string& name, MorphKind kind) {
  Morph morph;
  morph.name = name;
  morph.kind = kind;
  model.morphs.push_back(morph);
  return MorphIndex{static_cast<std::int32_t>(model.morphs.size()) - 1};
}

inline void add_key(Clip& clip, const std::string& bone, double frame, Quat rotation,
                    Vec3 translation = {}) {
  BoneTrack* track = nullptr;
  for (BoneTrack& t : clip.bones) {
    if (t.name.text == bone) track = &t;
  }
  if (!track) {
    track = &clip.bones.emplace_back();
    track->name.text = bone;
  }
  track->frame.push_back(frame);
  track->rotation.push_back(rotation);
  track->translation.push_back(translation);
  track->curve.emplace_back();
}

inline void add_weight(Clip& clip, const std::string& morph, double frame, float weight) {
  for (MorphTrack& t : clip.morphs) {
    if (t.name.text != morph) continue;
    t.frame.push_back(frame);
    t.weight.push_back(weight);
    return;
  }
  clip.morphs.push_back({{morph, "", false}, {frame}, {weight}});
}

inline Pose pose_at(const Model& model, const Clip& clip, double frame,
                    const EvaluateOptions& options = {}) {
  const Binding binding = bind(clip, model);
  Evaluator evaluator(model, binding, options);
  Pose pose = make_pose(model);
  evaluator.evaluate(frame, pose);
  return pose;
}

inline void expect_near(Vec3 a, Vec3 b, float tolerance = 1e-5f) {
  EXPECT_LE(length(a - b), tolerance)
      << "(" << a.x << " " << a.y << " " << a.z << ") (" << b.x << " " << b.y << " " << b.z << ")";
}
inline void expect_near(Quat a, Quat b, float tolerance = 1e-5f) {
  EXPECT_LE(angle_between(a, b), tolerance)
      << "(" << a.x << " " << a.y << " " << a.z << " " << a.w << ") (" << b.x << " " << b.y << " "
      << b.z << " " << b.w << ")";
}

// A leg as MMD models have them (units of about 8 cm), with its IK goal under the ankle and, on
// request, D-bones before or after the goal. Faces +Z, so that the knee bends about +X.
struct Leg {
  BoneIndex hip, leg, knee, ankle, goal, leg_d, knee_d;
};
inline Leg add_leg(Model& model, BoneIndex centre, float x, const std::string& side,
                   bool d_before = false, bool d_after = false, float knee_forward = 0.15f) {
  Leg l;
  const auto add_d = [&] {
    l.leg_d = add_bone(model, side + "足D", centre, {x, 11.5f, 0});
    l.knee_d = add_bone(model, side + "ひざD", l.leg_d, {x, 6.6f, knee_forward});
    add_append(model, l.leg_d, l.leg, 1);
    add_append(model, l.knee_d, l.knee, 1);
  };
  l.leg = add_bone(model, side + "足", centre, {x, 11.5f, 0});
  l.knee = add_bone(model, side + "ひざ", l.leg, {x, 6.6f, knee_forward});
  l.ankle = add_bone(model, side + "足首", l.knee, {x, 1.4f, -0.2f});
  if (d_before) add_d();
  l.goal = add_bone(model, side + "足ＩＫ", BoneIndex::none, {x, 1.4f, -0.2f});
  Ik ik;
  ik.bone = l.goal;
  ik.effector = l.ankle;
  ik.loops = 40;
  ik.unit_angle = 2.f;
  ik.links.push_back({l.knee, true, {0.5f * kDegree, 0, 0}, {180 * kDegree, 0, 0}});
  ik.links.push_back({l.leg, false, {}, {}});
  model.skeleton.iks.push_back(ik);
  if (d_after) add_d();
  return l;
}

}  // namespace odori::testing_rig
