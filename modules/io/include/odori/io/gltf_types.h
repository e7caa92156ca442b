// glTF 2.0 as its file says it: right-handed, +Y up, metres, seconds, radians. Words and meanings
// are those of the specification (Khronos Group, "glTF 2.0 Specification", 2.0.1); what has a
// default holds it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "odori/base/warning.h"
#include "odori/math/quat.h"

namespace odori::io {

// A place in one of the document's lists; -1 = none.
using GltfIndex = std::int32_t;

// What an object carries beside its typed fields, as JSON text without white space: every extension
// that has no typed fields here, and `extras`.
struct GltfExtension {
  std::string name, json;
};
struct GltfObject {
  std::vector<GltfExtension> extensions;
  std::string extras;  // empty = none
};

struct GltfAsset : GltfObject {
  std::string version = "2.0", min_version, generator, copyright;
};

struct GltfScene : GltfObject {
  std::string name;
  std::vector<GltfIndex> nodes;
};

struct GltfNode : GltfObject {
  std::string name;
  GltfIndex mesh = -1, skin = -1, camera = -1;
  Vec3 translation;
  Quat rotation;  // as in the file: perhaps not of unit length
  Vec3 scale{1, 1, 1};
  std::optional<std::array<float, 16>> matrix;  // column-major; instead of the three above
  std::vector<GltfIndex> children;
  std::vector<float> weights;  // of the mesh's morph targets; empty = the mesh's own
};

enum class GltfMode : std::uint8_t {
  points,
  lines,
  line_loop,
  line_strip,
  triangles,
  triangle_strip,
  triangle_fan
};

struct GltfAttribute {
  std::string name;  // POSITION, JOINTS_0, ...
  GltfIndex accessor = -1;
};
struct GltfPrimitive : GltfObject {
  std::vector<GltfAttribute> attributes;
  GltfIndex indices = -1, material = -1;
  GltfMode mode = GltfMode::triangles;
  std::vector<std::vector<GltfAttribute>> targets;
};
struct GltfMesh : GltfObject {
  std::string name;
  std::vector<GltfPrimitive> primitives;
  std::vector<float> weights;
  std::vector<std::string> target_names;  // from extras.targetNames; empty = none. Also in `extras`
};

struct GltfSkin : GltfObject {
  std::string name;
  GltfIndex inverse_bind_matrices = -1;  // -1: all identity
  GltfIndex skeleton = -1;
  std::vector<GltfIndex> joints;
};

enum class GltfInterpolation : std::uint8_t { linear, step, cubic_spline };
enum class GltfPath : std::uint8_t { translation, rotation, scale, weights, other };

struct GltfSampler : GltfObject {
  GltfIndex input = -1, output = -1;  // seconds; values
  GltfInterpolation interpolation = GltfInterpolation::linear;
};
struct GltfChannel : GltfObject {
  GltfIndex sampler = -1;
  GltfIndex node = -1;  // -1: an extension says what moves
  GltfPath path = GltfPath::translation;
  std::string other_path;  // of GltfPath::other
  GltfObject target;       // what the channel's target carries
};
struct GltfAnimation : GltfObject {
  std::string name;
  std::vector<GltfSampler> samplers;
  std::vector<GltfChannel> channels;
};

enum class GltfComponent : std::uint16_t {
  i8 = 5120,
  u8 = 5121,
  i16 = 5122,
  u16 = 5123,
  u32 = 5125,
  f32 = 5126
};
enum class GltfType : std::uint8_t { scalar, vec2, vec3, vec4, mat2, mat3, mat4 };

// Values that replace single elements of an accessor.
struct GltfSparse : GltfObject {
  std::uint32_t count = 0;
  GltfIndex indices_view = -1, values_view = -1;
  std::uint64_t indices_offset = 0, values_offset = 0;
  GltfComponent indices_component = GltfComponent::u32;
};
struct GltfAccessor : GltfObject {
  std::string name;
  GltfIndex view = -1;  // -1: zeros
  std::uint64_t offset = 0;
  std::uint32_t count = 0;
  GltfComponent component = GltfComponent::f32;
  GltfType type = GltfType::scalar;
  bool normalized = false;
  std::vector<double> min, max;
  std::optional<GltfSparse> sparse;
};
struct GltfBufferView : GltfObject {
  std::string name;
  GltfIndex buffer = -1;
  std::uint64_t offset = 0, length = 0;
  std::uint32_t stride = 0;  // 0: elements stand side by side
  std::uint32_t target = 0;  // 34962 vertices, 34963 indices, 0 not said
};
struct GltfBuffer : GltfObject {
  std::string name;
  std::vector<std::byte> bytes;
};

// KHR_texture_transform: uv' = offset + R(rotation) * (scale * uv).
struct GltfTextureTransform {
  Vec2 offset, scale{1, 1};
  float rotation = 0;        // radians, counter-clockwise
  GltfIndex tex_coord = -1;  // -1: the texture info's own
};
struct GltfTextureInfo : GltfObject {
  GltfIndex texture = -1;  // -1: there is none
  std::uint32_t tex_coord = 0;
  float scale = 1;  // normal maps: `scale`; occlusion: `strength`
  std::optional<GltfTextureTransform> transform;
};

enum class GltfAlphaMode : std::uint8_t { opaque, mask, blend };

struct GltfMaterial : GltfObject {
  std::string name;
  Vec4 base_colour_factor{1, 1, 1, 1};  // linear, as all colours here
  GltfTextureInfo base_colour, metallic_roughness, normal, occlusion, emissive;
  float metallic_factor = 1, roughness_factor = 1;
  Vec3 emissive_factor;
  float emissive_strength = 1;  // KHR_materials_emissive_strength
  GltfAlphaMode alpha_mode = GltfAlphaMode::opaque;
  float alpha_cutoff = 0.5f;
  bool double_sided = false;
  bool unlit = false;    // KHR_materials_unlit
  bool has_pbr = false;  // whether the file has a pbrMetallicRoughness
  GltfObject pbr;        // what that carries
};

struct GltfTexture : GltfObject {
  std::string name;
  GltfIndex sampler = -1, source = -1;
  GltfIndex webp_source = -1;  // EXT_texture_webp
};
struct GltfTextureSampler : GltfObject {
  std::string name;
  std::uint32_t mag_filter = 0, min_filter = 0;  // OpenGL's numbers; 0 not said
  std::uint32_t wrap_s = 10497, wrap_t = 10497;  // 10497 repeat, 33071 clamp, 33648 mirror
};
// Either in a buffer view, or bytes (a data: URI), or a file beside the document.
struct GltfImage : GltfObject {
  std::string name, mime_type;
  GltfIndex view = -1;
  std::vector<std::byte> bytes;
  std::string uri;  // as in the file, percent signs and all
};

struct GltfCamera : GltfObject {
  std::string name;
  bool perspective = true;
  float aspect = 0;             // width / height; 0 not said
  float y_fov = 0;              // radians
  float x_mag = 0, y_mag = 0;   // half the width and height of an orthographic view
  float z_near = 0, z_far = 0;  // z_far 0: infinite
};

struct GltfDocument : GltfObject {
  GltfAsset asset;
  std::vector<std::string> extensions_used, extensions_required;
  GltfIndex scene = -1;  // the default one
  std::vector<GltfScene> scenes;
  std::vector<GltfNode> nodes;
  std::vector<GltfMesh> meshes;
  std::vector<GltfSkin> skins;
  std::vector<GltfAnimation> animations;
  std::vector<GltfAccessor> accessors;
  std::vector<GltfBufferView> buffer_views;
  std::vector<GltfBuffer> buffers;
  std::vector<GltfMaterial> materials;
  std::vector<GltfTexture> textures;
  std::vector<GltfTextureSampler> samplers;
  std::vector<GltfImage> images;
  std::vector<GltfCamera> cameras;
  Warnings warnings;
};

}  // namespace odori::io
