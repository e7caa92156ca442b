#include "odori/motion/edit.h"

#include <gtest/gtest.h>

#include <limits>

#include "odori/motion/camera_keys.h"
#include "odori/motion/compare.h"
#include "odori/motion/resample.h"
#include "odori/motion/sample.h"
#include "odori/motion/split.h"
#include "track_makers.h"

namespace odori {
namespace {

using testing_tracks::add_key;
using testing_tracks::whole_clip;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// Two shots: keys at 0, 171 | 172, 300.
CameraTrack two_shots() {
  CameraTrack t;
  add_key(t, 0, {0, 10, 0}, -45);
  add_key(t, 171, {5, 10, 0}, -40);
  add_key(t, 172, {-40, 3, 0}, -10, {0, 3, 0});
  add_key(t, 300, {-45, 3, 0}, -12, {0, 3, 0});
  return t;
}

void expect_same(const Clip& a, const Clip& b) {
  EXPECT_EQ(key_count(a), key_count(b));
  const ClipDifference d = difference(a, b);
  EXPECT_EQ(d.degrees, 0);
  EXPECT_EQ(d.units, 0);
  EXPECT_EQ(d.weight, 0);
  EXPECT_EQ(d.camera_degrees, 0);
  EXPECT_EQ(d.camera_units, 0);
}

TEST(Cut, RefusesWhatIsNoRange) {
  EXPECT_FALSE(cut(whole_clip(), 5, 4));
  EXPECT_FALSE(cut(whole_clip(), kNan, 4));
  EXPECT_FALSE(cut(whole_clip(), 0, std::numeric_limits<double>::infinity()));
  EXPECT_TRUE(cut({}, 0, 4)->bones.empty());
}

TEST(Cut, TheWholeIsTheWhole) {
  const Clip clip = whole_clip();
  const auto whole = cut(clip, 0, last_frame(clip));
  ASSERT_TRUE(whole);
  expect_same(clip, *whole);
  for (std::size_t i = 0; i < clip.bones.size(); ++i) {
    EXPECT_EQ(whole->bones[i].curve, clip.bones[i].curve);
    EXPECT_EQ(whole->bones[i].physics_off, clip.bones[i].physics_off);
  }
}

TEST(Cut, ShowsTheSamePoses) {
  const Clip clip = whole_clip();
  for (const double first : {0.0, 3.0, 40.0, 81.0, 100.5, 133.0}) {
    for (const double length : {0.0, 1.0, 30.0, 77.0}) {
      const auto part = cut(clip, first, first + length);
      ASSERT_TRUE(part);
      const ClipDifference d = difference(clip, *part, first);
      EXPECT_LT(d.degrees, 0.06) << first << ' ' << length;
      EXPECT_LT(d.units, 0.01) << first << ' ' << length;
      EXPECT_LT(d.weight, 1e-6);
      EXPECT_LT(d.camera_degrees, 0.06) << first << ' ' << length;
      EXPECT_LT(d.camera_units, 0.02) << first << ' ' << length;
      EXPECT_LE(last_frame(*part), length);
    }
  }
}

TEST(Cut, EndsInsideASpanBecomeKeys) {
  BoneTrack t;
  add_key(t, 0, {});
  add_key(t, 100, testing_tracks::turned(1, 0, 0), {10, 0, 0}, {64, 0, 64, 127});
  Clip clip;
  clip.bones = {t};
  const auto part = cut(clip, 25, 75, {.start = 5});
  ASSERT_TRUE(part);
  const BoneTrack& out = part->bones[0];
  EXPECT_EQ(out.frame.front(), 5);
  EXPECT_EQ(out.frame.back(), 55);
  BoneCursor cursor;
  EXPECT_EQ(out.translation.front(), cursor.sample(t, 25).translation);
  EXPECT_EQ(out.rotation.back(), cursor.sample(t, 75).rotation);
}

TEST(Cut, ASteepCurveGetsKeysRatherThanAnotherShape) {
  Clip clip;
  clip.bones.resize(1);
  add_key(clip.bones[0], 0, {});
  add_key(clip.bones[0], 200, testing_tracks::turned(2, 0, 0), {50, 0, 0}, {127, 0, 0, 127});
  const auto part = cut(clip, 33, 150);
  ASSERT_TRUE(part);
  const ClipDifference d = difference(clip, *part, 33);
  EXPECT_LT(d.degrees, 0.06);
  EXPECT_LT(d.units, 0.006);
  EXPECT_LT(part->bones[0].frame.size(), 40u);
}

TEST(Cut, StepsSayWhatHeldBefore) {
  const auto part = cut(whole_clip(), 55, 130);
  ASSERT_TRUE(part);
  EXPECT_EQ(part->shadow.frame, (std::vector<double>{0, 5}));
  EXPECT_EQ(part->shadow.mode, (std::vector<std::uint8_t>{1, 2}));
  EXPECT_EQ(part->property.frame, (std::vector<double>{0, 65}));
  EXPECT_EQ(part->property.visible, (std::vector<std::uint8_t>{1, 0}));
  ASSERT_EQ(part->property.ik[0].size(), 1u);
}

TEST(Cut, LastsAsLongAsAskedThoughNothingMoves) {
  Clip clip;
  clip.bones.resize(2);
  add_key(clip.bones[0], 0, {});
  add_key(clip.bones[0], 10, {}, {1, 0, 0});
  clip.morphs = {{{"m", "", false}, {0, 90}, {0, 1}}};
  add_key(clip.bones[1], 0, {});
  add_key(clip.bones[1], 200, {}, {0, 3, 0});
  EXPECT_EQ(last_frame(*cut(clip, 0, 100)), 100);
  clip.bones.pop_back();
  EXPECT_EQ(last_frame(*cut(clip, 0, 50)), 50);
  EXPECT_EQ(last_frame(*cut(clip, 0, 500)), 90);
}

TEST(Shift, ForthAndBackIsTheSame) {
  const Clip clip = whole_clip();
  const auto later = shift(clip, 12);
  ASSERT_TRUE(later);
  EXPECT_EQ(last_frame(*later), last_frame(clip) + 12);
  EXPECT_EQ(later->bones[2].frame[3], clip.bones[2].frame[3] + 12);
  const auto back = shift(*later, -12);
  ASSERT_TRUE(back);
  expect_same(clip, *back);
  EXPECT_FALSE(shift(clip, kNan));
  EXPECT_FALSE(shift(clip, 5e9));
}

TEST(Shift, CutsWhatComesBeforeZero) {
  const Clip clip = whole_clip();
  const auto early = shift(clip, -50);
  ASSERT_TRUE(early);
  const ClipDifference d = difference(clip, *early, 50);
  EXPECT_LT(d.degrees, 0.06);
  EXPECT_EQ(early->bones[0].frame.front(), 0);
}

TEST(ScaleTime, RefusesNonsense) {
  for (const double bad : {0.0, -1.0, kNan, 1e300}) EXPECT_FALSE(scale_time(whole_clip(), bad));
}

TEST(ScaleTime, WholeFactorsKeepEveryKeyAndCurve) {
  const Clip clip = whole_clip();
  expect_same(clip, *scale_time(clip, 1));
  const auto twice = scale_time(clip, 2);
  ASSERT_TRUE(twice);
  EXPECT_TRUE(twice->warnings.empty());
  const ClipDifference d = difference(clip, *twice, 0, 0.5);
  EXPECT_EQ(d.degrees, 0);
  EXPECT_LT(d.units, 1e-6);
  EXPECT_LT(d.weight, 1e-6);
  EXPECT_EQ(twice->bones[0].curve, clip.bones[0].curve);
  const auto back = scale_time(*twice, 0.5);
  ASSERT_TRUE(back);
  EXPECT_EQ(back->bones[0].frame, clip.bones[0].frame);
}

TEST(ScaleTime, KeysOnOneFrameAreTold) {
  Clip clip;
  clip.bones.resize(1);
  for (int i = 0; i <= 9; ++i) add_key(clip.bones[0], i, {}, {static_cast<float>(i), 0, 0});
  const auto faster = scale_time(clip, 1.0 / 3);
  ASSERT_TRUE(faster);
  EXPECT_EQ(faster->bones[0].frame, (std::vector<double>{0, 1, 2, 3}));
  // The nearest in time: 0, 3, 6, 9.
  for (std::size_t i = 0; i < 4; ++i)
    EXPECT_EQ(faster->bones[0].translation[i].x, 3 * static_cast<float>(i));
  EXPECT_EQ(faster->warnings.count(WarningKind::other), 6u);
}

TEST(ScaleTime, CutsStayCuts) {
  Clip clip;
  clip.camera = two_shots();
  ASSERT_TRUE(cuts_at(clip.camera, 2));
  for (const double factor : {0.1, 0.3, 0.5, 0.75, 1.0, 1.1, 2.0, 3.7}) {
    const auto scaled = scale_time(clip, factor);
    ASSERT_TRUE(scaled);
    const CameraTrack& t = scaled->camera;
    std::size_t cuts = 0;
    for (std::size_t i = 1; i < t.frame.size(); ++i) {
      EXPECT_LT(t.frame[i - 1], t.frame[i]);
      cuts += cuts_at(t, i) ? 1 : 0;
    }
    EXPECT_EQ(cuts, 1u) << factor;
    for (double f = 0; f <= 300 * factor; f += 0.25) {
      const float x = sample_camera_value(t, f).target.x;
      EXPECT_TRUE((x >= 0 && x <= 5) || (x <= -40 && x >= -45)) << factor << ' ' << f << ' ' << x;
    }
  }
}

TEST(ScaleTime, ShotsOfOneFrameDoNotBreakTheOrder) {
  Clip clip;
  for (int i = 0; i < 20; ++i)
    add_key(clip.camera, i, {static_cast<float>(i * 100 % 700), 0, 0}, -10);
  for (const double factor : {0.1, 0.4, 0.5, 0.9}) {
    const auto scaled = scale_time(clip, factor);
    const auto& frames = scaled->camera.frame;
    EXPECT_TRUE(std::is_sorted(frames.begin(), frames.end()));
    EXPECT_EQ(std::adjacent_find(frames.begin(), frames.end()), frames.end());
  }
}

TEST(Resample, AFrameBetweenTwoShotsShowsOneOfThem) {
  Clip clip;
  clip.camera = two_shots();
  const auto fast = resample(clip, 60);
  ASSERT_TRUE(fast);
  EXPECT_EQ(fast->rate, 60);
  const CameraValue between = sample_camera_value(fast->camera, 343);
  EXPECT_EQ(between.target, (Vec3{5, 10, 0}));
  for (double f = 0; f <= 600; f += 0.25) {
    const float x = sample_camera_value(fast->camera, f).target.x;
    EXPECT_TRUE((x >= 0 && x <= 5) || (x <= -40 && x >= -45)) << f << ' ' << x;
  }
}

TEST(Resample, ShowsTheSamePosesAtAnyRate) {
  const Clip clip = whole_clip();
  for (const double rate : {24.0, 30.0, 60.0, 120.0}) {
    const auto other = resample(clip, rate);
    ASSERT_TRUE(other);
    const ClipDifference d = difference(clip, *other, 0, 30 / rate);
    EXPECT_LT(d.degrees, 1e-4) << rate;
    EXPECT_LT(d.units, 1e-5) << rate;
    EXPECT_LT(d.camera_units, 1e-4) << rate;
  }
  EXPECT_FALSE(resample(clip, 0));
  EXPECT_FALSE(resample(clip, kNan));
}

TEST(Resample, RefusesMoreKeysThanAnybodyWants) {
  Clip clip;
  clip.bones.resize(100);
  for (BoneTrack& t : clip.bones) {
    add_key(t, 0, {});
    add_key(t, 10'000'000, {}, {1, 0, 0});
  }
  const auto dense = resample(clip, 30);
  ASSERT_FALSE(dense);
  EXPECT_EQ(dense.error().code, Code::too_large);
}

TEST(Split, FewKeysAreOnePart) {
  const Clip clip = whole_clip();
  const auto parts = split(clip, 600'000);
  ASSERT_TRUE(parts);
  ASSERT_EQ(parts->size(), 1u);
  expect_same(clip, parts->front().clip);
}

TEST(Split, PartsInARowAreTheWhole) {
  const Clip clip = *resample(whole_clip(), 30);
  const std::size_t most = 150;
  const auto parts = split(clip, most);
  ASSERT_TRUE(parts);
  EXPECT_GE(parts->size(), key_count(clip).total() / most);
  double next = 0;
  for (const ClipPart& part : *parts) {
    EXPECT_EQ(part.first, next);
    EXPECT_LE(key_count(part.clip).total(), most);
    EXPECT_LT(difference(clip, part.clip, part.first).degrees, 1e-3);
    for (const BoneTrack& t : part.clip.bones) {
      if (clip.bones[0].name.text == t.name.text) {
        EXPECT_EQ(t.frame.front(), 0);
      }
    }
    next = part.first + last_frame(part.clip) + 1;
  }
  EXPECT_EQ(next, last_frame(clip) + 1);
  EXPECT_FALSE(split(clip, 2));
}

}  // namespace
}  // namespace odori
