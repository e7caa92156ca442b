#include "contacts.h"

#include <gtest/gtest.h>

#include <cmath>

#include "rigs.h"

namespace odori {
namespace {

constexpr double kRate = 30;
constexpr float kLeg = 0.85f;
constexpr std::size_t kStep = 44, kStand = 30;

// A walker's ankle: a second on the floor, half a second in the air to the next place.
std::vector<Vec3> walk(int steps, float slide_a_frame = 0) {
  std::vector<Vec3> places;
  for (int s = 0; s < steps; ++s) {
    const auto at = static_cast<float>(s);
    for (int f = 0; f < 30; ++f)
      places.push_back({0, 0.09f, at + slide_a_frame * static_cast<float>(f)});
    for (int f = 1; f < 15; ++f) {
      const float t = static_cast<float>(f) / 15, lift = 4 * t * (1 - t);
      const float from = at + slide_a_frame * 29;
      places.push_back({0, 0.09f + 0.2f * lift, from + t * (at + 1 - from)});
    }
  }
  return places;
}

TEST(Contacts, AFootStandsWhileItIsLowAndSlow) {
  const auto places = walk(4);
  const auto planted = find_planted(places, kLeg, kRate);
  ASSERT_EQ(planted.size(), places.size());
  for (std::size_t f = 0; f < planted.size(); ++f) {
    const std::size_t within = f % kStep;
    if (within >= 1 && within + 1 < kStand) {
      EXPECT_EQ(planted[f], 1) << f;
    } else if (within > kStand && within + 1 < kStep) {
      EXPECT_EQ(planted[f], 0) << f;
    }
  }
}

TEST(Contacts, MeasuresAreThoseOfTheBody) {
  auto places = walk(4);
  const auto planted = find_planted(places, kLeg, kRate);
  for (Vec3& p : places) p = p * 12.5f + Vec3{3, 40, -7};  // in other units, on a floor elsewhere
  EXPECT_EQ(find_planted(places, kLeg * 12.5f, kRate), planted);
}

TEST(Contacts, SlidingIsMeasuredAlongTheFloor) {
  for (const float slide : {0.0f, 0.001f, 0.004f}) {
    const auto places = walk(4, slide);
    const auto planted = find_planted(places, kLeg, kRate);
    FootSlide found;
    for (std::size_t s = 0; s < 4; ++s)
      add_slide(std::span(places).subspan(kStep * s + 2, 26),
                std::span(planted).subspan(kStep * s + 2, 26), found);
    EXPECT_EQ(found.steps, 4u * 25);
    EXPECT_NEAR(found.most, slide, 1e-6f);
    EXPECT_NEAR(found.mean, slide, 1e-6f);
  }
}

TEST(Contacts, NoiseAboutALimitDoesNotFlicker) {
  auto places = walk(1);
  places.resize(kStand);
  for (std::size_t f = 0; f < 200; ++f)  // about `low`, above and below in turn
    places.push_back({0, 0.09f + kLeg * (0.05f + (f % 2 == 0 ? 0.002f : -0.002f)), 0});
  // On the floor for longer than one frame in twenty, so that it is known.
  const auto planted = find_planted(places, kLeg, kRate);
  std::size_t changes = 0;
  for (std::size_t f = 1; f < planted.size(); ++f) changes += planted[f] != planted[f - 1] ? 1 : 0;
  EXPECT_LE(changes, 2u);  // once up for the jump in between at most
  EXPECT_EQ(planted.back(), 1);
}

TEST(Contacts, WhatIsShorterThanAStandIsNone) {
  std::vector<Vec3> places(60, Vec3{0, 0.5f, 0});
  for (std::size_t f = 0; f < 60; ++f) places[f].z = static_cast<float>(f) * 0.2f;
  for (const std::size_t f : {20u, 21u}) places[f] = {0, 0, 4};
  for (const std::uint8_t p : find_planted(places, kLeg, kRate)) EXPECT_EQ(p, 0);
  EXPECT_TRUE(find_planted({}, kLeg, kRate).empty());
  for (const std::uint8_t p : find_planted(places, 0, kRate)) EXPECT_EQ(p, 0);
}

// A body onto one of twice its size: what stands there stands here, and slides as far in its own
// measure.
TEST(Contacts, AScaledBodySlidesAsItsSource) {
  const Model small = rigs::body({}), large = rigs::body({.scale = 2});
  const Clip clip = rigs::dance(small, 7, 120);
  RetargetOptions options;
  options.rate = clip.rate;
  const auto same = retarget(small, clip, small, options),
             twice = retarget(small, clip, large, options);
  ASSERT_TRUE(same && twice);
  EXPECT_EQ(same->slide_before.steps, same->slide_after.steps);
  EXPECT_NEAR(same->slide_before.most, same->slide_after.most, 1e-4f);
  EXPECT_EQ(twice->slide_after.steps, same->slide_after.steps);
  EXPECT_NEAR(twice->slide_after.most, 2 * same->slide_after.most, 2e-4f);
  EXPECT_NEAR(twice->slide_before.most, twice->slide_after.most, 2e-4f);
}

}  // namespace
}  // namespace odori
