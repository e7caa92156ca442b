// Vocaloid Motion Data: what the file says, in the file's own axes, units and bytes.
// Layout: https://mikumikudance.fandom.com/wiki/VMD_file_format, corrected by measurement
// (docs/formats.md).
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
#include "odori/math/quat.h"

namespace odori::io {

// A fixed name field: raw bytes as in the file, with whatever stands after the NUL.
using VmdName15 = std::array<std::uint8_t, 15>;
using VmdName20 = std::array<std::uint8_t, 20>;

struct VmdBoneKey {
  VmdName15 name{};
  std::uint32_t frame = 0;
  Vec3 translation;
  Quat rotation;
  // Channel c (X, Y, Z, rotation): x1, y1, x2, y2 at 16 * c + {0, 4, 8, 12}. Bytes 2 and 3 are the
  // physics switch: 0x63, 0x0F = off from here on, anything else = on.
  std::array<std::uint8_t, 64> curve{};
};

struct VmdMorphKey {
  VmdName15 name{};
  std::uint32_t frame = 0;
  float weight = 0;
};

struct VmdCameraKey {
  std::uint32_t frame = 0;
  float distance = 0;  // negative = in front of the target
  Vec3 target;
  Vec3 rotation;                         // radians; x has the opposite sign of what MMD shows
  std::array<std::uint8_t, 24> curve{};  // X, Y, Z, rotation, distance, fov: x1, x2, y1, y2 each
  std::uint32_t fov = 30;                // degrees, vertical
  std::uint8_t orthographic = 0;
};

struct VmdLightKey {
  std::uint32_t frame = 0;
  Vec3 colour;
  Vec3 direction;
};

struct VmdShadowKey {
  std::uint32_t frame = 0;
  std::uint8_t mode = 0;  // 0 off, 1, 2
  float distance = 0;     // 0.1 - shown * 0.00001
};

struct VmdIkSwitch {
  VmdName20 name{};
  std::uint8_t enabled = 1;
};

struct VmdPropertyKey {
  std::uint32_t frame = 0;
  std::uint8_t visible = 1;
  std::vector<VmdIkSwitch> ik;
};

enum class VmdVersion : std::uint8_t { v1, v2 };  // "Vocaloid Motion Data file" / "... 0002"

struct VmdDocument {
  VmdVersion version = VmdVersion::v2;
  std::array<std::uint8_t, 30> signature{};  // as read; all zeros = write the version's own
  std::vector<std::uint8_t>
      model_name;                 // raw field: 20 bytes (v2) or 10 (v1); shorter is padded with NUL
  std::vector<VmdBoneKey> bones;  // in file order
  std::vector<VmdMorphKey> morphs;
  std::vector<VmdCameraKey> cameras;
  std::vector<VmdLightKey> lights;
  std::vector<VmdShadowKey> shadows;
  std::vector<VmdPropertyKey> properties;
  std::vector<std::uint8_t> trailing;  // bytes after the last section
  // How many of the six sections the file holds; encode() writes as many (6 when made by us).
  int sections = 6;
  Warnings warnings;
};

// Errors: truncated, malformed (signature), too_large (a count the file cannot hold). Names the
// section, record and byte. Memory stays within 3x the data.
Result<VmdDocument> decode_vmd(Bytes data);

// encode_vmd(decode_vmd(x)) == x, byte for byte.
std::vector<std::byte> encode_vmd(const VmdDocument& document);

// Whether the data begin like a VMD.
bool looks_like_vmd(Bytes data);

// Text of a name field: up to the NUL, decoded by the best guess of its encoding; notes oddities.
struct VmdText {
  std::string text;  // UTF-8
  std::string raw;   // the bytes before the NUL
  bool cut = false;  // the field ends inside a character
};
VmdText vmd_text(std::span<const std::uint8_t> field, Warnings* warnings = nullptr,
                 std::uint64_t record = 0);

// A name field from UTF-8: cp932, cut at a character's end if too long; nothing when cp932 lacks a
// character.
std::optional<VmdName15> vmd_name15(std::string_view utf8);
std::optional<VmdName20> vmd_name20(std::string_view utf8);

// The 64 bytes MMD itself writes for four curves (copies in its order, 0,0 or 0x63,0x0F in bytes 2
// and 3).
struct VmdCurve {
  std::uint8_t x1 = 20, y1 = 20, x2 = 107, y2 = 107;
};
std::array<std::uint8_t, 64> vmd_curve_bytes(const std::array<VmdCurve, 4>& xyz_rotation,
                                             bool physics_off = false);

}  // namespace odori::io
