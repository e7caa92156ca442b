#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "odori/convert/mmd.h"

namespace odori {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
const Quat kTurn{0, 0.6f, 0, 0.8f};

io::VmdBoneKey key(std::string_view name, std::uint32_t frame, Vec3 t = {}, Quat q = {}) {
  return {*io::vmd_name15(name), frame, t, q, io::vmd_curve_bytes({})};
}

TEST(ImportVmd, LeavesOutKeysThatCannotBePlayed) {
  io::VmdDocument d;
  d.bones = {key("頭", 0), key("頭", 5, {kNan, 0, 0}), key("頭", 0xFFFFFFFF),
             key("頭", 7, {}, {0, 0, 0, std::numeric_limits<float>::infinity()}), key("頭", 9)};
  d.morphs = {{*io::vmd_name15("あ"), 1, kNan}};
  const Clip clip = import_vmd(d);
  ASSERT_EQ(clip.bones.size(), 1u);
  EXPECT_EQ(clip.bones[0].frame, (std::vector<double>{0, 9}));
  EXPECT_TRUE(clip.morphs.empty());
  EXPECT_EQ(clip.warnings.count(WarningKind::not_finite), 3u);
  EXPECT_EQ(clip.warnings.count(WarningKind::frame_out_of_range), 1u);
}

TEST(ImportVmd, MirrorsInZ) {
  io::VmdDocument d;
  d.bones = {key("頭", 0, {1, 2, 3}, {0.1f, 0.2f, 0.3f, std::sqrt(0.86f)})};
  d.cameras = {{0, -45, {1, 2, 3}, {0.1f, 0.2f, 0.3f}, {}, 30, 1}};
  d.lights = {{0, {1, 0.5f, 0.25f}, {-0.5f, -1, 0.5f}}};
  const Clip clip = import_vmd(d);
  EXPECT_EQ(clip.bones[0].translation[0], (Vec3{1, 2, -3}));
  EXPECT_EQ(clip.bones[0].rotation[0], (Quat{-0.1f, -0.2f, 0.3f, std::sqrt(0.86f)}));
  EXPECT_EQ(clip.camera.target[0], (Vec3{1, 2, -3}));
  EXPECT_EQ(clip.camera.rotation[0], (Vec3{0.1f, 0.2f, 0.3f}));  // MMD's own angles
  EXPECT_EQ(clip.camera.orthographic[0], 1);
  EXPECT_EQ(clip.light.direction[0], (Vec3{-0.5f, -1, -0.5f}));
  EXPECT_EQ(clip.rate, 30);
}

TEST(ImportVmd, SortsKeysAndTakesTheLastOfTwoOnOneFrame) {
  io::VmdDocument d;
  d.bones = {key("頭", 20, {1, 0, 0}), key("首", 4), key("頭", 0, {2, 0, 0}),
             key("頭", 20, {3, 0, 0}), key("頭", 10, {4, 0, 0})};
  const Clip clip = import_vmd(d);
  ASSERT_EQ(clip.bones.size(), 2u);
  EXPECT_EQ(clip.bones[0].name.text, "頭");
  EXPECT_EQ(clip.bones[1].name.text, "首");
  EXPECT_EQ(clip.bones[0].frame, (std::vector<double>{0, 10, 20}));
  EXPECT_EQ(clip.bones[0].translation[2].x, 3);
  EXPECT_EQ(clip.warnings.count(WarningKind::unsorted_keys), 1u);
  EXPECT_EQ(clip.warnings.count(WarningKind::duplicate_key), 1u);
}

TEST(ImportVmd, TakesTheLastDuplicateOfKeysInOrderToo) {
  io::VmdDocument d;
  d.bones = {key("頭", 3, {1, 0, 0}), key("頭", 3, {2, 0, 0}), key("頭", 3, {5, 0, 0})};
  const Clip clip = import_vmd(d);
  ASSERT_EQ(clip.bones[0].frame.size(), 1u);
  EXPECT_EQ(clip.bones[0].translation[0].x, 5);
  EXPECT_EQ(clip.warnings.count(WarningKind::duplicate_key), 2u);
  EXPECT_EQ(clip.warnings.count(WarningKind::unsorted_keys), 0u);
}

TEST(ImportVmd, ReadsTheFourCurvesAndThePhysicsSwitch) {
  io::VmdDocument d;
  d.bones = {key("髪", 0), key("髪", 30), key("髪", 40)};
  d.bones[1].curve =
      io::vmd_curve_bytes({{{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}, {13, 14, 15, 16}}}, true);
  d.bones[2].curve[2] = 20;  // what old programs left there
  d.bones[2].curve[3] = 20;
  const Clip clip = import_vmd(d);
  const auto& c = clip.bones[0].curve[1];
  EXPECT_EQ(c[0], (BezierCurve{1, 2, 3, 4}));
  EXPECT_EQ(c[2], (BezierCurve{9, 10, 11, 12}));
  EXPECT_EQ(c[3], (BezierCurve{13, 14, 15, 16}));
  EXPECT_EQ(clip.bones[0].physics_off, (std::vector<std::uint8_t>{0, 1, 0}));
}

TEST(ImportVmd, ReadsCameraCurvesInTheirOwnOrder) {
  io::VmdDocument d;
  io::VmdCameraKey k;
  for (std::uint8_t i = 0; i < 24; ++i) k.curve[i] = i;
  k.fov = 0;
  d.cameras = {k};
  const Clip clip = import_vmd(d);
  EXPECT_EQ(clip.camera.curve[0][5], (BezierCurve{20, 22, 21, 23}));
  EXPECT_EQ(clip.camera.fov[0], 1);
  EXPECT_EQ(clip.warnings.count(WarningKind::bad_value), 1u);
}

TEST(ImportVmd, MakesQuaternionsUnit) {
  io::VmdDocument d;
  d.bones = {key("頭", 0, {}, {0, 0, 0, 0}), key("頭", 1, {}, {0, 0, 0, 2}),
             key("頭", 2, {}, {0, 0, 3e30f, 0}), key("頭", 3, {}, kTurn)};
  const Clip clip = import_vmd(d);
  EXPECT_EQ(clip.bones[0].rotation[0], Quat{});
  EXPECT_EQ(clip.bones[0].rotation[1], Quat{});
  EXPECT_NEAR(clip.bones[0].rotation[2].z, 1, 1e-6);
  EXPECT_EQ(clip.bones[0].rotation[3], mirror_z(kTurn));
  EXPECT_EQ(clip.warnings.count(WarningKind::zero_quaternion), 1u);
  EXPECT_EQ(clip.warnings.count(WarningKind::quaternion_length), 2u);
}

TEST(ImportVmd, TakesFieldsWithDifferentGarbageAsOneName) {
  io::VmdDocument d;
  d.bones = {key("頭", 0), key("頭", 3), key("頭部", 4)};
  d.bones[1].name[3] = 0xFD;
  d.bones[1].name[14] = 7;
  const Clip clip = import_vmd(d);
  ASSERT_EQ(clip.bones.size(), 2u);
  EXPECT_EQ(clip.bones[0].frame.size(), 2u);
  EXPECT_EQ(clip.bones[0].name.raw, "\x93\xaa");
}

TEST(ImportVmd, KeepsTheRawBytesOfACutName) {
  io::VmdDocument d;
  d.bones = {key("頭", 0)};
  std::memcpy(d.bones[0].name.data(),
              "\x8d\xb6\x83\x58\x83\x4a\x81\x5b\x83\x67\x91\x4f\x8d\xb6\x97", 15);
  const Clip clip = import_vmd(d);
  EXPECT_TRUE(clip.bones[0].name.cut);
  EXPECT_EQ(clip.bones[0].name.raw.size(), 15u);
  EXPECT_EQ(clip.bones[0].name.text, "左スカート前左");
}

TEST(ImportVmd, ReadsVisibilityAndIkSwitches) {
  io::VmdDocument d;
  d.properties = {{15, 0, {{*io::vmd_name20("左足ＩＫ"), 0}}}, {0, 1, {}}};
  const Clip clip = import_vmd(d);
  EXPECT_EQ(clip.property.frame, (std::vector<double>{0, 15}));
  EXPECT_EQ(clip.property.visible, (std::vector<std::uint8_t>{1, 0}));
  ASSERT_EQ(clip.property.ik[1].size(), 1u);
  EXPECT_EQ(clip.property.ik[1][0].name.text, "左足ＩＫ");
  EXPECT_FALSE(clip.property.ik[1][0].enabled);
}

TEST(ImportVmd, KeepsManyNamesApart) {
  io::VmdDocument d;
  for (int round = 0; round < 2; ++round) {
    for (int i = 0; i < 3000; ++i) {
      d.bones.push_back(key("bone" + std::to_string(i), static_cast<std::uint32_t>(round)));
    }
  }
  const Clip clip = import_vmd(d);
  ASSERT_EQ(clip.bones.size(), 3000u);
  for (const BoneTrack& t : clip.bones) EXPECT_EQ(t.frame.size(), 2u);
  EXPECT_EQ(clip.bones[2999].name.text, "bone2999");
}

}  // namespace
}  // namespace odori
