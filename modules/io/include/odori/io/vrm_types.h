// What a VRM says beside its glTF. Both versions in the words of 1.0; axes, lengths and indices are
// those of the file's glTF. Sources: VRMC_vrm-1.0, VRMC_springBone-1.0 (and _extended_collider),
// VRMC_node_constraint-1.0, VRMC_materials_mtoon-1.0; the VRM 0.0 schema.
#pragma once

#include "odori/io/gltf_types.h"

namespace odori::io {

enum class VrmVersion : std::uint8_t { v0, v1 };

// Words as in the file ("onlyAuthor", 0.x: "OnlyAuthor"). Empty, or nothing: the file does not say.
struct VrmMeta {
  std::string name, version, copyright, contact, third_party_licenses;
  std::vector<std::string> authors, references;
  GltfIndex thumbnail = -1;  // an image
  std::string license_name;  // 0.x: "CC0", "Other", ...
  std::string license_url, other_license_url;
  std::string avatar_permission, commercial_usage, credit_notation, modification;
  std::optional<bool> violent_usage, sexual_usage, political_or_religious_usage,
      antisocial_or_hate_usage, redistribution;
};

struct VrmHumanBone {
  std::string name;  // as in the file: 0.x calls two bones of each thumb otherwise
  GltfIndex node = -1;
};

enum class VrmOverride : std::uint8_t { none, block, blend };
enum class VrmColour : std::uint8_t { base, emission, shade, matcap, rim, outline };

struct VrmMorphBind {
  GltfIndex node = -1;  // 1.0
  GltfIndex mesh = -1;  // 0.x
  std::uint32_t target = 0;
  float weight = 0;  // 0..1
};
struct VrmColourBind {
  GltfIndex material = -1;
  VrmColour colour = VrmColour::base;
  Vec4 target;  // linear
};
struct VrmTextureBind {
  GltfIndex material = -1;
  Vec2 scale{1, 1}, offset;
};
struct VrmExpression {
  std::string name;  // presets: 1.0's word, or "neutral"; else the file's own
  bool preset = false;
  bool binary = false;
  VrmOverride blink = VrmOverride::none, look_at = VrmOverride::none, mouth = VrmOverride::none;
  std::vector<VrmMorphBind> morphs;
  std::vector<VrmColourBind> colours;
  std::vector<VrmTextureBind> textures;
};

struct VrmRangeMap {
  float input_max = 90;  // degrees
  float output = 10;     // degrees of an eye; a weight of an expression
};
struct VrmLookAt {
  bool by_expression = false;  // else by bone
  Vec3 offset_from_head;
  VrmRangeMap horizontal_inner, horizontal_outer, vertical_down, vertical_up;
};

enum class VrmFirstPerson : std::uint8_t { automatic, both, third_person_only, first_person_only };
struct VrmMeshAnnotation {
  GltfIndex node = -1;  // 1.0
  GltfIndex mesh = -1;  // 0.x
  VrmFirstPerson type = VrmFirstPerson::automatic;
};

enum class VrmShape : std::uint8_t { sphere, capsule, inside_sphere, inside_capsule, plane };
struct VrmCollider {
  GltfIndex node = -1;
  VrmShape shape = VrmShape::sphere;
  Vec3 offset;           // in the node's space, as all here
  Vec3 tail;             // capsules
  Vec3 normal{0, 0, 1};  // planes
  float radius = 0;
};
struct VrmColliderGroup {
  std::string name;
  std::vector<GltfIndex> colliders;
};
struct VrmSpringJoint {
  GltfIndex node = -1;
  float hit_radius = 0, stiffness = 1, gravity_power = 0, drag = 0.5f;
  Vec3 gravity_direction{0, -1, 0};  // in the world
};
struct VrmSpring {
  std::string name;
  // 1.0: a chain, of which the last is only a tail. 0.x: roots, each with all that is below it.
  std::vector<VrmSpringJoint> joints;
  std::vector<GltfIndex> collider_groups;
  GltfIndex centre = -1;
};

enum class VrmConstraintKind : std::uint8_t { roll, aim, rotation };
enum class VrmAxis : std::uint8_t { x, y, z, minus_x, minus_y, minus_z };
struct VrmConstraint {
  GltfIndex node = -1, source = -1;
  VrmConstraintKind kind = VrmConstraintKind::rotation;
  VrmAxis axis = VrmAxis::x;  // of roll and aim
  float weight = 1;
};

enum class VrmOutline : std::uint8_t { none, world, screen };
struct VrmMtoon {
  bool transparent_with_z_write = false;
  std::int32_t render_queue_offset = 0;
  Vec3 shade_colour;  // linear, as all colours here
  GltfTextureInfo shade;
  float shading_shift = 0, shading_toony = 0.9f, gi_equalization = 0.9f;
  GltfTextureInfo shading_shift_texture;  // its `scale` counts
  Vec3 matcap_colour{1, 1, 1};
  GltfTextureInfo matcap;
  Vec3 rim_colour;
  GltfTextureInfo rim;
  float rim_lighting_mix = 1, rim_fresnel_power = 5, rim_lift = 0;
  VrmOutline outline = VrmOutline::none;
  float outline_width = 0;  // metres; screen: parts of its height
  GltfTextureInfo outline_width_texture;
  Vec3 outline_colour;
  float outline_lighting_mix = 1;
  GltfTextureInfo uv_animation_mask;
  float uv_scroll_x = 0, uv_scroll_y = 0;  // a second
  float uv_rotation = 0;                   // radians a second
};

// What VRM says of a material. In 0.x also of what glTF has fields for, where it is set.
struct VrmMaterial {
  std::optional<VrmMtoon> mtoon;
  std::string shader;  // 0.x
  std::optional<Vec4> base_colour;
  GltfIndex base_texture = -1;
  std::optional<GltfAlphaMode> alpha_mode;
  std::optional<float> alpha_cutoff;
  std::optional<bool> double_sided;
};

struct VrmDocument {
  VrmVersion version = VrmVersion::v1;
  std::string spec_version, exporter;
  VrmMeta meta;
  std::vector<VrmHumanBone> human_bones;
  std::vector<VrmExpression> expressions;
  std::optional<VrmLookAt> look_at;
  std::vector<VrmMeshAnnotation> first_person;
  std::vector<VrmCollider> colliders;
  std::vector<VrmColliderGroup> collider_groups;
  std::vector<VrmSpring> springs;
  std::vector<VrmConstraint> constraints;
  std::vector<VrmMaterial> materials;  // size: the glTF's materials
  Warnings warnings;
};

// A VRM animation: which nodes of its glTF animate what. Source: VRMC_vrm_animation-1.0.
struct VrmaExpression {
  std::string name;
  bool preset = false;
  GltfIndex node = -1;  // the X of its translation is the weight
};
struct VrmaDocument {
  std::string spec_version = "1.0";
  std::vector<VrmHumanBone> human_bones;
  std::vector<VrmaExpression> expressions;
  GltfIndex look_at = -1;  // its rotation turns the eyes
  Vec3 look_at_offset;     // from the head bone
  Warnings warnings;
};

}  // namespace odori::io
