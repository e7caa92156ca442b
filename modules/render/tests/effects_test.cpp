// Shadows, occlusion, bloom, presets: what must hold whatever the device.
#include <limits>

#include "test_scene.h"

namespace odori::test {
namespace {

constexpr Vec4 kWhite{1, 1, 1, 1};

// A ball over a white floor, light straight from above, seen from the front and a little above.
TestScene ball_over_floor() {
  TestScene s;
  s.perspective_camera({0, 6, 16}, {0, 0, 0});
  const std::size_t ball = s.sphere({0, 3, 0}, 1, {0.2f, 0.3f, 0.4f, 1});
  s.material(ball).casts_shadow = true;
  s.floor(30, kWhite);
  s.frame.light.direction = {0, -1, 0};
  s.frame.light.self_shadow = true;
  s.frame.light.shadow_centre = {0, 3, 0};
  s.frame.light.shadow_radius = 1.1f;
  return s;
}

// Where a place of the world lies in a square picture.
std::array<int, 2> pixel_of(const TestScene& s, Vec3 p, int size) {
  const Vec4 c =
      s.frame.camera.clip_from_view * s.frame.camera.view_from_world * Vec4{p.x, p.y, p.z, 1};
  const auto to_pixel = [&](float ndc) {
    return static_cast<int>((ndc * 0.5f + 0.5f) * static_cast<float>(size));
  };
  return {to_pixel(c.x / c.w), size - 1 - to_pixel(c.y / c.w)};
}

Rgb at_place(const TestScene& s, const Picture& p, Vec3 place) {
  const std::array<int, 2> xy = pixel_of(s, place, p.width);
  return at(p, xy[0], xy[1]);
}

constexpr Preset kPresets[] = {Preset::preview, Preset::standard, Preset::final};

TEST(Shadow, LandsWhereTheLightSaysAndIsTintedNotBlack) {
  ODORI_NEEDS_DEVICE();
  TestScene s = ball_over_floor();
  const Vec3 tint = s.frame.environment.ground_shadow;
  const Rgb dark{static_cast<int>(tint.x * 255), static_cast<int>(tint.y * 255),
                 static_cast<int>(tint.z * 255)};
  for (const Preset preset : kPresets) {
    s.frame.light.direction = {0, -1, 0};
    Picture p = draw(s, 256, 256, preset);
    EXPECT_LE(difference(at_place(s, p, {0, 0, 0}), dark), 6);
    EXPECT_GE(at_place(s, p, {2, 0, 0}).r, 253);
    EXPECT_GE(at_place(s, p, {0, 0, 2.5f}).r, 253);
    // Slanted: the shadow moves by the height of the ball.
    s.frame.light.direction = normalise(Vec3{1, -1, 0});
    p = draw(s, 256, 256, preset);
    EXPECT_LE(difference(at_place(s, p, {3, 0, 0}), dark), 6);
    EXPECT_GE(at_place(s, p, {0, 0, 0.5f}).r, 253);
    EXPECT_GE(at_place(s, p, {-3, 0, 0}).r, 253);
  }
}

TEST(Shadow, ReachesASetThatIsNotLevel) {
  ODORI_NEEDS_DEVICE();
  TestScene s = ball_over_floor();
  s.frame.meshes[1].vertices[0].position.y = -0.2f;
  for (const Preset preset : kPresets) {
    const Picture p = draw(s, 256, 256, preset);
    EXPECT_LE(at_place(s, p, {0, 0, 0}).r, 160);
    EXPECT_GE(at_place(s, p, {2.5f, 0, 0}).r, 250);
  }
}

TEST(Shadow, OnAnActorIsTheDarkEndOfItsRamp) {
  ODORI_NEEDS_DEVICE();
  TestScene s;
  s.frame.light.self_shadow = true;
  s.frame.light.shadow_radius = 3;
  const std::size_t back = s.quad(-1, -1, 1, 1, 0, kWhite);
  s.material(back).receives_shadow = true;
  s.material(back).toon = s.picture(1, 2, {255, 255, 255, 255, 200, 100, 50, 255});
  const std::size_t front = s.quad(-1, -1, 0, 1, 1, kWhite);
  s.material(front).casts_shadow = true;
  s.state(front).diffuse.w = 0.01f;  // hardly seen
  const Picture p = draw(s);
  EXPECT_LE(difference(at(p, 12, 32), {200, 100, 50}), 5);
  EXPECT_EQ(at(p, 52, 32), (Rgb{255, 255, 255}));
}

TEST(Shadow, LitBallHasNoAcne) {
  ODORI_NEEDS_DEVICE();
  TestScene s;
  s.frame.light.self_shadow = true;
  s.frame.light.shadow_radius = 1;
  s.frame.light.direction = normalise(Vec3{0.3f, -0.4f, -1});
  const std::size_t ball = s.sphere({0, 0, 0}, 0.9f, kWhite, 64);
  s.material(ball).casts_shadow = s.material(ball).receives_shadow = true;
  s.material(ball).toon = s.picture(1, 2, {255, 255, 255, 255, 0, 0, 0, 255}, Wrap::clamp);
  for (const Preset preset : kPresets) {
    const Picture p = draw(s, 128, 128, preset);
    for (int y = 44; y < 84; ++y) {
      for (int x = 44; x < 84; ++x) EXPECT_GE(at(p, x, y).r, 200);
    }
  }
}

TEST(Shadow, PlanarGroundShadowDarkensEveryPixelOnce) {
  ODORI_NEEDS_DEVICE();
  TestScene s;
  s.perspective_camera({0, 6, 16}, {0, 0, 0});
  s.frame.light.direction = {0, -1, 0};
  s.frame.environment.ground_shadow = {0.5f, 0.5f, 0.5f};
  const std::size_t ball = s.sphere({0, 3, 0}, 1, kWhite);
  s.material(ball).ground_shadow = true;
  EXPECT_EQ(at_place(s, draw(s, 128, 128), {0, 0, 0}), (Rgb{255, 255, 255}));
  s.frame.environment.planar_ground_shadow = true;
  const Picture p = draw(s, 128, 128);
  EXPECT_LE(difference(at_place(s, p, {0, 0, 0}), {128, 128, 128}), 1);
  EXPECT_LE(difference(at_place(s, p, {0.5f, 0, 0}), {128, 128, 128}), 1);
  EXPECT_EQ(at_place(s, p, {1.5f, 0, 0}), (Rgb{255, 255, 255}));
}

TEST(Occlusion, DarkensTheSetUnderAnActorAndNothingElse) {
  ODORI_NEEDS_DEVICE();
  TestScene s = ball_over_floor();
  for (SceneVertex& v : s.frame.meshes[0].vertices) v.position.y -= 2;  // stands on the floor
  s.frame.light.self_shadow = false;
  s.frame.environment.ground_shadow = {0.5f, 0.5f, 0.5f};
  const Picture without = draw(s, 128, 128);
  s.frame.post.ambient_occlusion = 1;
  const Picture with = draw(s, 128, 128);
  EXPECT_LT(at_place(s, with, {0, 0, 0.8f}).r, at_place(s, without, {0, 0, 0.8f}).r - 10);
  EXPECT_GE(at_place(s, with, {0, 0, 4}).r, at_place(s, without, {0, 0, 4}).r - 1);
  EXPECT_EQ(at_place(s, with, {0, 1, 0.9f}), at_place(s, without, {0, 1, 0.9f}));
}

TEST(Occlusion, LevelFloorByItselfStaysAsItIs) {
  ODORI_NEEDS_DEVICE();
  for (const Preset preset : kPresets) {
    TestScene s;
    s.perspective_camera({0, 3, 16}, {0, 0, 0});
    s.quad(-0.1f, 0, 0.1f, 0.01f, -20, kWhite);  // something low, so that the pass runs
    s.floor(30, kWhite);
    const Picture without = draw(s, 96, 96, preset);
    s.frame.post.ambient_occlusion = s.frame.post.contact_shadow = 1;
    const Picture with = draw(s, 96, 96, preset);
    int worst = 0;
    for (int y = 50; y < 96; ++y) {
      for (int x = 0; x < 96; ++x)
        worst = std::max(worst, difference(at(with, x, y), at(without, x, y)));
    }
    EXPECT_LE(worst, 2);
  }
}

TEST(Bloom, ZeroChangesNothingAndGlowSurroundsWhatIsBright) {
  ODORI_NEEDS_DEVICE();
  TestScene s;
  s.frame.environment.sky_top = s.frame.environment.sky_bottom = {0, 0, 0};
  s.quad(-0.3f, -0.3f, 0.3f, 0.3f, 0, kWhite);
  const Picture none = draw(s, 128, 128);
  EXPECT_EQ(at(none, 36, 64), (Rgb{0, 0, 0}));
  s.frame.post.bloom = 1;
  s.frame.post.bloom_threshold = 2;  // nothing is that bright
  EXPECT_EQ(draw(s, 128, 128).rgba, none.rgba);
  s.frame.post.bloom_threshold = 0.5f;
  const Picture glow = draw(s, 128, 128);
  EXPECT_GT(at(glow, 40, 64).r, 5);
  EXPECT_EQ(at(glow, 64, 64), (Rgb{255, 255, 255}));
}

TEST(Bloom, BrightSetDoesNotGlow) {
  ODORI_NEEDS_DEVICE();
  TestScene s = ball_over_floor();
  const Picture none = draw(s);
  s.frame.post.bloom = 1;
  s.frame.post.bloom_threshold = 0.6f;
  const Picture glow = draw(s);
  for (std::size_t k = 0; k < none.rgba.size(); ++k) {
    EXPECT_LE(std::abs(int{glow.rgba[k]} - int{none.rgba[k]}), 1);  // rounding
  }
}

TEST(DefaultSky, MeltsIntoTheSetAtItsRim) {
  ODORI_NEEDS_DEVICE();
  TestScene s;
  s.perspective_camera({0, 8, 30}, {0, 5, 0});
  s.frame.environment.sky_bottom = {0.9f, 0.92f, 0.95f};
  s.frame.environment.sky_top = {0.5f, 0.6f, 0.8f};
  const std::size_t f = s.floor(60, {0.6f, 0.6f, 0.6f, 1});
  s.material(f).vertex_colour = true;
  for (SceneVertex& v : s.frame.meshes[f].vertices) v.uv1.w = 0;
  const Picture p = draw(s, 128, 128);
  for (int y = 1; y < 128; ++y) EXPECT_LE(difference(at(p, 64, y), at(p, 64, y - 1)), 5);
}

TEST(Presets, AgreeWithinATolerance) {
  ODORI_NEEDS_DEVICE();
  TestScene s = ball_over_floor();
  s.material(0).edge = true;
  s.state(0).edge_size = 1;
  s.state(0).edge_colour = {0, 0, 0, 1};
  s.frame.post = {};
  const Picture standard = draw(s, 160, 160);
  for (const Preset preset : {Preset::preview, Preset::final}) {
    const Picture other = draw(s, 160, 160, preset);
    double sum = 0;
    for (std::size_t i = 0; i < other.rgba.size(); ++i) {
      sum += std::abs(int{other.rgba[i]} - int{standard.rgba[i]});
    }
    EXPECT_LT(sum / static_cast<double>(other.rgba.size()), 1.5);
  }
}

// Frames drawn in another order, by another renderer, at other sizes in between: the same bytes.
TEST(Frames, AreTheSameInEveryOrder) {
  ODORI_NEEDS_DEVICE();
  TestScene s = ball_over_floor();
  s.frame.post = {};
  s.material(0).texture = s.picture(2, 1, {255, 200, 0, 255, 0, 0, 255, 0});
  std::vector<FrameScene> frames;
  for (int i = 0; i < 4; ++i) {
    FrameScene f = s.frame;
    for (SceneVertex& v : f.meshes[0].vertices) {
      v.position.x += static_cast<float>(i) * 0.7f;
      v.position.y -= static_cast<float>(i) * 0.6f;
      v.uv.x = 0.25f + 0.15f * static_cast<float>(i);
    }
    f.light.shadow_centre.x = static_cast<float>(i) * 0.7f;
    f.post.bloom = i == 2 ? 0.0f : 1.0f;
    f.meshes[0].visible = i != 3;
    frames.push_back(f);
  }
  for (const Preset preset : kPresets) {
    const RenderOptions options{150, 90, preset};
    ASSERT_TRUE(shared_renderer()->prepare(s.assets, options).has_value());
    std::vector<Picture> first(4);
    for (std::size_t i = 0; i < 4; ++i) {
      ASSERT_TRUE(shared_renderer()->render(frames[i], first[i]).has_value());
    }
    draw(s, 64, 64, preset);
    ASSERT_TRUE(shared_renderer()->prepare(s.assets, options).has_value());
    auto other = make_gl_renderer();
    ASSERT_TRUE(other.has_value());
    ASSERT_TRUE((*other)->prepare(s.assets, options).has_value());
    for (const std::size_t i : {3u, 0u, 2u, 1u, 1u, 3u}) {
      Picture again;
      ASSERT_TRUE(shared_renderer()->render(frames[i], again).has_value());
      EXPECT_EQ(again.rgba, first[i].rgba) << "frame " << i;
      ASSERT_TRUE((*other)->render(frames[i], again).has_value());
      EXPECT_EQ(again.rgba, first[i].rgba) << "frame " << i << ", other renderer";
    }
  }
}

TEST(Frames, EverySizeGivesThatManyOpaquePixels) {
  ODORI_NEEDS_DEVICE();
  TestScene s = ball_over_floor();
  s.frame.post = {};
  for (const Preset preset : kPresets) {
    for (const auto& [w, h] : {std::pair{1, 1}, {3, 2}, {17, 31}}) {
      const Picture p = draw(s, w, h, preset);
      ASSERT_EQ(p.width, w);
      ASSERT_EQ(p.height, h);
      ASSERT_EQ(p.rgba.size(), static_cast<std::size_t>(w * h * 4));
      for (std::size_t i = 3; i < p.rgba.size(); i += 4) EXPECT_EQ(p.rgba[i], 255);
    }
  }
}

// ---- what is broken

TEST(BrokenScene, AssetsThatBreakTheirPromisesAreRefused) {
  ODORI_NEEDS_DEVICE();
  const auto refused = [](auto&& spoil) {
    TestScene s;
    s.quad(-1, -1, 1, 1, 0, kWhite);
    s.material(0).texture = s.picture(1, 1, {255, 255, 255, 255});
    spoil(s);
    const Result<void> r = shared_renderer()->prepare(s.assets, {});
    return !r.has_value() && r.error().code == Code::malformed;
  };
  EXPECT_TRUE(refused([](TestScene& s) { s.assets.meshes[0].indices[2] = 4; }));
  EXPECT_TRUE(refused([](TestScene& s) { s.material(0).index_count = 7; }));
  EXPECT_TRUE(refused([](TestScene& s) { s.material(0).first_index = 0xFFFFFFFFu; }));
  EXPECT_TRUE(refused([](TestScene& s) { s.material(0).texture = 1; }));
  EXPECT_TRUE(refused([](TestScene& s) { s.material(0).toon = -2; }));
  EXPECT_TRUE(refused([](TestScene& s) { s.material(0).primitive = 3; }));
  EXPECT_TRUE(refused([](TestScene& s) { s.assets.meshes[0].edge_scale.pop_back(); }));
  EXPECT_TRUE(refused([](TestScene& s) { s.assets.pictures[0].pixels.rgba.pop_back(); }));
}

TEST(BrokenScene, OptionsThatMakeNoSenseAreRefused) {
  ODORI_NEEDS_DEVICE();
  const TestScene s;
  const auto code = [&](int w, int h) {
    const Result<void> r = shared_renderer()->prepare(s.assets, {w, h, Preset::final});
    return r.has_value() ? Code::internal : r.error().code;
  };
  EXPECT_EQ(code(0, 5), Code::usage);
  EXPECT_EQ(code(5, -1), Code::usage);
  EXPECT_EQ(code(1 << 20, 5), Code::too_large);
}

TEST(BrokenScene, FrameOfOtherAssetsIsRefused) {
  ODORI_NEEDS_DEVICE();
  TestScene s;
  s.quad(-1, -1, 1, 1, 0, kWhite);
  ASSERT_TRUE(shared_renderer()->prepare(s.assets, {16, 16, Preset::preview}).has_value());
  s.frame.meshes[0].vertices.pop_back();
  Picture p;
  const Result<void> r = shared_renderer()->render(s.frame, p);
  ASSERT_FALSE(r.has_value());
  EXPECT_EQ(r.error().code, Code::usage);
}

TEST(BrokenScene, RenderingBeforePreparingIsRefused) {
  ODORI_NEEDS_DEVICE();
  auto renderer = make_gl_renderer();
  ASSERT_TRUE(renderer.has_value());
  Picture p;
  EXPECT_FALSE((*renderer)->render(FrameScene(), p).has_value());
}

TEST(BrokenScene, NumbersThatAreNoneDoNotHurtTheRest) {
  ODORI_NEEDS_DEVICE();
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float infinite = std::numeric_limits<float>::infinity();
  for (const Preset preset : kPresets) {
    TestScene s = ball_over_floor();
    s.frame.post = {};
    for (const float bad : {nan, infinite, -infinite, 3e38f}) {
      TestScene t = s;
      t.frame.meshes[0].vertices[40].position = {bad, 0, bad};
      t.frame.meshes[0].vertices[41].normal = {bad, bad, bad};
      t.frame.meshes[0].vertices[42].uv = {bad, bad};
      const Picture p = draw(t, 64, 64, preset);
      EXPECT_GE(at_place(t, p, {-4, 0, 0}).r, 250);
      t.frame.light.direction = {bad, bad, bad};
      t.frame.light.shadow_radius = bad;
      t.frame.camera.eye = {bad, bad, bad};
      t.frame.post.ao_radius = bad;
      t.frame.post.bloom = bad;
      t.state(0).edge_size = bad;
      t.state(0).specular_power = {bad, bad, bad, bad};
      draw(t, 64, 64, preset);
      t.frame.camera.view_from_world.m.fill(bad);
      draw(t, 64, 64, preset);
    }
  }
}

TEST(BrokenScene, EmptySceneIsTheSky) {
  ODORI_NEEDS_DEVICE();
  TestScene s;
  s.frame.environment.sky_top = s.frame.environment.sky_bottom = {1, 0, 0};
  EXPECT_EQ(at(draw(s), 10, 10), (Rgb{255, 0, 0}));
}

}  // namespace
}  // namespace odori::test
