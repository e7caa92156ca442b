// Morphs: named changes of the mesh, the bones or the materials that a weight turns up.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "odori/math/quat.h"
#include "odori/model/index.h"

namespace odori {

enum class MorphKind : std::uint8_t { group, vertex, bone, uv, material, flip, impulse };
enum class MorphPanel : std::uint8_t { hidden, brows, eyes, mouth, other };

struct MorphMember {  // of a group or a flip
  MorphIndex morph = MorphIndex::none;
  float ratio = 0;
};
struct VertexOffset {
  std::uint32_t vertex = 0;
  Vec3 offset;
};
struct BoneOffset {
  BoneIndex bone = BoneIndex::none;
  Vec3 translation;
  Quat rotation;
};
struct UvOffset {
  std::uint32_t vertex = 0;
  Vec4 offset;
};
struct MaterialOffset {
  MaterialIndex material = MaterialIndex::none;  // none = all
  bool add = false;                              // else multiply
  Vec4 diffuse;
  Vec3 specular;
  float specular_power = 0;
  Vec3 ambient;
  Vec4 edge_colour;
  float edge_size = 0;
  Vec4 texture, sphere, toon;
};
struct ImpulseOffset {
  BodyIndex body = BodyIndex::none;
  bool local = false;
  Vec3 velocity, torque;
};

struct Morph {
  std::string name, name_en;
  MorphPanel panel = MorphPanel::other;
  MorphKind kind = MorphKind::vertex;
  std::uint8_t uv_channel = 0;  // uv: 0 = the main one, 1..4 = additional
  // Only the list of the kind is filled.
  std::vector<MorphMember> members;
  std::vector<VertexOffset> vertices;
  std::vector<BoneOffset> bones;
  std::vector<UvOffset> uvs;
  std::vector<MaterialOffset> materials;
  std::vector<ImpulseOffset> impulses;
};

}  // namespace odori
