#include "odori/convert/vrma.h"

#include <gtest/gtest.h>

#include "odori/motion/sample.h"
#include "vrm_doll.h"

namespace odori {
namespace {

using namespace vrm_doll;

constexpr float kDegree = 3.14159265f / 180;

io::VrmaDocument vrma_of() {
  io::VrmaDocument v;
  for (std::size_t i = 0; i < kJoints.size(); ++i)
    v.human_bones.push_back({kJoints[i].name, static_cast<io::GltfIndex>(i)});
  return v;
}

void animate(io::GltfDocument& d, io::GltfIndex node, io::GltfPath path,
             const std::vector<float>& times, const std::vector<float>& values) {
  if (d.animations.empty()) d.animations.emplace_back();
  io::GltfAnimation& a = d.animations.front();
  io::GltfSampler& s = a.samplers.emplace_back();
  s.input = add_floats(d, times, io::GltfType::scalar);
  s.output = add_floats(d, values,
                        path == io::GltfPath::rotation ? io::GltfType::vec4 : io::GltfType::vec3);
  io::GltfChannel& c = a.channels.emplace_back();
  c.sampler = static_cast<io::GltfIndex>(a.samplers.size() - 1);
  c.node = node;
  c.path = path;
}

std::vector<float> numbers(std::initializer_list<Quat> turns) {
  std::vector<float> out;
  for (const Quat q : turns) out.insert(out.end(), {q.x, q.y, q.z, q.w});
  return out;
}

// What each standard bone has turned in the world since the T-pose, and where the hips are.
struct Seen {
  std::array<Quat, kHumanBones> turned;
  Vec3 hips;
};
Seen seen(const Model& model, const Clip& clip, double seconds) {
  const Skeleton& s = model.skeleton;
  std::vector<Quat> rest, now;
  std::vector<Vec3> place;
  for (std::size_t b = 0; b < s.size(); ++b) {
    BoneValue value;
    for (const BoneTrack& t : clip.bones)
      if (t.name.text == s.names[b]) value = BoneCursor().sample(t, seconds * clip.rate);
    const bool root = !is_set(s.parent[b]);
    const std::size_t p = root ? 0 : at(s.parent[b]);
    const Quat local = s.rest_rotation[b] * value.rotation;
    rest.push_back(root ? s.rest_rotation[b] : rest[p] * s.rest_rotation[b]);
    now.push_back(root ? local : now[p] * local);
    const Vec3 moved = s.rest_translation[b] + value.translation;
    place.push_back(root ? moved : place[p] + rotate(now[p], moved));
  }
  Seen out;
  for (std::size_t i = 0; i < kHumanBones; ++i)
    if (is_set(model.humanoid.bone[i]))
      out.turned[i] = now[at(model.humanoid.bone[i])] * conjugate(rest[at(model.humanoid.bone[i])]);
  out.hips = place[at(model.humanoid[HumanBone::hips])] * model.metres_per_unit;
  return out;
}

void expect_same_dance(const VrmaImport& a, const VrmaImport& b, double until, float degrees) {
  for (double t = 0; t <= until; t += 0.05) {
    const Seen x = seen(a.model, a.clip, t), y = seen(b.model, b.clip, t);
    for (std::size_t i = 0; i < kHumanBones; ++i)
      EXPECT_LE(angle_between(x.turned[i], y.turned[i]), degrees * kDegree)
          << to_text(human_bone(i)) << " at " << t;
    EXPECT_LE(length(x.hips - y.hips), 1e-4f) << t;
  }
}

VrmaImport import(const io::GltfDocument& d, const io::VrmaDocument& v) {
  auto imported = import_vrma(d, v);
  EXPECT_TRUE(imported) << to_text(imported.error());
  return imported ? std::move(*imported) : VrmaImport{};
}

// Through the bytes of a GLB and back.
VrmaImport written(const VrmaImport& from, double last_frame) {
  VrmaOptions options;
  options.last_frame = last_frame;
  options.rate = from.clip.rate;
  auto exported = export_vrma(from.model, from.clip, options);
  EXPECT_TRUE(exported) << to_text(exported.error());
  if (!exported) return {};
  const auto glb = io::encode_glb(exported->document);
  EXPECT_TRUE(glb) << to_text(glb.error());
  const auto gltf = io::decode_gltf(*glb);
  EXPECT_TRUE(gltf) << to_text(gltf.error());
  const auto vrma = io::decode_vrma(*gltf);
  EXPECT_TRUE(vrma) << to_text(vrma.error());
  return import(*gltf, *vrma);
}

io::GltfDocument dancing(Quat rest) {
  io::GltfDocument d = bones(false, rest);
  const std::vector<float> times = {0, 0.5f, 1};
  for (io::GltfIndex i = 0; i < 15; ++i) {
    const Quat a = rest * from_axis_angle(normalise(Vec3{1, static_cast<float>(i), 2}), 0.7f);
    const Quat b = rest * from_axis_angle(normalise(Vec3{-1, 1, static_cast<float>(i)}), 1.1f);
    animate(d, i, io::GltfPath::rotation, times, numbers({rest, a, b}));
  }
  animate(d, 0, io::GltfPath::translation, times, {0, 1, 0, 0.5f, 1.25f, 0, 0.5f, 1, 0.25f});
  return d;
}

TEST(Vrma, ComesBackFromItsFileWhateverItsRestPose) {
  const Quat kRests[] = {{},
                         from_axis_angle({0, 0, 1}, 45 * kDegree),
                         from_axis_angle(normalise(Vec3{1, 2, 3}), 45 * kDegree)};
  for (const Quat rest : kRests) {
    const VrmaImport first = import(dancing(rest), vrma_of());
    ASSERT_TRUE(is_whole(first.model.humanoid));
    const VrmaImport second = written(first, 1 * first.clip.rate);
    expect_same_dance(first, second, 1, 0.01f);
    for (const Quat q : second.model.skeleton.rest_rotation) EXPECT_EQ(q, Quat{});
  }
}

// A turn of the world is a turn of the world, whatever frame the file says it in.
TEST(Vrma, TurnsAreThoseOfTheWorldSinceTheTPose) {
  const Quat rest = from_axis_angle(normalise(Vec3{3, 1, 2}), 45 * kDegree);
  io::GltfDocument d = bones(false, rest);
  const Quat raise = from_axis_angle({0, 0, 1}, 80 * kDegree);
  // The left upper arm hangs on the spine, which hangs on the hips.
  const Quat above = rest * rest;
  animate(d, 9, io::GltfPath::rotation, {0}, numbers({conjugate(above) * raise * above * rest}));
  const VrmaImport again = written(import(d, vrma_of()), 0);
  const BoneIndex arm = again.model.humanoid[HumanBone::leftUpperArm];
  const std::string name = again.model.skeleton.names[at(arm)];
  bool found = false;
  for (const BoneTrack& t : again.clip.bones) {
    if (t.name.text != name) continue;
    found = true;
    EXPECT_LE(angle_between(t.rotation.at(0), raise), 0.01f * kDegree);
  }
  EXPECT_TRUE(found);
}

TEST(Vrma, ExpressionsAndGazeComeBack) {
  io::GltfDocument d = dancing({});
  io::VrmaDocument v = vrma_of();
  for (const char* name : {"happy", "wink", "look"}) {
    d.nodes.emplace_back().name = name;
    d.scenes.front().nodes.push_back(static_cast<io::GltfIndex>(d.nodes.size() - 1));
  }
  v.expressions = {{"happy", true, 15}, {"wink", false, 16}};
  v.look_at = 17;
  v.look_at_offset = {0, 0.0625f, 0};
  animate(d, 15, io::GltfPath::translation, {0, 1}, {0.25f, 9, 9, 2, 0, 0});
  animate(d, 16, io::GltfPath::translation, {0, 1}, {0.5f, 0, 0, 0, 0, 0});
  const Quat gaze = from_axis_angle({0, 1, 0}, 20 * kDegree);
  animate(d, 17, io::GltfPath::rotation, {0, 1}, numbers({gaze, gaze}));
  const VrmaImport first = import(d, v);
  const auto check = [&](const VrmaImport& a) {
    ASSERT_EQ(a.clip.morphs.size(), 2u);
    EXPECT_EQ(a.clip.morphs[0].name.text, "happy");
    EXPECT_EQ(a.clip.morphs[0].weight.front(), 0.25f);
    EXPECT_EQ(a.clip.morphs[0].weight.back(), 1);  // clamped
    EXPECT_EQ(a.clip.morphs[1].name.text, "wink");
    EXPECT_TRUE(is_set(find_morph(a.model, "wink")));
    for (const BoneTrack& t : a.clip.bones) EXPECT_NE(t.name.text, "happy");
    ASSERT_TRUE(a.model.look_at && is_set(a.model.look_at->gaze));
    EXPECT_EQ(a.model.look_at->offset_from_head, (Vec3{0, 0.0625f, 0}));
    const std::string name = a.model.skeleton.names[at(a.model.look_at->gaze)];
    bool looks = false;
    for (const BoneTrack& t : a.clip.bones)
      if (t.name.text == name) looks = angle_between(t.rotation.at(0), gaze) < 1e-4f;
    EXPECT_TRUE(looks);
  };
  check(first);
  check(written(first, first.clip.rate));
}

TEST(Vrma, OnlyTheHipsMove) {
  io::GltfDocument d = dancing({});
  animate(d, 11, io::GltfPath::translation, {0, 1}, {0, 0, 0, 1, 1, 1});
  const VrmaImport a = import(d, vrma_of());
  EXPECT_FALSE(a.clip.warnings.empty());
  for (const BoneTrack& t : a.clip.bones) {
    if (t.name.text == "J_hips") continue;
    for (const Vec3 v : t.translation) EXPECT_EQ(v, Vec3{});
  }
}

// Arms that hang at rest, as MMD's do: the T-pose is what the turns count from.
TEST(Vrma, LevelsArmsThatRestLower) {
  VrmaImport a = import(bones(false), vrma_of());
  a.clip.rate = 30;
  Skeleton& s = a.model.skeleton;
  for (const HumanBone bone : {HumanBone::leftUpperArm, HumanBone::rightUpperArm}) {
    const std::size_t b = at(a.model.humanoid[bone]);
    s.rest_rotation[b] =
        from_axis_angle({0, 0, 1}, (bone == HumanBone::leftUpperArm ? -37 : 37) * kDegree);
  }
  for (BoneSource& source : a.model.humanoid.source)
    if (source == BoneSource::file) source = BoneSource::name_table;
  const VrmaImport again = written(a, 0);
  const Seen still = seen(again.model, again.clip, 0);
  const auto turned = [&](HumanBone bone, float degrees) {
    EXPECT_LE(angle_between(still.turned[at(bone)], from_axis_angle({0, 0, 1}, degrees * kDegree)),
              0.01f * kDegree);
  };
  turned(HumanBone::leftUpperArm, -37);
  turned(HumanBone::leftHand, -37);
  turned(HumanBone::rightLowerArm, 37);
  turned(HumanBone::head, 0);
  const Vec3 hand =
      again.model.skeleton.rest_position[at(again.model.humanoid[HumanBone::leftHand])];
  EXPECT_LE(length(hand - Vec3{0.75f, 1.5f, 0}), 1e-5f);
}

TEST(Vrma, TellsWhatItCannotHold) {
  VrmaImport a = import(dancing({}), vrma_of());
  a.clip.camera.frame = {0};
  MorphTrack& look = a.clip.morphs.emplace_back();
  look.name.text = "lookUp";
  look.frame = {0};
  look.weight = {1};
  a.model.humanoid.set(HumanBone::leftHand, BoneIndex::none, BoneSource::none);
  VrmaOptions options;
  const auto without = export_vrma(a.model, a.clip, options);
  ASSERT_FALSE(without);
  EXPECT_EQ(without.error().code, Code::usage);
  EXPECT_NE(without.error().what.find("leftHand"), std::string::npos);
  a.model.humanoid.set(HumanBone::leftHand, BoneIndex{0}, BoneSource::user);
  const auto exported = export_vrma(a.model, a.clip, options);
  ASSERT_TRUE(exported) << to_text(exported.error());
  ASSERT_EQ(exported->losses.size(), 3u);  // the left hand's own bone is no standard one now
  EXPECT_NE(exported->losses[1].find("gaze"), std::string::npos);
  EXPECT_EQ(exported->losses[2], "the camera");
  options.last_frame = -1;
  EXPECT_FALSE(export_vrma(a.model, a.clip, options));
  options.last_frame = 1e12;
  EXPECT_FALSE(export_vrma(a.model, a.clip, options));
}

}  // namespace
}  // namespace odori
