#include <gtest/gtest.h>

#include "odori/convert/vrm.h"
#include "odori/math/colour.h"
#include "vrm_doll.h"

namespace odori {
namespace {

using namespace vrm_doll;

Model import(const io::GltfDocument& gltf, const io::VrmDocument& vrm) {
  auto imported = import_vrm(gltf, vrm);
  EXPECT_TRUE(imported) << to_text(imported.error());
  return imported ? std::move(imported->model) : Model{};
}

void expect_near(Vec3 a, Vec3 b, float tolerance = 1e-6f) {
  EXPECT_LE(length(a - b), tolerance)
      << "(" << a.x << " " << a.y << " " << a.z << ") (" << b.x << " " << b.y << " " << b.z << ")";
}

MorphIndex morph_named(const Model& model, const char* name) { return find_morph(model, name); }

// Whichever way the file faces: the character faces +Z, and its left is at +X.
TEST(VrmImport, BothVersionsFaceTheSameWay) {
  for (const bool old : {false, true}) {
    const io::GltfDocument gltf = doll(old);
    const Model model = import(gltf, vrm_of(gltf, old));
    ASSERT_TRUE(is_whole(model.humanoid));
    EXPECT_EQ(count(model.humanoid), 15u);
    for (const DollJoint& joint : kJoints) {
      const BoneIndex bone = model.humanoid[*human_bone_named(joint.name)];
      ASSERT_TRUE(is_set(bone));
      expect_near(model.skeleton.rest_position[at(bone)], joint.place);
      EXPECT_EQ(model.humanoid.source[at(*human_bone_named(joint.name))], BoneSource::file);
    }
    ASSERT_EQ(model.mesh.size(), 3u);
    expect_near(model.mesh.positions[1], {0.25f, 1.5f, 0.25f});
    expect_near(model.mesh.normals[1], {0, 0, 1});
    ASSERT_FALSE(model.morphs.empty());
    expect_near(model.morphs[0].vertices.at(0).offset, {0.5f, 0, 0.25f});
    EXPECT_EQ(model.metres_per_unit, 1);
  }
}

TEST(VrmImport, KnowsTheThumbsOfBothVersions) {
  for (const bool old : {false, true}) {
    const io::GltfDocument gltf = doll(old);
    io::VrmDocument vrm = vrm_of(gltf, old);
    vrm.human_bones.push_back({"leftThumbProximal", 11});
    vrm.human_bones.push_back({"tail", 3});
    vrm.human_bones.push_back({"hips", 3});
    const Model model = import(gltf, vrm);
    EXPECT_EQ(model.humanoid.has(HumanBone::leftThumbMetacarpal), old);
    EXPECT_EQ(model.humanoid.has(HumanBone::leftThumbProximal), !old);
    EXPECT_EQ(model.warnings.count(WarningKind::bad_value), 2u);
    EXPECT_EQ(model.skeleton.names[at(model.humanoid[HumanBone::hips])], "J_hips");
  }
}

TEST(VrmImport, ExpressionsAreGroupsUnderTheirOwnNames) {
  for (const bool old : {false, true}) {
    io::GltfDocument gltf = doll(old);
    gltf.materials[0].base_colour_factor = {0.5f, 0.5f, 0.5f, 1};
    io::VrmDocument vrm = vrm_of(gltf, old);
    io::VrmExpression& happy = vrm.expressions.emplace_back();
    happy.name = "happy";
    happy.preset = happy.binary = true;
    happy.blink = io::VrmOverride::block;
    happy.morphs.push_back({old ? -1 : 15, old ? 0 : -1, 0, 0.5f});
    happy.colours.push_back({0, io::VrmColour::base, {1, 0, 0, 1}});
    happy.textures.push_back({0, {0.5f, 1}, {0.25f, 0}});
    vrm.expressions.emplace_back().name = "happy";  // twice: the first counts
    const Model model = import(gltf, vrm);
    ASSERT_EQ(model.expressions.size(), 1u);
    const Expression& e = model.expressions[0];
    EXPECT_TRUE(e.binary && e.preset);
    EXPECT_EQ(e.blink, Overriding::block);
    EXPECT_EQ(e.morph, morph_named(model, "happy"));
    EXPECT_EQ(model.morphs[0].name, "happy (target)");  // what it moves answers to another name
    const Morph& group = model.morphs[at(e.morph)];
    EXPECT_EQ(group.kind, MorphKind::group);
    ASSERT_EQ(group.members.size(), 3u);
    EXPECT_EQ(group.members[0].morph, MorphIndex{0});
    EXPECT_EQ(group.members[0].ratio, 0.5f);

    const Morph& colours = model.morphs[at(group.members[1].morph)];
    ASSERT_EQ(colours.materials.size(), 1u);
    const float grey = srgb_from_linear(0.5f);
    EXPECT_TRUE(colours.materials[0].add);
    EXPECT_NEAR(colours.materials[0].diffuse.x, 1 - grey, 1e-6f);
    EXPECT_NEAR(colours.materials[0].diffuse.y, -grey, 1e-6f);
    EXPECT_EQ(colours.materials[0].diffuse.w, 0);  // an opaque material stays it

    const Morph& textures = model.morphs[at(group.members[2].morph)];
    ASSERT_EQ(textures.kind, MorphKind::uv);
    ASSERT_EQ(textures.uvs.size(), 3u);
    for (const UvOffset& o : textures.uvs) {
      const Vec2 uv = model.mesh.uvs[o.vertex] + Vec2{o.offset.x, o.offset.y};
      EXPECT_NEAR(uv.x, model.mesh.uvs[o.vertex].x * 0.5f + 0.25f, 1e-6f);
      EXPECT_NEAR(uv.y, model.mesh.uvs[o.vertex].y, 1e-6f);
    }
  }
}

// The material's own transform is in the mesh's UVs already.
TEST(VrmImport, TextureTransformsReplaceTheMaterialsOwn) {
  io::GltfDocument gltf = doll(false);
  io::GltfTextureTransform own;
  own.scale = {0.25f, 0.5f};
  own.offset = {0.125f, 0.25f};
  gltf.images.emplace_back().bytes.resize(4);
  gltf.textures.emplace_back().source = 0;
  gltf.materials[0].base_colour.texture = 0;
  gltf.materials[0].base_colour.transform = own;
  io::VrmDocument vrm = vrm_of(gltf, false);
  io::VrmExpression& blink = vrm.expressions.emplace_back();
  blink.name = "blink";
  blink.textures.push_back({0, {0.5f, 2}, {0.75f, -0.5f}});
  const Model model = import(gltf, vrm);
  const Morph& group = model.morphs[at(model.expressions.at(0).morph)];
  ASSERT_EQ(group.members.size(), 1u);
  const std::array<Vec2, 3> wanted = {{{0.75f, -0.5f}, {1.25f, -0.5f}, {0.75f, 1.5f}}};
  for (const UvOffset& o : model.morphs[at(group.members[0].morph)].uvs) {
    const Vec2 uv = model.mesh.uvs[o.vertex] + Vec2{o.offset.x, o.offset.y};
    EXPECT_NEAR(uv.x, wanted.at(o.vertex).x, 1e-6f);
    EXPECT_NEAR(uv.y, wanted.at(o.vertex).y, 1e-6f);
  }
}

TEST(VrmImport, OldSpringsGrowIntoChains) {
  const io::GltfDocument gltf = doll(true);
  io::VrmDocument vrm = vrm_of(gltf, true);
  vrm.colliders.push_back({2, io::VrmShape::sphere, {0, 0.5f, 0.25f}, {}, {0, 0, 1}, 0.125f});
  vrm.collider_groups.push_back({"head", {0}});
  io::VrmSpring& spring = vrm.springs.emplace_back();
  spring.name = "all";
  spring.joints.push_back({1, 0.02f, 0.5f, 1, 0.25f, {0.5f, -1, 0.25f}});  // the spine
  spring.collider_groups = {0};
  const Model model = import(gltf, vrm);
  const auto name = [&](BoneIndex b) { return model.skeleton.names[at(b)]; };
  // Spine to head; each arm by itself.
  ASSERT_EQ(model.springs.chains.size(), 3u);
  const SpringChain& first = model.springs.chains[0];
  ASSERT_EQ(first.joints.size(), 2u);
  EXPECT_EQ(name(first.joints[0].bone), "J_spine");
  EXPECT_EQ(name(first.joints[1].bone), "J_head");
  EXPECT_EQ(first.joints[1].stiffness, 0.5f);
  expect_near(first.joints[1].gravity_direction, {-0.5f, -1, -0.25f});  // turned with the character
  ASSERT_TRUE(first.end);
  expect_near(*first.end, {0, 0.07f, 0});
  EXPECT_EQ(first.groups, (std::vector<std::uint32_t>{0}));
  EXPECT_EQ(name(model.springs.chains[1].joints.back().bone), "J_leftHand");
  // In the bone's frame, which the turn leaves alone: towards the file's own -X.
  expect_near(*model.springs.chains[1].end, {-0.07f, 0, 0});
  EXPECT_EQ(name(model.springs.chains[2].joints.front().bone), "J_rightUpperArm");
  expect_near(model.springs.colliders.at(0).offset, {0, 0.5f, 0.25f});
}

TEST(VrmImport, NewSpringsAndConstraintsKeepTheirLinks) {
  io::GltfDocument gltf = doll(false);
  gltf.nodes[0].scale = {2, 2, 2};
  io::VrmDocument vrm = vrm_of(gltf, false);
  vrm.colliders.push_back({2, io::VrmShape::capsule, {0, 0.5f, 0}, {0, 1, 0}, {0, 0, 1}, 0.125f});
  io::VrmSpring& spring = vrm.springs.emplace_back();
  spring.joints = {{9, 0.5f, 1, 0, 0.5f, {0, -1, 0}}, {10, 0, 1, 0, 0.5f, {0, -1, 0}}};
  spring.centre = 0;
  vrm.constraints.push_back({11, 14, io::VrmConstraintKind::aim, io::VrmAxis::minus_z, 2});
  const Model model = import(gltf, vrm);
  ASSERT_EQ(model.springs.chains.size(), 1u);
  EXPECT_FALSE(model.springs.chains[0].end);
  EXPECT_EQ(model.springs.chains[0].centre, model.humanoid[HumanBone::hips]);
  EXPECT_EQ(model.springs.chains[0].joints[0].hit_radius, 1);  // of a node that is twice as big
  EXPECT_EQ(model.springs.colliders[0].tail, (Vec3{0, 2, 0}));
  ASSERT_EQ(model.constraints.size(), 1u);
  EXPECT_EQ(model.constraints[0].bone, model.humanoid[HumanBone::leftHand]);
  EXPECT_EQ(model.constraints[0].source, model.humanoid[HumanBone::rightHand]);
  EXPECT_EQ(model.constraints[0].axis, (Vec3{0, 0, -1}));
  EXPECT_EQ(model.constraints[0].weight, 1);
}

// A byte of the ramp's picture: row 0 is the lit end.
int ramp_byte(const Texture& ramp, std::size_t row, std::size_t channel) {
  const std::size_t rows = (ramp.bytes.size() - 54) / 4;
  return std::to_integer<int>(ramp.bytes.at(54 + 4 * (rows - 1 - row) + 2 - channel));
}

TEST(VrmImport, MtoonBecomesARampAndAnEdge) {
  io::GltfDocument gltf = doll(false);
  gltf.materials[0].base_colour_factor = {0.5f, 1, 0, 1};
  gltf.materials[0].unlit = true;  // what those see who know no MToon
  io::VrmDocument vrm = vrm_of(gltf, false);
  io::VrmMtoon& m = vrm.materials[0].mtoon.emplace();
  m.shade_colour = {0.25f, 0.25f, 0.25f};
  m.shading_toony = 1;
  m.shading_shift = 0.5f;
  m.outline = io::VrmOutline::world;
  m.outline_width = 0.001f;
  m.outline_colour = {1, 1, 1};
  m.outline_lighting_mix = 0.5f;
  const Model model = import(gltf, vrm);
  const Material& material = model.mesh.materials.at(0);
  ASSERT_TRUE(material.mtoon);
  EXPECT_EQ(material.mtoon->shade_colour, m.shade_colour);
  EXPECT_NEAR(material.mmd.diffuse.x, srgb_from_linear(0.5f), 1e-6f);
  ASSERT_TRUE(is_set(material.mmd.toon));
  const Texture& ramp = model.mesh.textures.at(at(material.mmd.toon));
  EXPECT_EQ(ramp_byte(ramp, 0, 0), 255);
  const std::size_t last = 63;
  const float wanted = srgb_from_linear(0.25f) / srgb_from_linear(0.5f) * 255;
  EXPECT_NEAR(static_cast<float>(ramp_byte(ramp, last, 0)), wanted, 0.51f);
  EXPECT_NEAR(static_cast<float>(ramp_byte(ramp, last, 1)), srgb_from_linear(0.25f) * 255, 0.51f);
  EXPECT_EQ(ramp_byte(ramp, last, 2), 255);  // black stays black
  // Hard, where the cosine of the angle to the light is -0.5: three quarters down.
  EXPECT_EQ(ramp_byte(ramp, 47, 0), 255);
  EXPECT_LT(ramp_byte(ramp, 48, 0), 255);
  EXPECT_TRUE(material.mmd.edge);
  EXPECT_NEAR(material.mmd.edge_size, 0.5f, 1e-6f);
  EXPECT_NEAR(material.mmd.edge_colour.x, srgb_from_linear(0.75f), 1e-6f);
  EXPECT_NEAR(material.mmd.edge_colour.z, srgb_from_linear(0.5f), 1e-6f);
}

TEST(VrmImport, DrawsOpaqueThenCutOutThenBlended) {
  io::GltfDocument gltf = doll(false);
  const char* const kNames[] = {"blended later", "blended", "cut out", "with depth", "opaque"};
  const int kOffsets[] = {0, -3, 0, 5, 0};
  gltf.materials.clear();
  const io::GltfPrimitive primitive = gltf.meshes[0].primitives[0];
  gltf.meshes[0].primitives.clear();
  for (int i = 0; i < 5; ++i) {
    io::GltfMaterial& m = gltf.materials.emplace_back();
    m.name = kNames[i];
    m.alpha_mode = i == 4   ? io::GltfAlphaMode::opaque
                   : i == 2 ? io::GltfAlphaMode::mask
                            : io::GltfAlphaMode::blend;
    gltf.meshes[0].primitives.push_back(primitive);
    gltf.meshes[0].primitives.back().material = i;
  }
  io::VrmDocument vrm = vrm_of(gltf, false);
  for (std::size_t i = 0; i < 5; ++i) {
    io::VrmMtoon& m = vrm.materials[i].mtoon.emplace();
    m.render_queue_offset = kOffsets[i];
    m.transparent_with_z_write = i == 3;
  }
  io::VrmExpression& e = vrm.expressions.emplace_back();
  e.name = "red";
  e.colours.push_back({4, io::VrmColour::base, {1, 0, 0, 1}});
  const Model model = import(gltf, vrm);
  std::vector<std::string> names;
  for (const Material& m : model.mesh.materials) names.push_back(m.name);
  EXPECT_EQ(names, (std::vector<std::string>{"opaque", "cut out", "with depth", "blended",
                                             "blended later"}));
  EXPECT_EQ(model.expressions.at(0).colours.at(0).material, MaterialIndex{0});
}

TEST(VrmImport, CarriesLicenceLookAtAndFirstPerson) {
  for (const bool old : {false, true}) {
    const io::GltfDocument gltf = doll(old);
    io::VrmDocument vrm = vrm_of(gltf, old);
    vrm.meta.name = "Doll";
    vrm.meta.authors = {"A"};
    vrm.meta.commercial_usage = "corporation";
    vrm.meta.redistribution = false;
    vrm.look_at.emplace().vertical_up = {45, 8};
    vrm.first_person.push_back(
        {old ? -1 : 15, old ? 0 : -1, io::VrmFirstPerson::third_person_only});
    const Model model = import(gltf, vrm);
    EXPECT_EQ(model.meta.name, "Doll");
    EXPECT_EQ(model.meta.licence.redistribution, false);
    EXPECT_EQ(model.meta.comment,
              "author: A\ncommercial use: corporation\nredistribution: not allowed");
    ASSERT_TRUE(model.look_at);
    EXPECT_EQ(model.look_at->vertical_up.output, 8);
    EXPECT_EQ(model.mesh.materials.at(0).first_person, FirstPerson::third_person_only);
  }
}

}  // namespace
}  // namespace odori
