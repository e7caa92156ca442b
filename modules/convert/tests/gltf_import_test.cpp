#include <gtest/gtest.h>

#include <cmath>

#include "gltf/builder.h"
#include "odori/convert/gltf.h"
#include "odori/motion/sample.h"

namespace odori {
namespace {

using gltf_export::Builder;
using io::GltfIndex;
using io::GltfType;

constexpr float kHalf = 0.70710678f;  // of a quarter turn

GltfImport imported(const io::GltfDocument& document, const GltfImportOptions& options = {}) {
  const auto odd = io::check_gltf(document);
  EXPECT_TRUE(odd) << to_text(odd.error());
  auto result = import_gltf(document, options);
  EXPECT_TRUE(result) << to_text(result.error());
  return result ? std::move(*result) : GltfImport();
}

GltfIndex add_node(Builder& b, const char* name, GltfIndex parent, Vec3 t, Quat q = {},
                   Vec3 s = {1, 1, 1}) {
  const auto index = static_cast<GltfIndex>(b.document.nodes.size());
  io::GltfNode& n = b.document.nodes.emplace_back();
  n.name = name;
  n.translation = t;
  n.rotation = q;
  n.scale = s;
  if (parent >= 0) b.document.nodes[static_cast<std::size_t>(parent)].children.push_back(index);
  return index;
}

// A triangle in the XY plane.
io::GltfPrimitive triangle(Builder& b, bool normals = true) {
  io::GltfPrimitive p;
  p.attributes.push_back(
      {"POSITION", b.vectors(std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, 0, true)});
  if (normals) p.attributes.push_back({"NORMAL", b.vectors(std::vector<Vec3>(3, Vec3{0, 0, 1}))});
  return p;
}

io::GltfDocument one_mesh(Builder& b, io::GltfPrimitive p, GltfIndex node) {
  b.document.meshes.emplace_back().primitives.push_back(std::move(p));
  b.document.nodes[static_cast<std::size_t>(node)].mesh = 0;
  return b.document;
}

void expect_near(Vec3 a, Vec3 b, float slack = 1e-6f) {
  EXPECT_NEAR(a.x, b.x, slack);
  EXPECT_NEAR(a.y, b.y, slack);
  EXPECT_NEAR(a.z, b.z, slack);
}

// Where bones stand by the rules of the pose room, from rest alone.
std::vector<Vec3> forward(const Skeleton& s) {
  std::vector<Vec3> position(s.size());
  std::vector<Quat> rotation(s.size());
  for (std::size_t b = 0; b < s.size(); ++b) {
    const bool root = !is_set(s.parent[b]);
    const Quat above = root ? Quat{} : rotation[at(s.parent[b])];
    rotation[b] = above * s.rest_rotation[b];
    position[b] =
        (root ? Vec3{} : position[at(s.parent[b])]) + rotate(above, s.rest_translation[b]);
  }
  return position;
}

TEST(ImportGltf, NodesBecomeBonesWithScalesWorkedIn) {
  Builder b;
  // Children before their parent in the file; two of one name; none without a name.
  add_node(b, "tip", -1, {0, 2, 0});
  const GltfIndex root = add_node(b, "arm", -1, {1, 0, 0}, {0, 0, kHalf, kHalf}, {3, 3, 3});
  b.document.nodes[1].children.push_back(0);
  add_node(b, "arm", root, {0, 0, 1});
  add_node(b, "", root, {0, 0, -1});
  const GltfImport in = imported(b.document);
  const Skeleton& s = in.model.skeleton;
  ASSERT_EQ(s.size(), 4u);
  EXPECT_EQ(s.names, (std::vector<std::string>{"arm", "tip", "arm_2", "node_3"}));
  EXPECT_EQ(in.bone_of_node[0], BoneIndex{1});
  EXPECT_EQ(s.file_index[1], 0);
  expect_near(s.rest_position[1], {-5, 0, 0});  // turned a quarter, three times as far
  const auto where = forward(s);
  for (std::size_t i = 0; i < s.size(); ++i) expect_near(where[i], s.rest_position[i]);
  EXPECT_EQ(in.model.metres_per_unit, 1);
  EXPECT_TRUE(in.model.warnings.empty());
}

TEST(ImportGltf, MatricesAndUnevenScales) {
  Builder b;
  add_node(b, "m", -1, {});
  b.document.nodes[0].matrix = {0, 2, 0, 0, -2, 0, 0, 0, 0, 0, 2, 0, 7, 0, 0, 1};
  add_node(b, "child", 0, {1, 0, 0});
  const GltfImport even = imported(b.document);
  expect_near(even.model.skeleton.rest_position[1], {7, 2, 0});
  EXPECT_NEAR(even.model.skeleton.rest_rotation[0].z, kHalf, 1e-6);
  EXPECT_TRUE(even.model.warnings.empty());
  b.document.nodes[1].scale = {1, 2, 1};
  EXPECT_EQ(imported(b.document).model.warnings.count(WarningKind::bad_value), 1u);
}

TEST(ImportGltf, AMeshWithoutSkinHangsOnItsNode) {
  Builder b;
  add_node(b, "n", -1, {0, 0, 5}, {0, kHalf, 0, kHalf}, {2, 2, 2});
  const GltfImport in = imported(one_mesh(b, triangle(b), 0));
  const Mesh& m = in.model.mesh;
  ASSERT_EQ(m.size(), 3u);
  expect_near(m.positions[1], {0, 0, 3});  // +X turned to -Z, twice as long
  expect_near(m.normals[0], {1, 0, 0});
  EXPECT_EQ(m.indices, (std::vector<std::uint32_t>{0, 1, 2}));
  EXPECT_EQ(m.skin.runs.size(), 1u);
  EXPECT_EQ(m.skin.weights[0][0], 1);
  // A mirror turns the corners.
  b.document.nodes[0].scale = {-1, 1, 1};
  EXPECT_EQ(imported(b.document).model.mesh.indices, (std::vector<std::uint32_t>{0, 2, 1}));
}

TEST(ImportGltf, FacesBackIsTurnedAround) {
  Builder b;
  add_node(b, "n", -1, {1, 2, 3});
  add_node(b, "child", 0, {0, 0, 1});
  const GltfImport in = imported(one_mesh(b, triangle(b), 0), {true});
  expect_near(in.model.skeleton.rest_position[0], {-1, 2, -3});
  expect_near(forward(in.model.skeleton)[1], {-1, 2, -4});
  expect_near(in.model.mesh.positions[1], {-2, 2, -3});
  expect_near(in.model.mesh.normals[0], {0, 0, -1});
}

TEST(ImportGltf, ASkinIsBroughtToTheRestPose) {
  Builder b;
  add_node(b, "a", -1, {0, 1, 0});
  add_node(b, "b", 0, {0, 1, 0}, {0, 0, kHalf, kHalf});  // bent at rest, straight in the skin
  add_node(b, "mesh", -1, {9, 9, 9});                    // a skin ignores its node
  io::GltfPrimitive p = triangle(b);
  p.attributes.push_back(
      {"JOINTS_0",
       io::add_joints(b.document, std::vector<std::uint16_t>{0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0})});
  p.attributes.push_back(
      {"WEIGHTS_0", b.vectors(std::vector<Vec4>{{1, 0, 0, 0}, {1, 0, 0, 0}, {0.5f, 0.5f, 0, 0}})});
  const std::vector<float> inverse = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -1, 0, 1,
                                      1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -2, 0, 1};
  io::GltfSkin& skin = b.document.skins.emplace_back();
  skin.joints = {0, 1};
  skin.inverse_bind_matrices = b.floats(GltfType::mat4, inverse);
  b.document.nodes[2].skin = 0;
  const GltfImport in = imported(one_mesh(b, p, 2));
  const Mesh& m = in.model.mesh;
  EXPECT_EQ(m.positions[0], Vec3{});       // its joint stands as in the skin: not a bit changes
  expect_near(m.positions[1], {2, 3, 0});  // (1, -2) from the joint, turned a quarter
  expect_near(m.normals[1], {0, 0, 1});
  ASSERT_EQ(m.skin.runs.size(), 2u);
  EXPECT_EQ(m.skin.runs[1].kind, SkinKind::bdef2);
  EXPECT_EQ(m.skin.bones[2], (std::array<std::int32_t, 4>{1, 0, 0, 0}));
}

TEST(ImportGltf, TheFourBiggestInfluencesStay) {
  Builder b;
  for (int i = 0; i < 6; ++i) add_node(b, "j", -1, {});
  io::GltfPrimitive p = triangle(b);
  const std::vector<std::uint16_t> j0 = {0, 1, 2, 3, 0, 0, 0, 0, 9, 0, 0, 0},
                                   j1 = {4, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
  p.attributes.push_back({"JOINTS_0", io::add_joints(b.document, j0)});
  p.attributes.push_back({"JOINTS_1", io::add_joints(b.document, j1)});
  p.attributes.push_back(
      {"WEIGHTS_0", b.vectors(std::vector<Vec4>{{0.1f, 0.3f, 0.05f, 0.2f}, {}, {1, 0, 0, 0}})});
  p.attributes.push_back({"WEIGHTS_1", b.vectors(std::vector<Vec4>{{0.25f, 0.1f, 0, 0}, {}, {}})});
  b.document.skins.emplace_back().joints = {0, 1, 2, 3, 4, 5};
  b.document.nodes[5].skin = 0;
  const GltfImport in = imported(one_mesh(b, p, 5));
  const Skin& s = in.model.mesh.skin;
  EXPECT_EQ(s.bones[0], (std::array<std::int32_t, 4>{1, 4, 3, 0}));
  EXPECT_NEAR(s.weights[0][0] + s.weights[0][1] + s.weights[0][2] + s.weights[0][3], 1, 1e-6);
  EXPECT_NEAR(s.weights[0][0], 0.3 / 0.85, 1e-6);
  EXPECT_EQ(s.weights[1], (std::array<float, 4>{1, 0, 0, 0}));  // without weights: the first joint
  EXPECT_EQ(in.model.warnings.count(WarningKind::index_out_of_range), 1u);
}

TEST(ImportGltf, StripsFansLinesAndMissingNormals) {
  Builder b;
  add_node(b, "n", -1, {});
  io::GltfPrimitive p;
  p.attributes.push_back(
      {"POSITION",
       b.vectors(std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}}, 0, true)});
  p.attributes.push_back({"NORMAL", b.vectors(std::vector<Vec3>(4, Vec3{0, 0, 1}))});
  const auto indices = [&](io::GltfMode mode) {
    io::GltfPrimitive q = p;
    q.mode = mode;
    Builder copy = b;
    const Model m = imported(one_mesh(copy, q, 0)).model;
    // Every triangle faces as its normals do.
    for (std::size_t i = 0;
         m.mesh.materials[0].primitive == Primitive::triangles && i + 2 < m.mesh.indices.size();
         i += 3) {
      const auto at = [&](std::size_t k) { return m.mesh.positions[m.mesh.indices[i + k]]; };
      if (mode == io::GltfMode::triangle_strip) {
        EXPECT_GT(cross(at(1) - at(0), at(2) - at(0)).z, 0);
      }
    }
    return m.mesh.indices;
  };
  using List = std::vector<std::uint32_t>;
  EXPECT_EQ(indices(io::GltfMode::triangle_strip), (List{0, 1, 2, 1, 3, 2}));
  EXPECT_EQ(indices(io::GltfMode::triangle_fan), (List{0, 1, 2, 0, 2, 3}));
  EXPECT_EQ(indices(io::GltfMode::line_loop), (List{0, 1, 1, 2, 2, 3, 3, 0}));
  EXPECT_EQ(indices(io::GltfMode::line_strip), (List{0, 1, 1, 2, 2, 3}));
  EXPECT_EQ(indices(io::GltfMode::points), (List{0, 1, 2, 3}));
  p.attributes.pop_back();
  p.indices = io::add_indices(b.document, List{0, 1, 2, 2, 1, 3});
  const GltfImport flat = imported(one_mesh(b, p, 0));
  EXPECT_EQ(flat.model.mesh.size(), 6u);  // every face has its own corners
  expect_near(flat.model.mesh.normals[4], {0, 0, 1});
}

TEST(ImportGltf, MorphTargetsAndTheirStart) {
  Builder b;
  add_node(b, "n", -1, {}, {}, {2, 2, 2});
  io::GltfPrimitive p = triangle(b);
  p.targets.push_back({{"POSITION", io::add_offsets(b.document, 3, std::vector<std::uint32_t>{2},
                                                    std::vector<Vec3>{{0, 1, 0}})}});
  p.targets.push_back({{"POSITION", io::add_offsets(b.document, 3, {}, {})}});
  b.document.meshes.emplace_back().primitives.push_back(p);
  b.document.meshes[0].target_names = {"smile", "smile"};
  b.document.meshes[0].weights = {0.5f, 0};
  b.document.nodes[0].mesh = 0;
  io::GltfAnimation& a = b.document.animations.emplace_back();
  io::GltfSampler s;
  s.input = b.floats(GltfType::scalar, std::vector<float>{0, 1}, 0, true);
  s.output = b.floats(GltfType::scalar, std::vector<float>{0.5f, 0, 1, 0.25f});
  a.samplers.push_back(s);
  io::GltfChannel c;
  c.sampler = 0;
  c.node = 0;
  c.path = io::GltfPath::weights;
  a.channels.push_back(c);
  const GltfImport in = imported(b.document);
  ASSERT_EQ(in.model.morphs.size(), 2u);
  EXPECT_EQ(in.model.morphs[1].name, "smile_2");
  ASSERT_EQ(in.model.morphs[0].vertices.size(), 1u);
  EXPECT_EQ(in.model.morphs[0].vertices[0].offset, (Vec3{0, 2, 0}));
  EXPECT_TRUE(in.model.morphs[1].vertices.empty());
  EXPECT_EQ(in.model.mesh.positions[2], (Vec3{0, 3, 0}));  // half of it from the start
  ASSERT_EQ(in.clips[0].morphs.size(), 2u);
  EXPECT_EQ(in.clips[0].morphs[0].weight, (std::vector<float>{0, 0.5f}));
  EXPECT_EQ(in.clips[0].morphs[1].weight, (std::vector<float>{0, 0.25f}));
  EXPECT_EQ(in.morphs_of_node[0][1], MorphIndex{1});
}

// --- animations

io::GltfDocument rotating(Builder& b, const std::vector<float>& times,
                          const std::vector<float>& values, io::GltfInterpolation kind,
                          io::GltfPath path = io::GltfPath::rotation) {
  if (b.document.animations.empty()) b.document.animations.emplace_back();
  io::GltfAnimation& a = b.document.animations[0];
  io::GltfSampler s;
  s.input = b.floats(GltfType::scalar, times, 0, true);
  s.output = b.floats(path == io::GltfPath::rotation ? GltfType::vec4 : GltfType::vec3, values);
  s.interpolation = kind;
  io::GltfChannel c;
  c.sampler = static_cast<GltfIndex>(a.samplers.size());
  c.node = static_cast<GltfIndex>(b.document.nodes.size() - 1);
  c.path = path;
  a.samplers.push_back(s);
  a.channels.push_back(c);
  return b.document;
}

TEST(ImportGltfCases, OfKeysAtOneTimeTheLastWins) {  // D26
  Builder b;
  add_node(b, "hips", -1, {});
  const GltfImport in = imported(rotating(
      b, {0, 1, 1}, {0, 0, 0, 1, 0, kHalf, 0, kHalf, 0, 0, 0, 1}, io::GltfInterpolation::linear));
  const BoneTrack& t = in.clips.at(0).bones.at(0);
  EXPECT_EQ(t.frame, (std::vector<double>{0, 30}));
  EXPECT_EQ(t.rotation[1], Quat{});
}

TEST(ImportGltfCases, SplinesAreExactAndOfUnitLength) {  // D28
  Builder b;
  add_node(b, "hips", -1, {});
  const GltfImport in =
      imported(rotating(b, {0, 1}, {0, 0, 0, 0, 0, 0,           0, 1,           0, 2, 0, 0,
                                    0, 2, 0, 0, 0, 0.38268343f, 0, 0.92387953f, 0, 0, 0, 0},
                        io::GltfInterpolation::cubic_spline));
  const BoneTrack& t = in.clips.at(0).bones.at(0);
  EXPECT_EQ(t.interpolation, Interpolation::cubic);
  BoneCursor cursor;
  const Quat q = cursor.sample(t, 15).rotation;
  // The mean of the keys, which is 0.980785 long, made unit length; the slopes cancel out.
  EXPECT_NEAR(q.y, 0.195090, 1e-6);
  EXPECT_NEAR(q.w, 0.980785, 1e-6);
}

TEST(ImportGltf, TracksCountFromRestInTheParentsFrame) {
  Builder b;
  add_node(b, "root", -1, {}, {0, kHalf, 0, kHalf}, {2, 2, 2});
  add_node(b, "bone", 0, {1, 0, 0}, {kHalf, 0, 0, kHalf});
  rotating(b, {0, 0.5f}, {kHalf, 0, 0, kHalf, 1, 0, 0, 0}, io::GltfInterpolation::linear);
  const GltfImport in = imported(rotating(
      b, {0, 0.5f}, {1, 0, 0, 1, 3, 0}, io::GltfInterpolation::linear, io::GltfPath::translation));
  ASSERT_EQ(in.clips[0].bones.size(), 1u);
  const BoneTrack& t = in.clips[0].bones[0];
  EXPECT_EQ(t.frame, (std::vector<double>{0, 15}));
  EXPECT_NEAR(angle_between(t.rotation[0], {}), 0, 1e-3);
  EXPECT_NEAR(angle_between(t.rotation[1], {kHalf, 0, 0, kHalf}), 0, 1e-3);
  expect_near(t.translation[0], {});
  expect_near(t.translation[1], {0, 6, 0});
}

TEST(ImportGltf, ChannelsOfOneBoneComeTogether) {
  Builder b;
  add_node(b, "bone", -1, {});
  rotating(b, {0, 1}, {0, 0, 0, 1, 0, 1, 0, 0}, io::GltfInterpolation::linear);
  // Straight and straight: the keys of both, no more.
  Builder same = b;
  GltfImport in = imported(rotating(same, {0, 0.5f, 2}, {0, 0, 0, 1, 0, 0, 4, 0, 0},
                                    io::GltfInterpolation::linear, io::GltfPath::translation));
  EXPECT_EQ(in.clips[0].bones[0].frame, (std::vector<double>{0, 15, 30, 60}));
  EXPECT_NEAR(in.clips[0].bones[0].translation[2].x, 2, 1e-5);
  EXPECT_NEAR(angle_between(in.clips[0].bones[0].rotation[1], {0, kHalf, 0, kHalf}), 0, 1e-3);
  EXPECT_TRUE(in.clips[0].warnings.empty());
  // Steps and straight: a key on every frame, and a word about it.
  in = imported(rotating(b, {0, 0.5f}, {0, 0, 0, 5, 0, 0}, io::GltfInterpolation::step,
                         io::GltfPath::translation));
  const BoneTrack& t = in.clips[0].bones[0];
  EXPECT_EQ(t.frame.size(), 31u);
  EXPECT_EQ(t.translation[14].x, 0);
  EXPECT_EQ(t.translation[15].x, 5);
  EXPECT_EQ(in.clips[0].warnings.count(WarningKind::other), 1u);
}

TEST(ImportGltf, FindsTheRate) {
  for (const auto& [times, rate] : {std::pair{std::vector<float>{0, 1.0f / 24, 100 / 24.0f}, 24.0},
                                    {{0, 1.0f / 60}, 60.0},
                                    {{0, 0.1f}, 30.0},
                                    {{0, 0.01234f}, 30.0}}) {
    Builder b;
    add_node(b, "n", -1, {});
    const GltfImport in = imported(rotating(b, times, std::vector<float>(times.size() * 4, 0.5f),
                                            io::GltfInterpolation::linear));
    EXPECT_EQ(in.clips[0].rate, rate);
  }
}

TEST(ImportGltf, LooksAreMmds) {
  Builder b;
  add_node(b, "n", -1, {});
  const std::vector<std::byte> png(8, std::byte{1});
  b.document.textures.emplace_back().source = b.image("face", "image/png", png);
  io::GltfMaterial lit, unlit;
  lit.name = "skin";
  lit.has_pbr = unlit.has_pbr = true;
  lit.base_colour_factor = {1, 0.21404114f, 0, 0.5f};  // 0.5 as sRGB
  lit.base_colour.texture = 0;
  lit.alpha_mode = io::GltfAlphaMode::blend;
  lit.double_sided = true;
  unlit.unlit = true;
  b.document.materials = {lit, unlit};
  io::GltfPrimitive p = triangle(b), q = triangle(b);
  p.material = 0;
  q.material = 1;
  b.document.meshes.emplace_back().primitives = {p, q};
  b.document.nodes[0].mesh = 0;
  const GltfImport in = imported(b.document);
  ASSERT_EQ(in.model.mesh.materials.size(), 2u);
  const Material& m = in.model.mesh.materials[0];
  EXPECT_EQ(m.name, "skin");
  EXPECT_TRUE(m.both_sides);
  EXPECT_EQ(m.texture, TextureIndex{0});
  EXPECT_EQ(in.model.mesh.textures[0].bytes, png);
  EXPECT_NEAR(m.mmd.diffuse.y, 0.5f, 1e-3);
  EXPECT_EQ(m.mmd.diffuse.w, 0.5f);
  EXPECT_TRUE(m.mmd.receives_shadow);
  const MmdShading& u = in.model.mesh.materials[1].mmd;
  EXPECT_EQ(u.ambient, (Vec3{1, 1, 1}));
  EXPECT_EQ(u.diffuse, (Vec4{0, 0, 0, 1}));
  EXPECT_EQ(u.shared_toon, -1);
  EXPECT_EQ(in.material_of, (std::vector<GltfIndex>{0, 1}));
}

TEST(ImportGltf, PrimitivesOfOneListOfVerticesShareThem) {
  Builder b;
  add_node(b, "n", -1, {});
  io::GltfPrimitive p = triangle(b), q = p;
  q.indices = io::add_indices(b.document, std::vector<std::uint32_t>{2, 1, 0});
  b.document.meshes.emplace_back().primitives = {p, q};
  b.document.nodes[0].mesh = 0;
  const GltfImport in = imported(b.document);
  EXPECT_EQ(in.model.mesh.size(), 3u);
  EXPECT_EQ(in.model.mesh.indices, (std::vector<std::uint32_t>{0, 1, 2, 2, 1, 0}));
  EXPECT_EQ(in.model.mesh.materials[1].first_index, 3u);
}

TEST(ImportGltf, RefusesMoreVerticesThanTheBytesShouldMake) {
  Builder b;
  io::GltfPrimitive p;
  p.attributes.push_back({"POSITION", b.vectors(std::vector<Vec3>(10'000), 0, true)});
  p.attributes.push_back({"NORMAL", p.attributes[0].accessor});
  b.document.meshes.emplace_back().primitives.push_back(p);
  for (int i = 0; i < 1000; ++i) {
    add_node(b, "n", -1, {});
    b.document.nodes.back().mesh = 0;
  }
  const auto in = import_gltf(b.document);
  ASSERT_FALSE(in);
  EXPECT_EQ(in.error().code, Code::too_large);
}

}  // namespace
}  // namespace odori
