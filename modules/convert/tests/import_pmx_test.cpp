#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "odori/convert/mmd.h"

namespace odori {
namespace {

io::PmxText text(const char* s) { return {s, {}}; }

io::PmxBone bone(const char* name, Vec3 position, std::int32_t parent = -1) {
  io::PmxBone b;
  b.name = text(name);
  b.position = position;
  b.parent = parent;
  return b;
}

io::PmxVertex vertex(Vec3 position) {
  io::PmxVertex v;
  v.position = position;
  v.normal = {0, 0, -1};
  v.bones[0] = 0;
  return v;
}

// One triangle that looks towards -Z, as MMD's characters do, on one bone.
io::PmxDocument triangle() {
  io::PmxDocument d;
  d.vertices = {vertex({0, 0, 0}), vertex({0, 1, 0}), vertex({1, 0, 0})};
  d.indices = {0, 1, 2};
  io::PmxMaterial m;
  m.index_count = 3;
  d.materials = {m};
  d.bones = {bone("センター", {0, 8, 1})};
  return d;
}

Model imported(const io::PmxDocument& d) {
  auto model = import_pmx(d);
  EXPECT_TRUE(model) << to_text(model.error());
  return model ? *model : Model{};
}

TEST(ImportPmx, RefusesListsThatDoNotFitEachOther) {
  io::PmxDocument d = triangle();
  d.vertices[0].skin = io::PmxSkin::sdef;
  EXPECT_FALSE(import_pmx(d));
  d = triangle();
  d.header.additional_uvs = 2;
  EXPECT_FALSE(import_pmx(d));
}

TEST(ImportPmx, MirrorsInZAndKeepsTheFrontFaceInFront) {
  const Model m = imported(triangle());
  EXPECT_EQ(m.skeleton.rest_position[0], (Vec3{0, 8, -1}));
  EXPECT_EQ(m.mesh.normals[0], (Vec3{0, 0, 1}));
  const Vec3 a = m.mesh.positions[m.mesh.indices[0]];
  const Vec3 b = m.mesh.positions[m.mesh.indices[1]];
  const Vec3 c = m.mesh.positions[m.mesh.indices[2]];
  // Counter-clockwise as seen from where the normal points.
  EXPECT_GT(dot(cross(b - a, c - a), m.mesh.normals[0]), 0);
}

TEST(ImportPmx, PutsParentsBeforeChildrenAndKeepsTheFilesOrderOtherwise) {
  io::PmxDocument d = triangle();
  d.bones = {bone("hand", {3, 0, 0}, 2), bone("other", {0, 0, 0}), bone("arm", {2, 0, 0}, 3),
             bone("root", {1, 0, 0})};
  d.vertices[0].bones[0] = 2;
  const Model m = imported(d);
  EXPECT_EQ(m.skeleton.names, (std::vector<std::string>{"root", "arm", "hand", "other"}));
  EXPECT_EQ(m.skeleton.file_index, (std::vector<std::int32_t>{3, 2, 0, 1}));
  EXPECT_EQ(at(m.skeleton.from_file_index[0]), 2u);
  EXPECT_EQ(at(m.skeleton.parent[2]), 1u);
  EXPECT_EQ(m.skeleton.rest_translation[2], (Vec3{1, 0, 0}));
  EXPECT_EQ(m.mesh.skin.bones[0][0], 1);
  EXPECT_TRUE(m.warnings.empty());
}

TEST(ImportPmx, TellsOfModelsWithNothingToDrawOrToMove) {
  EXPECT_TRUE(imported(triangle()).warnings.empty());
  io::PmxDocument d = triangle();
  d.materials.clear();
  EXPECT_EQ(imported(d).warnings.count(WarningKind::nothing_to_draw), 1u);
  d = triangle();
  d.indices.clear();
  EXPECT_EQ(imported(d).warnings.count(WarningKind::nothing_to_draw), 1u);
  d = {};
  EXPECT_EQ(imported(d).warnings.count(WarningKind::nothing_to_draw), 1u);
  EXPECT_EQ(imported(d).warnings.count(WarningKind::no_bones), 1u);
}

TEST(ImportPmx, CutsLoopsOfParents) {
  io::PmxDocument d = triangle();
  d.bones = {bone("a", {}, 1), bone("b", {}, 0), bone("self", {}, 2), bone("far", {}, 99)};
  const Model m = imported(d);
  ASSERT_EQ(m.skeleton.size(), 4u);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_LT(static_cast<std::int32_t>(m.skeleton.parent[i]), static_cast<std::int32_t>(i));
  }
  EXPECT_EQ(m.skeleton.names[0], "a");
  EXPECT_EQ(m.warnings.count(WarningKind::parent_loop), 2u);
  EXPECT_EQ(m.warnings.count(WarningKind::index_out_of_range), 1u);
}

TEST(ImportPmx, MirrorsIkLimits) {
  io::PmxDocument d = triangle();
  d.bones = {bone("leg", {}), bone("knee", {}, 0), bone("foot", {}, 1), bone("goal", {})};
  d.bones[3].flags |= io::kPmxIk;
  d.bones[3].ik_target = 2;
  d.bones[3].ik_loops = 40;
  d.bones[3].ik_unit_angle = 2;
  d.bones[3].ik_links = {{1, true, {-3, 0.5f, -0.5f}, {-0.5f, -0.25f, 1}}, {0, false, {}, {}}};
  const Model m = imported(d);
  ASSERT_EQ(m.skeleton.iks.size(), 1u);
  const Ik& ik = m.skeleton.iks[0];
  EXPECT_EQ(at(ik.bone), 3u);
  EXPECT_EQ(at(ik.effector), 2u);
  EXPECT_EQ(ik.links[0].low, (Vec3{0.5f, -0.5f, -0.5f}));  // y was given the wrong way round
  EXPECT_EQ(ik.links[0].high, (Vec3{3, 0.25f, 1}));
  EXPECT_FALSE(ik.links[1].limited);
}

TEST(ImportPmx, SwitchesOffIkThatCannotWork) {
  io::PmxDocument d = triangle();
  d.bones = {bone("a", {}), bone("goal", {}), bone("goal2", {}), bone("goal3", {})};
  for (std::size_t i = 1; i < 4; ++i) {
    d.bones[i].flags |= io::kPmxIk;
    d.bones[i].ik_target = 0;
    d.bones[i].ik_loops = 1'000'000'000;
    d.bones[i].ik_links = {{0, false, {}, {}}};
  }
  d.bones[1].ik_target = 99;
  d.bones[2].ik_links[0].bone = -1;
  const Model m = imported(d);
  ASSERT_EQ(m.skeleton.iks.size(), 1u);
  EXPECT_LE(m.skeleton.iks[0].loops, 256);
  EXPECT_EQ(m.warnings.count(WarningKind::bad_ik), 2u);
}

TEST(ImportPmx, IgnoresAppendsThatLeadBackOrNowhere) {
  io::PmxDocument d = triangle();
  d.bones = {bone("a", {}), bone("b", {}), bone("self", {}), bone("far", {}), bone("good", {})};
  const std::int32_t sources[] = {1, 0, 2, 99, 1};
  for (std::size_t i = 0; i < 5; ++i) {
    d.bones[i].flags |= io::kPmxAppendRotation;
    d.bones[i].append_source = sources[i];
    d.bones[i].append_ratio = -0.5f;
  }
  const Model m = imported(d);
  ASSERT_EQ(m.skeleton.appends.size(), 2u);
  EXPECT_EQ(at(m.skeleton.appends[0].bone), 1u);
  EXPECT_EQ(at(m.skeleton.appends[1].bone), 4u);
  EXPECT_EQ(m.skeleton.appends[1].ratio, -0.5f);
  EXPECT_EQ(m.warnings.count(WarningKind::bad_append), 3u);
}

TEST(ImportPmx, MakesWeightsSumToOne) {
  io::PmxDocument d = triangle();
  d.bones.push_back(bone("b", {}));
  d.vertices[0].skin = io::PmxSkin::bdef4;
  d.vertices[0].bones = {0, 1, -1, -1};
  d.vertices[0].weights = {1, 0.5f, 0, 0.5f};
  d.vertices[1].skin = io::PmxSkin::bdef4;
  d.vertices[1].bones = {1, 0, 0, 0};
  d.vertices[1].weights = {0, 0, 0, 0};
  d.vertices[2].skin = io::PmxSkin::sdef;
  d.vertices[2].bones = {1, 0, -1, -1};
  d.vertices[2].weights = {0.25f, 0, 0, 0};
  d.sdef = {{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}};
  const Model m = imported(d);
  const Skin& s = m.mesh.skin;
  EXPECT_EQ(s.weights[0], (std::array<float, 4>{0.5f, 0.25f, 0, 0.25f}));
  EXPECT_EQ(s.bones[0], (std::array<std::int32_t, 4>{0, 1, 0, 0}));
  EXPECT_EQ(s.weights[1], (std::array<float, 4>{1, 0, 0, 0}));
  EXPECT_EQ(s.weights[2], (std::array<float, 4>{0.25f, 0.75f, 0, 0}));
  EXPECT_EQ(s.bones[2], (std::array<std::int32_t, 4>{1, 0, 0, 0}));
  EXPECT_EQ(s.sdef[0].r1, (Vec3{7, 8, -9}));
  ASSERT_EQ(s.runs.size(), 2u);
  EXPECT_EQ(s.runs[0].end, 2u);
  EXPECT_EQ(s.runs[1].kind, SkinKind::sdef);
  EXPECT_EQ(m.warnings.count(WarningKind::index_out_of_range), 1u);  // weight on bone -1
  EXPECT_EQ(m.warnings.count(WarningKind::bad_value), 1u);           // no weights at all
}

TEST(ImportPmx, GivesAMeshWithoutBonesARoot) {
  io::PmxDocument d = triangle();
  d.bones.clear();
  const Model m = imported(d);
  ASSERT_EQ(m.skeleton.size(), 1u);
  EXPECT_EQ(m.skeleton.file_index[0], -1);
  EXPECT_EQ(m.mesh.skin.bones[0][0], 0);
}

TEST(ImportPmx, RepairsTrianglesAndMaterialRanges) {
  io::PmxDocument d = triangle();
  d.indices = {0, 1, 2, 0, 1, 77, 2};
  d.materials[0].index_count = 100;
  d.materials.push_back({});
  d.materials[0].texture = 5;
  d.materials[0].specular_power = std::numeric_limits<float>::quiet_NaN();
  const Model m = imported(d);
  ASSERT_EQ(m.mesh.indices.size(), 6u);
  for (const std::uint32_t i : m.mesh.indices) EXPECT_LT(i, 3u);
  EXPECT_EQ(m.mesh.materials[0].index_count, 6u);
  EXPECT_EQ(m.mesh.materials[1].first_index, 6u);
  EXPECT_EQ(m.mesh.materials[1].index_count, 0u);
  EXPECT_FALSE(is_set(m.mesh.materials[0].texture));
  EXPECT_EQ(m.mesh.materials[0].mmd.specular_power, 0);
  EXPECT_EQ(m.warnings.count(WarningKind::index_out_of_range), 2u);
}

TEST(ImportPmx, MirrorsBodiesAndJoints) {
  io::PmxDocument d = triangle();
  io::PmxBody b;
  b.position = {1, 2, 3};
  b.rotation = {0.3f, 0.4f, 0.5f};
  b.size = {1, 1, 1};
  b.bone = -1;
  d.bodies = {b, b};
  d.bodies[1].size = {};
  io::PmxJoint j;
  j.body_a = 0;
  j.body_b = 9;
  j.translation_low = {-1, -2, -3};
  j.translation_high = {4, 5, 6};
  j.rotation_low = {-0.1f, -0.2f, -0.3f};
  j.rotation_high = {0.4f, 0.5f, 0.6f};
  d.joints = {j};
  const Model m = imported(d);
  EXPECT_EQ(m.bodies[0].position, (Vec3{1, 2, -3}));
  EXPECT_FALSE(is_set(m.bodies[0].bone));
  // A vector turned in MMD's space and mirrored is the mirrored vector turned here.
  const Vec3 v{0.2f, -0.7f, 0.4f};
  const Vec3 there = mirror_z(rotate(from_euler_yxz(b.rotation), v));
  const Vec3 here = rotate(m.bodies[0].rotation, mirror_z(v));
  EXPECT_NEAR(length(there - here), 0, 1e-6);
  EXPECT_EQ(m.joints[0].translation_low, (Vec3{-1, -2, -6}));
  EXPECT_EQ(m.joints[0].translation_high, (Vec3{4, 5, 3}));
  EXPECT_EQ(m.joints[0].rotation_low, (Vec3{-0.4f, -0.5f, -0.3f}));
  EXPECT_EQ(m.joints[0].rotation_high, (Vec3{0.1f, 0.2f, 0.6f}));
  EXPECT_FALSE(is_set(m.joints[0].b));
  EXPECT_EQ(m.warnings.count(WarningKind::bad_value), 1u);  // the body of size 0
}

TEST(ImportPmx, BringsNumbersNearThatWouldNotStayFinite) {
  io::PmxDocument d = triangle();
  d.vertices[0].position.x = 3e38f;
  d.vertices[1].skin = io::PmxSkin::bdef2;
  d.vertices[1].weights[0] = -3e38f;
  d.vertices[2].skin = io::PmxSkin::bdef4;
  d.vertices[2].weights = {3e38f, 3e38f, 0, 0};
  d.bones.push_back(bone("far", {0, -3e38f, 0}, 0));
  d.bodies.resize(1);
  d.bodies[0].rotation.z = -3e38f;
  const Model m = imported(d);
  EXPECT_LT(m.mesh.positions[0].x, 1e9f);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(m.mesh.skin.weights[i], (std::array<float, 4>{1, 0, 0, 0}));
  }
  EXPECT_TRUE(is_finite(m.skeleton.rest_translation[1]));
  EXPECT_EQ(m.bodies[0].rotation, Quat{});
}

TEST(ImportPmx, ImportsEveryKindOfMorph) {
  io::PmxDocument d = triangle();
  d.header.additional_uvs = 1;
  d.additional_uvs.resize(3);
  d.bodies.resize(1);
  d.morphs.resize(7);
  using Kind = io::PmxMorphKind;
  const Kind kinds[] = {Kind::vertex, Kind::bone, Kind::uv1,    Kind::material,
                        Kind::group,  Kind::flip, Kind::impulse};
  for (std::size_t i = 0; i < 7; ++i) d.morphs[i].kind = kinds[i];
  d.morphs[0].vertices = {{1, {1, 2, 3}}, {3, {}}};
  d.morphs[1].bones = {{0, {1, 2, 3}, {0, 0, 0, 0}}};
  d.morphs[2].uvs = {{1, {1, 2, 3, 4}}};
  d.morphs[3].materials.resize(2);
  d.morphs[3].materials[1].material = 7;
  d.morphs[4].indexed = {{0, 0.5f}, {70, 1}};
  d.morphs[5].indexed = {{1, 1}};
  d.morphs[6].impulses = {{0, 1, {1, 2, 3}, {4, 5, 6}}};
  const Model m = imported(d);
  ASSERT_EQ(m.morphs[0].vertices.size(), 1u);
  EXPECT_EQ(m.morphs[0].vertices[0].offset, (Vec3{1, 2, -3}));
  EXPECT_EQ(m.morphs[1].bones[0].rotation, Quat{});
  EXPECT_EQ(m.morphs[2].uv_channel, 1);
  EXPECT_EQ(m.morphs[2].uvs[0].offset, (Vec4{1, 2, 3, 4}));
  ASSERT_EQ(m.morphs[3].materials.size(), 1u);
  EXPECT_FALSE(is_set(m.morphs[3].materials[0].material));
  EXPECT_EQ(m.morphs[4].members.size(), 1u);
  EXPECT_EQ(m.morphs[5].kind, MorphKind::flip);
  EXPECT_EQ(m.morphs[6].impulses[0].velocity, (Vec3{1, 2, -3}));
  EXPECT_EQ(m.morphs[6].impulses[0].torque, (Vec3{-4, -5, 6}));
  EXPECT_EQ(m.warnings.count(WarningKind::index_out_of_range), 3u);
}

TEST(ImportPmx, ReadsMaterials) {
  io::PmxDocument d = triangle();
  d.textures = {text("tex\\a.png"), text("b.sph")};
  io::PmxMaterial& m = d.materials[0];
  m.flags = io::kPmxBothSides | io::kPmxEdge | io::kPmxReceivesShadow | io::kPmxPoints;
  m.texture = 0;
  m.sphere = 1;
  m.sphere_mode = 2;
  m.toon = 3;
  const Model model = imported(d);
  const Material& out = model.mesh.materials[0];
  EXPECT_EQ(model.mesh.textures[0].name, "tex\\a.png");
  EXPECT_TRUE(out.both_sides);
  EXPECT_EQ(out.primitive, Primitive::points);
  EXPECT_EQ(at(out.mmd.sphere), 1u);
  EXPECT_EQ(out.mmd.sphere_mode, SphereMode::add);
  EXPECT_EQ(out.mmd.shared_toon, 3);
  EXPECT_TRUE(out.mmd.edge);
  EXPECT_TRUE(out.mmd.receives_shadow);
  EXPECT_FALSE(out.mmd.ground_shadow);
}

}  // namespace
}  // namespace odori
