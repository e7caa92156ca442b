#include "odori/pose/evaluate.h"

#include "rig.h"

namespace odori {
namespace {

using namespace testing_rig;

TEST(Evaluate, EmptyModel) {
  const Model model;
  const Binding binding = bind({}, model);
  Evaluator evaluator(model, binding);
  Pose pose = make_pose(model);
  evaluator.evaluate(3, pose);
  EXPECT_TRUE(pose.rotation.empty());
}

TEST(Evaluate, ChildrenFollowTheirParents) {
  Model model;
  const BoneIndex root = add_bone(model, "root", BoneIndex::none, {0, 1, 0});
  const BoneIndex arm = add_bone(model, "arm", root, {2, 1, 0});
  add_bone(model, "hand", arm, {5, 1, 0});
  Clip clip;
  add_key(clip, "root", 0, about_z(90), {0, 0, 7});
  add_key(clip, "arm", 0, about_y(90));
  const Pose pose = pose_at(model, clip, 0);
  expect_near(pose.world_position[0], {0, 1, 7});
  expect_near(pose.world_position[1], {0, 3, 7});
  expect_near(pose.world_position[2], {0, 3, 4});
  // The skin matrix takes the rest position to where the bone is.
  expect_near(transform_point(pose.skin[2], {5, 1, 0}), pose.world_position[2]);
}

TEST(Evaluate, TurnedRestsAreKeptApartFromThePose) {
  Model model;
  const BoneIndex root = add_bone(model, "root", BoneIndex::none, {0, 1, 0});
  add_bone(model, "arm", root, {0, 3, 0});
  model.skeleton.rest_rotation[0] = about_z(90);
  model.skeleton.rest_translation[1] = {2, 0, 0};
  Pose pose = pose_at(model, {}, 0);
  expect_near(pose.world_position[1], {0, 3, 0});
  expect_near(transform_point(pose.skin[1], {4, 5, 6}), {4, 5, 6});
  Clip clip;
  add_key(clip, "root", 0, about_x(90));
  pose = pose_at(model, clip, 0);
  expect_near(pose.world_position[1], {0, 3, 0});
  expect_near(transform_point(pose.skin[0], {1, 1, 0}),
              rotate(about_y(90), {1, 0, 0}) + Vec3{0, 1, 0});
}

TEST(Evaluate, AppendTakesAShareOfTheRotation) {
  for (const float ratio : {0.5f, 1.f, 2.f, -1.f, -0.25f, 0.f}) {
    Model model;
    const BoneIndex a = add_bone(model, "a", BoneIndex::none, {});
    const BoneIndex b = add_bone(model, "b", BoneIndex::none, {1, 0, 0});
    add_append(model, b, a, ratio);
    Clip clip;
    add_key(clip, "a", 0, -from_axis_angle(normalise(Vec3{1, 2, 3}), 0.9f));
    add_key(clip, "b", 0, about_y(30));
    const Pose pose = pose_at(model, clip, 0);
    expect_near(pose.rotation[1],
                about_y(30) * from_axis_angle(normalise(Vec3{1, 2, 3}), 0.9f * ratio), 1e-6f);
  }
}

TEST(Evaluate, AppendTakesAShareOfTheTranslation) {
  Model model;
  const BoneIndex a = add_bone(model, "a", BoneIndex::none, {});
  const BoneIndex b = add_bone(model, "b", BoneIndex::none, {1, 0, 0});
  add_append(model, b, a, -0.5f, false, true);
  Clip clip;
  add_key(clip, "a", 0, about_y(90), {2, 4, 6});
  add_key(clip, "b", 0, Quat{}, {10, 0, 0});
  const Pose pose = pose_at(model, clip, 0);
  expect_near(pose.translation[1], {9, -2, -3});
  expect_near(pose.rotation[1], Quat{});
}

TEST(Evaluate, InAChainOfAppendsTheSourcesOwnKeyCounts) {
  Model model;
  const BoneIndex a = add_bone(model, "a", BoneIndex::none, {});
  const BoneIndex b = add_bone(model, "b", BoneIndex::none, {});
  const BoneIndex c = add_bone(model, "c", BoneIndex::none, {});
  add_append(model, b, a, 0.5f, true, true);
  add_append(model, c, b, 0.5f, true, true);
  Clip clip;
  add_key(clip, "a", 0, about_x(40), {8, 0, 0});
  add_key(clip, "b", 0, about_x(10), {0, 2, 0});
  const Pose pose = pose_at(model, clip, 0);
  expect_near(pose.rotation[1], about_x(30));
  expect_near(pose.rotation[2], about_x(15));
  expect_near(pose.translation[2], {2, 1, 0});
}

TEST(Evaluate, LocalAppendTakesTheModelSpaceTransform) {
  Model model;
  const BoneIndex root = add_bone(model, "root", BoneIndex::none, {});
  const BoneIndex a = add_bone(model, "a", root, {0, 2, 0});
  const BoneIndex b = add_bone(model, "b", BoneIndex::none, {9, 0, 0});
  add_append(model, b, a, 0.5f, true, true, true);
  Clip clip;
  add_key(clip, "root", 0, about_z(90));
  const Pose pose = pose_at(model, clip, 0);
  expect_near(pose.rotation[2], about_z(45));
  expect_near(pose.translation[2], {-1, -1, 0});
  EvaluateOptions own;
  own.local_append_in_model_space = false;
  add_key(clip, "a", 0, about_x(40), {1, 1, 1});
  expect_near(pose_at(model, clip, 0, own).rotation[2], about_x(20));
  expect_near(pose_at(model, clip, 0, own).translation[2], {});
}

TEST(Evaluate, AppendsInACircleDoNothing) {
  Model model;
  const BoneIndex a = add_bone(model, "a", BoneIndex::none, {});
  const BoneIndex b = add_bone(model, "b", BoneIndex::none, {});
  const BoneIndex c = add_bone(model, "c", BoneIndex::none, {});
  const BoneIndex d = add_bone(model, "d", BoneIndex::none, {});
  add_append(model, a, b, 1);
  add_append(model, b, a, 1);
  add_append(model, c, c, 1);
  add_append(model, d, a, 1);
  Clip clip;
  add_key(clip, "a", 0, about_x(40));
  add_key(clip, "c", 0, about_x(20));
  const Pose pose = pose_at(model, clip, 0);
  expect_near(pose.rotation[0], about_x(40));
  expect_near(pose.rotation[1], Quat{});
  expect_near(pose.rotation[2], about_x(20));
  expect_near(pose.rotation[3], about_x(40));
}

TEST(Evaluate, AppendBeforeItsSourceIsRefreshedOrLagsBehind) {
  Model model;
  const BoneIndex c = add_bone(model, "c", BoneIndex::none, {});
  const BoneIndex b = add_bone(model, "b", BoneIndex::none, {});
  const BoneIndex a = add_bone(model, "a", BoneIndex::none, {});
  add_append(model, c, b, 1);
  add_append(model, b, a, 1);
  Clip clip;
  add_key(clip, "a", 0, about_x(40));
  expect_near(pose_at(model, clip, 0).rotation[0], about_x(40));
  EvaluateOptions plain;
  plain.refresh_dependents = false;
  expect_near(pose_at(model, clip, 0, plain).rotation[0], Quat{});
  // A deform layer puts the order right.
  model.skeleton.layer = {2, 1, 0};
  expect_near(pose_at(model, clip, 0, plain).rotation[0], about_x(40));
}

TEST(Evaluate, AfterPhysicsBonesSeeTheFirstPass) {
  Model model;
  const BoneIndex b = add_bone(model, "b", BoneIndex::none, {});
  const BoneIndex a = add_bone(model, "a", BoneIndex::none, {});
  const BoneIndex s = add_bone(model, "s", BoneIndex::none, {});
  add_append(model, b, a, 1);
  add_append(model, a, s, 0.5f);
  model.skeleton.flags[at(b)] |= kAfterPhysics;
  Clip clip;
  add_key(clip, "s", 0, about_x(40));
  expect_near(pose_at(model, clip, 0).rotation[at(b)], about_x(20));
}

TEST(Evaluate, AppendsFollowWhatPhysicsDoes) {
  Model model;
  const BoneIndex hair = add_bone(model, "hair", BoneIndex::none, {});
  const BoneIndex a = add_bone(model, "a", BoneIndex::none, {});
  const BoneIndex b = add_bone(model, "b", BoneIndex::none, {});
  add_append(model, a, hair, 0.5f);
  add_append(model, b, a, 0.5f);
  Body body;
  body.bone = hair;
  body.mode = BodyMode::physics;
  model.bodies.push_back(body);
  Clip clip;
  add_key(clip, "b", 0, about_x(5));
  const Binding binding = bind(clip, model);
  Evaluator evaluator(model, binding);
  Pose pose = make_pose(model);
  for (int frame = 0; frame < 2; ++frame) {
    evaluator.sample(frame, pose);
    evaluator.solve_before_physics(pose);
    pose.rotation[at(hair)] = about_x(40);
    evaluator.solve_after_physics(pose);
    evaluator.update_matrices(pose);
    expect_near(pose.world_rotation[at(a)], about_x(20));
    expect_near(pose.world_rotation[at(b)], about_x(15));
  }
}

TEST(Evaluate, MirroredMotionGivesTheMirroredPose) {
  // Left and right swap with a mirror in X: (x, y, z, w) -> (x, -y, -z, w).
  Model model;
  const BoneIndex centre = add_bone(model, "センター", BoneIndex::none, {0, 8, 0});
  const Leg left = add_leg(model, centre, 1, "左", false, true);
  const Leg right = add_leg(model, centre, -1, "右", true, false);
  const auto mirror = [](Quat q) { return Quat{q.x, -q.y, -q.z, q.w}; };
  for (float a = -1; a < 1; a += 0.3f) {
    const Quat turn = from_euler_yxz({0.3f * a, 0.4f, -0.2f});
    const Vec3 step{0.5f, 2 + a, 1.5f * a};
    Clip clip;
    add_key(clip, "左足ＩＫ", 0, turn, step);
    add_key(clip, "右足ＩＫ", 0, mirror(turn), {-step.x, step.y, step.z});
    const Pose pose = pose_at(model, clip, 0);
    expect_near(pose.rotation[at(left.leg)], mirror(pose.rotation[at(right.leg)]), 1e-5f);
    expect_near(pose.rotation[at(left.knee)], mirror(pose.rotation[at(right.knee)]), 1e-5f);
    expect_near(pose.world_rotation[at(left.knee_d)], mirror(pose.world_rotation[at(right.knee_d)]),
                1e-5f);
  }
}

TEST(Morphs, GroupsAddToTheOwnKeyAndDoNotNest) {
  Model model;
  const MorphIndex a = add_morph(model, "a", MorphKind::vertex);
  const MorphIndex g = add_morph(model, "g", MorphKind::group);
  const MorphIndex h = add_morph(model, "h", MorphKind::group);
  model.morphs[at(g)].members = {{a, 0.5f}, {MorphIndex::none, 1}, {g, 1}};
  model.morphs[at(h)].members = {{g, 1.f}, {a, 2.f}};
  Clip clip;
  add_weight(clip, "a", 0, 0.25f);
  add_weight(clip, "g", 0, 1);
  add_weight(clip, "h", 0, 0.1f);
  const Pose pose = pose_at(model, clip, 0);
  EXPECT_FLOAT_EQ(pose.effective_weight[at(a)], 0.25f + 0.5f + 0.2f);
  EXPECT_FLOAT_EQ(pose.morph_weight[at(a)], 0.25f);
  EXPECT_FLOAT_EQ(pose.effective_weight[at(g)], 1);
}

TEST(Morphs, FlipChoosesOneAndOverwritesIt) {
  Model model;
  const MorphIndex a = add_morph(model, "a", MorphKind::vertex);
  const MorphIndex b = add_morph(model, "b", MorphKind::vertex);
  const MorphIndex f = add_morph(model, "f", MorphKind::flip);
  const MorphIndex g = add_morph(model, "g", MorphKind::group);
  model.morphs[at(f)].members = {{a, 0.5f}, {b, 0.75f}};
  model.morphs[at(g)].members = {{f, 1}};
  const auto weights = [&](float flip, float own, float group) {
    Clip clip;
    add_weight(clip, "f", 0, flip);
    add_weight(clip, "a", 0, own);
    add_weight(clip, "g", 0, group);
    const Pose pose = pose_at(model, clip, 0);
    return std::pair(pose.effective_weight[at(a)], pose.effective_weight[at(b)]);
  };
  EXPECT_EQ(weights(0, 0.1f, 0), (std::pair(0.1f, 0.f)));
  EXPECT_EQ(weights(0.3f, 0.1f, 0), (std::pair(0.1f, 0.f)));
  EXPECT_EQ(weights(0.4f, 0.1f, 0), (std::pair(0.5f, 0.f)));
  EXPECT_EQ(weights(0.7f, 0.1f, 0), (std::pair(0.1f, 0.75f)));
  EXPECT_EQ(weights(1, 0.1f, 0), (std::pair(0.1f, 0.75f)));
  EXPECT_EQ(weights(0, 0.1f, 0.4f), (std::pair(0.5f, 0.f)));
}

TEST(Morphs, BoneMorphStandsLeftOfTheKeyAndSeveralMultiplyInOrder) {
  Model model;
  const BoneIndex bone = add_bone(model, "bone", BoneIndex::none, {});
  const MorphIndex a = add_morph(model, "a", MorphKind::bone);
  const MorphIndex b = add_morph(model, "b", MorphKind::bone);
  model.morphs[at(a)].bones = {{bone, {1, 0, 0}, about_x(60)}};
  model.morphs[at(b)].bones = {{bone, {0, 2, 0}, about_y(40)}};
  Clip clip;
  add_key(clip, "bone", 0, about_z(90), {0, 0, 3});
  add_weight(clip, "a", 0, 0.5f);
  add_weight(clip, "b", 0, 2);
  const Pose pose = pose_at(model, clip, 0);
  expect_near(pose.rotation[0], about_x(30) * about_y(80) * about_z(90));
  expect_near(pose.translation[0], {0.5f, 4, 3});
}

}  // namespace
}  // namespace odori
