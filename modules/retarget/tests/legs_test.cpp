#include "legs.h"

#include <gtest/gtest.h>

#include "odori/math/trig.h"
#include "rigs.h"
#include "solve.h"

namespace odori {
namespace {

using H = HumanBone;

struct Rig {
  Model model = rigs::body({.toes = true});
  Target target;
  TargetPose rest;
  Rig() {
    const DetectedHumanoid body = detect_humanoid(model);
    target = make_target(model, body, body.humanoid);
    target.reference = make_reference(model, body, nullptr, CaptureFeet::flat_at_rest);
    HumanPose pose;
    pose.pelvis = place(model.skeleton.rest_position, H::leftUpperLeg);
    pose.pelvis.x = 0;
    solve(target, pose, nullptr, rest);
  }
  Vec3 place(const std::vector<Vec3>& places, H bone) const {
    return places[at(model.humanoid[bone])];
  }
  LegGoal goal(Vec3 ankle) const {
    LegGoal g;
    g.ankle_held = true;
    g.ankle = ankle;
    return g;
  }
};

TEST(Reach, AnkleGoesToTheGoalWithTheKneeInFront) {
  const Rig rig;
  const Vec3 hip = rig.place(rig.rest.world_position, H::leftUpperLeg),
             knee = rig.place(rig.rest.world_position, H::leftLowerLeg),
             ankle = rig.place(rig.rest.world_position, H::leftFoot);
  const float thigh = length(knee - hip), shin = length(ankle - knee);
  for (float x = -0.3f; x <= 0.31f; x += 0.15f) {
    for (float y = -0.7f; y <= -0.2f; y += 0.1f) {
      for (float z = -0.25f; z <= 0.26f; z += 0.125f) {
        const Vec3 wanted = hip + Vec3{x, y, z};
        if (length(wanted - hip) > (thigh + shin) * rig.target.leg_reach[0]) continue;
        TargetPose pose = rig.rest;
        EXPECT_EQ(reach(rig.target, Side::left, rig.goal(wanted), pose), 0);
        const Vec3 new_knee = rig.place(pose.world_position, H::leftLowerLeg),
                   new_ankle = rig.place(pose.world_position, H::leftFoot);
        EXPECT_LT(length(new_ankle - wanted), 2e-6f);
        EXPECT_NEAR(length(new_knee - hip), thigh, 1e-6f);
        EXPECT_NEAR(length(new_ankle - new_knee), shin, 1e-6f);
        const Vec3 line = normalise(wanted - hip);
        EXPECT_GE(dot((new_knee - hip) - line * dot(new_knee - hip, line), Vec3{0, 0, 1}), 0);
        // Local rotations say the same as the places.
        TargetPose again = pose;
        for (const BoneIndex b : rig.target.leg_bones[0]) {
          const BoneIndex p = rig.model.skeleton.parent[at(b)];
          again.world_rotation[at(b)] = again.world_rotation[at(p)] *
                                        rig.model.skeleton.rest_rotation[at(b)] *
                                        again.rotation[at(b)];
          EXPECT_LT(angle_between(again.world_rotation[at(b)], pose.world_rotation[at(b)]), 1e-3f);
        }
      }
    }
  }
}

TEST(Reach, ChangesNothingWhereTheAnkleIsThere) {
  const Rig rig;
  TargetPose pose = rig.rest;
  LegGoal bent = rig.goal(rig.place(pose.world_position, H::rightFoot) + Vec3{0, 0.1f, 0});
  reach(rig.target, Side::right, bent, pose);
  const TargetPose before = pose;
  EXPECT_EQ(reach(rig.target, Side::right, bent, pose), 0);
  EXPECT_EQ(pose.rotation, before.rotation);
  LegGoal loose = rig.goal({0, 0, 0});
  loose.ankle_held = false;
  EXPECT_EQ(reach(rig.target, Side::right, loose, pose), 0);
  EXPECT_EQ(pose.rotation, before.rotation);
}

TEST(Reach, StretchesTowardsWhatIsTooFarAndSaysByHowMuch) {
  const Rig rig;
  const Vec3 hip = rig.place(rig.rest.world_position, H::leftUpperLeg);
  const Vec3 far = hip + Vec3{0.3f, -1, 0.4f};
  TargetPose pose = rig.rest;
  const float missing = reach(rig.target, Side::left, rig.goal(far), pose);
  const Vec3 ankle = rig.place(pose.world_position, H::leftFoot),
             knee = rig.place(pose.world_position, H::leftLowerLeg);
  EXPECT_NEAR(length(far - hip) - length(ankle - hip), missing, 1e-5f);
  EXPECT_GT(dot(normalise(ankle - hip), normalise(far - hip)), 1 - 1e-6f);
  // The knee is half a degree from how straight the body rests.
  const auto at_rest = [&](H b) { return rig.place(rig.model.skeleton.rest_position, b); };
  const auto bend = [](Vec3 a, Vec3 b, Vec3 c) {
    return trig::acos(static_cast<double>(dot(normalise(b - a), normalise(c - b)))) * 180 /
           trig::kPi;
  };
  EXPECT_NEAR(bend(hip, knee, ankle),
              bend(at_rest(H::leftUpperLeg), at_rest(H::leftLowerLeg), at_rest(H::leftFoot)) + 0.5,
              0.05);
  EXPECT_GE(knee.z, hip.z);
}

TEST(Reach, AimsTheFootAtTheToesGoalAndTakesTheToesAlong) {
  const Rig rig;
  TargetPose pose = rig.rest;
  LegGoal goal = rig.goal(rig.place(pose.world_position, H::leftFoot) + Vec3{0, 0.1f, 0.1f});
  goal.toe_held = true;
  goal.foot =
      rig.place(pose.world_position, H::leftToes) - rig.place(pose.world_position, H::leftFoot);
  goal.toe = goal.ankle + Vec3{0.02f, -0.1f, 0.05f};
  EXPECT_EQ(reach(rig.target, Side::left, goal, pose), 0);
  const Vec3 foot =
      rig.place(pose.world_position, H::leftToes) - rig.place(pose.world_position, H::leftFoot);
  EXPECT_GT(dot(normalise(foot), normalise(goal.toe - goal.ankle)), 1 - 1e-6f);
}

TEST(Reach, LeavesBodiesWithoutLegsAlone) {
  Model model = rigs::body();
  model.humanoid.set(H::leftLowerLeg, BoneIndex::none, BoneSource::none);
  const DetectedHumanoid body = detect_humanoid(model);
  Target target = make_target(model, body, body.humanoid);
  target.reference = make_reference(model, body, nullptr, CaptureFeet::flat_at_rest);
  TargetPose pose;
  solve(target, {}, nullptr, pose);
  const TargetPose before = pose;
  LegGoal goal;
  goal.ankle_held = true;
  goal.ankle = {9, 9, 9};
  EXPECT_EQ(reach(target, Side::left, goal, pose), 0);
  EXPECT_EQ(pose.rotation, before.rotation);
}

}  // namespace
}  // namespace odori
