#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "odori/convert/gltf.h"
#include "odori/io/gltf.h"
#include "odori/motion/sample.h"

namespace odori {
namespace {

constexpr float kHalf = 0.70710678f;

// Two bones, the second turned at rest; a triangle on both; a vertex morph, a group of it.
Model small_model() {
  Model m;
  m.meta = {"人形", "doll", "free to use", ""};
  m.metres_per_unit = 0.08f;
  Skeleton& s = m.skeleton;
  s.names = s.names_en = {"センター", "腕"};
  s.parent = {BoneIndex::none, BoneIndex{0}};
  s.rest_position = {{0, 10, 0}, {0, 15, 0}};
  s.rest_translation = {{0, 10, 0}, {0, 5, 0}};
  s.rest_rotation = {{}, {0, 0, kHalf, kHalf}};
  s.tail = s.rest_position;
  s.flags = {7, 7};
  s.layer = {0, 0};
  s.file_index = {0, 1};
  s.from_file_index = {BoneIndex{0}, BoneIndex{1}};
  Mesh& mesh = m.mesh;
  mesh.positions = {{0, 10, 0}, {1, 10, 0}, {0, 15, 0}};
  mesh.normals = {{0, 0, 2}, {0, 0, 1}, {}};
  mesh.uvs = {{0, 0}, {1, 0}, {0, 1}};
  mesh.edge_scale = {1, 1, 1};
  mesh.indices = {0, 1, 2};
  mesh.skin.bones = {{0, 0, 0, 0}, {1, 0, 1, 0}, {1, 0, 0, 0}};
  mesh.skin.weights = {{1, 0, 0, 0}, {0.3f, 0.5f, 0.3f, -0.1f}, {0.1f, 0.9f, 0, 0}};
  mesh.skin.runs = {{SkinKind::bdef4, 0, 3}};
  Material material;
  material.name = "skin";
  material.index_count = 3;
  material.mmd.diffuse = {0.5f, 0.5f, 0.5f, 0.5f};
  material.mmd.edge = true;
  mesh.materials = {material};
  Morph smile, group, turn;
  smile.name = "笑い";
  smile.vertices = {{2, {0, 1, 0}}, {2, {0, 1, 0}}, {0, {}}};
  group.name = "all";
  group.kind = MorphKind::group;
  group.members = {{MorphIndex{0}, 0.5f}};
  turn.name = "uv";
  turn.kind = MorphKind::uv;
  m.morphs = {smile, group, turn};
  return m;
}

BoneTrack track(const char* name, std::vector<double> frames, Interpolation kind) {
  BoneTrack t;
  t.name.text = name;
  t.interpolation = kind;
  t.frame = std::move(frames);
  t.rotation.resize(t.frame.size());
  t.translation.resize(t.frame.size());
  t.curve.resize(t.frame.size());
  return t;
}

// Through the bytes of a GLB and back.
struct Trip {
  io::GltfDocument document;
  std::vector<std::string> losses;
  GltfImport back;
};
Trip trip(const Model& model, const std::vector<Clip>& clips = {},
          const GltfExportOptions& options = {}) {
  auto made = export_gltf(model, clips, options);
  EXPECT_TRUE(made) << to_text(made.error());
  const auto bytes = io::encode_glb(made->document);
  EXPECT_TRUE(bytes) << to_text(bytes.error());
  auto document = io::decode_gltf(*bytes);
  EXPECT_TRUE(document) << to_text(document.error());
  auto back = import_gltf(*document);
  EXPECT_TRUE(back) << to_text(back.error());
  return {std::move(*document), std::move(made->losses), std::move(*back)};
}

void expect_near(Vec3 a, Vec3 b, float slack = 1e-6f) {
  EXPECT_NEAR(a.x, b.x, slack);
  EXPECT_NEAR(a.y, b.y, slack);
  EXPECT_NEAR(a.z, b.z, slack);
}

bool tells(const std::vector<std::string>& losses, const char* line) {
  return std::find(losses.begin(), losses.end(), line) != losses.end();
}

TEST(ExportGltf, ACharacterComesBackInMetres) {
  const Model model = small_model();
  const Trip t = trip(model);
  const Model& back = t.back.model;
  ASSERT_EQ(back.skeleton.size(), 3u);  // and the mesh's node
  EXPECT_EQ(back.skeleton.names[1], "腕");
  expect_near(back.skeleton.rest_position[1], {0, 1.2f, 0});
  EXPECT_NEAR(back.skeleton.rest_rotation[1].z, kHalf, 1e-6);
  ASSERT_EQ(back.mesh.size(), 3u);
  for (std::size_t v = 0; v < 3; ++v)
    expect_near(back.mesh.positions[v], model.mesh.positions[v] * 0.08f);
  EXPECT_EQ(back.mesh.normals[0], (Vec3{0, 0, 1}));  // made unit length
  EXPECT_EQ(back.mesh.normals[2], (Vec3{0, 1, 0}));  // where there was none
  EXPECT_EQ(back.mesh.indices, model.mesh.indices);
  EXPECT_EQ(t.document.asset.copyright, "free to use");
  EXPECT_EQ(t.document.asset.extras, R"({"name":"人形","name_en":"doll","comment":"free to use"})");
  ASSERT_EQ(back.morphs.size(), 1u);
  EXPECT_EQ(back.morphs[0].name, "笑い");
  ASSERT_EQ(back.morphs[0].vertices.size(), 1u);
  expect_near(back.morphs[0].vertices[0].offset, {0, 0.16f, 0});
}

TEST(ExportGltf, WeightsArePositiveSumToOneAndNameABoneOnce) {
  const Trip t = trip(small_model());
  const auto& p = t.document.meshes[0].primitives[0];
  const auto joints = io::read_integers(t.document, io::find_attribute(p.attributes, "JOINTS_0"));
  const auto weights = io::read_floats(t.document, io::find_attribute(p.attributes, "WEIGHTS_0"));
  for (std::size_t v = 0; v < 3; ++v) {
    const float* w = weights.data() + v * 4;
    EXPECT_EQ(w[0] + w[1] + w[2] + w[3], 1.0f);
    for (std::size_t k = 0; k < 4; ++k) {
      EXPECT_GE(w[k], 0);
      if (w[k] == 0) {
        EXPECT_EQ(joints[v * 4 + k], 0u);
      }
    }
  }
  // Bone 1 twice with 0.3, bone 0 with 0.5, one weight below zero.
  const auto& joint_nodes = t.document.skins[0].joints;
  EXPECT_EQ(joint_nodes[joints[4]], 1);
  EXPECT_NEAR(weights[4], 0.6 / 1.1, 1e-6);
  EXPECT_NEAR(weights[5], 0.5 / 1.1, 1e-6);
}

TEST(ExportGltf, SeveralRootsGetOneAboveThem) {
  Model model = small_model();
  model.skeleton.parent[1] = BoneIndex::none;
  model.skeleton.rest_translation[1] = {0, 15, 0};
  const Trip t = trip(model);
  EXPECT_EQ(t.document.nodes[2].children, (std::vector<io::GltfIndex>{0, 1}));
  EXPECT_EQ(t.document.scenes[0].nodes, (std::vector<io::GltfIndex>{2, 3}));
}

TEST(ExportGltf, CurvesAreKeptOnTheFramesOfTheRate) {
  Clip clip;
  BoneTrack t = track("腕", {0, 10, 20}, Interpolation::bezier);
  t.rotation[1] = {0, kHalf, 0, kHalf};
  t.translation[2] = {3, 0, 0};
  t.curve[1].fill({100, 0, 27, 127});
  clip.bones = {t};
  const Trip made = trip(small_model(), {clip});
  ASSERT_EQ(made.back.clips.size(), 1u);
  BoneCursor was, is;
  for (int f = 0; f <= 20; ++f) {
    const BoneValue a = was.sample(t, f), b = is.sample(made.back.clips[0].bones[0], f);
    EXPECT_NEAR(angle_between(a.rotation, b.rotation), 0, 2e-3);
    expect_near(b.translation, a.translation * 0.08f, 1e-5f);
  }
  const Trip fine = trip(small_model(), {clip}, {60, 1, false});
  const auto keys = [](const Trip& trip) {
    const io::GltfIndex times = trip.document.animations[0].samplers[0].input;
    return trip.document.accessors[static_cast<std::size_t>(times)].count;
  };
  EXPECT_LE(keys(made), 12u);  // every frame of the curve, the straight span's end
  EXPECT_GT(keys(fine), keys(made) + 6);
}

TEST(ExportGltf, StraightKeysAreReducedStepsAndSplinesStay) {
  Clip clip;
  BoneTrack line = track("センター", {}, Interpolation::linear);
  for (int f = 0; f <= 100; ++f) {
    line.frame.push_back(f);
    line.rotation.push_back({});
    line.translation.push_back({0, f < 50 ? static_cast<float>(f) : 50, 0});
  }
  line.curve.resize(101);
  BoneTrack spline = track("腕", {0, 30}, Interpolation::cubic);
  spline.rotation[1] = {0, 0.38268343f, 0, 0.92387953f};
  spline.tangents.resize(2);
  spline.tangents[0].rotation_out = {0, 2.0f / 30, 0, 0};
  spline.tangents[1].rotation_in = {0, 2.0f / 30, 0, 0};
  clip.bones = {line, spline};
  Trip t = trip(small_model(), {clip});
  ASSERT_EQ(t.back.clips[0].bones.size(), 2u);
  const BoneTrack& reduced = t.back.clips[0].bones[0];
  EXPECT_LE(reduced.frame.size(), 4u);
  BoneCursor a, b;
  for (int f = 0; f <= 100; ++f)
    expect_near(a.sample(reduced, f).translation, b.sample(line, f).translation * 0.08f, 1e-5f);
  const BoneTrack& back = t.back.clips[0].bones[1];
  EXPECT_EQ(back.interpolation, Interpolation::cubic);
  BoneCursor c;
  EXPECT_NEAR(c.sample(back, 15).rotation.y, 0.195090, 1e-5);
  clip.bones = {track("腕", {0, 10}, Interpolation::step)};
  clip.bones[0].rotation[1] = {0, 1, 0, 0};
  t = trip(small_model(), {clip});
  EXPECT_EQ(t.back.clips[0].bones[0].interpolation, Interpolation::step);
}

TEST(ExportGltf, GroupsMoveTheirMembers) {
  Clip clip;
  clip.morphs = {{{"笑い", {}, false}, {0, 10}, {0, 0.25f}}, {{"all", {}, false}, {10}, {1}}};
  const Trip t = trip(small_model(), {clip});
  ASSERT_EQ(t.back.clips.at(0).morphs.size(), 1u);
  const MorphTrack& m = t.back.clips[0].morphs[0];
  EXPECT_EQ(m.frame, (std::vector<double>{0, 10}));
  EXPECT_EQ(m.weight, (std::vector<float>{0, 0.75f}));
}

TEST(ExportGltf, TellsWhatIsLost) {
  Model model = small_model();
  model.mesh.skin.runs[0].kind = SkinKind::qdef;
  model.mesh.textures = {{"a.bmp", "a.bmp", std::vector<std::byte>(4, std::byte{'B'})}};
  model.mesh.materials[0].texture = TextureIndex{0};
  Clip clip;
  clip.bones = {track("なし", {0}, Interpolation::linear)};
  clip.camera.frame = {0, 1};
  model.springs.chains.resize(2);
  clip.morphs = {{{"なし", {}, false}, {0}, {0.5f}}, {{"静", {}, false}, {0}, {0}}};
  const Trip t = trip(model, {clip});
  for (const char* line : {"3 vertices with SDEF or QDEF: skinned straight", "1 outlines",
                           "2 camera keys", "1 tracks of bones that the character does not have",
                           "2 spring chains, by which hair and clothes swing",
                           "1 morph tracks, for which the mesh has no shape",
                           "1 morphs of UVs, materials, choices and impulses",
                           "1 materials whose picture is neither PNG nor JPEG"})
    EXPECT_TRUE(tells(t.losses, line)) << line;
  EXPECT_TRUE(t.document.animations.empty());
}

TEST(ExportGltf, LooksGoThere) {
  Model model = small_model();
  std::vector<std::byte> png(33);
  const unsigned char mark[] = {0x89, 'P', 'N', 'G'};
  std::memcpy(png.data(), mark, 4);
  png[25] = std::byte{6};
  model.mesh.textures = {{"face.png", "face.png", png}};
  Material cut = model.mesh.materials[0];
  cut.texture = TextureIndex{0};
  cut.mmd.diffuse.w = 1;
  model.mesh.materials.push_back(cut);
  const Trip t = trip(model, {}, {{}, 1, true});
  ASSERT_EQ(t.document.materials.size(), 2u);
  EXPECT_EQ(t.document.materials[0].alpha_mode, io::GltfAlphaMode::blend);
  EXPECT_EQ(t.document.materials[1].alpha_mode, io::GltfAlphaMode::mask);
  EXPECT_TRUE(t.document.materials[0].unlit);
  EXPECT_EQ(t.document.extensions_used, std::vector<std::string>{"KHR_materials_unlit"});
  EXPECT_EQ(t.back.model.mesh.textures[0].bytes, png);
  const Vec3 shown = t.back.model.mesh.materials[0].mmd.ambient;
  EXPECT_NEAR(shown.x, 0.5f * 154 / 255 + 0.5f, 1e-3);  // diffuse in MMD's light, and ambient
}

TEST(ExportGltf, RefusesWhatMakesNoSense) {
  const Model model = small_model();
  EXPECT_FALSE(export_gltf(model, {}, {0, 1, false}));
  EXPECT_FALSE(export_gltf(model, {}, {{}, -1, false}));
  Clip clip;
  clip.rate = 0;
  EXPECT_FALSE(export_gltf(model, std::vector<Clip>{clip}));
  EXPECT_TRUE(export_gltf(Model(), {}));
}

}  // namespace
}  // namespace odori
