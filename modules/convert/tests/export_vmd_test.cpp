#include <gtest/gtest.h>

#include "odori/convert/mmd.h"

namespace odori {
namespace {

BoneTrack bone_track(const char* name, std::vector<double> frames) {
  BoneTrack t;
  t.name.text = name;
  t.frame = std::move(frames);
  t.rotation.resize(t.frame.size());
  t.translation.resize(t.frame.size());
  t.curve.resize(t.frame.size());
  return t;
}

TEST(ExportVmd, TellsWhatAVmdCannotHold) {
  Clip clip;
  clip.bones = {bone_track("左带", {0}), bone_track("左スカート前左揺れ", {-3, 0.25, 0.75, 1e12})};
  clip.bones.push_back(bone_track("左スカート前左揺ら", {0}));
  const VmdExport out = export_vmd(clip);
  EXPECT_EQ(out.losses.count(WarningKind::name_encoding), 1u);
  EXPECT_EQ(out.losses.count(WarningKind::name_too_long), 2u);
  EXPECT_EQ(out.losses.count(WarningKind::name_collision), 1u);
  EXPECT_EQ(out.losses.count(WarningKind::frame_out_of_range), 2u);
  EXPECT_EQ(out.losses.count(WarningKind::other), 2u);  // fractional frames
  ASSERT_EQ(out.document.bones.size(), 4u);
  EXPECT_EQ(io::vmd_text(out.document.bones[0].name).text, "左带");
  EXPECT_EQ(io::vmd_text(out.document.bones[1].name).text, "左スカート前左");
}

TEST(ExportVmd, GivesImportTheSameClipAgain) {
  Clip clip;
  clip.model_name = "初音ミク";
  BoneTrack t = bone_track("センター", {0, 10, 20});
  t.translation[1] = {1, 2, -3};
  t.rotation[1] = {0.6f, 0, 0, 0.8f};
  t.curve[1] = {{{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}, {13, 14, 15, 16}}};
  t.physics_off = {0, 1, 0};
  clip.bones = {t};
  clip.morphs = {{{"あ", {}, false}, {3, 4}, {0.5f, 1}}};
  CameraTrack& c = clip.camera;
  c.frame = {5};
  c.target = {{1, 10, 2}};
  c.distance = {-45};
  c.rotation = {{0.1f, 0.2f, 0.3f}};
  c.fov = {30};
  c.orthographic = {1};
  c.curve.resize(1);
  c.curve[0][2] = {1, 2, 3, 4};
  clip.light = {{0}, {{0.5f, 0.5f, 0.5f}}, {{-0.5f, -1, -0.5f}}};
  clip.shadow = {{0}, {1}, {0.01f}};
  clip.property = {{0, 15}, {1, 0}, {{}, {{{"左足ＩＫ", {}, false}, false}}}};
  const VmdExport out = export_vmd(clip);
  EXPECT_TRUE(out.losses.empty());
  const auto read = io::decode_vmd(io::encode_vmd(out.document));
  ASSERT_TRUE(read);
  const Clip again = import_vmd(*read);
  EXPECT_TRUE(again.warnings.empty());
  EXPECT_EQ(again.model_name, clip.model_name);
  EXPECT_EQ(again.bones[0].frame, t.frame);
  EXPECT_EQ(again.bones[0].translation, t.translation);
  EXPECT_EQ(again.bones[0].rotation, t.rotation);
  EXPECT_EQ(again.bones[0].curve, t.curve);
  EXPECT_EQ(again.bones[0].physics_off, t.physics_off);
  EXPECT_EQ(again.morphs[0].name.text, "あ");
  EXPECT_EQ(again.morphs[0].weight, clip.morphs[0].weight);
  EXPECT_EQ(again.camera.target, c.target);
  EXPECT_EQ(again.camera.rotation, c.rotation);
  EXPECT_EQ(again.camera.curve, c.curve);
  EXPECT_EQ(again.camera.orthographic, c.orthographic);
  EXPECT_EQ(again.light.direction, clip.light.direction);
  EXPECT_EQ(again.shadow.mode, clip.shadow.mode);
  EXPECT_EQ(again.property.visible, clip.property.visible);
  EXPECT_FALSE(again.property.ik[1][0].enabled);
}

TEST(ExportVmd, ResamplesFrameNumbersToThirtyASecond) {
  Clip clip;
  clip.rate = 60;
  clip.bones = {bone_track("頭", {0, 60, 61})};
  const VmdExport out = export_vmd(clip);
  ASSERT_EQ(out.document.bones.size(), 3u);
  EXPECT_EQ(out.document.bones[1].frame, 30u);
  EXPECT_EQ(out.document.bones[2].frame, 31u);  // 30.5, rounded
}

TEST(ExportVmd, HoldsTheValuesOfStepTracks) {
  Clip clip;
  BoneTrack t = bone_track("頭", {0, 10, 11});
  t.interpolation = Interpolation::step;
  t.translation[0].x = 7;
  clip.bones = {t};
  const VmdExport out = export_vmd(clip);
  ASSERT_EQ(out.document.bones.size(), 4u);
  EXPECT_EQ(out.document.bones[1].frame, 9u);
  EXPECT_EQ(out.document.bones[1].translation.x, 7);
}

TEST(ExportVmd, NamesCameraFilesAsMmdDoes) {
  Clip clip;
  clip.light = {{0}, {{1, 1, 1}}, {{0, -1, 0}}};
  EXPECT_EQ(io::vmd_text(export_vmd(clip).document.model_name).text, "カメラ・照明");
}

}  // namespace
}  // namespace odori
