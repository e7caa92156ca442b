#include "odori/pose/bind.h"

#include "rig.h"

namespace odori {
namespace {

using namespace testing_rig;

TEST(Bind, EmptyClipAndEmptyModel) {
  EXPECT_TRUE(bind({}, {}).bones.empty());
  Clip clip;
  add_key(clip, "nobody", 3, about_y(5));
  const Binding binding = bind(clip, {});
  EXPECT_EQ(binding.unbound_bones, std::vector<std::string>{"nobody"});
  EXPECT_EQ(binding.last_frame, 0);
}

TEST(Bind, TracksThatStayAtRestAreNotMissed) {
  Clip clip;
  add_key(clip, "nobody", 3, Quat{});
  add_weight(clip, "nothing", 3, 0);
  add_weight(clip, "something", 3, 1);
  const Binding binding = bind(clip, {});
  EXPECT_TRUE(binding.unbound_bones.empty());
  EXPECT_EQ(binding.unbound_morphs, std::vector<std::string>{"something"});
}

TEST(Bind, FirstKeyLaterOnIsReachedFromRest) {
  Model model;
  add_bone(model, "a", BoneIndex::none, {});
  add_morph(model, "m", MorphKind::vertex);
  Clip clip;
  add_key(clip, "a", 20, about_y(80), {4, 0, 0});
  add_weight(clip, "m", 20, 1);
  Pose pose = pose_at(model, clip, 5);
  expect_near(pose.rotation[0], about_y(20));
  expect_near(pose.translation[0], {1, 0, 0});
  EXPECT_FLOAT_EQ(pose.morph_weight[0], 0.25f);

  const Binding hold = bind(clip, model, {false});
  Evaluator evaluator(model, hold);
  evaluator.evaluate(5, pose);
  expect_near(pose.rotation[0], about_y(80));
  EXPECT_FLOAT_EQ(pose.morph_weight[0], 1);
  EXPECT_EQ(hold.last_frame, 20);
}

TEST(Bind, LongNamesMatchByTheirFirstFifteenBytes) {
  Model model;
  add_bone(model, "左スカート前の一番上", BoneIndex::none, {});
  Clip clip;
  add_key(clip, "左スカート前の", 0, about_y(10));
  // 左スカート前の and the first half of 一, as a VMD holds them.
  clip.bones[0].name.raw = "\x8d\xb6\x83\x58\x83\x4a\x81\x5b\x83\x67\x91\x4f\x82\xcc\x88";
  clip.bones[0].name.cut = true;
  EXPECT_EQ(bind(clip, model).bones.size(), 1u);
  clip.bones[0].name.raw.pop_back();
  EXPECT_EQ(bind(clip, model).bones.size(), 0u);
}

TEST(Bind, WidthsDoNotMatterButTheExactNameWins) {
  Model model;
  add_bone(model, "左足IK", BoneIndex::none, {});
  Clip clip;
  add_key(clip, "左足ＩＫ", 0, about_y(10));
  ASSERT_EQ(bind(clip, model).bones.size(), 1u);
  add_key(clip, "左足IK", 0, about_y(20));
  const Binding binding = bind(clip, model);
  ASSERT_EQ(binding.bones.size(), 1u);
  expect_near(binding.bones[0].track.rotation[0], about_y(20));
  EXPECT_EQ(binding.unbound_bones, std::vector<std::string>{"左足ＩＫ"});
}

TEST(Bind, EveryMorphOfTheNameGetsTheWeight) {
  Model model;
  add_morph(model, "あ", MorphKind::vertex);
  add_morph(model, "い", MorphKind::vertex);
  add_morph(model, "あ", MorphKind::uv);
  Clip clip;
  add_weight(clip, "あ", 0, 0.5f);
  const Pose pose = pose_at(model, clip, 0);
  EXPECT_EQ(pose.morph_weight, (std::vector<float>{0.5f, 0, 0.5f}));
}

TEST(Bind, FixedAxisIsProjectedKeyByKey) {
  Model model;
  const BoneIndex bone = add_bone(model, "腕捩", BoneIndex::none, {});
  const Vec3 axis = normalise(Vec3{1, -1, 0});
  model.skeleton.fixed_axes.push_back({bone, axis});
  Clip clip;
  add_key(clip, "腕捩", 0, from_axis_angle({1, 0, 0}, 0.8f));
  add_key(clip, "腕捩", 10, from_axis_angle({0, 1, 0}, 0.8f));
  add_key(clip, "腕捩", 20, from_axis_angle(axis, 0.3f));
  const BoneTrack track = bind(clip, model).bones[0].track;
  // The angle is kept; the side of the axis goes by the dot product.
  expect_near(track.rotation[0], from_axis_angle(axis, 0.8f), 1e-6f);
  expect_near(track.rotation[1], from_axis_angle(axis, -0.8f), 1e-6f);
  expect_near(track.rotation[2], from_axis_angle(axis, 0.3f), 1e-6f);
}

TEST(Bind, SwitchesAreStepsAndUnnamedChainsAreOn) {
  Model model;
  const BoneIndex centre = add_bone(model, "センター", BoneIndex::none, {0, 8, 0});
  add_leg(model, centre, 1, "左");
  add_leg(model, centre, -1, "右");
  Clip clip;
  clip.property.frame = {10, 20};
  clip.property.visible = {0, 1};
  clip.property.ik = {{{{"左足ＩＫ", "", false}, false}}, {{{{"右足ＩＫ", "", false}, false}}}};
  const Binding binding = bind(clip, model);
  Evaluator evaluator(model, binding);
  Pose pose = make_pose(model);
  const auto check = [&](double frame, int left, int right, bool visible) {
    evaluator.evaluate(frame, pose);
    EXPECT_EQ(pose.ik_enabled[0], left) << frame;
    EXPECT_EQ(pose.ik_enabled[1], right) << frame;
    EXPECT_EQ(pose.visible, visible) << frame;
  };
  check(25, 1, 0, true);
  check(0, 1, 1, true);
  check(9.9, 1, 1, true);
  check(10, 0, 1, false);
  check(19.9, 0, 1, false);
  check(20, 1, 0, true);
}

}  // namespace
}  // namespace odori
