#include "odori/stage/compose.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace odori {
namespace {

Picture one_pixel(std::uint8_t value) { return {1, 1, {value, value, value, 255}, false}; }

// A triangle of two bones and two materials.
Model small_model() {
  Model model;
  model.meta.name = "small";
  model.skeleton.names = {"root", "centre"};
  model.skeleton.parent = {BoneIndex::none, BoneIndex{0}};
  model.skeleton.rest_position = {{0, 0, 0}, {0, 8, 0}};
  model.skeleton.from_file_index = {BoneIndex{0}, BoneIndex{1}};
  Mesh& mesh = model.mesh;
  mesh.positions = {{-3, 0, 0}, {3, 0, 0}, {0, 8, 0}};
  mesh.normals.assign(3, {0, 0, 1});
  mesh.uvs = {{0, 0}, {1, 0}, {0, 1}};
  mesh.edge_scale = {1, 0.5f, 0};
  mesh.indices = {0, 1, 2, 2, 1, 0};
  mesh.materials.resize(2);
  mesh.materials[0].index_count = 3;
  mesh.materials[1].first_index = 3;
  mesh.materials[1].index_count = 3;
  mesh.textures.resize(2);
  mesh.textures[0].name = "skin.png";
  mesh.textures[1].name = "Toon\\TOON03.bmp";
  return model;
}

DressedMesh dressed(const Model& model) {
  DressedMesh out;
  out.positions = model.mesh.positions;
  out.normals = model.mesh.normals;
  out.uvs = model.mesh.uvs;
  out.materials.resize(model.mesh.materials.size());
  return out;
}

TEST(BuildAssets, TextureReadInTwoWaysBecomesTwoPictures) {
  Model model = small_model();
  model.mesh.materials[0].texture = TextureIndex{0};
  model.mesh.materials[1].texture = TextureIndex{0};
  model.mesh.materials[0].mmd.toon = TextureIndex{0};
  const Actor actors[] = {{&model, {one_pixel(1), {}}}};
  const SceneAssets assets = build_assets(actors, {});
  ASSERT_EQ(assets.meshes.size(), 2u);  // the actor and the floor
  const SceneMesh& mesh = assets.meshes[0];
  EXPECT_EQ(mesh.materials[0].texture, mesh.materials[1].texture);
  EXPECT_NE(mesh.materials[0].texture, mesh.materials[0].toon);
  ASSERT_EQ(assets.pictures.size(), 2u);
  EXPECT_EQ(assets.pictures[0].wrap, Wrap::repeat);
  EXPECT_TRUE(assets.pictures[0].mipmaps);
  EXPECT_EQ(assets.pictures[1].wrap, Wrap::clamp);
  EXPECT_FALSE(assets.pictures[1].mipmaps);
}

TEST(BuildAssets, TextureThatIsNotThereIsNone) {
  Model model = small_model();
  model.mesh.materials[0].texture = TextureIndex{0};
  model.mesh.materials[1].texture = TextureIndex{7};
  const Actor actors[] = {{&model, {{}, {}}}};
  const SceneAssets assets = build_assets(actors, {});
  EXPECT_EQ(assets.meshes[0].materials[0].texture, -1);
  EXPECT_EQ(assets.meshes[0].materials[1].texture, -1);
}

TEST(BuildAssets, MissingFileNamedLikeASharedRampIsThatRamp) {
  Model model = small_model();
  model.mesh.materials[0].mmd.toon = TextureIndex{1};
  model.mesh.materials[1].mmd.shared_toon = 2;
  const Actor actors[] = {{&model, {{}, {}}}};
  const SceneAssets assets = build_assets(actors, {});
  ASSERT_GE(assets.meshes[0].materials[0].toon, 0);
  EXPECT_EQ(assets.meshes[0].materials[0].toon, assets.meshes[0].materials[1].toon);
  EXPECT_EQ(assets.pictures[0].pixels.rgba, shared_toon(2).rgba);
}

TEST(BuildAssets, EdgesCanBeSwitchedOffAndTheSetLeftOut) {
  Model model = small_model();
  model.mesh.materials[0].mmd.edge = true;
  const Actor actors[] = {{&model, {}}};
  StageOptions options;
  EXPECT_TRUE(build_assets(actors, options).meshes[0].materials[0].edge);
  options.edges = false;
  options.builder = "none";
  const SceneAssets assets = build_assets(actors, options);
  EXPECT_FALSE(assets.meshes[0].materials[0].edge);
  EXPECT_EQ(assets.meshes.size(), 1u);
}

TEST(DefaultSet, IsALevelDiscSeenFromAboveThatMeltsAway) {
  const SceneAssets assets = build_assets({}, {});
  const FrameScene scene = make_scene(assets, {}, {});
  ASSERT_EQ(assets.meshes.size(), 1u);
  const SceneMesh& mesh = assets.meshes[0];
  const std::vector<SceneVertex>& v = scene.meshes[0].vertices;
  EXPECT_TRUE(mesh.is_static);
  EXPECT_TRUE(mesh.materials[0].is_set);
  EXPECT_TRUE(mesh.materials[0].receives_shadow);
  EXPECT_FALSE(mesh.materials[0].casts_shadow);
  ASSERT_EQ(v.size(), mesh.vertex_count);
  for (std::size_t i = 0; i < mesh.indices.size(); i += 3) {
    const Vec3 a = v[mesh.indices[i]].position, b = v[mesh.indices[i + 1]].position,
               c = v[mesh.indices[i + 2]].position;
    EXPECT_GT(cross(b - a, c - a).y, 0);
  }
  for (const SceneVertex& vertex : v) {
    EXPECT_EQ(vertex.position.y, 0);
    const float radius = length(vertex.position);
    EXPECT_EQ(vertex.uv1.w, radius > 1 ? 0.0f : 1.0f);
  }
}

struct Composed {
  Model model = small_model();
  std::vector<Actor> actors{{&model, {}}};
  StageOptions options;
  SceneAssets assets = build_assets(actors, options);
  FrameScene scene = make_scene(assets, actors, options);
  DressedMesh mesh = dressed(model);
  Pose pose;

  void run(const LightTrack* light = nullptr, double frame = 0) {
    const ActorFrame frames[] = {{&mesh, &pose}};
    compose(assets, actors, frames, options, default_camera(), 1.5f, light, frame, scene);
  }
};

TEST(Compose, ShadowSphereHoldsEveryVertexAndFollows) {
  Composed c;
  for (const float x : {0.0f, 40.0f}) {
    for (std::size_t i = 0; i < 3; ++i) {
      c.mesh.positions[i] = c.model.mesh.positions[i] + Vec3{x, 0, 0};
    }
    c.run();
    for (const Vec3 p : c.mesh.positions) {
      EXPECT_LE(length(p - c.scene.light.shadow_centre), c.scene.light.shadow_radius);
    }
    EXPECT_NEAR(c.scene.light.shadow_centre.x, x, 1e-4);
    EXPECT_LT(c.scene.light.shadow_radius, 6);
  }
}

TEST(Compose, BrokenVertexDoesNotSpoilTheShadowSphere) {
  Composed c;
  c.mesh.positions[0].x = std::numeric_limits<float>::quiet_NaN();
  c.mesh.positions[1].y = std::numeric_limits<float>::infinity();
  c.run();
  EXPECT_TRUE(is_finite(c.scene.light.shadow_centre));
  EXPECT_TRUE(std::isfinite(c.scene.light.shadow_radius));
}

TEST(Compose, EdgeIsMeasuredToTheSecondBone) {
  Composed c;
  c.run();
  EXPECT_EQ(c.scene.meshes[0].edge_origin, (Vec3{0, 8, 0}));
  c.pose.world_position = {{0, 0, 0}, {5, 9, 1}};
  c.run();
  EXPECT_EQ(c.scene.meshes[0].edge_origin, (Vec3{5, 9, 1}));
}

TEST(Compose, HiddenActorIsNotVisible) {
  Composed c;
  c.pose.visible = false;
  c.run();
  EXPECT_FALSE(c.scene.meshes[0].visible);
  c.pose.visible = true;
  c.run();
  EXPECT_TRUE(c.scene.meshes[0].visible);
}

TEST(Compose, MaterialStatesArriveWhole) {
  Composed c;
  MaterialState& m = c.mesh.materials[1];
  m.diffuse = {0.1f, 0.2f, 0.3f, 0.4f};
  m.specular = {0.5f, 0.6f, 0.7f};
  m.specular_power = 9;
  m.ambient = {0.8f, 0.9f, 1};
  m.edge_size = 2;
  m.toon_add = {1, 2, 3, 4};
  c.run();
  const SceneMaterialState& s = c.scene.meshes[0].materials[1];
  EXPECT_EQ(s.diffuse, m.diffuse);
  EXPECT_EQ(s.specular_power, (Vec4{0.5f, 0.6f, 0.7f, 9}));
  EXPECT_EQ(s.ambient, (Vec4{0.8f, 0.9f, 1, 1}));
  EXPECT_EQ(s.edge_size, 2);
  EXPECT_EQ(s.toon_add, m.toon_add);
}

TEST(Compose, LightTrackWinsOverTheOptionsAndRunsStraightBetweenKeys) {
  Composed c;
  c.options.light.direction = {0, -2, 0};
  c.run();
  EXPECT_EQ(c.scene.light.direction, (Vec3{0, -1, 0}));
  LightTrack track;
  c.run(&track);
  EXPECT_EQ(c.scene.light.direction, (Vec3{0, -1, 0}));
  track.frame = {10, 20};
  track.colour = {{0, 0, 0}, {1, 0.5f, 0}};
  track.direction = {{1, 0, 0}, {0, -1, 0}};
  c.run(&track, 0);
  EXPECT_EQ(c.scene.light.direction, (Vec3{1, 0, 0}));
  c.run(&track, 15);
  EXPECT_NEAR(c.scene.light.colour.x, 0.5f, 1e-6);
  EXPECT_NEAR(c.scene.light.direction.x, std::sqrt(0.5f), 1e-6);
  EXPECT_NEAR(length(c.scene.light.direction), 1, 1e-6);
  c.run(&track, 99);
  EXPECT_EQ(c.scene.light.colour, (Vec3{1, 0.5f, 0}));
  EXPECT_EQ(c.scene.light.direction, (Vec3{0, -1, 0}));
}

TEST(Compose, KeyWithoutADirectionKeepsTheOptionsLight) {
  Composed c;
  LightTrack track;
  track.frame = {0};
  track.colour = {{1, 1, 1}};
  track.direction = {{0, 0, 0}};
  c.run(&track);
  EXPECT_NEAR(length(c.scene.light.direction), 1, 1e-6);
}

}  // namespace
}  // namespace odori
