// PMX 2.0 and 2.1 (Polygon Model eXtended): what the file says, in the file's own axes and units.
// Layout: the PMX 2.1 specification by Kyokuhoku P.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "odori/base/bytes.h"
#include "odori/base/result.h"
#include "odori/base/warning.h"
#include "odori/math/quat.h"

namespace odori::io {

// UTF-8 text. `raw` keeps the file's bytes where decoding and encoding again would not give them
// back.
struct PmxText {
  std::string text;
  std::vector<std::byte> raw{};
};

enum class PmxEncoding : std::uint8_t { utf16le = 0, utf8 = 1 };

struct PmxHeader {
  float version = 2.0f;  // 2.0 or 2.1
  PmxEncoding encoding = PmxEncoding::utf16le;
  std::uint8_t additional_uvs = 0;  // 0..4
  // Bytes an index takes: 1, 2 or 4. 0 = the smallest that fits, chosen when encoding.
  std::uint8_t vertex_index = 0, texture_index = 0, material_index = 0, bone_index = 0,
               morph_index = 0, body_index = 0;
  std::vector<std::uint8_t> extra_globals{};  // globals beyond the eight that are known
};

enum class PmxSkin : std::uint8_t { bdef1 = 0, bdef2 = 1, bdef4 = 2, sdef = 3, qdef = 4 };

struct PmxVertex {
  Vec3 position, normal;
  Vec2 uv;
  float edge_scale = 1;
  PmxSkin skin = PmxSkin::bdef1;
  std::array<std::int32_t, 4> bones{-1, -1, -1, -1};
  std::array<float, 4> weights{1, 0, 0, 0};  // as stored; bdef2 and sdef store only the first
};

struct PmxSdef {
  Vec3 c, r0, r1;
};

struct PmxMaterial {
  PmxText name, name_en;
  Vec4 diffuse{1, 1, 1, 1};
  Vec3 specular;
  float specular_power = 5;
  Vec3 ambient{0.5f, 0.5f, 0.5f};
  std::uint8_t flags = 0;  // PmxMaterialFlag
  Vec4 edge_colour{0, 0, 0, 1};
  float edge_size = 1;
  std::int32_t texture = -1, sphere = -1;
  std::uint8_t sphere_mode = 0;  // 0 off, 1 multiply, 2 add, 3 sub-texture
  bool shared_toon = true;
  std::int32_t toon = -1;  // shared: 0..9 = toon01..toon10; else a texture
  PmxText memo;
  std::uint32_t index_count = 0;  // of the face list, in order
};

enum PmxMaterialFlag : std::uint8_t {
  kPmxBothSides = 0x01,
  kPmxGroundShadow = 0x02,
  kPmxCastsShadow = 0x04,
  kPmxReceivesShadow = 0x08,
  kPmxEdge = 0x10,
  kPmxVertexColour = 0x20,
  kPmxPoints = 0x40,
  kPmxLines = 0x80,
};

enum PmxBoneFlag : std::uint16_t {
  kPmxTailIsBone = 0x0001,
  kPmxRotatable = 0x0002,
  kPmxTranslatable = 0x0004,
  kPmxVisible = 0x0008,
  kPmxOperable = 0x0010,
  kPmxIk = 0x0020,
  kPmxAppendLocal = 0x0080,
  kPmxAppendRotation = 0x0100,
  kPmxAppendTranslation = 0x0200,
  kPmxFixedAxis = 0x0400,
  kPmxLocalAxes = 0x0800,
  kPmxAfterPhysics = 0x1000,
  kPmxExternalParent = 0x2000,
};

struct PmxIkLink {
  std::int32_t bone = -1;
  bool limited = false;
  Vec3 low, high;  // radians
};

struct PmxBone {
  PmxText name, name_en;
  Vec3 position;
  std::int32_t parent = -1;
  std::int32_t layer = 0;
  std::uint16_t flags = kPmxRotatable | kPmxVisible | kPmxOperable;
  Vec3 tail_offset;
  std::int32_t tail = -1;
  std::int32_t append_source = -1;
  float append_ratio = 0;
  Vec3 fixed_axis;
  Vec3 local_x, local_z;
  std::int32_t external_parent = 0;
  std::int32_t ik_target = -1, ik_loops = 0;
  float ik_unit_angle = 0;  // radians
  std::vector<PmxIkLink> ik_links;
};

enum class PmxMorphKind : std::uint8_t {
  group = 0,
  vertex = 1,
  bone = 2,
  uv = 3,
  uv1 = 4,
  uv2 = 5,
  uv3 = 6,
  uv4 = 7,
  material = 8,
  flip = 9,
  impulse = 10
};

struct PmxMorphIndexed {  // group and flip
  std::int32_t index = -1;
  float ratio = 0;
};
struct PmxMorphVertex {
  std::uint32_t vertex = 0;
  Vec3 offset;
};
struct PmxMorphBone {
  std::int32_t bone = -1;
  Vec3 translation;
  Quat rotation;
};
struct PmxMorphUv {
  std::uint32_t vertex = 0;
  Vec4 offset;
};
struct PmxMorphMaterial {
  std::int32_t material = -1;  // -1 = all
  std::uint8_t operation = 0;  // 0 multiply, 1 add
  Vec4 diffuse;
  Vec3 specular;
  float specular_power = 0;
  Vec3 ambient;
  Vec4 edge_colour;
  float edge_size = 0;
  Vec4 texture, sphere, toon;
};
struct PmxMorphImpulse {
  std::int32_t body = -1;
  std::uint8_t local = 0;
  Vec3 velocity, torque;
};

struct PmxMorph {
  PmxText name, name_en;
  std::uint8_t panel = 4;  // 1 brows, 2 eyes, 3 mouth, 4 other
  PmxMorphKind kind = PmxMorphKind::vertex;
  // Only the vector of the kind is filled.
  std::vector<PmxMorphIndexed> indexed;
  std::vector<PmxMorphVertex> vertices;
  std::vector<PmxMorphBone> bones;
  std::vector<PmxMorphUv> uvs;
  std::vector<PmxMorphMaterial> materials;
  std::vector<PmxMorphImpulse> impulses;
};

struct PmxDisplayItem {
  std::uint8_t kind = 0;  // 0 bone, 1 morph
  std::int32_t index = -1;
};
struct PmxDisplayFrame {
  PmxText name, name_en;
  std::uint8_t special = 0;
  std::vector<PmxDisplayItem> items;
};

struct PmxBody {
  PmxText name, name_en;
  std::int32_t bone = -1;
  std::uint8_t group = 0;           // 0..15
  std::uint16_t collides_with = 0;  // a bit a group; set = collides
  std::uint8_t shape = 0;           // 0 sphere, 1 box, 2 capsule
  Vec3 size, position, rotation;    // rotation: radians, model space
  float mass = 1, linear_damping = 0, angular_damping = 0, restitution = 0, friction = 0;
  std::uint8_t mode = 0;  // 0 follows the bone, 1 physics, 2 physics with the bone's position
};

struct PmxJoint {
  PmxText name, name_en;
  std::uint8_t kind = 0;  // 0 spring 6DoF; 2.1: 1 6DoF, 2 point, 3 cone twist, 4 slider, 5 hinge
  std::int32_t body_a = -1, body_b = -1;
  Vec3 position, rotation;
  Vec3 translation_low, translation_high, rotation_low, rotation_high;
  Vec3 spring_translation, spring_rotation;
};

struct PmxSoftAnchor {
  std::int32_t body = -1;
  std::uint32_t vertex = 0;
  std::uint8_t near_mode = 0;
};

// 2.1 only; kept, not simulated. The numbers stand in the order of the specification.
struct PmxSoftBody {
  PmxText name, name_en;
  std::uint8_t shape = 0;
  std::int32_t material = -1;
  std::uint8_t group = 0;
  std::uint16_t collides_with = 0;
  std::uint8_t flags = 0;
  std::int32_t link_distance = 0, clusters = 0;
  float total_mass = 0, collision_margin = 0;
  std::int32_t aero_model = 0;
  std::array<float, 12> config{};  // VCF DP DG LF PR VC DF MT CHR KHR SHR AHR
  std::array<float, 6> cluster{};  // SRHR_CL SKHR_CL SSHR_CL SR_SPLT_CL SK_SPLT_CL SS_SPLT_CL
  std::array<std::int32_t, 4> iteration{};  // V_IT P_IT D_IT C_IT
  std::array<float, 3> stiffness{};         // LST AST VST
  std::vector<PmxSoftAnchor> anchors;
  std::vector<std::uint32_t> pins;
};

struct PmxDocument {
  PmxHeader header;
  PmxText name, name_en, comment, comment_en;
  std::vector<PmxVertex> vertices;
  std::vector<Vec4> additional_uvs;  // vertices x header.additional_uvs, vertex-major
  std::vector<PmxSdef> sdef;         // one for each sdef vertex, in vertex order
  std::vector<std::uint32_t> indices;
  std::vector<PmxText> textures;
  std::vector<PmxMaterial> materials;
  std::vector<PmxBone> bones;
  std::vector<PmxMorph> morphs;
  std::vector<PmxDisplayFrame> frames;
  std::vector<PmxBody> bodies;
  std::vector<PmxJoint> joints;
  std::vector<PmxSoftBody> soft_bodies;
  bool soft_body_section = true;  // 2.1 only: false = the file ends before it
  std::vector<std::byte> trailing;
  Warnings warnings;
};

// Errors: truncated, malformed, too_large, not_finite (geometry), unsupported (version); names the
// section, record and byte. Memory: about twice the data for a model, at most 16 times for a file
// made of nothing but empty records.
Result<PmxDocument> decode_pmx(Bytes data);

// encode_pmx(decode_pmx(x)) == x, byte for byte. Errors: usage (an index that its size cannot hold,
// lists that do not fit each other, a header value that the format does not have).
Result<std::vector<std::byte>> encode_pmx(const PmxDocument& document);

bool looks_like_pmx(Bytes data);

}  // namespace odori::io
