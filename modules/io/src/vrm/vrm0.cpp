// VRM 0.x, in the words of 1.0. Its vectors stand in Unity's axes, which mirror the glTF's in Z.
#include <algorithm>

#include "odori/math/colour.h"
#include "odori/math/quat.h"
#include "vrm/reader.h"

namespace odori::io::vrm {
namespace {

using At = Reader::At;

struct Words {
  std::string_view v0, v1;
};
// Presets; "unknown" is no preset.
constexpr Words kPresets[] = {{"neutral", "neutral"},
                              {"a", "aa"},
                              {"i", "ih"},
                              {"u", "ou"},
                              {"e", "ee"},
                              {"o", "oh"},
                              {"blink", "blink"},
                              {"joy", "happy"},
                              {"angry", "angry"},
                              {"sorrow", "sad"},
                              {"fun", "relaxed"},
                              {"lookup", "lookUp"},
                              {"lookdown", "lookDown"},
                              {"lookleft", "lookLeft"},
                              {"lookright", "lookRight"},
                              {"blink_l", "blinkLeft"},
                              {"blink_r", "blinkRight"}};

void read_permission(Reader& in, JsonValue v, const char* key, std::optional<bool>& out) {
  std::string word;
  in.text(v, key, word);
  if (word == "Allow" || word == "Disallow")
    out = word == "Allow";
  else if (!word.empty()) {
    const At here(in, key);
    in.warn(WarningKind::bad_value, in.where() + ": \"" + word.substr(0, 40) + "\"");
  }
}

void read_meta(Reader& in, JsonValue root, VrmMeta& meta) {
  const JsonValue v = in.object(root, "meta");
  const At here(in, "meta");
  in.text(v, "title", meta.name);
  in.text(v, "version", meta.version);
  std::string author, reference;
  in.text(v, "author", author);
  if (!author.empty()) meta.authors.push_back(std::move(author));
  in.text(v, "contactInformation", meta.contact);
  in.text(v, "reference", reference);
  if (!reference.empty()) meta.references.push_back(std::move(reference));
  GltfIndex texture = -1;
  in.index(v, "texture", in.gltf.textures.size(), texture);
  if (in.ok() && texture >= 0)
    meta.thumbnail = in.gltf.textures[static_cast<std::size_t>(texture)].source;
  in.text(v, "allowedUserName", meta.avatar_permission);
  read_permission(in, v, "violentUssageName", meta.violent_usage);  // spelled so in the files
  read_permission(in, v, "sexualUssageName", meta.sexual_usage);
  in.text(v, "commercialUssageName", meta.commercial_usage);
  in.text(v, "licenseName", meta.license_name);
  in.text(v, "otherPermissionUrl", meta.license_url);
  in.text(v, "otherLicenseUrl", meta.other_license_url);
}

// Sorted; of two of one name the first counts.
using Name = std::pair<std::string_view, GltfIndex>;
using Names = std::vector<Name>;

Names material_names(const GltfDocument& gltf) {
  Names names;
  for (std::size_t i = 0; i < gltf.materials.size(); ++i)
    names.emplace_back(gltf.materials[i].name, static_cast<GltfIndex>(i));
  std::sort(names.begin(), names.end());
  return names;
}

// Materials are named, not numbered, and values are named as the shader has them.
void read_material_value(Reader& in, JsonValue v, const Names& materials, VrmExpression& out) {
  std::string name, property;
  in.text(v, "materialName", name);
  in.text(v, "propertyName", property);
  std::array<float, 4> value = {0, 0, 0, 1};
  std::size_t i = 0;
  in.each(v, "targetValue", 0, [&](std::string_view, JsonValue n) {
    if (i < 4) read_number(in, n, value[i++]);
  });
  if (!in.ok()) return;
  const auto it = std::lower_bound(materials.begin(), materials.end(), Name{name, -1});
  if (it == materials.end() || it->first != name)
    return in.warn(WarningKind::bad_value,
                   in.where() + ": no material \"" + name.substr(0, 40) + "\"");
  const GltfIndex material = it->second;
  constexpr std::array<std::string_view, 6> kColours = {
      "_Color", "_EmissionColor", "_ShadeColor", "_SphereColor", "_RimColor", "_OutlineColor"};
  const auto colour = std::find(kColours.begin(), kColours.end(), property);
  if (colour != kColours.end()) {
    out.colours.push_back({material,
                           static_cast<VrmColour>(colour - kColours.begin()),
                           {linear_from_srgb(value[0]), linear_from_srgb(value[1]),
                            linear_from_srgb(value[2]), value[3]}});
    return;
  }
  // Scale and offset; Unity's textures begin below, glTF's above.
  Vec2 scale{value[0], value[1]}, offset{value[2], value[3]};
  if (property == "_MainTex_ST_S")
    scale.y = 1, offset.y = 0;
  else if (property == "_MainTex_ST_T")
    scale.x = 1, offset.x = 0;
  else if (property != "_MainTex_ST")
    return in.warn(WarningKind::bad_value, in.where() + ": \"" + property.substr(0, 40) + "\"");
  out.textures.push_back({material, scale, {offset.x, 1 - offset.y - scale.y}});
}

void read_expression(Reader& in, JsonValue v, const Names& materials, VrmDocument& out) {
  if (!v.is_object()) return in.wrong(Code::malformed, "an object is wanted");
  VrmExpression& e = out.expressions.emplace_back();
  std::string preset;
  in.text(v, "name", e.name);
  in.text(v, "presetName", preset);
  std::string lower = preset;
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
  for (const Words& words : kPresets)
    if (lower == words.v0) {
      e.name = words.v1;
      e.preset = true;
    }
  if (!e.preset && !lower.empty() && lower != "unknown")
    in.warn(WarningKind::bad_value, in.where() + ": \"" + preset.substr(0, 40) + "\"");
  in.flag(v, "isBinary", e.binary);
  in.each(v, "binds", sizeof(VrmMorphBind), [&](std::string_view, JsonValue b) {
    VrmMorphBind bind;
    in.index(b, "mesh", in.gltf.meshes.size(), bind.mesh);
    std::int32_t target = 0;
    in.whole(b, "index", target);
    in.number(b, "weight", bind.weight);
    bind.weight /= 100;
    if (!in.ok()) return;
    if (target < 0 || static_cast<std::size_t>(target) >= count_targets(in.gltf, bind.mesh))
      return in.warn(WarningKind::index_out_of_range, in.where());
    bind.target = static_cast<std::uint32_t>(target);
    e.morphs.push_back(bind);
  });
  in.each(v, "materialValues", sizeof(VrmColourBind),
          [&](std::string_view, JsonValue m) { read_material_value(in, m, materials, e); });
}

void read_range(Reader& in, JsonValue root, const char* key, VrmRangeMap& out) {
  const JsonValue v = in.object(root, key);
  const At here(in, key);
  in.number(v, "xRange", out.input_max);
  in.number(v, "yRange", out.output);
}

void read_first_person(Reader& in, JsonValue root, VrmDocument& out) {
  const JsonValue v = in.object(root, "firstPerson");
  if (!v.there()) return;
  const At here(in, "firstPerson");
  VrmLookAt& look = out.look_at.emplace();
  in.vec3(v, "firstPersonBoneOffset", look.offset_from_head);
  look.offset_from_head = mirror_z(look.offset_from_head);
  in.word(v, "lookAtTypeName", std::array<std::string_view, 2>{"Bone", "BlendShape"},
          look.by_expression);
  if (look.by_expression)
    look.horizontal_inner.output = look.horizontal_outer.output = look.vertical_down.output =
        look.vertical_up.output = 1;
  read_range(in, v, "lookAtHorizontalInner", look.horizontal_inner);
  read_range(in, v, "lookAtHorizontalOuter", look.horizontal_outer);
  read_range(in, v, "lookAtVerticalDown", look.vertical_down);
  read_range(in, v, "lookAtVerticalUp", look.vertical_up);
  in.each(v, "meshAnnotations", sizeof(VrmMeshAnnotation), [&](std::string_view, JsonValue a) {
    VrmMeshAnnotation annotation;
    in.index(a, "mesh", in.gltf.meshes.size(), annotation.mesh);
    constexpr std::array<std::string_view, 4> kTypes = {"Auto", "Both", "ThirdPersonOnly",
                                                        "FirstPersonOnly"};
    in.word(a, "firstPersonFlag", kTypes, annotation.type);
    if (annotation.mesh >= 0) out.first_person.push_back(annotation);
  });
}

void read_colliders(Reader& in, JsonValue v, VrmDocument& out) {
  in.each(v, "colliderGroups", sizeof(VrmColliderGroup), [&](std::string_view, JsonValue g) {
    VrmColliderGroup& group = out.collider_groups.emplace_back();
    GltfIndex node = -1;
    in.index(g, "node", in.gltf.nodes.size(), node);
    in.each(g, "colliders", sizeof(VrmCollider) + sizeof(GltfIndex),
            [&](std::string_view, JsonValue c) {
              VrmCollider collider;
              collider.node = node;
              in.vec3(c, "offset", collider.offset);
              collider.offset = mirror_z(collider.offset);
              in.number(c, "radius", collider.radius);
              group.colliders.push_back(static_cast<GltfIndex>(out.colliders.size()));
              out.colliders.push_back(collider);
            });
  });
}

void read_springs0(Reader& in, JsonValue root, VrmDocument& out) {
  const JsonValue v = in.object(root, "secondaryAnimation");
  const At here(in, "secondaryAnimation");
  read_colliders(in, v, out);
  in.each(v, "boneGroups", sizeof(VrmSpring), [&](std::string_view, JsonValue g) {
    VrmSpring& spring = out.springs.emplace_back();
    in.text(g, "comment", spring.name);
    in.index(g, "center", in.gltf.nodes.size(), spring.centre);
    VrmSpringJoint joint;
    in.number(g, "stiffiness", joint.stiffness);  // spelled so in the files
    in.number(g, "gravityPower", joint.gravity_power);
    in.vec3(g, "gravityDir", joint.gravity_direction);
    joint.gravity_direction = mirror_z(joint.gravity_direction);
    in.number(g, "dragForce", joint.drag);
    in.number(g, "hitRadius", joint.hit_radius);
    in.each(g, "bones", sizeof(VrmSpringJoint), [&](std::string_view, JsonValue b) {
      in.index(b, in.gltf.nodes.size(), joint.node = -1);
      if (joint.node >= 0) spring.joints.push_back(joint);
    });
    in.each(g, "colliderGroups", sizeof(GltfIndex), [&](std::string_view, JsonValue c) {
      GltfIndex group = -1;
      in.index(c, out.collider_groups.size(), group);
      if (group >= 0) spring.collider_groups.push_back(group);
    });
  });
}

}  // namespace

void read_vrm0(Reader& in, JsonValue root, VrmDocument& out) {
  read_meta(in, root, out.meta);
  {
    const JsonValue humanoid = in.object(root, "humanoid");
    const At here(in, "humanoid");
    in.each(humanoid, "humanBones", sizeof(VrmHumanBone), [&](std::string_view, JsonValue b) {
      VrmHumanBone bone;
      in.text(b, "bone", bone.name);
      in.index(b, "node", in.gltf.nodes.size(), bone.node);
      if (bone.node >= 0) out.human_bones.push_back(std::move(bone));
    });
    const At bones(in, "humanBones");
    check_human_bones(in, out.human_bones);
  }
  {
    const JsonValue master = in.object(root, "blendShapeMaster");
    const At here(in, "blendShapeMaster");
    const Names names = material_names(in.gltf);
    in.each(master, "blendShapeGroups", sizeof(VrmExpression),
            [&](std::string_view, JsonValue v) { read_expression(in, v, names, out); });
  }
  read_first_person(in, root, out);
  read_springs0(in, root, out);
  read_materials0(in, root, out);
}

}  // namespace odori::io::vrm
