#include "odori/pose/evaluate.h"
#include "rig.h"

namespace odori {
namespace {

using namespace testing_rig;

struct Dancer {
  Model model;
  Clip clip;
};

// Everything that evaluation knows, moving, from a fixed series of numbers.
Dancer dancer() {
  Dancer d;
  Model& model = d.model;
  const BoneIndex centre = add_bone(model, "センター", BoneIndex::none, {0, 8, 0});
  const BoneIndex waist = add_bone(model, "下半身", centre, {0, 12, 0});
  const BoneIndex chest = add_bone(model, "上半身", centre, {0, 12, 0});
  const BoneIndex arm = add_bone(model, "左腕", chest, {1.2f, 16, 0});
  const BoneIndex twist = add_bone(model, "左腕捩", arm, {2.5f, 15, 0});
  const BoneIndex elbow = add_bone(model, "左ひじ", twist, {3.6f, 14, 0});
  const BoneIndex part = add_bone(model, "左腕捩1", arm, {2, 15.4f, 0});
  const BoneIndex sleeve = add_bone(model, "袖", elbow, {4, 13.5f, 0.2f});
  const BoneIndex local = add_bone(model, "影", BoneIndex::none, {0, 0, 1});
  model.skeleton.fixed_axes.push_back({twist, normalise(Vec3{1.1f, -1, 0})});
  add_append(model, part, twist, 0.25f);
  add_append(model, sleeve, elbow, -0.4f, true, true);
  add_append(model, local, sleeve, 0.3f, true, true, true);
  model.skeleton.flags[at(sleeve)] |= kAfterPhysics;
  add_leg(model, waist, 1, "左", true, false);
  add_leg(model, waist, -1, "右", false, true);
  Ik arm_ik{add_bone(model, "左腕ＩＫ", BoneIndex::none, {5, 13, 1}), sleeve, 12, 0.6f, {}};
  arm_ik.links.push_back({elbow, true, {-0.5f, -2, -0.3f}, {0.5f, 2, 0.3f}});
  arm_ik.links.push_back({arm, true, {-2, -2, -1}, {2, 1.9f, 1.2f}});
  model.skeleton.iks.push_back(arm_ik);
  const MorphIndex a = add_morph(model, "あ", MorphKind::vertex);
  const MorphIndex g = add_morph(model, "笑い", MorphKind::group);
  const MorphIndex b = add_morph(model, "肩", MorphKind::bone);
  model.morphs[at(g)].members = {{a, 0.7f}, {b, 0.3f}};
  model.morphs[at(b)].bones = {{arm, {0, 0.2f, 0}, about_z(20)}};

  std::uint32_t state = 12345;
  const auto random = [&] {  // -1..1
    state = state * 1664525u + 1013904223u;
    return static_cast<float>(state >> 8) / 8388608.f - 1;
  };
  for (const std::string& name : model.skeleton.names) {
    double frame = 0;
    for (int k = 0; k < 12; ++k) {
      const float reach = name.find("ＩＫ") != std::string::npos ? 2.f : 0.3f;
      // Braces fix the order in which the numbers are drawn.
      const Quat turn = normalise(from_euler_yxz({random(), random(), random()}));
      const Vec3 move{reach * random(), reach * (1 + random()), reach * random()};
      add_key(d.clip, name, frame, turn, move);
      for (BezierCurve& c : d.clip.bones.back().curve.back()) {
        const auto byte = [&] { return static_cast<std::uint8_t>(64 + 63 * random()); };
        c = {byte(), byte(), byte(), byte()};
      }
      frame += 1 + std::floor(static_cast<double>(10 * (1 + random())));
    }
  }
  for (const Morph& morph : model.morphs) {
    for (int k = 0; k < 10; ++k) add_weight(d.clip, morph.name, 7 * k, 0.5f + 0.5f * random());
  }
  d.clip.property = {{0, 60}, {1, 1}, {{}, {{{"左足ＩＫ", "", false}, false}}}};
  return d;
}

TEST(Bake, ThreadsAndOrderChangeNoBit) {
  const Dancer d = dancer();
  const Binding binding = bind(d.clip, d.model);
  const BakedClip one = bake(d.model, binding, 0, 300, 1), two = bake(d.model, binding, 0, 300, 4);
  EXPECT_EQ(fingerprint(one), fingerprint(two));
  Evaluator evaluator(d.model, binding);
  Pose pose = make_pose(d.model);
  for (std::size_t f = 300; f-- > 0;) {
    evaluator.evaluate(static_cast<double>(f), pose);
    for (std::size_t b = 0; b < one.bones; ++b) {
      ASSERT_EQ(pose.world_rotation[b], one.world_rotation[f * one.bones + b]);
      ASSERT_EQ(pose.world_position[b], one.world_position[f * one.bones + b]);
    }
  }
}

TEST(Bake, EveryNumberIsFiniteAndEveryRotationOfUnitLength) {
  const Dancer d = dancer();
  const BakedClip baked = bake(d.model, bind(d.clip, d.model), -3, 200, 1);
  for (const Quat& q : baked.world_rotation) ASSERT_NEAR(dot(q, q), 1, 1e-4f);
  for (const Vec3& p : baked.world_position) ASSERT_TRUE(is_finite(p));
}

TEST(Bake, SameBitsWithEveryCompiler) {
  const Dancer d = dancer();
  EXPECT_EQ(fingerprint(bake(d.model, bind(d.clip, d.model), 0, 240, 0)),
            "5a18ad454605d0ebcb49cf992353c5742767f633cb6fc9cc60197b82312e809f");
}

TEST(Bake, PlainMovementsPlayTheSameWithoutIkAndAppends) {
  const Dancer d = dancer();
  const Binding binding = bind(d.clip, d.model);
  const Clip plain = bake_to_clip(d.model, binding, 3, 20, 2);
  EXPECT_EQ(plain.rate, 30);
  Model bare = d.model;
  bare.skeleton.appends.clear();
  bare.skeleton.iks.clear();
  bare.skeleton.fixed_axes.clear();
  const Binding plain_binding = bind(plain, bare);
  const BakedClip one = bake(d.model, binding, 3, 20, 1), two = bake(bare, plain_binding, 0, 20, 1);
  for (std::size_t i = 0; i < one.world_position.size(); ++i) {
    EXPECT_LT(length(one.world_position[i] - two.world_position[i]), 1e-4f) << i;
    EXPECT_LT(angle_between(one.world_rotation[i], two.world_rotation[i]), 1e-3f) << i;
  }
}

}  // namespace
}  // namespace odori
