#include "odori/foreign/foreign.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>

#include "odori/io/gltf.h"
#include "odori/math/quat.h"
#include "odori/math/trig.h"
#include "scene.h"
#include "test_files.h"

// The address sanitizer's: what Assimp itself leaks over broken files is no fault of this project.
extern "C" const char* __lsan_default_suppressions() { return "leak:libassimp"; }

namespace odori {
namespace {

// A bone of 100 cm with a bone of 50 cm on it; the first is turned by (10, 20, 30) degrees between
// a pre-rotation of 90 about Z and a post-rotation of 40 about X. With animation: its X goes from
// 10 to 70 within a second.
std::string bones(bool animated, const std::string& settings = "") {
  std::string text =
      "; FBX 7.3.0 project file\n"
      "FBXHeaderExtension:  {\n  FBXHeaderVersion: 1003\n  FBXVersion: 7300\n}\n"
      "GlobalSettings:  {\n  Version: 1000\n  Properties70:  {\n" +
      settings +
      "    P: \"TimeMode\", \"enum\", \"\", \"\",6\n  }\n}\n"
      "Definitions:  {\n  Version: 100\n  Count: 3\n"
      "  ObjectType: \"Model\" {\n    Count: 2\n  }\n}\n"
      "Objects:  {\n"
      "  Model: 1, \"Model::hips\", \"LimbNode\" {\n    Version: 232\n    Properties70:  {\n"
      "      P: \"RotationActive\", \"bool\", \"\", \"\",1\n"
      "      P: \"PreRotation\", \"Vector3D\", \"Vector\", \"\",0,0,90\n"
      "      P: \"PostRotation\", \"Vector3D\", \"Vector\", \"\",40,0,0\n"
      "      P: \"Lcl Translation\", \"Lcl Translation\", \"\", \"A\",0,100,0\n"
      "      P: \"Lcl Rotation\", \"Lcl Rotation\", \"\", \"A\",10,20,30\n"
      "    }\n  }\n"
      "  Model: 2, \"Model::spine\", \"LimbNode\" {\n    Version: 232\n    Properties70:  {\n"
      "      P: \"Lcl Translation\", \"Lcl Translation\", \"\", \"A\",0,50,0\n    }\n  }\n";
  if (animated)
    text +=
        "  AnimationStack: 3, \"AnimStack::turn\", \"\" {\n  }\n"
        "  AnimationLayer: 4, \"AnimLayer::Base\", \"\" {\n  }\n"
        "  AnimationCurveNode: 5, \"AnimCurveNode::R\", \"\" {\n    Properties70:  {\n"
        "      P: \"d|X\", \"Number\", \"\", \"A\",10\n      P: \"d|Y\", \"Number\", \"\", "
        "\"A\",20\n"
        "      P: \"d|Z\", \"Number\", \"\", \"A\",30\n    }\n  }\n"
        "  AnimationCurve: 6, \"AnimCurve::\", \"\" {\n    Default: 10\n    KeyVer: 4008\n"
        "    KeyTime: *2 {\n      a: 0,46186158000\n    }\n"
        "    KeyValueFloat: *2 {\n      a: 10,70\n    }\n"
        "    KeyAttrFlags: *1 {\n      a: 24836\n    }\n"
        "    KeyAttrDataFloat: *4 {\n      a: 0,0,0,0\n    }\n"
        "    KeyAttrRefCount: *1 {\n      a: 2\n    }\n  }\n";
  text += "}\nConnections:  {\n  C: \"OO\",1,0\n  C: \"OO\",2,1\n";
  if (animated)
    text +=
        "  C: \"OO\",4,3\n  C: \"OO\",5,4\n  C: \"OP\",5,1,\"Lcl Rotation\"\n"
        "  C: \"OP\",6,5,\"d|X\"\n";
  return text + "}\n";
}

Bytes bytes_of(const std::string& text) { return std::as_bytes(std::span(text)); }

Quat about(Vec3 axis, double degrees) {
  return from_axis_angle(axis, static_cast<float>(degrees * trig::kPi / 180));
}
// What the format's authors say: pre, then Z Y X of the bone's own, then the post-rotation undone.
Quat expected(double x) {
  return about({0, 0, 1}, 90) * about({0, 0, 1}, 30) * about({0, 1, 0}, 20) * about({1, 0, 0}, x) *
         about({1, 0, 0}, -40);
}

const io::GltfNode* node_named(const io::GltfDocument& document, const std::string& name) {
  for (const io::GltfNode& node : document.nodes)
    if (node.name == name) return &node;
  return nullptr;
}

void expect_near(Quat a, Quat b) { EXPECT_LT(angle_between(a, b), 1e-3f); }

TEST(ForeignScene, PartsOfABoneAreOneBone) {
  const auto document = foreign::read_scene(bytes_of(bones(false)), "fbx");
  ASSERT_TRUE(document) << to_text(document.error());
  const io::GltfNode *hips = node_named(*document, "hips"), *spine = node_named(*document, "spine");
  ASSERT_TRUE(hips && spine);
  EXPECT_EQ(document->nodes.size(), 3u);       // and the root
  EXPECT_NEAR(hips->translation.y, 1, 1e-6f);  // metres
  EXPECT_NEAR(spine->translation.y, 0.5f, 1e-6f);
  expect_near(hips->rotation, expected(10));
}

TEST(ForeignScene, MovementGoesThroughAllParts) {
  const auto document = foreign::read_scene(bytes_of(bones(true)), "fbx");
  ASSERT_TRUE(document) << to_text(document.error());
  ASSERT_EQ(document->animations.size(), 1u);
  EXPECT_EQ(document->animations[0].name, "turn");
  for (const io::GltfChannel& channel : document->animations[0].channels) {
    if (channel.path != io::GltfPath::rotation) continue;
    const io::GltfSampler& sampler =
        document->animations[0].samplers[static_cast<std::size_t>(channel.sampler)];
    const auto times = io::read_floats(*document, sampler.input);
    const auto values = io::read_floats(*document, sampler.output);
    ASSERT_EQ(values.size(), 4 * times.size());
    EXPECT_EQ(document->nodes[static_cast<std::size_t>(channel.node)].name, "hips");
    EXPECT_NEAR(times.back(), 1, 1e-5f);
    for (std::size_t k : {std::size_t{0}, times.size() - 1}) {
      const float* q = &values[4 * k];
      expect_near({q[0], q[1], q[2], q[3]}, expected(10 + 60 * times[k]));
    }
    return;
  }
  FAIL() << "nothing turns";
}

TEST(ForeignScene, UnitAndAxesAreTheFilesOwn) {
  const std::string z_up =
      "    P: \"UpAxis\", \"int\", \"Integer\", \"\",2\n    P: \"UpAxisSign\", \"int\", "
      "\"Integer\", \"\",1\n"
      "    P: \"FrontAxis\", \"int\", \"Integer\", \"\",1\n    P: \"FrontAxisSign\", \"int\", "
      "\"Integer\", \"\",-1\n"
      "    P: \"CoordAxis\", \"int\", \"Integer\", \"\",0\n    P: \"CoordAxisSign\", \"int\", "
      "\"Integer\", \"\",1\n"
      "    P: \"UnitScaleFactor\", \"double\", \"Number\", \"\",2.54\n";
  const auto document = foreign::read_scene(bytes_of(bones(false, z_up)), "fbx");
  ASSERT_TRUE(document) << to_text(document.error());
  const io::GltfNode& root = document->nodes[0];
  const io::GltfNode* hips = node_named(*document, "hips");
  ASSERT_TRUE(hips);
  // 100 inches along the file's Y, which points away from the viewer: Odori's -Z.
  const Vec3 there = rotate(normalise(root.rotation), hips->translation) * root.scale.x;
  EXPECT_NEAR(there.x, 0, 1e-5f);
  EXPECT_NEAR(there.y, 0, 1e-5f);
  EXPECT_NEAR(there.z, -2.54f, 1e-4f);
}

TEST(ForeignScene, AnAccessoryIsMirroredAndHasMmdsSize) {
  // One triangle, clockwise from its front as in Direct3D, a unit behind the origin.
  const std::string text =
      "xof 0303txt 0032\nMesh {\n 3;\n 0;0;1;,\n 0;1;1;,\n 1;0;1;;\n 1;\n 3;0,1,2;;\n"
      " MeshMaterialList {\n  1;\n  1;\n  0;;\n  Material {\n   1;0.5;0;1;;\n   5;\n   0;0;0;;\n   "
      "0;0;0;;\n"
      "   TextureFilename { \"tex\\\\wall.bmp\"; }\n  }\n }\n"
      " MeshTextureCoords {\n  3;\n  0;0.25;,\n  0;1;,\n  1;0;;\n }\n}\n";
  const auto document = foreign::read_scene(bytes_of(text), "x");
  ASSERT_TRUE(document) << to_text(document.error());
  ASSERT_EQ(document->meshes.size(), 1u);
  const io::GltfPrimitive& part = document->meshes[0].primitives.at(0);
  const auto positions =
      io::read_floats(*document, io::find_attribute(part.attributes, "POSITION"));
  const auto uvs = io::read_floats(*document, io::find_attribute(part.attributes, "TEXCOORD_0"));
  const auto indices = io::read_integers(*document, part.indices);
  ASSERT_EQ(positions.size(), 9u);
  ASSERT_EQ(indices.size(), 3u);
  const auto corner = [&](std::size_t i) {
    const float* p = &positions[3 * std::size_t{indices[i]}];
    return Vec3{p[0], p[1], p[2]};
  };
  // Ten MMD units of 8 cm; Z the other way; counter-clockwise from the viewer, who stands at +Z.
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(corner(i).z, -0.8f, 1e-5f);
  EXPECT_GT(cross(corner(1) - corner(0), corner(2) - corner(0)).z, 0);
  for (std::size_t v = 0; v < 3; ++v) {
    const bool origin = positions[3 * v] == 0 && positions[3 * v + 1] == 0;
    if (origin) {
      EXPECT_NEAR(uvs[2 * v + 1], 0.25f, 1e-6f);
    }
  }
  ASSERT_EQ(document->images.size(), 1u);
  EXPECT_EQ(document->images[0].uri, "tex/wall.bmp");
}

TEST(ForeignScene, RefusesWhatIsNone) {
  for (const char* text : {"", "x", "; FBX 7.3.0 project file\n", "xof 0303txt 0032\nnonsense"}) {
    EXPECT_FALSE(foreign::read_scene(bytes_of(text), "fbx")) << text;
    EXPECT_FALSE(foreign::read_scene(bytes_of(text), "x")) << text;
  }
}

// ---- in a process of its own

TEST(Foreign, GivesAGlb) {
  const auto glb = foreign_to_glb(bytes_of(bones(true)), "fbx", ODORI_FOREIGN);
  ASSERT_TRUE(glb) << to_text(glb.error());
  const auto document = io::decode_gltf(*glb);
  ASSERT_TRUE(document) << to_text(document.error());
  EXPECT_EQ(document->animations.size(), 1u);
}

TEST(Foreign, SaysWhyNot) {
  const auto none = foreign_to_glb(bytes_of("; FBX 7.3.0 project file\n"), "fbx", ODORI_FOREIGN);
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().code, Code::malformed);
  EXPECT_FALSE(none.error().what.empty());
  const auto absent = foreign_to_glb(bytes_of(bones(false)), "fbx", "/nowhere/odori-foreign");
  ASSERT_FALSE(absent);
  EXPECT_EQ(absent.error().code, Code::not_found);
}

TEST(Foreign, LimitsHold) {
  ForeignLimits limits;
  limits.glb_bytes = 100;
  const auto long_answer = foreign_to_glb(bytes_of(bones(true)), "fbx", ODORI_FOREIGN, limits);
  ASSERT_FALSE(long_answer);
  EXPECT_EQ(long_answer.error().code, Code::too_large);
  // A program that never ends is ended.
  limits = {};
  limits.seconds = 1;
  const auto slow = foreign_to_glb({}, "600", "/bin/sleep", limits);
  ASSERT_FALSE(slow);
}

TEST(Foreign, DamageStaysInTheOtherProcess) {
  const std::string whole = bones(true);
  for (std::size_t n = 0; n < whole.size(); n += 97) {
    std::string cut = whole.substr(0, n), flipped = whole;
    flipped[n] = static_cast<char>(flipped[n] ^ 0x40);
    for (const std::string& text : {cut, flipped}) {
      const auto glb = foreign_to_glb(bytes_of(text), "fbx", ODORI_FOREIGN);
      if (!glb) {
        EXPECT_FALSE(glb.error().what.empty());
      }
    }
  }
}

TEST(ForeignFiles, RealOnesAreRead) {
  // Animations and skins by name.
  const std::map<std::string, std::pair<std::size_t, std::size_t>> known{
      {"mixamo_silly_dancing.fbx", {1, 0}},
      {"blender_279_sausage_7400_binary.fbx", {3, 1}},
      {"blender_279_unicode_7400_binary.fbx", {0, 0}},
      {"blender_293_barbarian_7400_binary.fbx", {1, 2}}};
  const auto files = testing_files::shared_data({".fbx"});
  if (files.empty()) GTEST_SKIP() << "no shared data here";
  for (const auto& file : files) {
    const auto glb = foreign_to_glb(testing_files::bytes_of(file), "fbx", ODORI_FOREIGN);
    ASSERT_TRUE(glb) << file << ": " << to_text(glb.error());
    const auto document = io::decode_gltf(*glb);
    ASSERT_TRUE(document) << file;
    const auto row = known.find(file.filename().string());
    if (row == known.end()) continue;
    EXPECT_EQ(document->animations.size(), row->second.first) << file;
    EXPECT_EQ(document->skins.size(), row->second.second) << file;
  }
}

}  // namespace
}  // namespace odori
