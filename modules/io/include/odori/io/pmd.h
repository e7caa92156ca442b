// PMD (Polygon Model Data, MikuMikuDance's first model format): what the file says, in the file's
// own axes, units and bytes. docs/formats.md has what real files do with it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "odori/base/bytes.h"
#include "odori/base/result.h"
#include "odori/base/warning.h"
#include "odori/math/vec.h"

namespace odori::io {

// A fixed text field, cp932: raw bytes as in the file, with whatever stands after the NUL.
using PmdText20 = std::array<std::uint8_t, 20>;
using PmdText50 = std::array<std::uint8_t, 50>;
using PmdText100 = std::array<std::uint8_t, 100>;
using PmdText256 = std::array<std::uint8_t, 256>;

inline constexpr std::uint16_t kPmdNone = 0xFFFF;

struct PmdVertex {
  Vec3 position, normal;
  Vec2 uv;
  std::array<std::uint16_t, 2> bones{0, 0};
  std::uint8_t weight = 100;  // of the first bone, in percent
  std::uint8_t no_edge = 0;   // 1 = this corner has no outline
};

struct PmdMaterial {
  Vec3 diffuse{1, 1, 1};
  float alpha = 1;
  float specular_power = 5;
  Vec3 specular;
  Vec3 ambient{0.5f, 0.5f, 0.5f};
  std::uint8_t toon = 0xFF;  // of the ten toon textures; 0xFF = none
  std::uint8_t edge = 0;
  std::uint32_t index_count = 0;  // of the face list, in order
  PmdText20 texture{};            // "a.bmp", "a.bmp*b.sph", "b.spa"
};

enum class PmdBoneKind : std::uint8_t {
  rotate = 0,
  rotate_and_move = 1,
  ik = 2,
  unknown = 3,
  ik_link = 4,
  under_rotate = 5,  // turns as the bone in `ik` does
  ik_target = 6,
  hidden = 7,
  twist = 8,          // turns about the line to `tail` only
  follow_rotate = 9,  // turns as the bone in `tail` does, by `ik` percent (signed)
};

struct PmdBone {
  PmdText20 name{};
  std::uint16_t parent = kPmdNone;
  std::uint16_t tail = 0;  // 0 or kPmdNone = none; else see PmdBoneKind
  PmdBoneKind kind = PmdBoneKind::rotate;
  std::uint16_t ik = 0;  // the IK bone that moves it, or what PmdBoneKind says
  Vec3 position;
};

struct PmdIk {
  std::uint16_t bone = 0, target = 0;  // the bone that is reached for, the bone that gets there
  std::uint16_t loops = 0;
  float unit_angle = 0;              // a step, in units of four radians
  std::vector<std::uint16_t> links;  // at most 255, from the one nearest the target
};

struct PmdMorphVertex {
  std::uint32_t vertex = 0;  // base: of the model; else: of the base morph
  Vec3 offset;               // base: where it stands; else: how far it moves
};
struct PmdMorph {
  PmdText20 name{};
  std::uint8_t panel = 0;  // 0 = the base, 1 brows, 2 eyes, 3 mouth, 4 other
  std::vector<PmdMorphVertex> vertices;
};

struct PmdFrameBone {
  std::uint16_t bone = 0;
  std::uint8_t frame = 0;  // from 1; 0 = the centre's own frame
};

struct PmdEnglish {
  PmdText20 name{};
  PmdText256 comment{};
  std::vector<PmdText20> bones;   // one a bone
  std::vector<PmdText20> morphs;  // one a morph but for the base
  std::vector<PmdText50> frames;  // one a display frame
};

struct PmdBody {
  PmdText20 name{};
  std::uint16_t bone = kPmdNone;
  std::uint8_t group = 0;           // 0..15
  std::uint16_t collides_with = 0;  // a bit a group; set = collides
  std::uint8_t shape = 0;           // 0 sphere, 1 box, 2 capsule
  Vec3 size, position, rotation;    // position: from the bone's; rotation: radians
  float mass = 1, linear_damping = 0, angular_damping = 0, restitution = 0, friction = 0;
  std::uint8_t mode = 0;  // 0 follows the bone, 1 physics, 2 physics with the bone's position
};

struct PmdJoint {
  PmdText20 name{};
  std::uint32_t body_a = 0, body_b = 0;
  Vec3 position, rotation;  // in the model's space
  Vec3 translation_low, translation_high, rotation_low, rotation_high;
  Vec3 spring_translation, spring_rotation;
};

struct PmdDocument {
  float version = 1;
  PmdText20 name{};
  PmdText256 comment{};
  std::vector<PmdVertex> vertices;
  std::vector<std::uint16_t> indices;
  std::vector<PmdMaterial> materials;
  std::vector<PmdBone> bones;
  std::vector<PmdIk> iks;
  std::vector<PmdMorph> morphs;
  std::vector<std::uint16_t> morph_frame;  // the morphs that the morph panel shows
  std::vector<PmdText50> frames;           // names of the display frames for bones
  std::vector<PmdFrameBone> frame_bones;
  // How many of the last four parts the file holds: English names, toon textures, bodies, joints.
  int tail_sections = 4;
  std::optional<PmdEnglish> english;
  std::array<PmdText100, 10> toons{};
  std::vector<PmdBody> bodies;
  std::vector<PmdJoint> joints;
  std::vector<std::byte> trailing;
  Warnings warnings;
};

// Errors: truncated, malformed, too_large, not_finite (geometry); names the section, record and
// byte. Memory stays within a few times the data.
Result<PmdDocument> decode_pmd(Bytes data);

// encode_pmd(decode_pmd(x)) == x, byte for byte. Errors: usage (lists too long for their counts,
// English names that do not fit the lists).
Result<std::vector<std::byte>> encode_pmd(const PmdDocument& document);

bool looks_like_pmd(Bytes data);

// UTF-8 text of a field, up to the NUL; notes oddities.
std::string pmd_text(std::span<const std::uint8_t> field, Warnings* warnings = nullptr,
                     std::uint64_t record = 0);

// Fills a field with cp932 text; false when it does not fit or cp932 lacks a character.
bool set_pmd_text(std::span<std::uint8_t> field, std::string_view utf8);

}  // namespace odori::io
