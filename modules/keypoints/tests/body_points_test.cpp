#include "odori/keypoints/body_points.h"

#include <gtest/gtest.h>

#include "odori/math/trig.h"
#include "odori/model/standard.h"
#include "odori/pose/evaluate.h"

namespace odori {
namespace {

using P = BodyPointName;
using H = HumanBone;

Humanoid humanoid_of(const Model& model) {
  Humanoid h;
  const auto set = [&](H bone, const char* name) {
    h.set(bone, find_bone(model.skeleton, name), BoneSource::name_table);
  };
  set(H::hips, "下半身");
  set(H::spine, "上半身");
  set(H::neck, "首");
  set(H::head, "頭");
  for (const bool left : {true, false}) {
    const auto side = [&](H bone, const std::string& name) {
      set(left ? bone : mirror_of(bone), ((left ? "左" : "右") + name).c_str());
    };
    side(H::leftUpperArm, "腕");
    side(H::leftLowerArm, "ひじ");
    side(H::leftHand, "手首");
    side(H::leftUpperLeg, "足");
    side(H::leftLowerLeg, "ひざ");
    side(H::leftFoot, "足首");
    side(H::leftToes, "つま先");
  }
  return h;
}

BodyPoints at_rest(const Model& model, const Humanoid& h) {
  const Pose pose = make_pose(model);
  return place_points(make_point_rig(model, h), pose.world_rotation, pose.world_position);
}

Clip turning(const char* bone, Quat rotation) {
  Clip clip;
  BoneTrack t;
  t.name.text = bone;
  t.frame = {0};
  t.rotation = {rotation};
  t.translation = {{}};
  t.curve.resize(1);
  clip.bones = {t};
  return clip;
}

TEST(BodyPoints, AnEmptyModelHasNone) {
  const Model none;
  const PointRig rig = make_point_rig(none, {});
  for (const BodyPoint& p : place_points(rig, {}, {})) EXPECT_EQ(p.confidence, 0);
  const JointCosines cosines = joint_cosines(place_points(rig, {}, {}));
  for (const auto& c : cosines) EXPECT_FALSE(c);
  EXPECT_EQ(picture_scale({}), 0);
}

TEST(BodyPoints, LeftIsTheMirrorOfRight) {
  const Model model = standard_skeleton();
  const BodyPoints points = at_rest(model, humanoid_of(model));
  const auto same = [&](P left, P right) {
    const BodyPoint &a = points[at(left)], &b = points[at(right)];
    EXPECT_NEAR(a.position.x, -b.position.x, 1e-4f) << at(left);
    EXPECT_NEAR(a.position.y, b.position.y, 1e-4f) << at(left);
    EXPECT_NEAR(a.position.z, b.position.z, 1e-4f) << at(left);
    EXPECT_EQ(a.confidence, b.confidence);
    EXPECT_GT(a.confidence, 0);
    EXPECT_GT(a.position.x, 0) << at(left);  // the body's left
  };
  for (const P left : {P::left_eye_inner, P::left_eye, P::left_eye_outer})
    same(left, static_cast<P>(at(left) + 3));
  for (std::size_t i = at(P::left_ear); i < 33; i += 2)
    same(static_cast<P>(i), static_cast<P>(i + 1));
}

TEST(BodyPoints, StandsUprightAndFacesForwards) {
  const Model model = standard_skeleton();
  const BodyPoints points = at_rest(model, humanoid_of(model));
  const auto place = [&](P name) { return points[at(name)].position; };
  EXPECT_GT(place(P::nose).z, place(P::left_ear).z);
  EXPECT_GT(place(P::nose).y, place(P::mouth_left).y);
  EXPECT_GT(place(P::left_eye).y, place(P::nose).y);
  EXPECT_GT(place(P::nose).y, place(P::left_shoulder).y);
  EXPECT_GT(place(P::left_foot_index).z, place(P::left_heel).z);
  EXPECT_LT(length(place(P::left_hip) + place(P::right_hip)), 1e-4f);  // the pelvis
  EXPECT_LT(place(P::left_ankle).y, place(P::left_knee).y);
}

TEST(BodyPoints, AJointThatIsMissingLiesAtItsParentAndCountsNothing) {
  const Model model = standard_skeleton();
  Humanoid h = humanoid_of(model);
  h.set(H::leftLowerArm, BoneIndex::none, BoneSource::none);
  h.set(H::leftHand, BoneIndex::none, BoneSource::none);
  const BodyPoints points = at_rest(model, h);
  EXPECT_EQ(points[at(P::left_elbow)].confidence, 0);
  EXPECT_EQ(points[at(P::left_wrist)].position, points[at(P::left_shoulder)].position);
  EXPECT_EQ(points[at(P::left_index)].confidence, 0);
  const JointCosines cosines = joint_cosines(points);
  EXPECT_FALSE(cosines[0] || cosines[2]);
  EXPECT_TRUE(cosines[1] && cosines[3] && cosines[4] && cosines[8]);
}

TEST(JointCosines, AreThoseOfTheTurnsThatWereMade) {
  const Model model = standard_skeleton();
  const PointRig rig = make_point_rig(model, humanoid_of(model));
  const auto cosines = [&](const char* bone, Quat turn) {
    const Clip clip = turning(bone, turn);
    const Binding binding = bind(clip, model);
    EvaluateOptions options;
    options.ik = false;
    Evaluator evaluator(model, binding, options);
    Pose pose = make_pose(model);
    evaluator.evaluate(0, pose);
    return joint_cosines(place_points(rig, pose.world_rotation, pose.world_position));
  };
  const auto rest = cosines("センター", {});
  EXPECT_GT(*rest[6], -1.0f);
  EXPECT_LT(*rest[6], -0.95f);  // a leg that is nearly straight
  EXPECT_GT(*rest[8], 0.95f);
  // A turn of the whole body changes none.
  const auto turned = cosines("センター", from_euler_yxz({0.5f, 1, 0.2f}));
  for (std::size_t i = 0; i < 9; ++i) EXPECT_NEAR(*turned[i], *rest[i], 1e-5f) << i;
  // A knee bent by 60 degrees about the body's left.
  const float angle = trig::degrees_to_radians(60);
  const auto bent = cosines("左ひざ", from_axis_angle({1, 0, 0}, angle));
  const double before = trig::acos(static_cast<double>(*rest[6]));
  const double after = trig::acos(static_cast<double>(*bent[6]));
  EXPECT_NEAR(std::fabs(before - after), static_cast<double>(angle), 0.2);
  EXPECT_EQ(*bent[7], *rest[7]);
}

TEST(Picture, AWholeMotionStaysInside) {
  const Model model = standard_skeleton();
  std::vector<BodyPoints> motion{at_rest(model, humanoid_of(model))};
  motion.push_back(motion[0]);
  motion[1][5].position = {30, -2, 1};
  const float scale = picture_scale(motion);
  EXPECT_FLOAT_EQ(scale, 0.35f / 30);
  for (const BodyPoints& points : motion) {
    for (const BodyPoint& p : points) {
      const Vec3 seen = in_picture(p.position, scale);
      EXPECT_GE(seen.x, 0.14f);
      EXPECT_LE(seen.x, 0.86f);
      EXPECT_GE(seen.y, 0.14f);
      EXPECT_LE(seen.y, 0.86f);
    }
  }
  EXPECT_EQ(in_picture({1, 1, 1}, 0.1f), (Vec3{0.6f, 0.4f, -0.1f}));
}

TEST(LegDrive, IsTheGoalsWhereTheyGoSomewhere) {
  Clip clip = turning("左足ＩＫ", {});
  EXPECT_FALSE(legs_driven_by_ik(clip));
  clip.bones[0].translation[0].y = 0.5f;
  EXPECT_TRUE(legs_driven_by_ik(clip));
  clip.bones[0].name.text = "左足IK";
  EXPECT_TRUE(legs_driven_by_ik(clip));
  clip.bones[0].name.text = "センター";
  EXPECT_FALSE(legs_driven_by_ik(clip));
}

}  // namespace
}  // namespace odori
