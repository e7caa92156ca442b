// What the files of the glTF reader and writer share.
#pragma once

#include <string>

#include "odori/io/gltf.h"

namespace odori::io::gltf {

inline constexpr std::uint32_t kMagic = 0x46546C67;      // "glTF"
inline constexpr std::uint32_t kJsonChunk = 0x4E4F534A;  // "JSON"
inline constexpr std::uint32_t kBinaryChunk = 0x004E4942;

inline constexpr const char* kUnlit = "KHR_materials_unlit";
inline constexpr const char* kEmissiveStrength = "KHR_materials_emissive_strength";
inline constexpr const char* kTextureTransform = "KHR_texture_transform";
inline constexpr const char* kTextureWebp = "EXT_texture_webp";

// The two parts of a file; the binary one is empty in a text.
struct Parts {
  std::string_view json;
  Bytes binary;
  bool has_binary = false;
};
Result<Parts> split_glb(Bytes data, Warnings& warnings);

// The bytes of a "data:" URI. Errors: malformed.
Result<std::vector<std::byte>> decode_data_uri(std::string_view uri);
std::string base64(Bytes data);

// JSON -> document. Of buffers, those in data URIs have their bytes; `uris` says for each where the
// others are (empty: the GLB's binary chunk), `lengths` their byteLength. Charges what it allocates
// against `budget`, in bytes.
Result<GltfDocument> parse_document(std::string_view json, std::size_t& budget,
                                    std::vector<std::string>& uris,
                                    std::vector<std::uint64_t>& lengths);

// Errors: unsupported, naming the first required extension that is not known.
Result<void> check_required(const GltfDocument& document);

// Bytes of a component; of an element, with the padding of matrix columns.
std::size_t bytes_of(GltfComponent component);
std::size_t element_bytes(GltfType type, GltfComponent component);

// "meshes[2].primitives[0].indices"
std::string place(const char* list, std::size_t index, const std::string& rest = {});

}  // namespace odori::io::gltf
