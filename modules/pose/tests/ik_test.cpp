#include <limits>

#include "odori/pose/evaluate.h"
#include "rig.h"

namespace odori {
namespace {

using namespace testing_rig;

// The angle of a rotation about X, degrees.
float bend(Quat q) {
  return static_cast<float>(2 * trig::atan2(static_cast<double>(q.x), static_cast<double>(q.w))) /
         kDegree;
}

struct LegModel {
  Model model;
  Leg leg;
  explicit LegModel(bool d_before = false, bool d_after = false) {
    const BoneIndex centre = add_bone(model, "センター", BoneIndex::none, {0, 8, 0});
    leg = add_leg(model, centre, 1, "左", d_before, d_after);
  }
  Pose reach(Vec3 step, const EvaluateOptions& options = {}) const {
    Clip clip;
    add_key(clip, "左足ＩＫ", 0, {}, step);
    return pose_at(model, clip, 0, options);
  }
  float miss(const Pose& pose) const {
    return length(pose.world_position[at(leg.goal)] - pose.world_position[at(leg.ankle)]);
  }
};

TEST(Ik, StaysAtRestWhenTheGoalIsAtTheEffector) {
  const LegModel m;
  EXPECT_EQ(m.reach({}).rotation[at(m.leg.leg)], Quat{});
}

// MMD's loops come close; finished in closed form, the effector arrives.
TEST(Ik, ReachesWhatCanBeReachedAndKeepsTheLimits) {
  const LegModel m;
  EvaluateOptions finishes;
  finishes.ik_finishes = true;
  int close = 0, all = 0;
  for (float x = -3; x <= 3; x += 1) {
    for (float y = 0.5f; y <= 8; y += 0.5f) {
      for (float z = -4; z <= 4; z += 1) {
        const Vec3 hip = m.model.skeleton.rest_position[at(m.leg.leg)],
                   goal = m.model.skeleton.rest_position[at(m.leg.goal)] + Vec3{x, y, z};
        if (length(goal - hip) > 9.9f || length(goal - hip) < 1.5f) continue;
        ++all;
        close += m.miss(m.reach({x, y, z})) <= 0.1f;
        const Pose pose = m.reach({x, y, z}, finishes);
        EXPECT_LE(m.miss(pose), 1e-4f) << x << " " << y << " " << z;
        const Quat knee = pose.rotation[at(m.leg.knee)];
        EXPECT_NEAR(knee.y, 0, 1e-6f);
        EXPECT_NEAR(knee.z, 0, 1e-6f);
        EXPECT_GE(bend(knee), 0.5f - 1e-3f);
        EXPECT_LE(bend(knee), 180 + 1e-3f);
      }
    }
  }
  EXPECT_GT(close, all * 99 / 100);
}

// A leg that rests exactly straight has no plane to bend in but its knee's own.
TEST(Ik, AStraightLegUnderItsHipBendsForwards) {
  LegModel m;
  Skeleton& s = m.model.skeleton;
  const Vec3 hip = s.rest_position[at(m.leg.leg)];
  const auto move = [&](BoneIndex b, float y) {
    s.rest_position[at(b)] = {hip.x, y, hip.z};
    const BoneIndex p = s.parent[at(b)];
    s.rest_translation[at(b)] =
        is_set(p) ? s.rest_position[at(b)] - s.rest_position[at(p)] : s.rest_position[at(b)];
  };
  move(m.leg.knee, hip.y - 5);
  move(m.leg.ankle, hip.y - 10);
  move(m.leg.goal, hip.y - 10);
  EvaluateOptions finishes;
  finishes.ik_finishes = true;
  for (float y = 0.05f; y < 8; y += 0.25f) {
    const Pose pose = m.reach({0, y, 0}, finishes);
    EXPECT_LE(m.miss(pose), 1e-4f) << y;
    EXPECT_GT(bend(pose.rotation[at(m.leg.knee)]), 0) << y;
    EXPECT_GT(pose.world_position[at(m.leg.knee)].z, hip.z) << y;
  }
}

TEST(Ik, AsOthersReachesTooAndTurnsAHingeAboutItsAxisWithinItsLimits) {
  const LegModel m;
  EvaluateOptions others;
  others.ik_rule = IkRule::others;
  for (float x = -1; x <= 1; x += 1) {
    for (float y = 1; y <= 6; y += 1) {
      const Pose pose = m.reach({x, y, 1}, others);
      EXPECT_LE(m.miss(pose), 0.1f) << x << " " << y;
      const Quat knee = pose.rotation[at(m.leg.knee)];
      EXPECT_EQ(knee.y, 0);
      EXPECT_EQ(knee.z, 0);
      EXPECT_GE(bend(knee), 0.5f - 1e-3f);
      EXPECT_LE(bend(knee), 180 + 1e-3f);
    }
  }
}

// What sets the rules apart: times the place in the chain or not.
TEST(Ik, AsOthersTurnsEveryLinkByTheSameUnitAngle) {
  Model model;
  const BoneIndex root = add_bone(model, "root", BoneIndex::none, {0, 0, 0});
  const BoneIndex middle = add_bone(model, "middle", root, {0, 2, 0});
  const BoneIndex tip = add_bone(model, "tip", middle, {0, 4, 0});
  const BoneIndex goal = add_bone(model, "goal", BoneIndex::none, {4, 0, 0});
  model.skeleton.iks.push_back(
      {goal, tip, 1, 5 * kDegree, {{middle, false, {}, {}}, {root, false, {}, {}}}});
  EvaluateOptions options;
  for (const IkRule rule : {IkRule::mmd, IkRule::others}) {
    options.ik_rule = rule;
    const Pose pose = pose_at(model, {}, 0, options);
    expect_near(pose.rotation[at(middle)], about_z(-5));
    expect_near(pose.rotation[at(root)], about_z(rule == IkRule::mmd ? -10 : -5));
  }
}

TEST(Ik, AsOthersLeavesAChainWhoseGoalIsNowhere) {
  const LegModel m;
  EvaluateOptions others;
  others.ik_rule = IkRule::others;
  const float nowhere = std::numeric_limits<float>::infinity();
  EXPECT_EQ(m.reach({nowhere, 0, 0}, others).rotation[at(m.leg.leg)], Quat{});
}

TEST(Ik, StretchesTowardsWhatCannotBeReached) {
  const LegModel m;
  for (float a = 0; a < 360; a += 15) {
    const Vec3 direction = rotate(about_y(a), normalise(Vec3{1, -2, 0}));
    const Vec3 hip = m.model.skeleton.rest_position[at(m.leg.leg)];
    const Vec3 goal = hip + direction * 14;
    const Pose pose = m.reach(goal - m.model.skeleton.rest_position[at(m.leg.goal)]);
    const Vec3 ankle = pose.world_position[at(m.leg.ankle)] - hip;
    EXPECT_GT(dot(normalise(ankle), direction), 0.9999f) << a;
    EXPECT_GT(length(ankle), 10.05f) << a;
    EXPECT_NEAR(bend(pose.rotation[at(m.leg.knee)]), 0.5f, 0.01f) << a;
  }
}

TEST(Ik, DoesNotFlickerWhenTheGoalMovesSmoothly) {
  const LegModel m;
  const auto at_step = [&](int i) {
    const auto wave = [&](double k) { return static_cast<float>(trig::sin(k * 0.01 * i)); };
    return m.reach({0.8f * wave(1.1), 0.3f + 2.5f * wave(2) * wave(2), 1 + 2 * wave(0.7)});
  };
  Pose last = at_step(0);
  for (int i = 1; i <= 600; ++i) {
    const Pose pose = at_step(i);
    EXPECT_LT(angle_between(pose.rotation[at(m.leg.leg)], last.rotation[at(m.leg.leg)]),
              4 * kDegree)
        << i;
    EXPECT_LT(angle_between(pose.rotation[at(m.leg.knee)], last.rotation[at(m.leg.knee)]),
              6 * kDegree)
        << i;
    last = pose;
  }
}

TEST(Ik, EulerLimitsHoldOnEveryAxis) {
  for (const Vec3 wide : {Vec3{40, 30, 20}, Vec3{120, 30, 20}, Vec3{120, 100, 20}}) {
    Model model;
    const BoneIndex a = add_bone(model, "a", BoneIndex::none, {});
    const BoneIndex b = add_bone(model, "b", a, {0, 5, 0});
    const BoneIndex tip = add_bone(model, "tip", b, {0, 9, 0});
    const BoneIndex goal = add_bone(model, "goal", BoneIndex::none, {0, 9, 0});
    Ik ik{goal, tip, 30, 1, {}};
    ik.links.push_back({b, true, wide * -kDegree, wide * kDegree});
    ik.links.push_back({a, true, wide * -kDegree, wide * kDegree});
    model.skeleton.iks.push_back(ik);
    for (float x = -8; x <= 8; x += 4) {
      for (float z = -7; z <= 7; z += 3.5f) {
        Clip clip;
        add_key(clip, "goal", 0, {}, {x, -4, z});
        const Pose pose = pose_at(model, clip, 0);
        for (const BoneIndex link : {a, b}) {
          // Taken apart in the order that fits the limits, each angle lies inside its own.
          const Quat q = pose.rotation[at(link)];
          const Vec3 ex = rotate(q, {1, 0, 0}), ey = rotate(q, {0, 1, 0}),
                     ez = rotate(q, {0, 0, 1});
          const auto sine = [](float v) { return trig::asin(static_cast<double>(v)); };
          const auto tangent = [](float s, float c) {
            return trig::atan2(static_cast<double>(s), static_cast<double>(c));
          };
          double angles[3];
          if (wide.x < 90) {
            angles[0] = sine(-ez.y), angles[1] = tangent(ez.x, ez.z),
            angles[2] = tangent(ex.y, ey.y);
          } else if (wide.y < 90) {
            angles[1] = sine(-ex.z), angles[0] = tangent(ey.z, ez.z),
            angles[2] = tangent(ex.y, ex.x);
          } else {
            angles[2] = sine(-ey.x), angles[0] = tangent(ey.z, ey.y),
            angles[1] = tangent(ez.x, ex.x);
          }
          EXPECT_LE(std::fabs(angles[0]), static_cast<double>(wide.x * kDegree) + 1e-5);
          EXPECT_LE(std::fabs(angles[1]), static_cast<double>(wide.y * kDegree) + 1e-5);
          EXPECT_LE(std::fabs(angles[2]), static_cast<double>(wide.z * kDegree) + 1e-5);
        }
      }
    }
  }
}

TEST(Ik, ChainWithoutItsBonesIsOff) {
  for (int missing = 0; missing < 3; ++missing) {
    LegModel m;
    Ik& ik = m.model.skeleton.iks[0];
    (missing == 0 ? ik.bone : missing == 1 ? ik.effector : ik.links[1].bone) = BoneIndex::none;
    EXPECT_EQ(m.reach({0, 3, 0}).rotation[at(m.leg.knee)], Quat{});
  }
}

TEST(Ik, ZeroLimitsFreezeALink) {
  LegModel m;
  m.model.skeleton.iks[0].links[0].low = m.model.skeleton.iks[0].links[0].high = {};
  EXPECT_EQ(m.reach({0, 3, 0}).rotation[at(m.leg.knee)], Quat{});
}

TEST(Ik, FixedAxisHoldsInsideChains) {
  LegModel m;
  m.model.skeleton.iks[0].links[0].limited = false;
  const Vec3 axis = normalise(Vec3{1, 0, 0.3f});
  m.model.skeleton.fixed_axes.push_back({m.leg.knee, axis});
  const Quat q = m.reach({0, 3, 1}).rotation[at(m.leg.knee)];
  expect_near(normalise(Vec3{q.x, q.y, q.z}) * (q.x < 0 ? -1.f : 1.f), axis, 1e-5f);
}

TEST(Ik, OffShowsTheKeysOfTheLeg) {
  LegModel m;
  Clip clip;
  add_key(clip, "左足ＩＫ", 0, {}, {0, 3, 0});
  add_key(clip, "左ひざ", 0, about_x(33));
  EXPECT_GT(angle_between(pose_at(m.model, clip, 0).rotation[at(m.leg.knee)], about_x(33)), 0.1f);
  EvaluateOptions off;
  off.ik = false;
  expect_near(pose_at(m.model, clip, 0, off).rotation[at(m.leg.knee)], about_x(33));
  clip.property = {{0}, {1}, {{{{"左足ＩＫ", "", false}, false}}}};
  expect_near(pose_at(m.model, clip, 0).rotation[at(m.leg.knee)], about_x(33));
}

TEST(Ik, DBonesEqualTheLegWhereverTheyStand) {
  for (const bool before : {false, true}) {
    const LegModel m(before, !before);
    const Pose pose = m.reach({0.5f, 3, 1});
    EXPECT_EQ(pose.world_rotation[at(m.leg.leg)], pose.world_rotation[at(m.leg.leg_d)]);
    EXPECT_EQ(pose.world_rotation[at(m.leg.knee)], pose.world_rotation[at(m.leg.knee_d)]);
    expect_near(pose.world_position[at(m.leg.knee)], pose.world_position[at(m.leg.knee_d)]);
  }
}

TEST(Ik, ToeChainSeesTheLegThatItHangsOn) {
  LegModel m;
  const BoneIndex toe = add_bone(m.model, "左つま先", m.leg.ankle, {1, 0, 1.5f});
  const BoneIndex goal = add_bone(m.model, "左つま先ＩＫ", m.leg.goal, {1, 0, 1.5f});
  Ik ik{goal, toe, 10, 4, {}};
  ik.links.push_back({m.leg.ankle, false, {}, {}});
  m.model.skeleton.iks.push_back(ik);
  Clip clip;
  add_key(clip, "左足ＩＫ", 0, about_x(-35), {0, 3, 2});
  const Pose pose = pose_at(m.model, clip, 0);
  expect_near(pose.world_position[at(toe)], pose.world_position[at(goal)], 1e-4f);
}

TEST(Ik, LinkThatIsNotAboveTheEffectorDoesNoHarm) {
  LegModel m;
  const BoneIndex other = add_bone(m.model, "other", BoneIndex::none, {3, 3, 3});
  m.model.skeleton.iks[0].links.push_back({other, false, {}, {}});
  const Pose pose = m.reach({0, 3, 1});
  EXPECT_LE(m.miss(pose), 1e-4f);
}

TEST(Ik, AppendedLinkKeepsItsAppendBelowTheIk) {
  // The knee takes half of the twist of another bone; IK bends on top of it and still arrives.
  LegModel m;
  const BoneIndex twist = add_bone(m.model, "twist", BoneIndex::none, {});
  m.model.skeleton.iks[0].links[0].limited = false;
  add_append(m.model, m.leg.knee, twist, 0.5f);
  Clip clip;
  add_key(clip, "左足ＩＫ", 0, {}, {0, 3, 1});
  add_key(clip, "twist", 0, about_y(50));
  const Pose pose = pose_at(m.model, clip, 0);
  EXPECT_LE(m.miss(pose), 1e-4f);
  EvaluateOptions off;
  off.ik = false;
  expect_near(pose_at(m.model, clip, 0, off).rotation[at(m.leg.knee)], about_y(25));
}

}  // namespace
}  // namespace odori
