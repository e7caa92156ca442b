#include "odori/motion/mirror.h"

#include <gtest/gtest.h>

#include "odori/base/text.h"
#include "odori/motion/camera_keys.h"
#include "odori/motion/compare.h"
#include "odori/motion/sample.h"
#include "track_makers.h"

namespace odori {
namespace {

using testing_tracks::whole_clip;

std::string raw_of(Encoding encoding, std::string_view text) {
  std::string raw;
  const auto bytes = encode(encoding, text).value();
  for (const std::byte b : bytes) raw += static_cast<char>(b);
  return raw;
}

TEST(MirroredName, KnowsTheSidesOfManyWaysToName) {
  const std::pair<const char*, const char*> pairs[] = {
      {"左腕", "右腕"},
      {"左足ＩＫ", "右足ＩＫ"},
      {"スカート左1", "スカート右1"},
      {"まばたきＬ", "まばたきＲ"},
      {"まばたきL", "まばたきR"},
      {"腕捩.L", "腕捩.R"},
      {"upper_arm.l", "upper_arm.r"},
      {"J_Bip_L_UpperArm", "J_Bip_R_UpperArm"},
      {"L_hand", "R_hand"},
      {"mixamorig:LeftArm", "mixamorig:RightArm"},
      {"leftUpperArm", "rightUpperArm"},
      {"Left arm", "Right arm"},
      {"eyeBlinkLeft", "eyeBlinkRight"},
      {"ウィンク", "ウィンク右"},
      {"ウィンク２", "ｳｨﾝｸ２右"},
  };
  for (const auto& [left, right] : pairs) {
    EXPECT_EQ(mirrored_name(left), right);
    EXPECT_EQ(mirrored_name(right), left);
  }
}

TEST(MirroredName, LeavesNamesWithoutOrWithBothSides) {
  for (const char* name : {"センター", "", "左右", "両目左右", "bright", "upright", "Leftover",
                           "Brightness", "FULL", "LR", "all", "あ", "Rolling", "ear"}) {
    EXPECT_EQ(mirrored_name(name), name);
  }
}

TEST(MirroredName, WinksFollowTheOtherNames) {
  EXPECT_EQ(mirrored_name("ウィンク右", {"ウィンク左", "ウィンク右"}), "ウィンク左");
  EXPECT_EQ(mirrored_name("ウィンク左", {"ウィンク左", "ウィンク右"}), "ウィンク右");
  // Three winks: the plain one and the right one are the pair.
  const std::set<std::string_view> three{"ウィンク", "ウィンク左", "ウィンク右"};
  EXPECT_EQ(mirrored_name("ウィンク", three), "ウィンク右");
  EXPECT_EQ(mirrored_name("ウィンク右", three), "ウィンク");
  EXPECT_EQ(mirrored_name("ウィンク左", three), "ウィンク左");
}

TEST(Mirror, TwiceIsTheSameToTheBit) {
  Clip clip = whole_clip();
  clip.bones[1].name.raw = raw_of(Encoding::cp932, "左腕");
  clip.bones[2].name.raw = raw_of(Encoding::gbk, "右腕");
  const Clip once = mirror(clip), twice = mirror(once);
  ASSERT_EQ(twice.bones.size(), clip.bones.size());
  for (std::size_t i = 0; i < clip.bones.size(); ++i) {
    const BoneTrack &a = clip.bones[i], &b = twice.bones[i];
    EXPECT_EQ(a.name.text, b.name.text);
    EXPECT_EQ(a.name.raw, b.name.raw);
    EXPECT_EQ(a.frame, b.frame);
    EXPECT_EQ(a.rotation, b.rotation);
    EXPECT_EQ(a.translation, b.translation);
    EXPECT_EQ(a.curve, b.curve);
    EXPECT_EQ(a.curve, once.bones[i].curve);
    EXPECT_EQ(a.physics_off, b.physics_off);
  }
  EXPECT_EQ(clip.camera.target, twice.camera.target);
  EXPECT_EQ(clip.camera.rotation, twice.camera.rotation);
  EXPECT_EQ(clip.light.direction, twice.light.direction);
  EXPECT_EQ(once.morphs[1].name.text, "ウィンク右");
  EXPECT_EQ(twice.morphs[1].name.text, "ウィンク");
  EXPECT_EQ(once.property.ik[0][0].name.text, "右足ＩＫ");
  EXPECT_EQ(twice.property.ik[0][0].name.text, "左足ＩＫ");
}

TEST(Mirror, NamesKeepTheirOwnBytesAndEncoding) {
  Clip clip;
  clip.bones.resize(3);
  clip.bones[0].name = {"左腕捩", raw_of(Encoding::cp932, "左腕捩"), false};
  clip.bones[1].name = {"右手", raw_of(Encoding::gbk, "右手"), false};
  // Fifteen bytes that end in half a character.
  const std::string cut = raw_of(Encoding::cp932, "左スカート前飾り").substr(0, 15);
  clip.bones[2].name = {"左スカート前飾", cut, true};
  const Clip out = mirror(clip);
  EXPECT_EQ(out.bones[0].name.raw, raw_of(Encoding::cp932, "右腕捩"));
  EXPECT_EQ(out.bones[1].name.raw, raw_of(Encoding::gbk, "左手"));
  EXPECT_EQ(out.bones[2].name.text, "右スカート前飾");
  EXPECT_EQ(out.bones[2].name.raw, raw_of(Encoding::cp932, "右スカート前飾り").substr(0, 15));
  EXPECT_EQ(mirror(out).bones[2].name.raw, cut);
}

TEST(Mirror, MovesAsTheMirrorImage) {
  const Clip clip = whole_clip(), out = mirror(clip);
  const BoneTrack &left = clip.bones[1], &right = out.bones[1];
  EXPECT_EQ(right.name.text, "右腕");
  BoneCursor a, b;
  const Vec3 point{0.3f, -0.7f, 0.4f}, image{-0.3f, -0.7f, 0.4f};
  for (double f = 0; f < 130; f += 0.7) {
    const BoneValue x = a.sample(left, f), y = b.sample(right, f);
    const Vec3 p = rotate(x.rotation, point) + x.translation;
    const Vec3 q = rotate(y.rotation, image) + y.translation;
    EXPECT_NEAR(p.x, -q.x, 1e-6f);
    EXPECT_NEAR(p.y, q.y, 1e-6f);
    EXPECT_NEAR(p.z, q.z, 1e-6f);
  }
}

TEST(Mirror, TheCameraSeesTheMirrorImage) {
  const Clip clip = whole_clip(), out = mirror(clip);
  for (double f = 0; f < 190; f += 3.3) {
    const CameraValue a = sample_camera_value(clip.camera, f);
    const CameraValue b = sample_camera_value(out.camera, f);
    // MMD: eye = target + R (0, 0, distance); in its axes the mirror is the same x to -x.
    const auto eye = [](const CameraValue& v) {
      const Quat turn = from_euler_yxz({-v.rotation.x, -v.rotation.y, -v.rotation.z});
      return mirror_z(v.target) + rotate(turn, {0, 0, v.distance});
    };
    const auto up = [](const CameraValue& v) {
      return rotate(from_euler_yxz({-v.rotation.x, -v.rotation.y, -v.rotation.z}), {0, 1, 0});
    };
    EXPECT_NEAR(eye(a).x, -eye(b).x, 1e-4f);
    EXPECT_NEAR(eye(a).y, eye(b).y, 1e-4f);
    EXPECT_NEAR(eye(a).z, eye(b).z, 1e-4f);
    EXPECT_NEAR(up(a).x, -up(b).x, 1e-5f);
    EXPECT_NEAR(up(a).z, up(b).z, 1e-5f);
  }
}

}  // namespace
}  // namespace odori
