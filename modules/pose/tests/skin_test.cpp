#include "odori/pose/skin.h"

#include "rig.h"

namespace odori {
namespace {

using namespace testing_rig;

struct Vertex {
  Vec3 position, normal;
  SkinKind kind;
  std::array<std::int32_t, 4> bones;
  std::array<float, 4> weights;
};

// Two bones along Y with the joint at (0, 5, 0).
Model two_bones() {
  Model model;
  const BoneIndex a = add_bone(model, "a", BoneIndex::none, {});
  add_bone(model, "b", a, {0, 5, 0});
  return model;
}

void add_vertex(Model& model, const Vertex& v, SdefPoints sdef = {}) {
  Mesh& mesh = model.mesh;
  const auto index = static_cast<std::uint32_t>(mesh.size());
  mesh.positions.push_back(v.position);
  mesh.normals.push_back(v.normal);
  mesh.uvs.emplace_back();
  mesh.skin.bones.push_back(v.bones);
  mesh.skin.weights.push_back(v.weights);
  if (v.kind == SkinKind::sdef) mesh.skin.sdef.push_back(sdef);
  if (mesh.skin.runs.empty() || mesh.skin.runs.back().kind != v.kind) {
    mesh.skin.runs.push_back({v.kind, index, index});
  }
  ++mesh.skin.runs.back().end;
}

DressedMesh dressed(const Model& model, const Clip& clip, unsigned threads = 1) {
  DressedMesh out = make_dressed_mesh(model);
  dress(model, pose_at(model, clip, 0), threads, out);
  return out;
}

TEST(Dress, EmptyMesh) { EXPECT_TRUE(dressed(two_bones(), {}).positions.empty()); }

TEST(Dress, RestPoseLeavesEveryKindOfVertexWhereItIs) {
  Model model = two_bones();
  for (const SkinKind kind :
       {SkinKind::bdef1, SkinKind::bdef2, SkinKind::bdef4, SkinKind::sdef, SkinKind::qdef}) {
    const std::array<float, 4> w = kind == SkinKind::bdef1
                                       ? std::array<float, 4>{1, 0, 0, 0}
                                       : std::array<float, 4>{0.25f, 0.75f, 0, 0};
    add_vertex(model, {{1, 5, 2}, {0, 0, 1}, kind, {0, 1, 0, 0}, w},
               {{0, 5, 0}, {0, 4, 0}, {0, 6, 0}});
  }
  const DressedMesh out = dressed(model, {});
  for (std::size_t i = 0; i < 5; ++i) {
    expect_near(out.positions[i], {1, 5, 2});
    expect_near(out.normals[i], {0, 0, 1});
  }
}

TEST(Dress, LinearBlendingIsTheMeanOfWhatEachBoneSays) {
  Model model = two_bones();
  add_vertex(model, {{1, 5, 0}, {1, 0, 0}, SkinKind::bdef1, {1, 0, 0, 0}, {1, 0, 0, 0}});
  add_vertex(model, {{1, 5, 0}, {1, 0, 0}, SkinKind::bdef2, {0, 1, 0, 0}, {0.5f, 0.5f, 0, 0}});
  add_vertex(model,
             {{1, 5, 0}, {1, 0, 0}, SkinKind::bdef4, {0, 1, 1, 0}, {0.4f, 0.3f, 0.2f, 0.1f}});
  Clip clip;
  add_key(clip, "b", 0, about_z(90));
  const DressedMesh out = dressed(model, clip);
  expect_near(out.positions[0], {0, 6, 0});
  expect_near(out.normals[0], {0, 1, 0});
  expect_near(out.positions[1], {0.5f, 5.5f, 0});
  expect_near(out.normals[1], normalise(Vec3{1, 1, 0}));
  expect_near(out.positions[2], {0.5f, 5.5f, 0});
}

TEST(Dress, SphericalBlendingKeepsTheDistanceFromTheJoint) {
  // Equal weights and points that mirror about the centre: the vertex turns by half the angle about
  // a centre that does not move, and is not drawn in as by linear blending.
  Model model = two_bones();
  const SdefPoints points{{0, 5, 0}, {0, 5, 0}, {0, 5, 0}};
  add_vertex(model, {{2, 5, 0}, {1, 0, 0}, SkinKind::bdef1, {0, 0, 0, 0}, {1, 0, 0, 0}});
  add_vertex(model, {{2, 5, 0}, {1, 0, 0}, SkinKind::sdef, {0, 1, 0, 0}, {0.5f, 0.5f, 0, 0}},
             points);
  add_vertex(model, {{2, 5, 0}, {1, 0, 0}, SkinKind::sdef, {0, 1, 0, 0}, {0.25f, 0.75f, 0, 0}},
             points);
  Clip clip;
  add_key(clip, "b", 0, about_z(80));
  const DressedMesh out = dressed(model, clip);
  expect_near(out.positions[1], rotate(about_z(40), {2, 0, 0}) + Vec3{0, 5, 0}, 2e-5f);
  expect_near(out.normals[1], rotate(about_z(40), {1, 0, 0}), 2e-5f);
  expect_near(out.positions[2], rotate(about_z(60), {2, 0, 0}) + Vec3{0, 5, 0}, 5e-5f);
}

TEST(Dress, SphericalBlendingByItsFormula) {
  Model model = two_bones();
  const SdefPoints s{{0.1f, 5, 0.2f}, {0.3f, 4, 0}, {-0.2f, 6.5f, 0.1f}};
  const Vec3 p{1, 5.5f, -0.5f};
  add_vertex(model, {p, {1, 0, 0}, SkinKind::sdef, {0, 1, 0, 0}, {0.7f, 0.3f, 0, 0}}, s);
  Clip clip;
  add_key(clip, "a", 0, about_x(20), {1, 2, 3});
  add_key(clip, "b", 0, about_z(70));
  const Pose pose = pose_at(model, clip, 0);
  const Vec3 rw = s.r0 * 0.7f + s.r1 * 0.3f;
  const Vec3 c0 = (s.c * 2 + s.r0 - rw) * 0.5f, c1 = (s.c * 2 + s.r1 - rw) * 0.5f;
  const Vec3 expected =
      rotate(slerp(pose.world_rotation[0], pose.world_rotation[1], 0.3f), p - s.c) +
      transform_point(pose.skin[0], c0) * 0.7f + transform_point(pose.skin[1], c1) * 0.3f;
  expect_near(dressed(model, clip).positions[0], expected, 3e-5f);
}

TEST(Dress, SphericalBlendingOfAVertexIsTheSameAmongOthers) {
  // Four at a time inside, sorted by bones: seven of one pair and two of the other, mixed.
  Clip clip;
  add_key(clip, "a", 0, about_x(20), {1, 2, 3});
  add_key(clip, "b", 0, about_z(170));
  Model all = two_bones();
  std::vector<Vec3> alone;
  for (int i = 0; i < 9; ++i) {
    const auto t = static_cast<float>(i) / 8;
    const bool swapped = i % 4 == 2;
    const Vertex v{
        {1 + t, 5, -t}, {1, 0, 0}, SkinKind::sdef, {swapped, !swapped, 0, 0}, {t, 1 - t, 0, 0}};
    const SdefPoints points{{0, 5, t}, {0.1f, 4, 0}, {0, 6 + t, 0}};
    Model one = two_bones();
    add_vertex(one, v, points);
    add_vertex(all, v, points);
    alone.push_back(dressed(one, clip).positions[0]);
  }
  const DressedMesh out = dressed(all, clip);
  for (std::size_t i = 0; i < alone.size(); ++i) EXPECT_EQ(out.positions[i], alone[i]) << i;
}

TEST(Dress, DualQuaternionsTurnRigidlyTheShortWay) {
  Model model = two_bones();
  add_vertex(model, {{2, 5, 0}, {1, 0, 0}, SkinKind::qdef, {0, 1, 0, 0}, {0.5f, 0.5f, 0, 0}});
  Clip clip;
  add_key(clip, "b", 0, -about_z(80));
  const DressedMesh out = dressed(model, clip);
  expect_near(out.positions[0], rotate(about_z(40), {2, 0, 0}) + Vec3{0, 5, 0}, 2e-5f);
  expect_near(out.normals[0], rotate(about_z(40), {1, 0, 0}), 2e-5f);
}

TEST(Dress, VertexMorphsComeBeforeTheBones) {
  Model model = two_bones();
  add_vertex(model, {{1, 5, 0}, {1, 0, 0}, SkinKind::bdef1, {1, 0, 0, 0}, {1, 0, 0, 0}});
  add_vertex(model, {{1, 5, 0}, {1, 0, 0}, SkinKind::sdef, {0, 1, 0, 0}, {0.5f, 0.5f, 0, 0}},
             {{0, 5, 0}, {0, 5, 0}, {0, 5, 0}});
  const MorphIndex m = add_morph(model, "m", MorphKind::vertex);
  model.morphs[at(m)].vertices = {{0, {2, 0, 0}}, {1, {2, 0, 0}}, {99, {1, 1, 1}}};
  Clip clip;
  add_key(clip, "b", 0, about_z(90));
  add_weight(clip, "m", 0, 0.5f);
  DressedMesh out = dressed(model, clip);
  expect_near(out.positions[0], {0, 7, 0});
  expect_near(out.positions[1], rotate(about_z(45), {2, 0, 0}) + Vec3{0, 5, 0}, 2e-5f);
  // Dressing again starts from the model.
  dress(model, pose_at(model, {}, 0), 1, out);
  expect_near(out.positions[0], {1, 5, 0});
}

TEST(Dress, UvMorphsMoveAndComeBack) {
  Model model = two_bones();
  add_vertex(model, {{}, {}, SkinKind::bdef1, {0, 0, 0, 0}, {1, 0, 0, 0}});
  model.mesh.uvs[0] = {0.5f, 0.5f};
  model.mesh.additional_uvs[0] = {{1, 2, 3, 4}};
  add_morph(model, "uv", MorphKind::uv);
  add_morph(model, "uv1", MorphKind::uv);
  model.morphs[0].uvs = {{0, {0.25f, -0.25f, 9, 9}}, {7, {}}};
  model.morphs[1].uvs = {{0, {1, 1, 1, 1}}};
  model.morphs[1].uv_channel = 1;
  Clip clip;
  add_weight(clip, "uv", 0, 2);
  add_weight(clip, "uv1", 0, 0.5f);
  DressedMesh out = dressed(model, clip);
  EXPECT_TRUE(out.uvs_moved);
  EXPECT_EQ(out.uvs[0], (Vec2{1, 0}));
  EXPECT_EQ(out.additional_uv1[0], (Vec4{1.5f, 2.5f, 3.5f, 4.5f}));
  dress(model, pose_at(model, {}, 0), 1, out);
  EXPECT_FALSE(out.uvs_moved);
  EXPECT_EQ(out.uvs[0], (Vec2{0.5f, 0.5f}));
  EXPECT_EQ(out.additional_uv1[0], (Vec4{1, 2, 3, 4}));
}

TEST(Dress, MaterialMorphsMultiplyFirstAndThenAdd) {
  Model model = two_bones();
  model.mesh.materials.resize(2);
  model.mesh.materials[0].mmd.diffuse = {0.5f, 0.5f, 0.5f, 1};
  MaterialOffset add, multiply;
  add.add = true;
  add.diffuse = {0.5f, 0, 0, 0};
  add.texture = {0, 0.5f, 0, 0};
  multiply.diffuse = {0, 1, 1, 0.5f};
  multiply.texture = {1, 1, 0, 1};
  multiply.edge_size = 0.5f;
  multiply.material = MaterialIndex{0};
  add_morph(model, "add", MorphKind::material);
  add_morph(model, "multiply", MorphKind::material);
  model.morphs[0].materials = {add};
  model.morphs[1].materials = {multiply};
  model.mesh.materials[0].mmd.edge_size = 2;
  Clip clip;
  add_weight(clip, "add", 0, 1);
  add_weight(clip, "multiply", 0, 0.5f);
  const DressedMesh out = dressed(model, clip);
  EXPECT_EQ(out.materials[0].diffuse, (Vec4{0.75f, 0.5f, 0.5f, 0.75f}));
  EXPECT_EQ(out.materials[0].texture_multiply, (Vec4{1, 1, 0.5f, 1}));
  EXPECT_EQ(out.materials[0].texture_add, (Vec4{0, 0.5f, 0, 0}));
  EXPECT_FLOAT_EQ(out.materials[0].edge_size, 1.5f);
  // Index "none" means every material.
  EXPECT_EQ(out.materials[1].diffuse, (Vec4{1.5f, 1, 1, 1}));
  EXPECT_EQ(out.materials[1].texture_multiply, (Vec4{1, 1, 1, 1}));
  EXPECT_EQ(dressed(model, {}).materials[0].diffuse, (Vec4{0.5f, 0.5f, 0.5f, 1}));
}

TEST(Dress, ThreadsChangeNoBit) {
  Model model = two_bones();
  for (int i = 0; i < 20000; ++i) {
    const float t = static_cast<float>(i) * 0.001f, w = static_cast<float>(i % 97) / 97;
    const auto kind = static_cast<SkinKind>((i / 700) % 5);
    add_vertex(model, {{t, 5 - t, 1}, {0, 0.6f, 0.8f}, kind, {0, 1, 1, 0}, {1 - w, w, 0, 0}},
               {{0, 5, t}, {0.1f, 4, 0}, {0, 6, t}});
  }
  Clip clip;
  add_key(clip, "b", 0, from_euler_yxz({0.3f, 1.2f, -0.4f}));
  const DressedMesh one = dressed(model, clip, 1), three = dressed(model, clip, 3);
  EXPECT_EQ(one.positions, three.positions);
  EXPECT_EQ(one.normals, three.normals);
}

}  // namespace
}  // namespace odori
