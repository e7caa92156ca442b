#include <gtest/gtest.h>

#include "odori/stage/compose.h"

namespace odori {
namespace {

TEST(SharedToon, EveryRampIsOpaqueAndTheSameInEveryColumn) {
  for (int i = 0; i < 10; ++i) {
    const Picture p = shared_toon(i);
    ASSERT_EQ(p.width, 32);
    ASSERT_EQ(p.height, 32);
    for (int y = 0; y < 32; ++y) {
      for (int x = 0; x < 32; ++x) {
        for (int c = 0; c < 4; ++c) EXPECT_EQ(p.pixel(x, y)[c], p.pixel(0, y)[c]);
        EXPECT_EQ(p.pixel(x, y)[3], 255);
      }
    }
  }
}

TEST(SharedToon, FirstFourStepInTheMiddle) {
  const int dark_red[] = {204, 245, 153, 247};
  for (int i = 0; i < 4; ++i) {
    const Picture p = shared_toon(i);
    EXPECT_EQ(p.pixel(0, 0)[0], 255);
    EXPECT_EQ(p.pixel(0, 15)[0], 255);
    EXPECT_EQ(p.pixel(0, 16)[0], dark_red[i]);
    EXPECT_EQ(p.pixel(0, 31)[0], dark_red[i]);
  }
}

TEST(SharedToon, FifthIsSmoothAndNeverGetsBrighter) {
  const Picture p = shared_toon(4);
  for (int y = 1; y < 32; ++y) {
    const int step = p.pixel(0, y - 1)[2] - p.pixel(0, y)[2];
    EXPECT_GE(step, 0);
    EXPECT_LE(step, 8);
  }
  EXPECT_LT(p.pixel(0, 31)[2], 230);
}

TEST(SharedToon, LastFourAreWhite) {
  for (int i = 6; i < 10; ++i) {
    const Picture p = shared_toon(i);
    for (const std::uint8_t c : p.rgba) EXPECT_EQ(c, 255);
  }
}

}  // namespace
}  // namespace odori
