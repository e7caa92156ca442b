#include "odori/pose/fit.h"

#include "rig.h"

namespace odori {
namespace {

using namespace testing_rig;

Model dancer(bool leg_ik) {
  Model model;
  const BoneIndex centre = add_bone(model, "センター", BoneIndex::none, {0, 8, 0});
  add_leg(model, centre, 1, "左");
  add_leg(model, centre, -1, "右");
  if (!leg_ik) {
    model.skeleton.iks.clear();
    for (std::string& name : model.skeleton.names)
      if (name.ends_with("足ＩＫ")) name = "別の骨";
  }
  add_morph(model, "あ", MorphKind::vertex);
  return model;
}

std::string text_of(const Fit& fit, bool all = false, std::size_t most = 10) {
  std::string text;
  for (const std::string& line : to_lines(fit, all, most)) text += line + "\n";
  return text;
}

TEST(Fit, AnEmptyMotionMovesNothing) {
  const Fit fit = find_fit({}, {});
  EXPECT_EQ(text_of(fit),
            "the motion moves nothing: no bone or morph in it ever leaves its rest\n");
}

TEST(Fit, ACameraAloneIsToldAsOne) {
  Clip clip;
  clip.camera.frame = {0};
  EXPECT_NE(text_of(find_fit(clip, {})).find("camera keys alone"), std::string::npos);
}

TEST(Fit, AMotionThatFitsNeedsNoWord) {
  Clip clip;
  add_key(clip, "センター", 0, {}, {1, 0, 0});
  add_key(clip, "nobody", 0, {});  // stays at rest: not missed
  add_weight(clip, "あ", 0, 1);
  const Fit fit = find_fit(clip, dancer(true));
  EXPECT_EQ(text_of(fit), "");
  EXPECT_EQ(text_of(fit, true),
            "the bone that the motion moves exists in the character\n"
            "the morph (expression) that the motion moves exists in the character\n");
}

TEST(Fit, NamesWhatIsMissingAndCountsTheRest) {
  Clip clip;
  add_key(clip, "センター", 0, {}, {1, 0, 0});
  for (const char* name : {"a", "b", "c"}) add_key(clip, name, 0, about_y(5));
  add_weight(clip, "い", 0, 1);
  const Fit fit = find_fit(clip, dancer(true));
  EXPECT_EQ(text_of(fit, false, 2),
            "1 of the 4 bones that the motion moves exists in the character; missing: a, b and 1 "
            "more\n"
            "the only morph (expression) that the motion moves does not exist in the character: "
            "い\n");
}

TEST(Fit, NothingThatExistsIsSaidFirst) {
  Clip clip;
  add_key(clip, "Bip01", 0, about_y(5));
  EXPECT_TRUE(text_of(find_fit(clip, dancer(true))).starts_with("the motion moves nothing: "));
}

TEST(Fit, LegsStayStillWithoutTheIkThatMovesThem) {
  Clip clip;
  add_key(clip, "センター", 0, {}, {1, 0, 0});
  add_key(clip, "左足IK", 0, {}, {0, 2, 0});  // a width more or less does not matter
  add_key(clip, "右足ＩＫ", 0, {}, {0, 2, 0});
  EXPECT_EQ(find_fit(clip, dancer(true)).left_leg, LegFit::follows);
  Fit fit = find_fit(clip, dancer(false));
  EXPECT_EQ(fit.left_leg, LegFit::still);
  EXPECT_EQ(fit.right_leg, LegFit::still);
  EXPECT_NE(text_of(fit).find("the legs stay still"), std::string::npos) << text_of(fit);

  add_key(clip, "右足", 0, about_x(20));
  fit = find_fit(clip, dancer(false));
  EXPECT_EQ(fit.right_leg, LegFit::feet_loose);
  EXPECT_NE(text_of(fit).find("the left leg stays still"), std::string::npos) << text_of(fit);
  EXPECT_NE(text_of(fit).find("the right leg follows only in part"), std::string::npos);
}

TEST(Fit, LegsThatAreTurnedThroughoutNeedNoIk) {
  Clip clip;
  for (int f = 0; f < 3; ++f) {
    const auto at = static_cast<double>(f);
    add_key(clip, "左足ＩＫ", at, {}, {0, 1, 0});
    add_key(clip, "左足", at, about_x(-20));
    add_key(clip, "左足首", at, {});
    if (f < 2) add_key(clip, "左ひざ", at, about_x(60));
  }
  EXPECT_EQ(find_fit(clip, dancer(false)).left_leg, LegFit::feet_loose);  // a key is missing
  add_key(clip, "左ひざ", 2, about_x(40));
  EXPECT_EQ(find_fit(clip, dancer(false)).left_leg, LegFit::follows);
  EXPECT_EQ(find_fit(clip, dancer(true)).left_leg, LegFit::follows);
}

TEST(Fit, ABoneOfTheNameWithoutAChainIsNoLegIk) {
  Model model = dancer(true);
  model.skeleton.iks.clear();
  Clip clip;
  add_key(clip, "左足ＩＫ", 0, {}, {0, 2, 0});
  EXPECT_EQ(find_fit(clip, model).left_leg, LegFit::still);
  EXPECT_EQ(find_fit(clip, model).right_leg, LegFit::follows);  // the motion leaves it alone
}

TEST(Fit, LegIkThatIsLeftOnPinsTheFeet) {
  Clip clip;
  add_key(clip, "左ひざ", 5, about_x(60));
  add_key(clip, "右ひざ", 5, about_x(5));  // a stance, not a step
  Fit fit = find_fit(clip, dancer(true));
  EXPECT_EQ(fit.left_leg, LegFit::pinned);
  EXPECT_EQ(fit.right_leg, LegFit::follows);
  EXPECT_NE(text_of(fit).find("the left leg does not follow"), std::string::npos) << text_of(fit);

  Clip with_goal = clip;
  add_key(with_goal, "左足ＩＫ", 5, {}, {0, 0, 3});
  EXPECT_EQ(find_fit(with_goal, dancer(true)).left_leg, LegFit::follows);
  clip.property = {{0}, {1}, {{{{"左足ＩＫ", "", false}, false}}}};
  EXPECT_EQ(find_fit(clip, dancer(true)).left_leg, LegFit::follows);
  EXPECT_EQ(find_fit(clip, dancer(false)).left_leg, LegFit::follows);
}

TEST(Fit, ACharacterWithoutLegsIsNotToldOfThem) {
  Model model;
  add_bone(model, "センター", BoneIndex::none, {});
  Clip clip;
  add_key(clip, "左足ＩＫ", 0, {}, {0, 2, 0});
  EXPECT_EQ(find_fit(clip, model).left_leg, LegFit::follows);
}

}  // namespace
}  // namespace odori
