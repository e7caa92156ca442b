#include "odori/io/gltf.h"

#include <gtest/gtest.h>

#include <cmath>

#include "gltf_fixtures.h"

namespace odori::io {
namespace {

Bytes bytes(std::string_view text) { return std::as_bytes(std::span(text)); }

GltfDocument decoded(Bytes data) {
  auto doc = decode_gltf(data);
  EXPECT_TRUE(doc) << to_text(doc.error());
  return doc ? std::move(*doc) : GltfDocument();
}

TEST(Gltf, ReadsWhatTheFileSays) {
  const GltfDocument doc = decoded(full_glb());
  EXPECT_EQ(doc.asset.generator, "hand");
  EXPECT_EQ(doc.asset.extras, R"({"a":[1,2500,-0.0]})");
  EXPECT_EQ(doc.scene, 0);
  EXPECT_EQ(doc.scenes[0].nodes, (std::vector<GltfIndex>{0, 3}));
  ASSERT_EQ(doc.nodes.size(), 4u);
  EXPECT_EQ(doc.nodes[1].rotation, (Quat{0, 0, 0.6f, 0.8f}));
  EXPECT_EQ(doc.nodes[2].matrix->at(13), 6);
  EXPECT_EQ(*find_extension(doc.nodes[0], "VENDOR_thing"),
            "{\"deep\":[[],{},null,true,\"\xC3\xA9\\u000a\"]}");
  EXPECT_EQ(find_extension(doc.nodes[1], "VENDOR_thing"), nullptr);
  const GltfPrimitive& p = doc.meshes[0].primitives[0];
  EXPECT_EQ(doc.meshes[0].target_names, std::vector<std::string>{"smile"});
  EXPECT_EQ(find_attribute(p.attributes, "WEIGHTS_0"), 2);
  EXPECT_EQ(find_attribute(p.attributes, "WEIGHTS_1"), -1);
  EXPECT_EQ(p.extras, "7");
  EXPECT_EQ(doc.animations[0].samplers[1].interpolation, GltfInterpolation::step);
  EXPECT_EQ(doc.animations[0].channels[2].path, GltfPath::other);
  const GltfMaterial& m = doc.materials[0];
  EXPECT_TRUE(m.unlit && m.double_sided);
  EXPECT_EQ(m.emissive_strength, 3);
  EXPECT_EQ(m.alpha_mode, GltfAlphaMode::mask);
  ASSERT_TRUE(m.base_colour.transform);
  EXPECT_EQ(m.base_colour.transform->scale, (Vec2{2, 2}));
  EXPECT_EQ(*find_extension(m, "VRMC_materials_mtoon"), R"({"specVersion":"1.0"})");
  EXPECT_EQ(m.extensions.size(), 1u);  // what has typed fields stands there only
  EXPECT_EQ(bytes_of_image(doc, 0).size(), 4u);
  EXPECT_NEAR(static_cast<double>(doc.cameras[0].y_fov), 0.8, 1e-6);
  EXPECT_TRUE(doc.warnings.empty());
}

TEST(Gltf, ReadsAccessors) {
  const GltfDocument doc = decoded(full_glb());
  EXPECT_EQ(read_floats(doc, 4), (std::vector<float>{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0.25f}));
  EXPECT_EQ(read_integers(doc, 3), (std::vector<std::uint32_t>{0, 1, 2, 2, 1, 3}));
  EXPECT_EQ(read_integers(doc, 1)[9], 1u);
  EXPECT_EQ(read_floats(doc, 1)[9], 1);
  EXPECT_EQ(read_floats(doc, 5).size(), 32u);
  EXPECT_TRUE(read_floats(doc, -1).empty());
}

TEST(Gltf, ReadsEveryComponentWithStrideAndPadding) {
  GltfDocument doc;
  doc.buffers.resize(1);
  add_values<std::int8_t>(doc.buffers[0].bytes, {-128, 127, 0, -1, 64, 0, 0, 0});
  doc.buffer_views.resize(2);
  doc.buffer_views[0].buffer = doc.buffer_views[1].buffer = 0;
  doc.buffer_views[0].length = doc.buffer_views[1].length = 8;
  doc.buffer_views[1].stride = 4;
  const auto accessor = [&](GltfComponent component, GltfType type, std::uint32_t count, int view) {
    GltfAccessor& a = doc.accessors.emplace_back();
    a.view = view;
    a.component = component;
    a.type = type;
    a.count = count;
    return static_cast<GltfIndex>(doc.accessors.size() - 1);
  };
  const GltfIndex i8 = accessor(GltfComponent::i8, GltfType::vec2, 4, 0);
  const GltfIndex strided = accessor(GltfComponent::i8, GltfType::scalar, 2, 1);
  const GltfIndex mat2 = accessor(GltfComponent::u8, GltfType::mat2, 1, 0);
  const GltfIndex i16 = accessor(GltfComponent::i16, GltfType::scalar, 4, 0);
  doc.accessors[0].normalized = true;
  ASSERT_TRUE(check_gltf(doc));
  const auto normal = read_floats(doc, i8);
  EXPECT_EQ(normal[0], -1);
  EXPECT_EQ(normal[1], 1);
  EXPECT_EQ(normal[3], static_cast<float>(-1.0 / 127));
  EXPECT_EQ(read_floats(doc, strided), (std::vector<float>{-128, 64}));
  EXPECT_EQ(read_integers(doc, strided), (std::vector<std::uint32_t>{0, 64}));
  EXPECT_EQ(read_floats(doc, mat2), (std::vector<float>{128, 127, 64, 0}));  // columns of 4 bytes
  EXPECT_EQ(read_floats(doc, i16), (std::vector<float>{0x7F80, -256, 64, 0}));
  doc.accessors[static_cast<std::size_t>(strided)].count = 3;
  EXPECT_EQ(check_gltf(doc).error().what,
            "accessors[1]: 3 elements end behind their buffer view of 8 bytes");
}

TEST(Gltf, ComesBackFromWhatIsWritten) {
  const GltfDocument doc = decoded(full_glb());
  const auto glb = encode_glb(doc);
  ASSERT_TRUE(glb) << to_text(glb.error());
  const GltfDocument again = decoded(*glb);
  EXPECT_EQ(encode_glb(again), *glb);
  EXPECT_EQ(again.nodes[0].extensions[0].json, doc.nodes[0].extensions[0].json);
  EXPECT_EQ(again.extras, "\"text\"");
  EXPECT_EQ(read_floats(again, 4), read_floats(doc, 4));
  const auto text = encode_gltf_text(doc);
  ASSERT_TRUE(text);
  EXPECT_TRUE(looks_like_gltf_text(bytes(*text)));
  EXPECT_EQ(encode_glb(decoded(bytes(*text))), *glb);
}

TEST(Gltf, PacksBuffersAndImagesIntoOne) {
  const std::string json = R"({"asset":{"version":"2.0"},"buffers":[
      {"byteLength":3,"uri":"data:application/octet-stream;base64,AQID"},
      {"byteLength":2,"uri":"data:,%04%05"},{"byteLength":1,"uri":"a%20b.bin"}],
      "bufferViews":[{"buffer":0,"byteLength":3},{"buffer":1,"byteLength":2},
      {"buffer":2,"byteLength":1}],
      "images":[{"uri":"data:image/png;base64,/+8="},{"uri":"x/y.png"}]})";
  const GltfFetch fetch = [](const std::string& path) -> Result<std::vector<std::byte>> {
    EXPECT_EQ(path, "a b.bin");
    return std::vector<std::byte>{std::byte{6}};
  };
  const auto doc = decode_gltf(bytes(json), fetch);
  ASSERT_TRUE(doc) << to_text(doc.error());
  EXPECT_EQ(doc->images[0].mime_type, "image/png");
  const GltfDocument again = decoded(*encode_glb(*doc));
  ASSERT_EQ(again.buffers.size(), 1u);
  for (const auto& [view, value] : {std::pair{0, 1}, {1, 4}, {2, 6}})
    EXPECT_EQ(bytes_of_view(again, view)[0], std::byte(value));
  ASSERT_EQ(bytes_of_image(again, 0).size(), 2u);
  EXPECT_EQ(bytes_of_image(again, 0)[0], std::byte{0xFF});
  EXPECT_EQ(again.images[1].uri, "x/y.png");
  EXPECT_TRUE(bytes_of_image(again, 1).empty());
  // Without a callback, and with one that refuses.
  EXPECT_EQ(decode_gltf(bytes(json)).error().code, Code::not_found);
  const auto refused = decode_gltf(bytes(json), [](const std::string&) {
    return Result<std::vector<std::byte>>(fail(Code::denied, "it leaves its folder"));
  });
  EXPECT_EQ(refused.error().code, Code::denied);
  EXPECT_EQ(refused.error().what, "buffers[2]: \"a%20b.bin\": it leaves its folder");
}

// --- odd files that are read

TEST(GltfCases, KeysAtOneTimeAreToldAndKept) {  // D26
  std::vector<std::byte> values;
  add_values<float>(values, {0, 0, 0, 1, 0, 0.6f, 0, 0.8f, 0, 0, 0, 1});
  const GltfDocument doc =
      decoded(rotation_glb({0, 1, 1}, values, 3, R"("componentType":5126)", "LINEAR"));
  EXPECT_EQ(doc.warnings.count(WarningKind::duplicate_key), 1u);
  EXPECT_EQ(doc.warnings.count(WarningKind::unsorted_keys), 0u);
  const GltfDocument back =
      decoded(rotation_glb({0, 2, 1}, values, 3, R"("componentType":5126)", "LINEAR"));
  EXPECT_EQ(back.warnings.count(WarningKind::unsorted_keys), 1u);
}

TEST(GltfCases, RotationsAsSmallIntegers) {  // D27
  std::vector<std::byte> values;
  add_values<std::int16_t>(values, {0, 0, 0, 32767, 0, 12540, 0, 30274});
  const GltfDocument doc = decoded(
      rotation_glb({0, 1}, values, 2, R"("componentType":5122,"normalized":true)", "LINEAR"));
  const std::vector<float> q = read_floats(doc, 1);
  EXPECT_EQ(q[3], 1);
  EXPECT_NEAR(static_cast<double>(q[5]), 0.3827, 1e-4);
  EXPECT_NEAR(static_cast<double>(q[7]), 0.9239, 1e-4);
}

TEST(GltfCases, SparseValuesOnZeros) {  // D29
  std::vector<std::byte> b;
  add_values<std::uint16_t>(b, {1, 0});
  add_values<float>(b, {0, 0, 5});
  const GltfDocument doc = decoded(glb_of(
      R"({"asset":{"version":"2.0"},"buffers":[{"byteLength":16}],"bufferViews":[
      {"buffer":0,"byteLength":2},{"buffer":0,"byteOffset":4,"byteLength":12}],"accessors":[
      {"componentType":5126,"count":3,"type":"VEC3","sparse":{"count":1,
      "indices":{"bufferView":0,"componentType":5123},"values":{"bufferView":1}}}]})",
      b));
  EXPECT_EQ(read_floats(doc, 0), (std::vector<float>{0, 0, 0, 0, 0, 5, 0, 0, 0}));
}

TEST(GltfCases, AChunkLongerThanTheFileIsRefused) {  // D30
  std::vector<std::byte> data = glb_of(R"({"asset":{"version":"2.0"}})");
  const std::uint32_t length = 0xFFFFFFF0;
  std::memcpy(data.data() + 12, &length, 4);
  const auto doc = decode_gltf(data);
  ASSERT_FALSE(doc);
  EXPECT_EQ(doc.error().code, Code::truncated);
  EXPECT_EQ(doc.error().offset, 12u);
}

TEST(GltfCases, RequiredExtensionsThatAreNotKnownAreNamed) {  // D31
  for (const auto& [name, remedy] : {std::pair{"KHR_draco_mesh_compression", "without Draco"},
                                     {"EXT_meshopt_compression", "without meshopt"},
                                     {"KHR_texture_basisu", "PNG or JPEG"},
                                     {"VENDOR_secret", "without this extension"}}) {
    const auto doc = decode_gltf(
        bytes(R"({"asset":{"version":"2.0"},"nodes":[{"children":[9]}],"extensionsRequired":[")" +
              std::string(name) + "\"]}"));
    ASSERT_FALSE(doc);
    EXPECT_EQ(doc.error().code, Code::unsupported);
    EXPECT_NE(doc.error().what.find(name), std::string::npos);
    EXPECT_NE(doc.error().hint.find(remedy), std::string::npos) << doc.error().hint;
  }
  EXPECT_TRUE(decode_gltf(bytes(
      R"({"asset":{"version":"2.0"},"extensionsRequired":["KHR_materials_unlit","VRMC_vrm"]})")));
}

// --- what is wrong, and where

TEST(Gltf, SaysWhereSomethingIsWrong) {
  const auto error = [](const std::string& members) {
    const auto doc = decode_gltf(bytes(R"({"asset":{"version":"2.0"},)" + members + "}"));
    EXPECT_FALSE(doc) << members;
    return doc ? std::string() : doc.error().what;
  };
  EXPECT_EQ(error(R"("nodes":[{},{"children":[7]}])"),
            "nodes[1].children[0]: 7 is out of range, there are 2");
  EXPECT_EQ(error(R"("nodes":[{"children":[1]},{"children":[0]}])"),
            "nodes[0].children: node 0 is its own descendant");
  EXPECT_EQ(error(R"("nodes":[{"children":[0]}])"),
            "nodes[0].children: node 0 is its own descendant");
  EXPECT_EQ(error(R"("nodes":[{"children":[2]},{"children":[2]},{}])"),
            "nodes[1].children[0]: node 2 has a parent already, node 0");
  EXPECT_EQ(error(R"("nodes":[{"mesh":-1}])"), "nodes[0].mesh: a whole number from 0 is wanted");
  EXPECT_EQ(error(R"("nodes":[{"mesh":3000000000}])"),
            "nodes[0].mesh: 3000000000 is too large a number");
  EXPECT_EQ(error(R"("nodes":[{"translation":[0,1e39,0]}])"),
            "nodes[0].translation[1]: a number that is too large");
  EXPECT_EQ(error(R"("nodes":[{"translation":[0,1]}])"),
            "nodes[0].translation: 3 numbers are wanted");
  EXPECT_EQ(error(R"("nodes":{})"), "nodes: a list is wanted");
  EXPECT_EQ(error(R"("nodes":[3])"), "nodes[0]: an object is wanted");
  EXPECT_EQ(error(R"("scene":0)"), "scene: 0 is out of range, there are 0");
  EXPECT_EQ(error(R"("meshes":[{"primitives":[{"attributes":{"POSITION":4}}]}])"),
            "meshes[0].primitives[0].attributes.POSITION: 4 is out of range, there are 0");
  EXPECT_EQ(error(R"("accessors":[{"componentType":5126,"count":1,"type":"VEC9"}])"),
            "accessors[0].type: \"VEC9\" is not known");
  EXPECT_EQ(error(R"("accessors":[{"componentType":5126,"count":4000000000,"type":"VEC3"}])"),
            "accessors[0].count: 4000000000 elements without a buffer view");
  EXPECT_EQ(error(R"("buffers":[{"byteLength":9}])"),
            "buffers[0]: has neither a uri nor a binary chunk");
  EXPECT_EQ(error(R"("buffers":[{"byteLength":9,"uri":"data:;base64,AAAA"}])"),
            "buffers[0]: byteLength is 9, and there are 3 bytes");
  EXPECT_EQ(error(R"("buffers":[{"byteLength":9,"uri":"data:;base64,A*AA"}])"),
            "buffers[0].uri: base64 with a character that is none");
  EXPECT_EQ(error(R"("skins":[{"joints":[]}])"), "skins[0].joints: is empty");
  EXPECT_EQ(error(R"("materials":[{"pbrMetallicRoughness":{"baseColorTexture":{}}}])"),
            "materials[0].pbrMetallicRoughness.baseColorTexture.index: is missing");
  EXPECT_EQ(decode_gltf(bytes(R"({"asset":{"version":"1.0"}})")).error().code, Code::unsupported);
  EXPECT_EQ(decode_gltf(bytes("{}")).error().what, "asset: an object is wanted");
  EXPECT_EQ(decode_gltf(bytes("[]")).error().code, Code::malformed);
  EXPECT_EQ(decode_gltf({}).error().code, Code::malformed);
}

TEST(Gltf, RefusesVerticesOutOfRangeAndNumbersThatAreNone) {
  GltfDocument doc = decoded(full_glb());
  doc.buffers[0].bytes[148 + 4] = std::byte{4};
  EXPECT_EQ(check_gltf(doc).error().what,
            "meshes[0].primitives[0].indices: vertex 4 is out of range, there are 4");
  doc = decoded(full_glb());
  doc.buffers[0].bytes[3] = std::byte{0x7F};
  doc.buffers[0].bytes[2] = std::byte{0xC0};
  EXPECT_EQ(check_gltf(doc).error().code, Code::not_finite);
  EXPECT_EQ(check_gltf(doc).error().what, "accessors[0]: holds a number that is not finite");
  doc = decoded(full_glb());
  doc.accessors[7].count = 2;
  EXPECT_EQ(check_gltf(doc).error().what,
            "animations[0].channels[0]: 3 keys with 2 values where there should be 3");
  doc.accessors[7].count = 3;
  doc.nodes[0].scale.x = std::nanf("");
  EXPECT_FALSE(encode_glb(doc));
}

TEST(Gltf, SmallFilesMakeNoLargeWork) {
  // Thousands of accessors on the same bytes; thousands of empty materials.
  std::vector<std::byte> b(1 << 20);
  std::string json = R"({"asset":{"version":"2.0"},"buffers":[{"byteLength":1048576}],
      "bufferViews":[{"buffer":0,"byteLength":1048576}],"accessors":[)";
  for (int i = 0; i < 5000; ++i)
    json += std::string(i ? "," : "") +
            R"({"bufferView":0,"componentType":5126,"count":262144,"type":"SCALAR"})";
  EXPECT_EQ(decode_gltf(glb_of(json + "]}", b)).error().code, Code::too_large);
  json = R"({"asset":{"version":"2.0"},"materials":[{})";
  for (int i = 0; i < 300'000; ++i) json += ",{}";
  EXPECT_EQ(decode_gltf(bytes(json + "]}")).error().code, Code::too_large);
}

TEST(Gltf, CutAnywhereItIsRefused) {
  const std::vector<std::byte> data = full_glb();
  for (std::size_t n = 0; n < data.size(); ++n) {
    EXPECT_FALSE(decode_gltf(Bytes(data).first(n))) << n;
  }
  const std::string text = *encode_gltf_text(decoded(data));
  for (std::size_t n = 0; n < text.size(); ++n)
    EXPECT_FALSE(decode_gltf(bytes(std::string_view(text).substr(0, n)))) << n;
}

TEST(Gltf, ChangedAnywhereItIsReadOrRefused) {
  const std::vector<std::byte> data = full_glb();
  std::size_t read = 0;
  for (std::size_t i = 0; i < data.size(); ++i) {
    for (const int flip : {0x01, 0x10, 0x80, 0xFF}) {
      std::vector<std::byte> changed = data;
      changed[i] ^= std::byte(flip);
      const auto doc = decode_gltf(changed);
      if (!doc) continue;
      ++read;
      for (std::size_t a = 0; a < doc->accessors.size(); ++a)
        (void)read_floats(*doc, static_cast<GltfIndex>(a));
      const auto glb = encode_glb(*doc);
      ASSERT_TRUE(glb) << i << ": " << to_text(glb.error());
      const auto again = decode_gltf(*glb);
      ASSERT_TRUE(again) << i << ": " << to_text(again.error());
      EXPECT_EQ(encode_glb(*again), *glb) << i;
    }
  }
  EXPECT_GT(read, 1000u);
}

TEST(Gltf, IsKnownByItsBeginning) {
  EXPECT_TRUE(looks_like_glb(full_glb()));
  EXPECT_FALSE(looks_like_glb(bytes("glT")));
  EXPECT_TRUE(looks_like_gltf_text(bytes(" \n{\"asset\":{}}")));
  EXPECT_FALSE(looks_like_gltf_text(bytes("{\"frames\":[]}")));
  EXPECT_FALSE(looks_like_gltf_text(bytes("\"asset\"")));
}

}  // namespace
}  // namespace odori::io
