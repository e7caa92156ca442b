#include "odori/pose/evaluate.h"
#include "rig.h"

namespace odori {
namespace {

using namespace testing_rig;

// A vertex morph under each expression of that name, in order.
Model face(const std::vector<Expression>& expressions) {
  Model model;
  add_bone(model, "head", BoneIndex::none, {});
  for (const Expression& from : expressions) {
    Morph target;
    target.name = from.name + " (target)";
    model.morphs.push_back(target);
    Morph group;
    group.name = from.name;
    group.kind = MorphKind::group;
    group.members = {{MorphIndex{static_cast<std::int32_t>(model.morphs.size() - 1)}, 0.5f}};
    model.morphs.push_back(group);
    Expression& e = model.expressions.emplace_back(from);
    e.preset = true;
    e.morph = MorphIndex{static_cast<std::int32_t>(model.morphs.size() - 1)};
  }
  return model;
}

Expression named(const char* name) {
  Expression e;
  e.name = name;
  return e;
}

// Weights of the vertex morphs when the expressions have these.
std::vector<float> shown(const Model& model, const std::vector<float>& weights) {
  Clip clip;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    MorphTrack& track = clip.morphs.emplace_back();
    track.name.text = model.expressions[i].name;
    track.frame = {0};
    track.weight = {weights[i]};
  }
  const Pose pose = pose_at(model, clip, 0);
  std::vector<float> out;
  for (std::size_t i = 0; i < weights.size(); ++i) out.push_back(pose.effective_weight[2 * i]);
  return out;
}

TEST(Expressions, AreGroupsClampedToZeroAndOne) {
  const Model model = face({named("happy"), named("aa")});
  EXPECT_EQ(shown(model, {0.5f, 2}), (std::vector<float>{0.25f, 0.5f}));
  EXPECT_EQ(shown(model, {-1, 0}), (std::vector<float>{0, 0}));
}

TEST(Expressions, BinaryOnesAreWholeAboveAHalf) {
  Expression happy = named("happy");
  happy.binary = true;
  const Model model = face({happy});
  EXPECT_EQ(shown(model, {0.5f}), (std::vector<float>{0}));
  EXPECT_EQ(shown(model, {0.75f}), (std::vector<float>{0.5f}));
}

TEST(Expressions, BlockPutsOutAndBlendTakesItsShare) {
  Expression happy = named("happy");
  happy.blink = Overriding::block;
  happy.mouth = Overriding::blend;
  const Model model = face({happy, named("blinkLeft"), named("aa"), named("lookUp")});
  EXPECT_EQ(shown(model, {0, 1, 1, 1}), (std::vector<float>{0, 0.5f, 0.5f, 0.5f}));
  EXPECT_EQ(shown(model, {0.25f, 1, 1, 1}), (std::vector<float>{0.125f, 0, 0.375f, 0.5f}));
  EXPECT_EQ(shown(model, {1, 1, 1, 1}), (std::vector<float>{0.5f, 0, 0, 0.5f}));
}

TEST(Expressions, SumsWhatIsHeldBackUpToAllOfIt) {
  Expression happy = named("happy"), sad = named("sad");
  happy.mouth = sad.mouth = Overriding::blend;
  const Model model = face({happy, sad, named("oh")});
  EXPECT_EQ(shown(model, {0.25f, 0.25f, 1}), (std::vector<float>{0.125f, 0.125f, 0.25f}));
  EXPECT_EQ(shown(model, {0.75f, 0.75f, 1}), (std::vector<float>{0.375f, 0.375f, 0}));
}

TEST(Expressions, OfOneKindDoNotHoldBackEachOther) {
  Expression blink = named("blink");
  blink.blink = Overriding::block;
  const Model model = face({blink, named("blinkRight")});
  EXPECT_EQ(shown(model, {1, 1}), (std::vector<float>{0.5f, 0.5f}));
}

TEST(Expressions, BinaryOnesThatAreHeldBackGoOut) {
  Expression happy = named("happy"), blink = named("blink");
  happy.blink = Overriding::blend;
  blink.binary = true;
  const Model model = face({happy, blink});
  EXPECT_EQ(shown(model, {0.25f, 1}), (std::vector<float>{0.125f, 0}));
  EXPECT_EQ(shown(model, {0, 1}), (std::vector<float>{0, 0.5f}));
}

}  // namespace
}  // namespace odori
