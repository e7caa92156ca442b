#include "odori/model/standard.h"

#include <gtest/gtest.h>

#include "odori/math/trig.h"

namespace odori {
namespace {

Vec3 place(const Model& model, const char* name) {
  const BoneIndex b = find_bone(model.skeleton, name);
  EXPECT_TRUE(is_set(b)) << name;
  return is_set(b) ? model.skeleton.rest_position[at(b)] : Vec3{};
}

TEST(StandardSkeleton, HasTheHeightsAndLengthsOfConventions) {
  const Model m = standard_skeleton();
  EXPECT_EQ(place(m, "センター").y, 10.88f);
  EXPECT_EQ(place(m, "首").y, 16.21f);
  EXPECT_EQ(place(m, "頭").y, 17.16f);
  const Vec3 hip = place(m, "左足"), knee = place(m, "左ひざ"), ankle = place(m, "左足首");
  EXPECT_EQ(hip.y, 11.5f);
  EXPECT_EQ(knee.y, 6.57f);
  EXPECT_EQ(ankle.y, 1.43f);
  EXPECT_NEAR(length(knee - hip), 4.94f, 0.005f);
  EXPECT_NEAR(length(ankle - knee), 5.15f, 0.005f);
  EXPECT_NEAR(length(ankle - hip), 10.07f, 0.005f);
  const Vec3 arm = place(m, "左ひじ") - place(m, "左腕");
  EXPECT_NEAR(
      trig::atan2(static_cast<double>(-arm.y), static_cast<double>(arm.x)) * 180 / trig::kPi, 37,
      1e-4);
  const Vec3 foot = place(m, "左つま先") - ankle;
  EXPECT_NEAR(
      trig::atan2(static_cast<double>(-foot.y), static_cast<double>(foot.z)) * 180 / trig::kPi, 40,
      0.2);
}

TEST(StandardSkeleton, IsSymmetricAndWellFormed) {
  const Model m = standard_skeleton();
  const Skeleton& s = m.skeleton;
  const std::string left = "左", right = "右";
  for (std::size_t b = 0; b < s.size(); ++b) {
    if (is_set(s.parent[b])) {
      EXPECT_LT(at(s.parent[b]), b);
    }
    EXPECT_EQ(find_bone(s, s.names[b]), BoneIndex{static_cast<std::int32_t>(b)}) << s.names[b];
    if (!s.names[b].starts_with(left)) continue;
    const BoneIndex other = find_bone(s, right + s.names[b].substr(left.size()));
    ASSERT_TRUE(is_set(other)) << s.names[b];
    const Vec3 p = s.rest_position[b], t = s.tail[b];
    EXPECT_EQ(s.rest_position[at(other)], (Vec3{-p.x, p.y, p.z}));
    EXPECT_EQ(s.tail[at(other)], (Vec3{-t.x, t.y, t.z}));
    EXPECT_GT(length(t - p), 0) << s.names[b];
  }
  EXPECT_EQ(s.iks.size(), 4u);
  for (const Ik& ik : s.iks) {
    EXPECT_TRUE(is_set(ik.bone) && is_set(ik.effector));
    EXPECT_EQ(s.rest_position[at(ik.bone)], s.rest_position[at(ik.effector)]);
  }
}

TEST(FullStandardSkeleton, IsTheStandardOneWithHelpersBetween) {
  const Model plain = standard_skeleton(), full = full_standard_skeleton();
  const Skeleton &a = plain.skeleton, &b = full.skeleton;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const BoneIndex same = find_bone(b, a.names[i]);
    ASSERT_TRUE(is_set(same)) << a.names[i];
    EXPECT_EQ(b.rest_position[at(same)], a.rest_position[i]) << a.names[i];
    if (!is_set(a.parent[i])) continue;
    // What it hangs on in the plain one stands above it.
    BoneIndex up = b.parent[at(same)];
    while (is_set(up) && b.names[at(up)] != a.names[at(a.parent[i])]) up = b.parent[at(up)];
    EXPECT_TRUE(is_set(up)) << a.names[i];
  }
  for (const char* name : {"腰", "腰キャンセル左", "腰キャンセル右", "左肩P", "右肩C", "左腕捩",
                           "右手捩", "左足IK親", "右足先EX"})
    EXPECT_TRUE(is_set(find_bone(b, name))) << name;
  EXPECT_EQ(b.fixed_axes.size(), 4u);
  EXPECT_EQ(b.appends.size(), 6u);
  EXPECT_EQ(b.iks.size(), a.iks.size());
  const std::string left = "左", right = "右";
  for (std::size_t i = 0; i < b.size(); ++i) {
    if (is_set(b.parent[i])) {
      EXPECT_LT(at(b.parent[i]), i);
    }
    std::string name = b.names[i];
    const std::size_t side = name.find(left);
    if (side == std::string::npos) continue;
    const BoneIndex other = find_bone(b, name.replace(side, left.size(), right));
    ASSERT_TRUE(is_set(other)) << name;
    const Vec3 p = b.rest_position[i];
    EXPECT_EQ(b.rest_position[at(other)], (Vec3{-p.x, p.y, p.z}));
    EXPECT_GT(length(b.tail[i] - p), 0) << name;
  }
}

TEST(FullStandardSkeleton, StandsAtOtherJoints) {
  const Model full = full_standard_skeleton();
  std::vector<Vec3> places = full.skeleton.rest_position;
  for (Vec3& p : places) p = Vec3{p.x, p.y * 2, -p.z} + Vec3{1, 0, 0};
  const Model moved = full_standard_skeleton(places);
  const Skeleton& s = moved.skeleton;
  EXPECT_EQ(s.names, full.skeleton.names);
  for (std::size_t b = 0; b < s.size(); ++b) {
    EXPECT_EQ(s.rest_position[b], places[b]);
    const BoneIndex up = s.parent[b];
    EXPECT_EQ(s.rest_translation[b], is_set(up) ? places[b] - places[at(up)] : places[b]);
  }
  for (const FixedAxis& f : s.fixed_axes) {
    const Vec3 limb = s.rest_position[at(f.bone)] - s.rest_position[at(s.parent[at(f.bone)])];
    EXPECT_NEAR(dot(f.axis, normalise(limb)), 1, 1e-6f);
  }
}

}  // namespace
}  // namespace odori
