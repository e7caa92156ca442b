#include <gtest/gtest.h>

#include "odori/convert/mmd.h"

namespace odori {
namespace {

io::VpdDocument pose() {
  io::VpdDocument doc;
  doc.model_name = "Miku.osm";
  doc.bones = {{"センター", {1, 2, 3}, {}}, {"左腕", {}, {0.5f, 0.5f, 0.5f, 0.5f}}};
  doc.morphs = {{"あ", 0.25f}};
  return doc;
}

TEST(Vpd, BecomesAClipOfOneFrameInOdorisAxes) {
  const Clip clip = import_vpd(pose());
  EXPECT_EQ(clip.model_name, "Miku");
  ASSERT_EQ(clip.bones.size(), 2u);
  EXPECT_EQ(clip.bones[0].translation[0], (Vec3{1, 2, -3}));
  EXPECT_EQ(clip.bones[1].rotation[0], (Quat{-0.5f, -0.5f, 0.5f, 0.5f}));
  EXPECT_EQ(clip.bones[1].frame, std::vector<double>{0});
  EXPECT_EQ(clip.morphs[0].weight[0], 0.25f);
  EXPECT_EQ(last_frame(clip), 0);
  EXPECT_TRUE(clip.warnings.empty());
}

TEST(Vpd, ComesBackFromTheClip) {
  const VpdExport out = export_vpd(import_vpd(pose()), 0);
  EXPECT_EQ(out.document.model_name, "Miku.osm");
  ASSERT_EQ(out.document.bones.size(), 2u);
  EXPECT_EQ(out.document.bones[0].translation, (Vec3{1, 2, 3}));
  EXPECT_EQ(out.document.bones[1].rotation, (Quat{0.5f, 0.5f, 0.5f, 0.5f}));
  EXPECT_EQ(out.document.morphs[0].weight, 0.25f);
  EXPECT_TRUE(out.losses.empty());
}

TEST(Vpd, TakesThePoseBetweenTwoKeys) {
  Clip clip;
  BoneTrack& track = clip.bones.emplace_back();
  track.name.text = "センター";
  track.frame = {0, 10};
  track.rotation.resize(2);
  track.translation = {{0, 0, 0}, {0, 10, 0}};
  track.curve.resize(2);
  clip.morphs.push_back({{"\U0001F600", {}, false}, {0, 10}, {0, 1}});
  clip.camera.frame = {0};
  const VpdExport out = export_vpd(clip, 5);
  EXPECT_NEAR(out.document.bones[0].translation.y, 5, 1e-5);
  EXPECT_EQ(out.document.morphs.at(0).weight, 0.5f);
  EXPECT_EQ(out.document.encoding, Encoding::utf8);
  EXPECT_EQ(out.losses.count(WarningKind::name_encoding), 1u);
  EXPECT_EQ(out.losses.count(WarningKind::other), 1u);
  EXPECT_TRUE(io::encode_vpd(out.document));
}

TEST(Vpd, MendsWhatCannotBePlayed) {
  io::VpdDocument doc = pose();
  doc.bones[0].rotation = {0, 0, 0, 0};
  doc.bones.push_back({"左腕", {2e30f, 0, 0}, {}});
  doc.bones.push_back({"首", {}, {0, 0, 0, 2}});
  const Clip clip = import_vpd(doc);
  EXPECT_EQ(clip.bones[0].rotation[0], Quat{});
  EXPECT_EQ(clip.bones.back().name.text, "首");
  EXPECT_EQ(clip.bones.back().rotation[0], Quat{});
  for (const WarningKind kind : {WarningKind::zero_quaternion, WarningKind::duplicate_key,
                                 WarningKind::not_finite, WarningKind::quaternion_length}) {
    EXPECT_EQ(clip.warnings.count(kind), 1u) << static_cast<int>(kind);
  }
}

}  // namespace
}  // namespace odori
