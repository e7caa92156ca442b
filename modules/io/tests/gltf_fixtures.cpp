// Small glTF files made by code; full_glb() is long because it is one file.
#include "gltf_fixtures.h"

namespace odori::io {

std::vector<std::byte> glb_of(std::string_view json, Bytes binary) {
  ByteWriter out;
  const auto word = [&](std::size_t v) { out.write(static_cast<std::uint32_t>(v)); };
  std::string text(json);
  text.resize((text.size() + 3) / 4 * 4, ' ');
  std::vector<std::byte> bytes(binary.begin(), binary.end());
  bytes.resize((bytes.size() + 3) / 4 * 4);
  word(0x46546C67);
  word(2);
  word(20 + text.size() + (bytes.empty() ? 0 : 8 + bytes.size()));
  word(text.size());
  word(0x4E4F534A);
  out.bytes(std::as_bytes(std::span(text)));
  if (!bytes.empty()) {
    word(bytes.size());
    word(0x004E4942);
    out.bytes(bytes);
  }
  return out.take();
}

std::vector<std::byte> rotation_glb(std::initializer_list<float> times, Bytes values,
                                    std::size_t count, const char* more_of_accessor,
                                    const char* interpolation) {
  std::vector<std::byte> bytes;
  add_values(bytes, times);
  const std::string split = std::to_string(bytes.size());
  bytes.insert(bytes.end(), values.begin(), values.end());
  return glb_of(
      R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"name":"hips"}],
      "buffers":[{"byteLength":)" +
          std::to_string(bytes.size()) + R"(}],"bufferViews":[{"buffer":0,"byteLength":)" + split +
          R"(},{"buffer":0,"byteOffset":)" + split + R"(,"byteLength":)" +
          std::to_string(values.size()) +
          R"(}],"accessors":[{"bufferView":0,"componentType":5126,"count":)" +
          std::to_string(times.size()) +
          R"(,"type":"SCALAR"},{"bufferView":1,"type":"VEC4","count":)" + std::to_string(count) +
          "," + more_of_accessor +
          R"(}],"animations":[{"samplers":[{"input":0,"output":1,"interpolation":")" +
          interpolation +
          R"("}],"channels":[{"sampler":0,"target":{"node":0,"path":"rotation"}}]}]})",
      bytes);
}

std::vector<std::byte> full_glb() {
  std::vector<std::byte> b;
  const auto floats = [&](std::initializer_list<float> values) { add_values(b, values); };
  floats({0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0});  // 0: positions
  floats({0, 0, 1, 0, 1});                       // 48: of no accessor
  add_values<std::uint8_t>(b, {0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0});  // 68: joints
  floats({1, 0, 0, 0, 1, 0, 0, 0, 0.5f, 0.5f, 0, 0, 1, 0, 0, 0});                 // 84: weights
  add_values<std::uint16_t>(b, {0, 1, 2, 2, 1, 3});                               // 148: indices
  add_values<std::uint16_t>(b, {3, 0});                      // 160: sparse places
  floats({0, 0, 0.25f});                                     // 164: sparse values
  floats({1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1});  // 176: inverse binds
  floats({1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -1, 0, 1});
  floats({0, 0.5f, 2});                                // 304: times
  floats({0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 1});        // 316: rotations
  floats({0, 1, 0.5f});                                // 364: weights
  add_values<std::uint8_t>(b, {0x89, 'P', 'N', 'G'});  // 376: no real picture
  return glb_of(R"({
    "asset":{"version":"2.0","generator":"hand","copyright":"none","extras":{"a":[1,2.5e3,-0.0]}},
    "extensionsUsed":["KHR_materials_unlit","KHR_texture_transform","VENDOR_thing"],
    "scene":0,
    "scenes":[{"name":"main","nodes":[0,3]}],
    "nodes":[
      {"name":"root","children":[1],"extensions":{"VENDOR_thing":{"deep":[[],{},null,true,"\u00e9\n"]}}},
      {"name":"tip","translation":[0,1,0],"rotation":[0,0,0.6,0.8],"scale":[1,1,1]},
      {"matrix":[1,0,0,0,0,1,0,0,0,0,1,0,5,6,7,1],"camera":0},
      {"name":"body","mesh":0,"skin":0,"children":[2],"weights":[0.5]}],
    "cameras":[{"type":"perspective","perspective":{"yfov":0.8,"znear":0.1}}],
    "meshes":[{"name":"quad","weights":[0],"extras":{"targetNames":["smile"],"x":1},"primitives":[{
      "attributes":{"POSITION":0,"JOINTS_0":1,"WEIGHTS_0":2},"indices":3,"material":0,
      "targets":[{"POSITION":4}],"extras":7}]}],
    "skins":[{"joints":[0,1],"inverseBindMatrices":5,"skeleton":0}],
    "animations":[{"name":"wave",
      "samplers":[{"input":6,"output":7},{"input":6,"output":8,"interpolation":"STEP"}],
      "channels":[{"sampler":0,"target":{"node":1,"path":"rotation"}},
        {"sampler":1,"target":{"node":3,"path":"weights"}},
        {"sampler":1,"target":{"path":"pointer","extensions":{"KHR_animation_pointer":{"pointer":"/x"}}}}]}],
    "materials":[{"name":"skin","doubleSided":true,"alphaMode":"MASK","alphaCutoff":0.25,
      "emissiveFactor":[0.5,0,0],
      "extensions":{"KHR_materials_unlit":{},"KHR_materials_emissive_strength":{"emissiveStrength":3},
        "VRMC_materials_mtoon":{"specVersion":"1.0"}},
      "pbrMetallicRoughness":{"baseColorFactor":[1,0.5,0.25,1],"metallicFactor":0,
        "baseColorTexture":{"index":0,"texCoord":1,"extensions":{"KHR_texture_transform":
          {"offset":[0.5,0],"scale":[2,2],"rotation":0.1}}}}}],
    "textures":[{"source":0,"sampler":0}],
    "samplers":[{"wrapS":33071,"magFilter":9729}],
    "images":[{"name":"face","mimeType":"image/png","bufferView":11}],
    "accessors":[
      {"bufferView":0,"componentType":5126,"count":4,"type":"VEC3","min":[0,0,0],"max":[1,1,0]},
      {"bufferView":1,"componentType":5121,"count":4,"type":"VEC4"},
      {"bufferView":2,"componentType":5126,"count":4,"type":"VEC4"},
      {"bufferView":3,"componentType":5123,"count":6,"type":"SCALAR"},
      {"componentType":5126,"count":4,"type":"VEC3","sparse":{"count":1,
        "indices":{"bufferView":4,"componentType":5123},"values":{"bufferView":5}}},
      {"bufferView":6,"componentType":5126,"count":2,"type":"MAT4"},
      {"bufferView":7,"componentType":5126,"count":3,"type":"SCALAR"},
      {"bufferView":8,"componentType":5126,"count":3,"type":"VEC4"},
      {"bufferView":9,"componentType":5126,"count":3,"type":"SCALAR"}],
    "bufferViews":[
      {"buffer":0,"byteOffset":0,"byteLength":48,"target":34962},
      {"buffer":0,"byteOffset":68,"byteLength":16},
      {"buffer":0,"byteOffset":84,"byteLength":64},
      {"buffer":0,"byteOffset":148,"byteLength":12,"target":34963},
      {"buffer":0,"byteOffset":160,"byteLength":2},
      {"buffer":0,"byteOffset":164,"byteLength":12},
      {"buffer":0,"byteOffset":176,"byteLength":128},
      {"buffer":0,"byteOffset":304,"byteLength":12},
      {"buffer":0,"byteOffset":316,"byteLength":48},
      {"buffer":0,"byteOffset":364,"byteLength":12},
      {"buffer":0,"byteOffset":48,"byteLength":20},
      {"buffer":0,"byteOffset":376,"byteLength":4}],
    "buffers":[{"byteLength":380}],
    "extensions":{"VENDOR_thing":{"of":"the document"}},"extras":"text"})",
                b);
}

}  // namespace odori::io
