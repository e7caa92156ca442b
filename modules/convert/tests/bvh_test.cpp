#include "odori/convert/bvh.h"

#include <gtest/gtest.h>

#include "odori/motion/sample.h"

namespace odori {
namespace {

using io::BvhChannel;

// A root with ZXY and a child with YZX rotations.
io::BvhDocument two_joints() {
  io::BvhDocument doc;
  doc.joints = {{"Hips",
                 -1,
                 {0, 5, 0},
                 {BvhChannel::x_position, BvhChannel::y_position, BvhChannel::z_position,
                  BvhChannel::z_rotation, BvhChannel::x_rotation, BvhChannel::y_rotation},
                 std::nullopt},
                {"Chest",
                 0,
                 {0, 10, 0},
                 {BvhChannel::y_rotation, BvhChannel::z_rotation, BvhChannel::x_rotation},
                 Vec3{0, 5, 0}}};
  doc.channels = 9;
  doc.frame_time = 0.0333333;
  doc.values = {0, 90, 0, 10, 20, 30, 40, 50, 60, 0, 91, 0, 11, 21, 31, 41, 51, 61};
  return doc;
}

void expect_near(Quat a, Quat b, float tolerance) {
  EXPECT_LT(angle_between(a, b), tolerance) << a.x << ' ' << a.y << ' ' << a.z << ' ' << a.w;
}

TEST(Bvh, RotationsActInTheOrderOfTheChannels) {
  const auto capture = import_bvh(two_joints());
  ASSERT_TRUE(capture);
  const Clip& clip = capture->clip;
  EXPECT_EQ(clip.rate, 30);
  ASSERT_EQ(clip.bones.size(), 2u);
  expect_near(clip.bones[0].rotation[0], {0.144878f, 0.268536f, 0.127679f, 0.943714f}, 1e-5f);
  expect_near(clip.bones[1].rotation[0], {0.551004f, 0.467012f, 0.188938f, 0.665279f}, 1e-5f);
  EXPECT_EQ(clip.bones[0].translation[0], (Vec3{0, 85, 0}));  // from rest, not from the parent
  EXPECT_EQ(clip.bones[1].translation[0], Vec3{});
  const Skeleton& s = capture->model.skeleton;
  EXPECT_EQ(s.rest_position[1], (Vec3{0, 15, 0}));
  EXPECT_EQ(s.tail[0], (Vec3{0, 15, 0}));
  EXPECT_EQ(s.tail[1], (Vec3{0, 20, 0}));
}

// The same rotations and places on every frame.
void expect_same_motion(const Clip& a, const Clip& b) {
  ASSERT_EQ(a.bones.size(), b.bones.size());
  for (std::size_t t = 0; t < a.bones.size(); ++t) {
    ASSERT_EQ(a.bones[t].frame.size(), b.bones[t].frame.size());
    for (std::size_t i = 0; i < a.bones[t].frame.size(); ++i) {
      expect_near(a.bones[t].rotation[i], b.bones[t].rotation[i], 2e-4f);
      EXPECT_LT(length(a.bones[t].translation[i] - b.bones[t].translation[i]), 1e-4f);
    }
  }
}

TEST(Bvh, ComesBackFromSkeletonAndClip) {
  const auto capture = import_bvh(two_joints());
  const auto out = export_bvh(capture->model, capture->clip, {0, 1, 30, 1});
  ASSERT_TRUE(out);
  EXPECT_EQ(out->document.frames(), 2u);
  EXPECT_EQ(out->document.joints[1].end_site, (Vec3{0, 5, 0}));
  EXPECT_TRUE(out->losses.empty());
  const std::string text = *io::encode_bvh(out->document);
  const auto again = import_bvh(*io::decode_bvh(std::as_bytes(std::span(text))));
  ASSERT_TRUE(again);
  expect_same_motion(capture->clip, again->clip);
}

TEST(Bvh, AnglesGoOnWithoutJumps) {
  // Two whole turns about each axis in turn, and the straight up where Y and Z fall together.
  for (std::size_t axis = 0; axis < 3; ++axis) {
    io::BvhDocument doc = two_joints();
    doc.values.clear();
    for (int f = 0; f <= 72; ++f) {
      std::array<float, 9> row{0, 5, 0};
      row[3 + axis] = static_cast<float>(f) * 10;
      doc.values.insert(doc.values.end(), row.begin(), row.end());
    }
    const auto capture = import_bvh(doc);
    const auto out = export_bvh(capture->model, capture->clip, {0, 72, 30, 1});
    ASSERT_TRUE(out);
    const auto again = import_bvh(out->document);
    expect_same_motion(capture->clip, again->clip);
    if (axis == 1) continue;  // X passes the poles: there Z and Y may swap their share
    for (std::size_t f = 1; f <= 72; ++f)
      for (std::size_t c = 3; c < 6; ++c)
        EXPECT_LT(
            std::fabs(out->document.values[f * 9 + c] - out->document.values[(f - 1) * 9 + c]),
            15.f);
  }
}

TEST(Bvh, BonesThatRestTurnedKeepTheirMotion) {
  const auto capture = import_bvh(two_joints());
  // The same skeleton with bones that rest turned, and the same motion said in those frames.
  Model turned = capture->model;
  Clip clip = capture->clip;
  const Quat a = from_axis_angle({0, 0, 1}, 0.8f), b = from_axis_angle({1, 0, 0}, -1.1f);
  turned.skeleton.rest_rotation = {a, b};
  const Quat world[2] = {a, a * b};
  for (std::size_t t = 0; t < 2; ++t) {
    for (Quat& q : clip.bones[t].rotation) q = conjugate(world[t]) * q * world[t];
  }
  const auto straight = export_bvh(capture->model, capture->clip, {0, 1, 30, 1});
  const auto out = export_bvh(turned, clip, {0, 1, 30, 1});
  ASSERT_TRUE(out);
  for (std::size_t i = 0; i < out->document.values.size(); ++i)
    EXPECT_NEAR(out->document.values[i], straight->document.values[i], 2e-3f) << i;
}

TEST(Bvh, ScalesResamplesAndSaysWhatIsLost) {
  const auto capture = import_bvh(two_joints());
  Clip clip = capture->clip;
  clip.morphs.push_back({{"あ", {}, false}, {0}, {1}});
  const auto out = export_bvh(capture->model, clip, {0, 1, 60, 8});
  ASSERT_TRUE(out);
  EXPECT_EQ(out->document.frames(), 3u);
  EXPECT_EQ(out->document.joints[1].offset, (Vec3{0, 80, 0}));
  EXPECT_NEAR(out->document.values[9 + 1], 90.5f * 8, 1e-3f);
  EXPECT_EQ(out->losses, std::vector<std::string>{"1 morph tracks"});
  EXPECT_FALSE(export_bvh(capture->model, clip, {1, 0, 30, 1}));
  EXPECT_FALSE(export_bvh(capture->model, clip, {0, 1e9, 30, 1}));
}

TEST(Bvh, HasOneRoot) {
  Model model = import_bvh(two_joints())->model;
  Skeleton& s = model.skeleton;
  // A goal of IK that stands alone, before the body.
  for (auto* names : {&s.names, &s.names_en}) names->insert(names->begin(), "左足ＩＫ");
  for (BoneIndex& parent : s.parent)
    if (is_set(parent)) parent = BoneIndex{static_cast<std::int32_t>(parent) + 1};
  s.parent.insert(s.parent.begin(), BoneIndex::none);
  for (auto* places : {&s.rest_position, &s.rest_translation, &s.tail})
    places->insert(places->begin(), Vec3{});
  s.rest_rotation.insert(s.rest_rotation.begin(), Quat{});
  const auto out = export_bvh(model, {}, {});
  ASSERT_TRUE(out);
  ASSERT_EQ(out->document.joints.size(), 2u);
  EXPECT_EQ(out->document.joints[0].name, "Hips");
  EXPECT_EQ(out->losses, std::vector<std::string>{"1 bones that stand beside the main tree"});
}

}  // namespace
}  // namespace odori
