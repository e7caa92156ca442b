#include <gtest/gtest.h>

#include "odori/convert/bvh.h"
#include "odori/convert/mmd.h"
#include "same_model.h"

namespace odori {
namespace {

using same_model::again;
using same_model::expect_same;
using same_model::imported;

io::PmxBone bone(const char* name, Vec3 position, std::int32_t parent) {
  io::PmxBone b;
  b.name = {name, {}};
  b.position = position;
  b.parent = parent;
  return b;
}

io::PmxBody body(const char* name, std::int32_t on, Vec3 rotation) {
  io::PmxBody b;
  b.name = {name, {}};
  b.bone = on;
  b.shape = 2;
  b.size = {0.5f, 1.5f, 0};
  b.position = {0.1f, 8.3f, -1.7f};
  b.rotation = rotation;
  b.mode = 1;
  b.collides_with = 0xfff0;
  return b;
}

void add_bones(io::PmxDocument& d) {
  // The hand stands before its parents.
  d.bones = {bone("手首", {3.3f, 15.1f, 0.7f}, 2), bone("センター", {0, 8, 1}, -1),
             bone("腕", {1.1f, 15.7f, 0.3f}, 1), bone("ＩＫ", {2, 14, 0}, 1),
             bone("捩", {2.2f, 15, 0.5f}, 2)};
  d.bones[2].flags |= io::kPmxTailIsBone;
  d.bones[2].tail = 0;
  d.bones[1].tail_offset = {0.1f, 1.0f / 3, -0.7f};
  io::PmxBone& ik = d.bones[3];
  ik.flags |= io::kPmxIk | io::kPmxTranslatable;
  ik.ik_target = 0;
  ik.ik_loops = 40;
  ik.ik_unit_angle = 0.5f;
  ik.ik_links = {{4, true, {-1, -0.5f, -0.25f}, {2, 3, 1}}, {2, false, {}, {}}};
  io::PmxBone& twist = d.bones[4];
  twist.flags |= io::kPmxFixedAxis | io::kPmxLocalAxes | io::kPmxAppendRotation |
                 io::kPmxAppendLocal | io::kPmxAfterPhysics;
  twist.fixed_axis = {0.3f, -0.2f, 0.7f};
  twist.local_x = {1, 0, 0.25f};
  twist.local_z = {0, 0.5f, 1};
  twist.append_source = 2;
  twist.append_ratio = -0.5f;
  twist.layer = 2;
}

void add_vertices(io::PmxDocument& d) {
  d.header.additional_uvs = 2;
  const io::PmxSkin kinds[] = {io::PmxSkin::bdef1, io::PmxSkin::bdef2, io::PmxSkin::bdef4,
                               io::PmxSkin::sdef, io::PmxSkin::bdef4};
  for (std::size_t i = 0; i < 5; ++i) {
    io::PmxVertex v;
    const auto x = static_cast<float>(i);
    v.position = {x * 0.3f, 1 / (x + 3), -x};
    v.normal = {0, 0.6f, 0.8f};
    v.uv = {x / 7, 1 - x / 9};
    v.edge_scale = 0.5f + x;
    v.skin = kinds[i];
    v.bones = {0, 1, 2, 4};
    v.weights = {0.3f, 0.3f, 0.3f, 0.35f};
    d.vertices.push_back(v);
    d.additional_uvs.push_back({x, 1, 2, 3});
    d.additional_uvs.push_back({4, 5, x, 7});
  }
  d.sdef = {{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}};
  d.indices = {0, 1, 2, 2, 1, 3, 4, 3, 2};
  d.textures = {{"tex/肌.png", {}}, {"a.sph", {}}};
  io::PmxMaterial m;
  m.name = {"肌", {}};
  m.flags = io::kPmxBothSides | io::kPmxEdge | io::kPmxCastsShadow;
  m.texture = 0;
  m.sphere = 1;
  m.sphere_mode = 2;
  m.toon = 3;
  m.index_count = 6;
  d.materials.push_back(m);
  m.shared_toon = false;
  m.toon = 1;
  m.index_count = 3;
  d.materials.push_back(m);
}

// A little of everything that a PMX holds and a model keeps.
io::PmxDocument everything() {
  io::PmxDocument d;
  d.name = {"人形", {}};
  d.name_en = {"doll", {}};
  d.comment = {"terms\r\nof use", {}};
  add_bones(d);
  add_vertices(d);
  const auto add = [&](const char* name, io::PmxMorphKind kind) -> io::PmxMorph& {
    io::PmxMorph& m = d.morphs.emplace_back();
    m.name = {name, {}};
    m.kind = kind;
    m.panel = static_cast<std::uint8_t>(d.morphs.size() % 5);
    return m;
  };
  add("vertex", io::PmxMorphKind::vertex).vertices = {{2, {0.1f, 0.2f, 0.3f}}};
  add("group", io::PmxMorphKind::group).indexed = {{0, 0.5f}};
  add("bone", io::PmxMorphKind::bone).bones = {{4, {1, 2, 3}, {0.1f, 0.2f, 0.3f, 0.9f}}};
  add("uv", io::PmxMorphKind::uv).uvs = {{1, {1, 2, 3, 4}}};
  add("uv2", io::PmxMorphKind::uv2).uvs = {{1, {1, 2, 3, 4}}};
  io::PmxMorphMaterial change;
  change.operation = 1;
  change.diffuse = {0.1f, 0.2f, 0.3f, 0.4f};
  change.toon = {1, 2, 3, 4};
  add("material", io::PmxMorphKind::material).materials = {change};
  d.bodies = {body("体", 1, {0.1f, 0.2f, 0.3f}), body("腕", 2, {-2.1f, 3.0f, -1.2f})};
  io::PmxJoint j;
  j.name = {"継", {}};
  j.body_a = 0;
  j.body_b = 1;
  j.position = {1, 2, 3};
  j.rotation = {1.5707963f, 0.4f, -0.3f};
  j.translation_low = {-1, -2, -3};
  j.translation_high = {4, 5, 6};
  j.rotation_low = {-0.1f, -0.2f, -0.3f};
  j.rotation_high = {0.4f, 0.5f, 0.6f};
  j.spring_translation = {7, 8, 9};
  j.spring_rotation = {10, 11, 12};
  d.joints = {j};
  return d;
}

TEST(ExportPmx, AnEmptyModelIsAnEmptyFile) {
  const PmxExport out = export_pmx({});
  EXPECT_TRUE(out.document.bones.empty());
  EXPECT_TRUE(out.losses.empty());
  EXPECT_TRUE(io::encode_pmx(out.document));
}

TEST(ExportPmx, EverythingComesBackToTheBit) {
  const Model model = imported(everything());
  EXPECT_TRUE(export_pmx(model).losses.empty());
  expect_same(model, again(model));
  expect_same(model, again(again(model)));
}

TEST(ExportPmx, NumbersAreThoseOfTheFile) {
  const io::PmxDocument d = everything(), out = export_pmx(imported(d)).document;
  EXPECT_EQ(out.header.version, 2.0f);
  ASSERT_EQ(out.bones.size(), d.bones.size());
  for (std::size_t i = 0; i < d.bones.size(); ++i) {
    EXPECT_EQ(out.bones[i].name.text, d.bones[i].name.text);
    EXPECT_EQ(out.bones[i].position, d.bones[i].position);
    EXPECT_EQ(out.bones[i].parent, d.bones[i].parent);
    EXPECT_EQ(out.bones[i].flags, d.bones[i].flags);
    EXPECT_EQ(out.bones[i].tail, d.bones[i].tail);
  }
  EXPECT_EQ(out.indices, d.indices);
  const io::PmxIkLink &a = out.bones[3].ik_links[0], &b = d.bones[3].ik_links[0];
  EXPECT_EQ(std::tie(a.bone, a.low, a.high), std::tie(b.bone, b.low, b.high));
  for (std::size_t i = 0; i < d.bodies.size(); ++i)
    EXPECT_EQ(out.bodies[i].position, d.bodies[i].position);
  const io::PmxJoint &j = out.joints[0], &k = d.joints[0];
  EXPECT_EQ(std::tie(j.translation_low, j.rotation_high),
            std::tie(k.translation_low, k.rotation_high));
  EXPECT_NEAR(out.bodies[0].rotation.y, 0.2f, 1e-6f);
}

TEST(ExportPmx, WhatNeedsVersion21IsToldAndWritten) {
  io::PmxDocument d = everything();
  d.header.version = 2.1f;
  d.vertices[2].skin = io::PmxSkin::qdef;
  d.morphs.emplace_back().kind = io::PmxMorphKind::impulse;
  d.morphs.back().impulses = {{1, 1, {1, 2, 3}, {4, 5, 6}}};
  const Model model = imported(d);
  const PmxExport out = export_pmx(model);
  EXPECT_EQ(out.document.header.version, 2.1f);
  ASSERT_EQ(out.losses.size(), 1u);
  EXPECT_NE(out.losses[0].find("2.1"), std::string::npos);
  expect_same(model, again(model));
}

TEST(ExportPmx, MetresBecomeMmdsUnits) {
  Model model = imported(everything());
  model.metres_per_unit = 1;
  const Model big = again(model);
  EXPECT_EQ(big.metres_per_unit, 0.08f);
  EXPECT_NEAR(big.skeleton.rest_position[0].y, 8 * 12.5f, 1e-4f);
  EXPECT_NEAR(big.mesh.positions[4].z, 4 * 12.5f, 1e-4f);
  EXPECT_NEAR(big.bodies[0].size.x, 0.5f * 12.5f, 1e-5f);
  EXPECT_NEAR(big.morphs[0].vertices[0].offset.x, 0.1f * 12.5f, 1e-5f);
  const Model same = again(model, {.scale = 1.0f});
  EXPECT_EQ(same.skeleton.rest_position, model.skeleton.rest_position);
}

TEST(ExportPmx, TexturesFromInsideAFileGetNamesOfFiles) {
  Model model = imported(everything());
  const auto picture = [](std::initializer_list<int> bytes) {
    std::vector<std::byte> data;
    for (const int b : bytes) data.push_back(static_cast<std::byte>(b));
    return data;
  };
  const auto png = picture({0x89, 'P', 'N', 'G', 1}), other = picture({0x89, 'P', 'N', 'G', 2});
  model.mesh.textures = {{"Face", {}, png},
                         {"Face", {}, other},
                         {"a:b/c", {}, png},
                         {"tex\\肌.bmp", {}, png},
                         {"", {}, picture({0xFF, 0xD8, 0xFF})},
                         {"Face", {}, png}};
  const PmxExport out = export_pmx(model);
  std::vector<std::string> names;
  for (const io::PmxText& t : out.document.textures) names.push_back(t.text);
  EXPECT_EQ(names, (std::vector<std::string>{"Face.png", "Face_1.png", "a_b_c.png", "tex\\肌.bmp",
                                             "texture_4.jpg", "Face.png"}));
  EXPECT_TRUE(out.losses.empty());
}

TEST(ExportPmx, TellsWhatAVrmHadMore) {
  Model model = imported(everything());
  model.constraints.resize(1);
  model.expressions.resize(2);
  model.expressions[1].blink = Overriding::block;
  const PmxExport out = export_pmx(model);
  EXPECT_EQ(out.losses,
            (std::vector<std::string>{"1 node constraints",
                                      "1 expressions that held others back: now they add up"}));
}

TEST(ExportPmx, BonesTurnedAtRestKeepTheirPlaces) {
  Model model = imported(everything());
  model.skeleton.rest_rotation[1] = from_euler_yxz({0.3f, 0.4f, 0.5f});
  const PmxExport out = export_pmx(model);
  ASSERT_EQ(out.losses.size(), 1u);
  EXPECT_EQ(out.losses[0].substr(0, 20), "1 bones turned at re");
  EXPECT_EQ(again(model).skeleton.rest_position, model.skeleton.rest_position);
}

TEST(ExportPmx, FilesOfOneKindIntoTheOther) {
  io::BvhDocument bvh;
  const auto document = io::decode_bvh(std::as_bytes(std::span(std::string_view(
      "HIERARCHY\nROOT Hips\n{\nOFFSET 0 100 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n"
      "JOINT Leg\n{\nOFFSET 10 -5 2\nCHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{\n"
      "OFFSET 0 -40 0\n}\n}\n}\nMOTION\nFrames: 1\nFrame Time: 0.03333\n0 0 0 0 0 0\n"))));
  ASSERT_TRUE(document);
  const auto capture = import_bvh(*document);
  ASSERT_TRUE(capture);
  const Model out = again(capture->model);
  ASSERT_EQ(out.skeleton.names, capture->model.skeleton.names);
  // Centimetres.
  EXPECT_NEAR(out.skeleton.rest_position[1].y, 95 * 0.125f, 1e-4f);
}

TEST(ExportPmx, MaterialsThatShareFacesGetTheirOwn) {
  Model model = imported(everything());
  model.mesh.materials[1].first_index = 0;  // the first triangle again
  const PmxExport out = export_pmx(model);
  EXPECT_EQ(out.document.indices.size(), 9u);
  EXPECT_EQ(out.document.indices[6], out.document.indices[0]);
}

}  // namespace
}  // namespace odori
