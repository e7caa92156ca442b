// How much memory reading a file of some megabytes takes, from its bytes to a model and clips:
// beside the bytes at most three times the file, six times for text.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <limits>

#include "heap_peak.h"
#include "odori/convert/formats.h"
#include "odori/convert/mmd.h"
#include "odori/convert/vrm.h"
#include "odori/io/keypoints.h"
#include "odori/io/landmarks.h"
#include "vrm_doll.h"

namespace odori {
namespace {

constexpr double kBinary = 3, kText = 6;
// Of a bone that only turns a VRMA holds 16 bytes a key; a clip's key has a place and curves too.
constexpr double kTurnsAlone = 4.5;
constexpr std::size_t kSmallest = std::size_t{2} << 20;  // below, constant costs would count
constexpr std::int32_t kBones = 60;
constexpr std::uint32_t kSide = 260;  // of the square of vertices

float wave(std::size_t i) { return std::sin(static_cast<float>(i) * 0.37f); }

Quat turn(std::size_t i) {
  const float half = wave(i) * 0.5f;
  return {std::sin(half), 0, 0, std::cos(half)};
}

void add_bones(Model& model) {
  Skeleton& s = model.skeleton;
  for (std::int32_t b = 0; b < kBones; ++b) {
    s.names.push_back("骨" + std::to_string(b));
    s.names_en.push_back("bone" + std::to_string(b));
    s.parent.push_back(BoneIndex{b == 0 ? -1 : (b - 1) / 2});
    s.rest_translation.push_back({wave(static_cast<std::size_t>(b)), 1, 0});
    const Vec3 from = b == 0 ? Vec3{} : s.rest_position[static_cast<std::size_t>((b - 1) / 2)];
    s.rest_position.push_back(from + s.rest_translation.back());
    s.rest_rotation.emplace_back();
    s.tail.push_back(s.rest_position.back());
    s.flags.push_back(kRotatable | kTranslatable | kVisible | kOperable);
    s.layer.push_back(0);
    s.file_index.push_back(b);
    s.from_file_index.push_back(BoneIndex{b});
  }
}

// A waving sheet on four bones a vertex, in eight materials, with twenty morphs of a part each.
void add_sheet(Model& model, SkinKind kind) {
  Mesh& mesh = model.mesh;
  for (std::uint32_t i = 0; i < kSide * kSide; ++i) {
    const auto x = static_cast<float>(i % kSide), y = static_cast<float>(i / kSide);
    mesh.positions.push_back({x, y, wave(i)});
    mesh.normals.push_back({0, 0, 1});
    mesh.uvs.push_back({x / kSide, y / kSide});
    mesh.edge_scale.push_back(1);
    const auto bone = static_cast<std::int32_t>(i) % (kBones - 4);
    if (kind == SkinKind::bdef1) {
      mesh.skin.bones.push_back({bone, 0, 0, 0});
      mesh.skin.weights.push_back({1, 0, 0, 0});
    } else if (kind == SkinKind::bdef2) {
      mesh.skin.bones.push_back({bone, bone + 1, 0, 0});
      mesh.skin.weights.push_back({0.75f, 0.25f, 0, 0});
    } else {
      mesh.skin.bones.push_back({bone, bone + 1, bone + 2, bone + 3});
      mesh.skin.weights.push_back({0.4f, 0.3f, 0.2f, 0.1f});
    }
  }
  mesh.skin.runs = {{kind, 0, kSide * kSide}};
  for (std::uint32_t i = 0; i + kSide + 1 < kSide * kSide; ++i)
    if ((i + 1) % kSide != 0)
      for (const std::uint32_t corner : {0u, 1u, kSide, 1u, kSide + 1, kSide})
        mesh.indices.push_back(i + corner);
  constexpr std::uint32_t kMaterials = 8;
  const auto all = static_cast<std::uint32_t>(mesh.indices.size());
  for (std::uint32_t m = 0; m < kMaterials; ++m) {
    Material& material = mesh.materials.emplace_back();
    material.name = "cloth" + std::to_string(m);
    material.first_index = all / 3 * m / kMaterials * 3;
    material.index_count = all / 3 * (m + 1) / kMaterials * 3 - material.first_index;
  }
  for (std::uint32_t m = 0; m < 20; ++m) {
    Morph& morph = model.morphs.emplace_back();
    morph.name = "morph" + std::to_string(m);
    for (std::uint32_t v = 0; v < 2000; ++v)
      morph.vertices.push_back({v * 20 + m, {wave(v), 0.5f, 0}});
  }
}

Model sheet(SkinKind kind) {
  Model model;
  add_bones(model);
  add_sheet(model, kind);
  return model;
}

Clip dance(const Model& model, std::size_t frames) {
  Clip clip;
  clip.model_name = "dancer";
  for (const std::string& name : model.skeleton.names) {
    BoneTrack& t = clip.bones.emplace_back();
    t.name.text = name;
    t.interpolation = Interpolation::linear;
    for (std::size_t f = 0; f < frames; ++f) {
      t.frame.push_back(static_cast<double>(f));
      t.rotation.push_back(turn(f + clip.bones.size()));
      t.translation.push_back({0, wave(f), 0});
      t.curve.push_back({BezierCurve{20, 20, 107, 107},
                         {20, 20, 107, 107},
                         {20, 20, 107, 107},
                         {20, 20, 107, 107}});
    }
  }
  return clip;
}

const Format& format(std::string_view name) {
  for (const Format& f : formats())
    if (f.name == name) return f;
  ADD_FAILURE() << name;
  return formats().front();
}

std::vector<std::byte> written(std::string_view name, const Model& model,
                               std::span<const Clip> clips) {
  auto out = format(name).write({&model, clips}, {});
  EXPECT_TRUE(out) << name << to_text(out.error());
  return out ? std::move(out->bytes) : std::vector<std::byte>();
}

std::vector<std::byte> bytes_of(const std::string& text) {
  const Bytes bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

void expect_within(double times, std::string_view name, const char* what,
                   const std::vector<std::byte>& file) {
  ASSERT_GE(file.size(), kSmallest) << name << " " << what;
  const Format* told = format_of(file);
  ASSERT_TRUE(told && told->name == name) << name << " " << what;
  testing_heap::begin();
  const auto contents = told->read(file, {});
  const auto used = static_cast<double>(testing_heap::peak());
  ASSERT_TRUE(contents) << name << " " << what << ": " << to_text(contents.error());
  const double ratio = used / static_cast<double>(file.size());
  std::printf("%s %s: %.1f MB, %.2f times the file\n", std::string(name).c_str(), what,
              static_cast<double>(file.size()) / 1e6, ratio);
  EXPECT_LE(ratio, times) << name << " " << what;
}

TEST(ReadingMemory, IsCounted) {
  testing_heap::begin();
  { const std::vector<std::byte> held(std::size_t{1} << 20); }
  EXPECT_GE(testing_heap::peak(), std::size_t{1} << 20);
  EXPECT_LT(testing_heap::peak(), std::size_t{2} << 20);
}

TEST(ReadingMemory, OfAPmx) {
  expect_within(kBinary, "PMX", "on one bone", written("PMX", sheet(SkinKind::bdef1), {}));
  expect_within(kBinary, "PMX", "on two bones", written("PMX", sheet(SkinKind::bdef2), {}));
  expect_within(kBinary, "PMX", "on four bones", written("PMX", sheet(SkinKind::bdef4), {}));
}

TEST(ReadingMemory, OfAPmd) {
  io::PmdDocument d;
  d.bones.resize(kBones);
  constexpr std::uint32_t kVertices = 60000;
  for (std::uint32_t i = 0; i < kVertices; ++i) {
    io::PmdVertex& v = d.vertices.emplace_back();
    v.position = {wave(i), wave(i + 1), 0};
    v.normal = {0, 0, 1};
    for (const std::uint32_t corner : {0u, 1u, 2u})
      d.indices.push_back(static_cast<std::uint16_t>(std::min(i + corner, kVertices - 1)));
  }
  d.materials.emplace_back().index_count = static_cast<std::uint32_t>(d.indices.size());
  const auto file = io::encode_pmd(d);
  ASSERT_TRUE(file) << to_text(file.error());
  expect_within(kBinary, "PMD", "sheet", *file);
}

TEST(ReadingMemory, OfAVmd) {
  Model model;
  add_bones(model);
  const std::vector<Clip> clips = {dance(model, 900)};
  expect_within(kBinary, "VMD", "dance", written("VMD", model, clips));
  Clip face;
  for (int m = 0; m < 60; ++m) {
    MorphTrack& t = face.morphs.emplace_back();
    t.name.text = "m" + std::to_string(m);
    for (int f = 0; f < 3000; ++f) {
      t.frame.push_back(f);
      t.weight.push_back(0.5f);
    }
  }
  expect_within(kBinary, "VMD", "face", written("VMD", model, {&face, 1}));
}

TEST(ReadingMemory, OfAVpd) {
  Clip pose;
  for (int b = 0; b < 30000; ++b) {
    BoneTrack& t = pose.bones.emplace_back();
    t.name.text = "bone" + std::to_string(b);
    t.frame = {0};
    t.rotation = {turn(static_cast<std::size_t>(b))};
    t.translation = {{1, 2, 3}};
    t.curve.resize(1);
  }
  expect_within(kText, "VPD", "pose", written("VPD", {}, {&pose, 1}));
}

TEST(ReadingMemory, OfABvh) {
  Model model;
  add_bones(model);
  const std::vector<Clip> clips = {dance(model, 1500)};
  expect_within(kText, "BVH", "dance", written("BVH", model, clips));
}

TEST(ReadingMemory, OfAGltf) {
  Model model = sheet(SkinKind::bdef4);
  expect_within(kBinary, "GLB", "sheet", written("GLB", model, {}));
  expect_within(kText, "glTF", "sheet", written("glTF", model, {}));
  Texture& texture = model.mesh.textures.emplace_back();
  texture.name = texture.resolved = "large.png";
  texture.bytes.resize(std::size_t{8} << 20, std::byte{7});
  for (const std::size_t i : {0u, 1u, 2u, 3u})
    texture.bytes[i] = static_cast<std::byte>("\x89PNG"[i]);
  model.mesh.materials.front().texture = TextureIndex{0};
  expect_within(kBinary, "GLB", "large picture", written("GLB", model, {}));
  Model bones;
  add_bones(bones);
  const std::vector<Clip> clips = {dance(bones, 2000)};
  expect_within(kBinary, "GLB", "dance", written("GLB", bones, clips));
  expect_within(kText, "glTF", "dance", written("glTF", bones, clips));
}

TEST(ReadingMemory, OfAVrma) {
  const io::GltfDocument doll = vrm_doll::doll(false);
  const auto made = import_vrm(doll, vrm_doll::vrm_of(doll, false));
  ASSERT_TRUE(made) << to_text(made.error());
  const std::vector<Clip> clips = {dance(made->model, 15000)};
  expect_within(kTurnsAlone, "VRMA", "dance", written("VRMA", made->model, clips));
}

TEST(ReadingMemory, OfKeypoints) {
  io::KeypointDocument d;
  for (std::int64_t f = 0; f < 2500; ++f) {
    io::KeypointFrame& frame = d.frames.emplace_back();
    frame.frame = f;
    frame.time_ms = static_cast<double>(f) * 100 / 3;
    for (std::size_t i = 0; i < io::kBodyPoints; ++i)
      frame.points.emplace_back(io::Keypoint{wave(i), wave(i + 1), wave(i + 2), 0.9f});
    frame.angles.assign(io::kJointAngles, 0.25f);
  }
  const auto lines = io::encode_keypoints_ndjson(d.frames);
  const auto document = io::encode_keypoints_json(d);
  ASSERT_TRUE(lines && document);
  expect_within(kText, "keypoints", "lines", bytes_of(*lines));
  expect_within(kText, "keypoints", "document", bytes_of(*document));
}

TEST(ReadingMemory, OfLandmarks) {
  io::LandmarkRecording r;
  for (std::size_t f = 0; f < 300; ++f) {
    io::LandmarkFrame& frame = r.frames.emplace_back();
    frame.time = static_cast<double>(f) / 30;
    for (const auto& [kind, count] :
         {std::pair{io::LandmarkKind::pose, 33u}, std::pair{io::LandmarkKind::left_hand, 21u},
          std::pair{io::LandmarkKind::face, 478u}}) {
      io::LandmarkSet& set = frame.sets.emplace_back();
      set.kind = kind;
      for (std::size_t i = 0; i < count; ++i)
        set.points.push_back({wave(i + f), wave(i + 1), wave(i + 2)});
      if (kind == io::LandmarkKind::pose) set.visibility.assign(count, 0.9f);
    }
  }
  const auto lines = io::encode_landmarks_ndjson(r);
  const auto document = io::encode_landmarks(r);
  ASSERT_TRUE(lines && document);
  expect_within(kText, "landmarks", "lines", bytes_of(*lines));
  expect_within(kText, "landmarks", "document", bytes_of(*document));
}

}  // namespace
}  // namespace odori
