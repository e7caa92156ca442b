// What MMD's material formula says, on small pictures.
#include <algorithm>

#include "test_scene.h"

namespace odori::test {
namespace {

constexpr Vec4 kWhite{1, 1, 1, 1}, kRed{1, 0, 0, 1}, kBlue{0, 0, 1, 1};
constexpr Rgb kWhitePixel{255, 255, 255}, kRedPixel{255, 0, 0}, kBluePixel{0, 0, 255};

TEST(Material, WhiteUnlitQuadIsWhite) {
  ODORI_NEEDS_DEVICE();
  TestScene s;
  s.frame.environment.sky_top = s.frame.environment.sky_bottom = {0, 0, 0};
  s.quad(-0.5f, -0.5f, 0.5f, 0.5f, 0, kWhite);
  const Picture p = draw(s);
  EXPECT_EQ(at(p, 32, 32), kWhitePixel);
  EXPECT_EQ(at(p, 4, 4), (Rgb{0, 0, 0}));
}

TEST(Material, FirstRowOfThePictureIsTheUpperOne) {
  ODORI_NEEDS_DEVICE();
  TestScene s;
  s.quad(-1, 0, 1, 1, 0, kRed);
  for (const Preset preset : {Preset::preview, Preset::standard, Preset::final}) {
    const Picture p = draw(s, 64, 64, preset);
    EXPECT_EQ(at(p, 32, 8), kRedPixel);
    EXPECT_EQ(at(p, 32, 56), kWhitePixel);
  }
}

TEST(Material, BaseIsDiffuseTimesLightPlusAmbientAndStopsAtOne) {
  ODORI_NEEDS_DEVICE();
  TestScene s;
  s.frame.light.colour = {0.5f, 0.5f, 0.5f};
  const std::size_t q = s.quad(-1, -1, 1, 1, 0, kWhite);
  s.state(q).diffuse = {0.4f, 0.8f, 1, 1};
  s.state(q).ambient = {0.2f, 0.2f, 0.9f, 1};
  const Rgb c = at(draw(s), 32, 32);
  EXPECT_LE(difference(c, {102, 153, 255}), 1);
}

TEST(Material, AlphaBlendsOverWhatStandsThere) {
  ODORI_NEEDS_DEVICE();
  TestScene s;
  s.quad(-1, -1, 1, 1, 0, kRed);
  s.quad(-1, -1, 1, 1, 1, {0, 0, 1, 0.5f});
  EXPECT_LE(difference(at(draw(s), 32, 32), {128, 0, 128}), 1);
}

TEST(Material, OrderOfTheFileDecidesAndDepthIsWrittenByTranslucentOnes) {
  ODORI_NEEDS_DEVICE();
  TestScene s;
  s.quad(-1, -1, 1, 1, 1, {0, 0, 1, 0.5f});  // in front, drawn first
  s.quad(-1, -1, 1, 1, 0, kRed);             // behind: never seen, as in MMD
  EXPECT_LE(difference(at(draw(s), 32, 32), {128, 128, 255}), 1);
}

TEST(Material, NearerSurfaceHidesTheOneDrawnLater) {
  ODORI_NEEDS_DEVICE();
  TestScene s;
  s.quad(-1, -1, 1, 1, 1, kRed);
  s.quad(-1, -1, 1, 1, 0, kBlue);
  EXPECT_EQ(at(draw(s), 32, 32), kRedPixel);
}

TEST(Material, BackFacesAreSeenOnlyOnBothSidedMaterials) {
  ODORI_NEEDS_DEVICE();
  TestScene s;
  const std::size_t q = s.quad(-1, -1, 1, 1, 0, kRed);
  s.assets.meshes[q].indices = {0, 2, 1, 0, 3, 2};  // seen from behind
  EXPECT_EQ(at(draw(s), 32, 32), kRedPixel);
  s.material(q).both_sides = false;
  EXPECT_EQ(at(draw(s), 32, 32), kWhitePixel);
}

TEST(Material, MaterialWithoutAlphaIsNotDrawn) {
  ODORI_NEEDS_DEVICE();
  TestScene s;
  s.quad(-1, -1, 1, 1, 1, {1, 0, 0, 0});
  s.quad(-1, -1, 1, 1, 0, kBlue);
  EXPECT_EQ(at(draw(s), 32, 32), kBluePixel);
}

TEST(Material, TextureAlphaCutsHolesThatDoNotWriteDepth) {
  ODORI_NEEDS_DEVICE();
  TestScene s;
  const std::size_t front = s.quad(-1, -1, 1, 1, 1, kWhite);
  s.material(front).texture = s.picture(2, 1, {255, 0, 0, 255, 255, 0, 0, 0});
  s.quad(-1, -1, 1, 1, 0, kBlue);
  const Picture p = draw(s);
  EXPECT_EQ(at(p, 8, 32), kRedPixel);
  EXPECT_EQ(at(p, 56, 32), kBluePixel);
}

TEST(Material, UpperRowOfATextureStandsAtVZero) {
  ODORI_NEEDS_DEVICE();
  TestScene s;
  const std::size_t q = s.quad(-1, -1, 1, 1, 0, kWhite);
  s.material(q).texture = s.picture(1, 2, {255, 0, 0, 255, 0, 0, 255, 255});
  const Picture p = draw(s);
  EXPECT_EQ(at(p, 32, 8), kRedPixel);
  EXPECT_EQ(at(p, 32, 56), kBluePixel);
}

TEST(Material, MissingPictureIsWhiteAndBlackForAnAdditiveSphere) {
  ODORI_NEEDS_DEVICE();
  TestScene s;
  const std::size_t q = s.quad(-1, -1, 1, 1, 0, {0.5f, 0.25f, 0, 1});
  const PictureIndex missing = s.picture(0, 0, {});
  s.material(q).texture = s.material(q).toon = missing;
  s.material(q).sphere = missing;
  for (const std::uint8_t mode : {std::uint8_t{1}, std::uint8_t{2}}) {
    s.material(q).sphere_mode = mode;
    EXPECT_LE(difference(at(draw(s), 32, 32), {128, 64, 0}), 1);
  }
}

TEST(Material, SphereMapsMultiplyAndAdd) {
  ODORI_NEEDS_DEVICE();
  TestScene s;
  const std::size_t q = s.quad(-1, -1, 1, 1, 0, {0.5f, 0.5f, 0.5f, 1});
  s.material(q).sphere = s.picture(1, 1, {51, 102, 204, 255});
  s.material(q).sphere_mode = 1;
  EXPECT_LE(difference(at(draw(s), 32, 32), {26, 51, 102}), 1);
  s.material(q).sphere_mode = 2;
  EXPECT_LE(difference(at(draw(s), 32, 32), {179, 230, 255}), 1);
}

TEST(Material, SphereMapIsReadWhereTheNormalPoints) {
  ODORI_NEEDS_DEVICE();
  TestScene s;
  const std::size_t ball = s.sphere({0, 0, 0}, 0.9f, kWhite);
  // Upper left red, upper right blue, lower row black.
  s.material(ball).sphere =
      s.picture(2, 2, {255, 0, 0, 255, 0, 0, 255, 255, 0, 0, 0, 255, 0, 0, 0, 255});
  s.material(ball).sphere_mode = 1;
  const Picture p = draw(s);
  EXPECT_EQ(at(p, 14, 14), kRedPixel);
  EXPECT_EQ(at(p, 49, 14), kBluePixel);
  EXPECT_EQ(at(p, 14, 49), (Rgb{0, 0, 0}));
}

TEST(Material, SubTextureReadsTheAdditionalUv) {
  ODORI_NEEDS_DEVICE();
  TestScene s;
  const std::size_t q = s.quad(-1, -1, 1, 1, 0, kWhite);
  for (SceneVertex& v : s.frame.meshes[q].vertices) v.uv1 = {0.75f, 0.5f, 0, 0};
  s.material(q).sphere = s.picture(2, 1, {255, 0, 0, 255, 0, 0, 255, 255});
  s.material(q).sphere_mode = 3;
  EXPECT_EQ(at(draw(s), 32, 32), kBluePixel);
}

TEST(Material, VertexColourMultipliesTheBase) {
  ODORI_NEEDS_DEVICE();
  TestScene s;
  const std::size_t q = s.quad(-1, -1, 1, 1, 0, kWhite);
  for (SceneVertex& v : s.frame.meshes[q].vertices) v.uv1 = {1, 0, 0, 1};
  EXPECT_EQ(at(draw(s), 32, 32), kWhitePixel);
  s.material(q).vertex_colour = true;
  EXPECT_EQ(at(draw(s), 32, 32), kRedPixel);
}

// A ball lit from the left: the step stands where the surface turns away, in the middle.
TEST(Material, ToonStepStandsWhereTheSurfaceTurnsAway) {
  ODORI_NEEDS_DEVICE();
  TestScene s;
  s.frame.light.direction = {1, 0, 0};
  const std::size_t ball = s.sphere({0, 0, 0}, 0.9f, kWhite, 64);
  std::vector<std::uint8_t> ramp;
  for (int y = 0; y < 32; ++y) {
    const std::uint8_t c = y < 16 ? 255 : 100;
    ramp.insert(ramp.end(), {c, c, c, 255});
  }
  s.material(ball).toon = s.picture(1, 32, ramp);
  const Picture p = draw(s, 128, 128);
  EXPECT_EQ(at(p, 56, 64).r, 255);
  EXPECT_EQ(at(p, 72, 64).r, 100);
  const int step = at(p, 63, 64).r + at(p, 64, 64).r;
  EXPECT_NEAR(step, 355, 40);
}

TEST(Material, WithoutToonLightDirectionChangesNothing) {
  ODORI_NEEDS_DEVICE();
  TestScene s;
  s.sphere({0, 0, 0}, 0.9f, {0.5f, 0.5f, 0.5f, 1});
  const Picture a = draw(s);
  s.frame.light.direction = {0, 1, 0};
  EXPECT_EQ(a.rgba, draw(s).rgba);
}

TEST(Material, SpecularIsAddedWhereTheHalfVectorPointsAndNotForPowerZero) {
  ODORI_NEEDS_DEVICE();
  TestScene s;
  s.perspective_camera({0, 0, 10}, {0, 0, 0}, 20);
  const std::size_t ball = s.sphere({0, 0, 0}, 1, {0.2f, 0, 0, 1});
  s.state(ball).specular_power = {0.5f, 0.5f, 0.5f, 20};
  const Picture p = draw(s);
  EXPECT_LE(difference(at(p, 32, 32), {179, 128, 128}), 3);
  EXPECT_LE(difference(at(p, 32, 16), {51, 0, 0}), 3);
  s.state(ball).specular_power.w = 0;
  EXPECT_LE(difference(at(draw(s), 32, 32), {51, 0, 0}), 1);
}

TEST(Material, TextureFactorFadesTheTextureOut) {
  ODORI_NEEDS_DEVICE();
  TestScene s;
  const std::size_t q = s.quad(-1, -1, 1, 1, 0, kWhite);
  s.material(q).texture = s.picture(1, 1, {255, 0, 0, 255});
  s.state(q).texture_multiply = {1, 1, 1, 0};
  EXPECT_EQ(at(draw(s), 32, 32), kWhitePixel);
  s.state(q).texture_multiply = {0.5f, 1, 1, 1};
  EXPECT_LE(difference(at(draw(s), 32, 32), {128, 0, 0}), 1);
  s.state(q).texture_multiply = {1, 1, 1, 1};
  s.state(q).texture_add = {0, 0.5f, 0, 0};
  EXPECT_LE(difference(at(draw(s), 32, 32), {255, 128, 0}), 1);
}

TEST(Material, LinesAndPointsAreDrawnAsSuch) {
  ODORI_NEEDS_DEVICE();
  TestScene s;
  s.frame.environment.sky_top = s.frame.environment.sky_bottom = {0, 0, 0};
  const std::size_t q = s.quad(-0.5f, -0.5f, 0.5f, 0.5f, 0, kWhite);
  s.material(q).primitive = 1;
  s.assets.meshes[q].indices = {0, 1, 2, 3};
  s.material(q).index_count = 4;
  Picture p = draw(s);
  EXPECT_EQ(at(p, 32, 32), (Rgb{0, 0, 0}));
  EXPECT_GT(at(p, 32, 48).r + at(p, 32, 47).r, 100);
  s.material(q).primitive = 2;
  p = draw(s);
  EXPECT_EQ(at(p, 32, 48).r + at(p, 32, 47).r, 0);
  EXPECT_GT(at(p, 16, 48).r + at(p, 15, 48).r + at(p, 16, 47).r + at(p, 15, 47).r, 100);
}

// ---- edges

TEST(Edge, IsDrawnOutsideTheSilhouetteOnly) {
  ODORI_NEEDS_DEVICE();
  TestScene s;
  const std::size_t ball = s.sphere({0, 0, 0}, 0.5f, kRed);
  s.material(ball).both_sides = false;
  s.material(ball).edge = true;
  s.state(ball).edge_colour = {0, 0, 0, 1};
  s.state(ball).edge_size = 10;  // 10 * 0.001 * 10 units away = 0.1
  const Picture p = draw(s, 128, 128);
  EXPECT_EQ(at(p, 64, 64), kRedPixel);
  EXPECT_EQ(at(p, 64 - 30, 64), kRedPixel);                 // inside: 0.47
  EXPECT_LE(difference(at(p, 64 - 35, 64), {0, 0, 0}), 8);  // 0.54
  EXPECT_EQ(at(p, 64 - 42, 64), kWhitePixel);               // 0.65
  s.frame.meshes[ball].edge_scale = 0;
  EXPECT_EQ(at(draw(s, 128, 128), 64 - 35, 64), kWhitePixel);
}

TEST(Edge, WidthFollowsTheVerticesScale) {
  ODORI_NEEDS_DEVICE();
  TestScene s;
  const std::size_t ball = s.sphere({0, 0, 0}, 0.5f, kRed);
  s.material(ball).edge = true;
  s.state(ball).edge_colour = {0, 0, 0, 1};
  s.state(ball).edge_size = 10;
  s.assets.meshes[ball].edge_scale.assign(s.assets.meshes[ball].vertex_count, 0);
  EXPECT_EQ(at(draw(s, 128, 128), 64 - 35, 64), kWhitePixel);
}

// Ink along a ray from the middle, in pixels of black.
double ink_along(const Picture& p, double angle) {
  const trig::SinCos a = trig::sincos(angle);
  double ink = 0;
  constexpr double kStep = 0.25;
  for (double r = 50; r < 80; r += kStep) {
    const double x = 127.5 + r * a.cos, y = 127.5 + r * a.sin;
    const int x0 = static_cast<int>(x), y0 = static_cast<int>(y);
    const double fx = x - x0, fy = y - y0;
    const double c = (at(p, x0, y0).r * (1 - fx) + at(p, x0 + 1, y0).r * fx) * (1 - fy) +
                     (at(p, x0, y0 + 1).r * (1 - fx) + at(p, x0 + 1, y0 + 1).r * fx) * fy;
    ink += kStep * (255 - c) / 255;
  }
  return ink;
}

TEST(Edge, ThinnerThanAPixelIsPaleAndWhole) {
  ODORI_NEEDS_DEVICE();
  TestScene s;
  const std::size_t ball = s.sphere({0, 0, 0}, 0.5f, kWhite, 96);
  s.material(ball).edge = true;
  s.state(ball).edge_colour = {0, 0, 0, 1};
  for (const double wanted : {0.2, 0.4, 0.8}) {  // pixels of 2/256
    s.state(ball).edge_size = static_cast<float>(wanted * 2 / 256 / 0.01);
    for (const Preset preset : {Preset::preview, Preset::standard, Preset::final}) {
      const Picture p = draw(s, 256, 256, preset);
      double sum = 0, least = 1e9, most = 0;
      constexpr int kRays = 720;
      for (int i = 0; i < kRays; ++i) {
        const double ink = ink_along(p, 2 * trig::kPi * i / kRays);
        sum += ink;
        least = std::min(least, ink);
        most = std::max(most, ink);
      }
      EXPECT_NEAR(sum / kRays, wanted, 0.25 * wanted);
      EXPECT_GT(least, 0.3 * wanted);
      EXPECT_LT(most, 1.9 * wanted);
    }
  }
}

// What is drawn later must not be seen missing beneath a thin line.
TEST(Edge, ThinOneShowsNothingOfWhatStandsBehind) {
  ODORI_NEEDS_DEVICE();
  TestScene s;
  const std::size_t ball = s.sphere({0, 0, 0}, 0.5f, kRed);
  s.material(ball).edge = true;
  s.state(ball).edge_colour = {1, 0, 0, 1};
  s.state(ball).edge_size = 0.1f;
  s.quad(-1, -1, 1, 1, -2, {1, 0, 0, 1});  // behind, and later in the order
  const Picture p = draw(s, 128, 128, Preset::preview);
  for (int x = 0; x < 128; ++x) EXPECT_EQ(at(p, x, 64), kRedPixel) << x;
}

TEST(Edge, IsAsWideAtEverySizeOfThePicture) {
  ODORI_NEEDS_DEVICE();
  TestScene s;
  const std::size_t ball = s.sphere({0, 0, 0}, 0.5f, kRed);
  s.material(ball).edge = true;
  s.state(ball).edge_colour = {0, 0, 0, 1};
  s.state(ball).edge_size = 10;
  for (const int size : {64, 128, 256}) {
    const Picture p = draw(s, size, size);
    int dark = 0;
    for (int x = 0; x < size; ++x) dark += at(p, x, size / 2).r < 128;
    EXPECT_NEAR(static_cast<double>(dark) / size, 0.1, 0.02);  // 0.1 on each side, of 2
  }
}

}  // namespace
}  // namespace odori::test
