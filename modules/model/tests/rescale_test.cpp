#include "odori/model/rescale.h"

#include <gtest/gtest.h>

namespace odori {
namespace {

Model model_in_metres() {
  Model model;
  model.metres_per_unit = 1;
  Skeleton& s = model.skeleton;
  s.parent = {BoneIndex::none};
  s.rest_position = {{0, 1, 0}};
  s.rest_translation = {{0, 1, 0}};
  s.tail = {{0, 2, 0}};
  model.mesh.positions = {{1, 2, 3}};
  model.mesh.skin.sdef = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  Morph& morph = model.morphs.emplace_back();
  morph.vertices = {{0, {0, 0.5f, 0}}};
  morph.bones = {{BoneIndex{0}, {0.25f, 0, 0}, {}}};
  model.bodies.emplace_back().size = {1, 1, 1};
  model.joints.emplace_back().translation_high = {1, 0, 0};
  SpringChain& chain = model.springs.chains.emplace_back();
  chain.end = Vec3{0, 0.5f, 0};
  chain.joints.emplace_back().hit_radius = 0.5f;
  model.springs.colliders.emplace_back().radius = 0.25f;
  return model;
}

TEST(Rescale, TakesEveryLengthAlong) {
  Model model = model_in_metres();
  rescale(model, 0.125f);
  EXPECT_EQ(model.metres_per_unit, 0.125f);
  EXPECT_EQ(model.skeleton.rest_position[0], (Vec3{0, 8, 0}));
  EXPECT_EQ(model.skeleton.tail[0], (Vec3{0, 16, 0}));
  EXPECT_EQ(model.mesh.positions[0], (Vec3{8, 16, 24}));
  EXPECT_EQ(model.mesh.skin.sdef[0].r1, (Vec3{0, 0, 8}));
  EXPECT_EQ(model.morphs[0].vertices[0].offset, (Vec3{0, 4, 0}));
  EXPECT_EQ(model.morphs[0].bones[0].translation, (Vec3{2, 0, 0}));
  EXPECT_EQ(model.bodies[0].size, (Vec3{8, 8, 8}));
  EXPECT_EQ(model.joints[0].translation_high, (Vec3{8, 0, 0}));
  EXPECT_EQ(*model.springs.chains[0].end, (Vec3{0, 4, 0}));
  EXPECT_EQ(model.springs.chains[0].joints[0].hit_radius, 4);
  EXPECT_EQ(model.springs.colliders[0].radius, 2);
}

TEST(Rescale, ThereAndBackIsTheSame) {
  Model model = model_in_metres();
  rescale(model, 0.25f);
  rescale(model, 1);
  EXPECT_EQ(model.mesh.positions[0], (Vec3{1, 2, 3}));
  EXPECT_EQ(model.springs.chains[0].joints[0].stiffness, 1);
}

}  // namespace
}  // namespace odori
