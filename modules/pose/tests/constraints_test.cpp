#include "odori/math/trig.h"
#include "odori/pose/evaluate.h"
#include "rig.h"

namespace odori {
namespace {

using namespace testing_rig;

Constraint constraint(BoneIndex bone, BoneIndex source, ConstraintKind kind, Vec3 axis = {1, 0, 0},
                      float weight = 1) {
  Constraint c;
  c.bone = bone;
  c.source = source;
  c.kind = kind;
  c.axis = axis;
  c.weight = weight;
  return c;
}

TEST(Constraints, RotationTakesTheWholeTurnOrAShare) {
  for (const float weight : {0.0f, 0.25f, 1.0f}) {
    Model model;
    const BoneIndex a = add_bone(model, "a", BoneIndex::none, {});
    const BoneIndex b = add_bone(model, "b", BoneIndex::none, {1, 0, 0});
    model.skeleton.rest_rotation[0] = about_x(40);
    model.skeleton.rest_rotation[1] = about_z(70);
    model.constraints = {constraint(b, a, ConstraintKind::rotation, {}, weight)};
    Clip clip;
    add_key(clip, "a", 0, about_y(60));
    const Pose pose = pose_at(model, clip, 0);
    expect_near(pose.rotation[1], about_y(60 * weight), 1e-6f);
    expect_near(pose.world_rotation[1], about_z(70) * about_y(60 * weight), 1e-6f);
  }
}

TEST(Constraints, RollTakesTheTurnAboutTheAxisAlone) {
  Model model;
  const BoneIndex a = add_bone(model, "a", BoneIndex::none, {});
  const BoneIndex b = add_bone(model, "b", BoneIndex::none, {1, 0, 0});
  model.constraints = {constraint(b, a, ConstraintKind::roll, {0, 1, 0})};
  Clip clip;
  add_key(clip, "a", 0, about_x(30) * about_y(50));
  const Pose pose = pose_at(model, clip, 0);
  expect_near(pose.rotation[1], about_y(50), 1e-6f);
}

// However both rest, as long as the turn in the parent's axes is the same.
TEST(Constraints, RollIsSaidInTheAxesOfTheParent) {
  Model model;
  const BoneIndex a = add_bone(model, "a", BoneIndex::none, {});
  const BoneIndex b = add_bone(model, "b", BoneIndex::none, {1, 0, 0});
  model.skeleton.rest_rotation[0] = about_x(20) * about_y(90);
  model.skeleton.rest_rotation[1] = about_z(90);
  model.constraints = {constraint(b, a, ConstraintKind::roll, {1, 0, 0})};
  Clip clip;
  const Quat rest = model.skeleton.rest_rotation[0];
  add_key(clip, "a", 0, conjugate(rest) * about_y(40) * rest);  // about the parent's Y
  const Pose pose = pose_at(model, clip, 0);
  // The bone's X points along the parent's Y.
  expect_near(pose.rotation[1], about_x(40), 1e-5f);
}

TEST(Constraints, AimPointsAtTheSource) {
  Model model;
  const BoneIndex root = add_bone(model, "root", BoneIndex::none, {});
  const BoneIndex eye = add_bone(model, "eye", root, {0, 1, 0});
  const BoneIndex tip = add_bone(model, "tip", eye, {0, 1, 1});
  const BoneIndex goal = add_bone(model, "goal", BoneIndex::none, {0, 1, 5});
  model.skeleton.rest_rotation[at(root)] = about_y(90);
  model.skeleton.rest_rotation[at(eye)] = about_x(25);
  model.constraints = {constraint(eye, goal, ConstraintKind::aim, {0, 0, 1})};
  Clip clip;
  add_key(clip, "root", 0, about_x(35));
  add_key(clip, "goal", 0, Quat{}, {3, -2, 1});
  const Pose pose = pose_at(model, clip, 0);
  const Vec3 way = normalise(pose.world_position[at(goal)] - pose.world_position[at(eye)]);
  expect_near(rotate(pose.world_rotation[at(eye)], {0, 0, 1}), way, 1e-5f);
  // What hangs below has come along.
  const Vec3 offset =
      rotate(pose.world_rotation[at(eye)], model.skeleton.rest_translation[at(tip)]);
  expect_near(pose.world_position[at(tip)], pose.world_position[at(eye)] + offset, 1e-5f);
}

TEST(Constraints, FollowEachOtherInWhateverOrderTheyStand) {
  Model model;
  const BoneIndex a = add_bone(model, "a", BoneIndex::none, {});
  const BoneIndex b = add_bone(model, "b", BoneIndex::none, {1, 0, 0});
  const BoneIndex c = add_bone(model, "c", BoneIndex::none, {2, 0, 0});
  model.constraints = {constraint(c, b, ConstraintKind::rotation),
                       constraint(b, a, ConstraintKind::rotation)};
  Clip clip;
  add_key(clip, "a", 0, about_y(60));
  const Pose pose = pose_at(model, clip, 0);
  expect_near(pose.rotation[at(c)], about_y(60), 1e-6f);
}

TEST(Constraints, ThatLeadInACircleAreLeftOut) {
  Model model;
  const BoneIndex a = add_bone(model, "a", BoneIndex::none, {});
  const BoneIndex b = add_bone(model, "b", a, {1, 0, 0});
  model.constraints = {constraint(a, b, ConstraintKind::rotation),
                       constraint(b, b, ConstraintKind::aim)};
  Clip clip;
  add_key(clip, "b", 0, about_y(60));
  const Pose pose = pose_at(model, clip, 0);
  expect_near(pose.rotation[0], about_y(60), 1e-6f);  // a follows b; nothing hangs on a
  model.constraints = {constraint(a, b, ConstraintKind::rotation),
                       constraint(b, a, ConstraintKind::rotation)};
  const Pose still = pose_at(model, {}, 0);
  expect_near(still.rotation[0], Quat{});
}

}  // namespace
}  // namespace odori
