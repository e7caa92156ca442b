#include "odori/demo/song.h"

#include <gtest/gtest.h>

#include <cmath>

namespace odori::demo {
namespace {

const Song& song() {
  static const Song made = make_song();
  return made;
}

double rms(double from, double to) {  // seconds
  const Song& s = song();
  const auto at = [&](double t) { return static_cast<std::size_t>(t * s.sample_rate) * 2; };
  double sum = 0;
  for (std::size_t i = at(from); i < at(to); ++i) {
    sum += static_cast<double>(s.samples[i]) * static_cast<double>(s.samples[i]);
  }
  return std::sqrt(sum / static_cast<double>(at(to) - at(from)));
}

TEST(SongTiming, ABeatIsAWholeNumberOfFrames) {
  const SongTiming timing = make_song_timing();
  ASSERT_EQ(timing.beats.size(), static_cast<std::size_t>(kBars * kBeatsPerBar));
  for (std::size_t i = 0; i < timing.beats.size(); ++i) {
    EXPECT_NEAR(timing.beats[i] * 30, static_cast<double>(i * kFramesPerBeat), 1e-9);
  }
  EXPECT_NEAR(timing.beats_per_minute, 1800.0 / 14, 1e-9);
  EXPECT_EQ(timing.chords.size(), static_cast<std::size_t>(kBars));
}

TEST(SongTiming, SyllablesFollowOneAnotherWithinTheSong) {
  const SongTiming timing = make_song_timing();
  ASSERT_GT(timing.vowels.size(), 80u);
  double last = 0;
  for (const SongVowel& v : timing.vowels) {
    EXPECT_GE(v.start, last - 1e-9) << v.syllable;
    EXPECT_GT(v.end, v.start) << v.syllable;
    EXPECT_NE(std::string("aiueon").find(v.vowel), std::string::npos);
    EXPECT_TRUE(v.midi >= 60 && v.midi <= 84) << v.syllable;
    last = v.end;
  }
  EXPECT_LE(last, kBars * kBeatsPerBar * kFramesPerBeat / 30.0);
}

TEST(Song, IsAsLongAsItsBarsAndNeverClips) {
  const Song& s = song();
  const double seconds = kBars * kBeatsPerBar * kFramesPerBeat / 30.0;
  EXPECT_NEAR(static_cast<double>(s.samples.size()) / 2 / s.sample_rate, seconds, 0.001);
  float peak = 0;
  for (const float x : s.samples) {
    ASSERT_TRUE(std::isfinite(x));
    peak = std::max(peak, std::fabs(x));
  }
  EXPECT_NEAR(peak, 0.891f, 0.002f);  // -1 dB of full scale
}

TEST(Song, BeginsAndEndsInSilenceSoThatItCanLoop) {
  const Song& s = song();
  for (std::size_t c = 0; c < 2; ++c) {
    EXPECT_EQ(s.samples[c], 0);
    EXPECT_EQ(s.samples[s.samples.size() - 1 - c], 0);
  }
}

TEST(Song, ChorusIsLouderThanTheVerse) {
  const double chorus_at = make_song_timing().beats[32];
  const double decibels = 20 * std::log10(rms(chorus_at, 29) / rms(2, 12.5));
  EXPECT_GT(decibels, 3);
  EXPECT_LT(decibels, 7);
}

TEST(Song, StopsBeforeTheChorus) {
  const std::vector<double> beats = make_song_timing().beats;
  EXPECT_LT(rms(beats[29] + 0.3, beats[30]), 0.5 * rms(beats[25], beats[26]));
}

}  // namespace
}  // namespace odori::demo
