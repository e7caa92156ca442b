#include "ending.h"

#include <gtest/gtest.h>

namespace odori {
namespace {

Song silent(double seconds, int rate = 48000) {
  return {rate, std::vector<float>(static_cast<std::size_t>(seconds * rate) * 2)};
}

TEST(PlanEnding, WithoutASongTheFilmIsItsPictures) {
  const Ending e = plan_ending(90, {}, nullptr);
  EXPECT_EQ(e.frames, 90);
  EXPECT_EQ(e.fade_from, 90);
  EXPECT_EQ(e.samples, 0);
}

TEST(PlanEnding, AShorterSongIsFollowedByPicturesWithoutSound) {
  const Song song = silent(1);
  const Ending e = plan_ending(90, {}, &song);
  EXPECT_EQ(e.frames, 90);
  EXPECT_EQ(e.samples, 144000);
  EXPECT_EQ(e.picture_gain(89), 1);
}

TEST(PlanEnding, ALongerSongHoldsThenFadesBothTogether) {
  const Song song = silent(60);
  const Ending e = plan_ending(90, {}, &song);
  EXPECT_EQ(e.frames, 90 + 60 + 60);
  EXPECT_EQ(e.fade_from, 150);
  EXPECT_EQ(e.sound_from, 5 * 48000);
  EXPECT_EQ(e.samples, 7 * 48000);
  EXPECT_EQ(e.picture_gain(149), 1);
  EXPECT_LT(e.picture_gain(150), 1);
  EXPECT_EQ(e.picture_gain(209), 0);
  EXPECT_EQ(e.sound_gain(e.sound_from - 1), 1);
  EXPECT_EQ(e.sound_gain(e.samples - 1), 0);
}

TEST(PlanEnding, NeverLastsLongerThanTheSongAndCutsTheHoldFirst) {
  const Song song = silent(3 + 2.5);
  const Ending e = plan_ending(90, {}, &song);
  EXPECT_EQ(e.frames, 90 + 75);
  EXPECT_EQ(e.fade_from, 90 + 15);
  const Song barely = silent(3 + 0.5);
  EXPECT_EQ(plan_ending(90, {}, &barely).frames, 105);
  EXPECT_EQ(plan_ending(90, {}, &barely).fade_from, 90);
}

TEST(PlanEnding, CountsTheSongFromItsOffset) {
  const Song song = silent(3);
  FilmOptions options;
  options.song_offset_seconds = 1;
  EXPECT_EQ(plan_ending(90, options, &song).frames, 120);
  options.song_offset_seconds = -1;
  EXPECT_EQ(plan_ending(90, options, &song).frames, 90);
}

}  // namespace
}  // namespace odori
