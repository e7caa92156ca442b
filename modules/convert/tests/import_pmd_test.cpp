#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "odori/convert/mmd.h"

namespace odori {
namespace {

using Kind = io::PmdBoneKind;

template <std::size_t N>
std::array<std::uint8_t, N> text(const char* s) {
  std::array<std::uint8_t, N> field{};
  EXPECT_TRUE(io::set_pmd_text(field, s));
  return field;
}

io::PmdBone bone(const char* name, std::uint16_t parent, Vec3 position, Kind kind = Kind::rotate,
                 std::uint16_t tail = 0, std::uint16_t ik = 0) {
  return {text<20>(name), parent, tail, kind, ik, position};
}

// One triangle that looks towards -Z, as MMD's characters do, on one bone.
io::PmdDocument triangle() {
  io::PmdDocument d;
  d.vertices.resize(3);
  d.vertices[1].position = {0, 1, 0};
  d.vertices[2].position = {1, 0, 0};
  for (io::PmdVertex& v : d.vertices) v.normal = {0, 0, -1};
  d.indices = {0, 1, 2};
  d.materials.resize(1);
  d.materials[0].index_count = 3;
  d.bones = {bone("センター", io::kPmdNone, {0, 8, 1}, Kind::rotate_and_move)};
  return d;
}

// Hip, knee, ankle and the goal below them; a copy of the hip, and one of the copy's children.
io::PmdDocument leg() {
  io::PmdDocument d = triangle();
  d.bones.push_back(bone("左足", 0, {1, 8, 0}, Kind::ik_link, 2, 4));
  d.bones.push_back(bone("左ひざ", 1, {1, 4, 0}, Kind::ik_link, 3, 4));
  d.bones.push_back(bone("左足首", 2, {1, 0, 0}, Kind::ik_target));
  d.bones.push_back(bone("左足ＩＫ", io::kPmdNone, {1, 0, 0}, Kind::ik));
  d.iks = {{4, 3, 40, 0.5f, {2, 1}}};
  return d;
}

Model imported(const io::PmdDocument& d) {
  auto model = import_pmd(d);
  EXPECT_TRUE(model) << to_text(model.error());
  return model ? *model : Model{};
}

TEST(ImportPmd, MirrorsInZAndKeepsTheFrontFaceInFront) {
  const Model m = imported(triangle());
  EXPECT_EQ(m.skeleton.rest_position[0], (Vec3{0, 8, -1}));
  const Vec3 a = m.mesh.positions[m.mesh.indices[0]];
  const Vec3 b = m.mesh.positions[m.mesh.indices[1]];
  const Vec3 c = m.mesh.positions[m.mesh.indices[2]];
  EXPECT_GT(dot(cross(b - a, c - a), m.mesh.normals[0]), 0);
  EXPECT_TRUE(m.warnings.empty());
}

TEST(ImportPmd, WeightsArePercentOfTheFirstBone) {
  io::PmdDocument d = triangle();
  d.bones.push_back(bone("b", 0, {}));
  d.vertices[0].bones = {1, 0};
  d.vertices[0].weight = 25;
  d.vertices[1].bones = {1, 0};
  d.vertices[1].weight = 0;
  d.vertices[1].no_edge = 1;
  d.vertices[2].bones = {1, io::kPmdNone};
  d.vertices[2].weight = 120;
  const Model m = imported(d);
  const Skin& s = m.mesh.skin;
  EXPECT_EQ(s.bones[0], (std::array<std::int32_t, 4>{1, 0, 0, 0}));
  EXPECT_EQ(s.weights[0], (std::array<float, 4>{0.25f, 0.75f, 0, 0}));
  EXPECT_EQ(s.bones[1][0], 0);
  EXPECT_EQ(s.weights[1], (std::array<float, 4>{1, 0, 0, 0}));
  EXPECT_EQ(s.bones[2][0], 1);
  EXPECT_EQ(s.weights[2], (std::array<float, 4>{1, 0, 0, 0}));
  EXPECT_EQ(m.mesh.edge_scale, (std::vector<float>{1, 0, 1}));
  EXPECT_EQ(m.warnings.count(WarningKind::bad_value), 1u);  // 120 percent
}

TEST(ImportPmd, EndingsTellTexturesFromSphereMaps) {
  const auto material = [](const char* field) {
    io::PmdDocument d = triangle();
    d.materials[0].texture = text<20>(field);
    return to_pmx(d);
  };
  const auto name = [](const io::PmxDocument& d, std::int32_t i) {
    return i < 0 ? std::string("-") : d.textures[static_cast<std::size_t>(i)].text;
  };
  const struct {
    const char *field, *texture, *sphere;
    int mode;
  } cases[] = {{"顔.bmp", "顔.bmp", "-", 0},
               {"a.bmp*b.sph", "a.bmp", "b.sph", 1},
               {"a.bmp*b.spa", "a.bmp", "b.spa", 2},
               {"b.SPH", "-", "b.SPH", 1},
               {"b.spa", "-", "b.spa", 2},
               {"b.Spa*a.tga", "a.tga", "b.Spa", 2},
               {"", "-", "-", 0},
               {"*", "-", "-", 0},
               {"a.bmp*", "a.bmp", "-", 0},
               {"sph", "sph", "-", 0}};
  for (const auto& c : cases) {
    const io::PmxDocument d = material(c.field);
    EXPECT_EQ(name(d, d.materials[0].texture), c.texture) << c.field;
    EXPECT_EQ(name(d, d.materials[0].sphere), c.sphere) << c.field;
    EXPECT_EQ(d.materials[0].sphere_mode, c.mode) << c.field;
    EXPECT_TRUE(d.warnings.empty()) << c.field;
  }
  EXPECT_EQ(material("a.bmp*b.bmp").warnings.count(WarningKind::other), 1u);
}

TEST(ImportPmd, TheSameTextureIsListedOnce) {
  io::PmdDocument d = triangle();
  d.materials.resize(2);
  d.materials[0].texture = d.materials[1].texture = text<20>("a.bmp*b.sph");
  const io::PmxDocument pmx = to_pmx(d);
  EXPECT_EQ(pmx.textures.size(), 2u);
  EXPECT_EQ(pmx.materials[1].sphere, pmx.materials[0].sphere);
}

TEST(ImportPmd, MaterialsGetMmdsRules) {
  io::PmdDocument d = triangle();
  d.materials.resize(3);
  d.materials[0].edge = 1;
  d.materials[0].specular = {0.1f, 0.2f, 0.3f};
  d.materials[0].specular_power = 7;
  d.materials[0].ambient = {0.4f, 0.5f, 0.6f};
  d.materials[1].alpha = 0.98f;
  d.materials[2].alpha = 0.5f;
  const Model m = imported(d);
  const MmdShading& solid = m.mesh.materials[0].mmd;
  EXPECT_TRUE(solid.edge && solid.ground_shadow && solid.casts_shadow && solid.receives_shadow);
  EXPECT_FALSE(m.mesh.materials[0].both_sides);
  EXPECT_EQ(solid.specular, (Vec3{0.1f, 0.2f, 0.3f}));
  EXPECT_EQ(solid.specular_power, 7);
  EXPECT_EQ(solid.ambient, (Vec3{0.4f, 0.5f, 0.6f}));
  EXPECT_EQ(solid.edge_colour, (Vec4{0, 0, 0, 1}));
  EXPECT_EQ(solid.edge_size, 1);
  const MmdShading& sign = m.mesh.materials[1].mmd;
  EXPECT_TRUE(m.mesh.materials[1].both_sides && sign.receives_shadow);
  EXPECT_FALSE(sign.casts_shadow || sign.edge || sign.ground_shadow);
  EXPECT_TRUE(m.mesh.materials[2].both_sides && m.mesh.materials[2].mmd.casts_shadow);
  EXPECT_EQ(m.mesh.materials[2].mmd.diffuse, (Vec4{1, 1, 1, 0.5f}));
}

TEST(ImportPmd, ToonsAreTheModelsOwnOrMmds) {
  io::PmdDocument d = triangle();
  d.materials.resize(5);
  for (io::PmdMaterial& m : d.materials) m.toon = 0xFF;
  d.materials[0].toon = 2;
  d.materials[1].toon = 9;
  d.materials[2].toon = 0;
  d.materials[4].toon = 10;
  d.toons[2] = text<100>("肌.bmp");
  d.toons[0] = text<100>("toon04.bmp");
  const Model m = imported(d);
  const auto name = [&](std::size_t i) {
    const TextureIndex toon = m.mesh.materials[i].mmd.toon;
    return is_set(toon) ? m.mesh.textures[at(toon)].name : std::string();
  };
  EXPECT_EQ(name(0), "肌.bmp");
  EXPECT_EQ(name(1), "toon10.bmp");  // MMD's own, since the file gives no name
  EXPECT_EQ(name(2), "toon04.bmp");
  EXPECT_EQ(name(3), "");
  EXPECT_EQ(name(4), "");
  EXPECT_EQ(m.mesh.materials[3].mmd.shared_toon, -1);
  EXPECT_EQ(m.warnings.count(WarningKind::bad_value), 1u);
}

TEST(ImportPmd, KneesBendOneWayByTheirName) {
  const io::PmdDocument d = leg();
  const io::PmxDocument pmx = to_pmx(d);
  const io::PmxBone& goal = pmx.bones[4];
  EXPECT_EQ(goal.ik_target, 3);
  EXPECT_EQ(goal.ik_loops, 40);
  EXPECT_EQ(goal.ik_unit_angle, 2);
  ASSERT_EQ(goal.ik_links.size(), 2u);
  EXPECT_TRUE(goal.ik_links[0].limited);
  constexpr float kHalfDegree = std::numbers::pi_v<float> / 360;
  EXPECT_EQ(goal.ik_links[0].low, (Vec3{-std::numbers::pi_v<float>, 0, 0}));
  EXPECT_EQ(goal.ik_links[0].high, (Vec3{-kHalfDegree, 0, 0}));
  EXPECT_FALSE(goal.ik_links[1].limited);

  const Model m = imported(d);
  ASSERT_EQ(m.skeleton.iks.size(), 1u);
  const Ik& ik = m.skeleton.iks[0];
  EXPECT_EQ(m.skeleton.names[at(ik.bone)], "左足ＩＫ");
  EXPECT_EQ(m.skeleton.names[at(ik.links[0].bone)], "左ひざ");
  EXPECT_EQ(ik.links[0].low, (Vec3{kHalfDegree, 0, 0}));
  EXPECT_EQ(ik.links[0].high, (Vec3{std::numbers::pi_v<float>, 0, 0}));
}

TEST(ImportPmd, IkComesAfterAllBonesAndCopiesAfterIk) {
  io::PmdDocument d = leg();
  d.bones.push_back(bone("つま先ＩＫ", 4, {}, Kind::ik_link));
  d.bones.push_back(bone("足連動", 8, {}, Kind::under_rotate, 0, 1));
  d.bones.push_back(bone("裾", 6, {}));  // of the copy, which stands before it
  d.bones.push_back(bone("親", 0, {}));
  const io::PmxDocument pmx = to_pmx(d);
  std::vector<std::int32_t> layers;
  for (const io::PmxBone& b : pmx.bones) layers.push_back(b.layer);
  EXPECT_EQ(layers, (std::vector<std::int32_t>{0, 0, 0, 0, 1, 1, 2, 2, 0}));
  d.bones[8].parent = 6;  // a circle
  EXPECT_EQ(imported(d).warnings.count(WarningKind::parent_loop), 1u);
}

TEST(ImportPmd, BonesThatCopyARotation) {
  io::PmdDocument d = leg();
  d.bones.push_back(bone("足連動", 0, {1, 8, 1}, Kind::under_rotate, 2, 1));
  d.bones.push_back(bone("左目", 0, {1, 9, 1}, Kind::follow_rotate, 2, 30));
  d.bones.push_back(bone("右目", 0, {1, 9, 1}, Kind::follow_rotate, 2,
                         static_cast<std::uint16_t>(std::int16_t{-150})));
  const Model m = imported(d);
  ASSERT_EQ(m.skeleton.appends.size(), 3u);
  const Append& under = m.skeleton.appends[0];
  EXPECT_EQ(m.skeleton.names[at(under.source)], "左足");
  EXPECT_EQ(under.ratio, 1);
  EXPECT_TRUE(under.rotation);
  EXPECT_FALSE(under.translation || under.local);
  EXPECT_EQ(m.skeleton.names[at(m.skeleton.appends[1].source)], "左ひざ");
  EXPECT_EQ(m.skeleton.appends[1].ratio, 0.3f);
  EXPECT_EQ(m.skeleton.appends[2].ratio, -1.5f);
  EXPECT_TRUE(m.skeleton.flags[5] & kVisible);
  EXPECT_FALSE(m.skeleton.flags[6] & kVisible);
  EXPECT_EQ(m.skeleton.tail[5], m.skeleton.rest_position[2]);
  EXPECT_EQ(m.skeleton.tail[6], m.skeleton.rest_position[6]);
}

TEST(ImportPmd, TwistBonesTurnAboutTheLineToTheirTail) {
  io::PmdDocument d = triangle();
  d.bones.push_back(bone("左腕捩", 0, {1, 10, 0}, Kind::twist, 2));
  d.bones.push_back(bone("左ひじ", 0, {4, 10, 4}));
  d.bones.push_back(bone("右腕捩", 0, {1, 10, 0}, Kind::twist, 0));
  d.bones.push_back(bone("捩", 0, {1, 10, 0}, Kind::twist, 1));
  const Model m = imported(d);
  ASSERT_EQ(m.skeleton.fixed_axes.size(), 1u);
  EXPECT_EQ(at(m.skeleton.fixed_axes[0].bone), 1u);
  const Vec3 axis = m.skeleton.fixed_axes[0].axis;
  EXPECT_NEAR(axis.x, 0.6f, 1e-6f);
  EXPECT_NEAR(axis.z, -0.8f, 1e-6f);
  EXPECT_EQ(m.warnings.count(WarningKind::bad_value), 2u);  // points nowhere; points to itself
}

TEST(ImportPmd, KindsOfBonesSayWhatTheyMayDo) {
  io::PmdDocument d = triangle();
  for (int kind = 0; kind <= 10; ++kind) {
    d.bones.push_back(bone("b", 0, {}, static_cast<Kind>(kind), 0, kind == 5 ? 1 : 0));
  }
  const io::PmxDocument pmx = to_pmx(d);
  const int turns = io::kPmxRotatable | io::kPmxOperable | io::kPmxTailIsBone;
  const int moves = turns | io::kPmxVisible | io::kPmxTranslatable;
  const int want[] = {turns | io::kPmxVisible,
                      moves,
                      moves,
                      turns | io::kPmxVisible,
                      turns | io::kPmxVisible,
                      turns | io::kPmxVisible | io::kPmxAppendRotation,
                      turns,
                      turns,
                      turns | io::kPmxVisible,
                      turns | io::kPmxAppendRotation,
                      turns | io::kPmxVisible};
  for (std::size_t kind = 0; kind <= 10; ++kind) {
    EXPECT_EQ(pmx.bones[kind + 1].flags, want[kind]) << kind;
  }
  EXPECT_EQ(pmx.warnings.count(WarningKind::bad_value), 2u);  // a twist without a tail; kind 10
}

TEST(ImportPmd, ChainsThatCannotBeAreTold) {
  io::PmdDocument d = leg();
  d.iks.push_back(d.iks[0]);
  d.iks.push_back({99, 3, 1, 0.5f, {1}});
  const Model m = imported(d);
  EXPECT_EQ(m.skeleton.iks.size(), 1u);
  EXPECT_EQ(m.warnings.count(WarningKind::bad_ik), 2u);
}

TEST(ImportPmd, MorphsMoveTheVerticesOfTheBase) {
  io::PmdDocument d = triangle();
  d.morphs.push_back({text<20>("あ"), 3, {{1, {0, 1, 2}}, {7, {}}}});
  d.morphs.push_back({text<20>("base"), 0, {{2, {1, 0, 0}}, {0, {0, 0, 0}}}});
  d.morphs.push_back({text<20>("まばたき"), 2, {{0, {0, 0, 1}}}});
  d.morph_frame = {2, 0, 1, 9};
  d.english.emplace();
  d.english->morphs = {text<20>("a"), text<20>("blink")};
  const Model m = imported(d);
  ASSERT_EQ(m.morphs.size(), 2u);
  EXPECT_EQ(m.morphs[0].name, "あ");
  EXPECT_EQ(m.morphs[0].name_en, "a");
  EXPECT_EQ(m.morphs[0].panel, MorphPanel::mouth);
  ASSERT_EQ(m.morphs[0].vertices.size(), 1u);
  EXPECT_EQ(m.morphs[0].vertices[0].vertex, 0u);
  EXPECT_EQ(m.morphs[0].vertices[0].offset, (Vec3{0, 1, -2}));
  EXPECT_EQ(m.morphs[1].vertices[0].vertex, 2u);
  EXPECT_EQ(m.morphs[1].name_en, "blink");
  EXPECT_EQ(m.warnings.count(WarningKind::index_out_of_range), 1u);
  const io::PmxDocument pmx = to_pmx(d);
  ASSERT_EQ(pmx.frames.size(), 2u);
  ASSERT_EQ(pmx.frames[1].items.size(), 2u);
  EXPECT_EQ(pmx.frames[1].items[0].index, 1);
  EXPECT_EQ(pmx.frames[1].items[1].index, 0);
}

TEST(ImportPmd, DisplayFramesAndEnglishNames) {
  io::PmdDocument d = leg();
  d.name = text<20>("モデル");
  d.comment = text<256>("利用規約");
  d.english.emplace();
  d.english->name = text<20>("model");
  d.english->comment = text<256>("terms");
  d.english->bones.assign(5, text<20>("bone"));
  d.english->frames = {text<50>("Legs\n")};
  d.frames = {text<50>("足\n")};
  d.frame_bones = {{1, 1}, {2, 1}, {4, 0}, {0, 0}, {3, 9}, {77, 1}};
  const io::PmxDocument pmx = to_pmx(d);
  ASSERT_EQ(pmx.frames.size(), 3u);
  EXPECT_EQ(pmx.frames[0].special, 1);
  EXPECT_EQ(pmx.frames[0].items.size(), 2u);
  EXPECT_EQ(pmx.frames[2].name.text, "足");
  EXPECT_EQ(pmx.frames[2].name_en.text, "Legs");
  EXPECT_EQ(pmx.frames[2].special, 0);
  ASSERT_EQ(pmx.frames[2].items.size(), 2u);
  EXPECT_EQ(pmx.frames[2].items[1].index, 2);
  EXPECT_EQ(pmx.warnings.count(WarningKind::index_out_of_range), 2u);
  const Model m = imported(d);
  EXPECT_EQ(m.meta.name, "モデル");
  EXPECT_EQ(m.meta.name_en, "model");
  EXPECT_EQ(m.meta.comment, "利用規約");
  EXPECT_EQ(m.meta.comment_en, "terms");
  EXPECT_EQ(m.skeleton.names_en[3], "bone");
}

TEST(ImportPmd, BodiesStandWhereTheirBonePutsThem) {
  io::PmdDocument d = leg();
  io::PmdBody b;
  b.name = text<20>("body");
  b.bone = 2;
  b.position = {1, 2, 3};
  b.size = {1, 1, 1};
  b.group = 4;
  b.collides_with = 0xFFEF;
  b.shape = 1;
  b.mode = 2;
  d.bodies = {b, b};
  d.bodies[1].bone = io::kPmdNone;
  io::PmdJoint j;
  j.body_a = 1;
  j.body_b = 0xFFFFFFFF;
  j.position = {1, 2, 3};
  j.translation_low = {-1, -2, -3};
  j.translation_high = {4, 5, 6};
  d.joints = {j};
  const Model m = imported(d);
  EXPECT_EQ(m.bodies[0].position, (Vec3{2, 6, -3}));
  EXPECT_EQ(at(m.bodies[0].bone), 2u);
  EXPECT_EQ(m.bodies[0].group, 4);
  EXPECT_EQ(m.bodies[0].collides_with, 0xFFEF);
  EXPECT_EQ(m.bodies[0].shape, BodyShape::box);
  EXPECT_EQ(m.bodies[0].mode, BodyMode::physics_with_bone);
  EXPECT_EQ(m.bodies[1].position, (Vec3{1, 10, -4}));  // from the centre
  EXPECT_FALSE(is_set(m.bodies[1].bone));
  EXPECT_EQ(at(m.joints[0].a), 1u);
  EXPECT_FALSE(is_set(m.joints[0].b));
  EXPECT_EQ(m.joints[0].position, (Vec3{1, 2, -3}));
  EXPECT_EQ(m.joints[0].translation_low, (Vec3{-1, -2, -6}));
}

TEST(ImportPmd, APmxOfItIsAPmx) {
  io::PmdDocument d = leg();
  d.materials[0].texture = text<20>("顔.bmp*a.sph");
  d.morphs = {{text<20>("base"), 0, {{2, {}}}}, {text<20>("あ"), 3, {{0, {0, 1, 0}}}}};
  const io::PmxDocument pmx = to_pmx(d);
  const auto data = io::encode_pmx(pmx);
  ASSERT_TRUE(data) << to_text(data.error());
  const auto again = io::decode_pmx(*data);
  ASSERT_TRUE(again) << to_text(again.error());
  const Model one = imported(d), two = import_pmx(*again).value();
  EXPECT_EQ(one.mesh.positions, two.mesh.positions);
  EXPECT_EQ(one.skeleton.names, two.skeleton.names);
  EXPECT_EQ(one.skeleton.layer, two.skeleton.layer);
}

TEST(ImportPmd, EmptyDocumentsBecomeAModelWithARoot) {
  const Model m = imported(io::PmdDocument{});
  EXPECT_EQ(m.skeleton.size(), 1u);
  EXPECT_TRUE(m.mesh.indices.empty());
}

}  // namespace
}  // namespace odori
