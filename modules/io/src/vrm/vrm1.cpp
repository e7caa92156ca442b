// VRMC_vrm-1.0, and the nodes' VRMC_node_constraint-1.0.
#include <algorithm>

#include "vrm/reader.h"

namespace odori::io::vrm {
namespace {

using At = Reader::At;

constexpr std::array<std::string_view, 3> kOverrides = {"none", "block", "blend"};

void expect_one_of(Reader& in, const char* key, const std::string& found,
                   std::initializer_list<std::string_view> words) {
  if (found.empty() || std::find(words.begin(), words.end(), found) != words.end()) return;
  const At here(in, key);
  in.warn(WarningKind::bad_value, in.where() + ": \"" + found.substr(0, 40) + "\"");
}

void read_meta(Reader& in, JsonValue root, VrmMeta& meta) {
  const JsonValue v = in.object(root, "meta");
  const At here(in, "meta");
  in.text(v, "name", meta.name);
  in.text(v, "version", meta.version);
  in.texts(v, "authors", meta.authors);
  in.text(v, "copyrightInformation", meta.copyright);
  in.text(v, "contactInformation", meta.contact);
  in.texts(v, "references", meta.references);
  in.text(v, "thirdPartyLicenses", meta.third_party_licenses);
  in.index(v, "thumbnailImage", in.gltf.images.size(), meta.thumbnail);
  in.text(v, "licenseUrl", meta.license_url);
  in.text(v, "otherLicenseUrl", meta.other_license_url);
  in.text(v, "avatarPermission", meta.avatar_permission);
  in.flag(v, "allowExcessivelyViolentUsage", meta.violent_usage);
  in.flag(v, "allowExcessivelySexualUsage", meta.sexual_usage);
  in.text(v, "commercialUsage", meta.commercial_usage);
  in.flag(v, "allowPoliticalOrReligiousUsage", meta.political_or_religious_usage);
  in.flag(v, "allowAntisocialOrHateUsage", meta.antisocial_or_hate_usage);
  in.text(v, "creditNotation", meta.credit_notation);
  in.flag(v, "allowRedistribution", meta.redistribution);
  in.text(v, "modification", meta.modification);
  expect_one_of(in, "avatarPermission", meta.avatar_permission,
                {"onlyAuthor", "onlySeparatelyLicensedPerson", "everyone"});
  expect_one_of(in, "commercialUsage", meta.commercial_usage,
                {"personalNonProfit", "personalProfit", "corporation"});
  expect_one_of(in, "creditNotation", meta.credit_notation, {"required", "unnecessary"});
  expect_one_of(in, "modification", meta.modification,
                {"prohibited", "allowModification", "allowModificationRedistribution"});
}

void read_expression(Reader& in, std::string_view name, bool preset, JsonValue v,
                     VrmDocument& out) {
  if (!v.is_object()) return in.wrong(Code::malformed, "an object is wanted");
  in.charge(name.size());
  if (!in.ok()) return;
  VrmExpression& e = out.expressions.emplace_back();
  e.name = name;
  e.preset = preset;
  in.flag(v, "isBinary", e.binary);
  in.word(v, "overrideBlink", kOverrides, e.blink);
  in.word(v, "overrideLookAt", kOverrides, e.look_at);
  in.word(v, "overrideMouth", kOverrides, e.mouth);
  in.each(v, "morphTargetBinds", sizeof(VrmMorphBind), [&](std::string_view, JsonValue b) {
    VrmMorphBind bind;
    in.index(b, "node", in.gltf.nodes.size(), bind.node);
    std::int32_t target = 0;
    in.whole(b, "index", target);
    in.number(b, "weight", bind.weight);
    const GltfIndex mesh =
        bind.node < 0 ? -1 : in.gltf.nodes[static_cast<std::size_t>(bind.node)].mesh;
    if (!in.ok()) return;
    if (target < 0 || static_cast<std::size_t>(target) >= count_targets(in.gltf, mesh))
      return in.warn(WarningKind::index_out_of_range, in.where());
    bind.target = static_cast<std::uint32_t>(target);
    e.morphs.push_back(bind);
  });
  in.each(v, "materialColorBinds", sizeof(VrmColourBind), [&](std::string_view, JsonValue b) {
    VrmColourBind bind;
    in.index(b, "material", in.gltf.materials.size(), bind.material);
    constexpr std::array<std::string_view, 6> kColours = {
        "color", "emissionColor", "shadeColor", "matcapColor", "rimColor", "outlineColor"};
    in.word(b, "type", kColours, bind.colour);
    std::array<float, 4> target = {0, 0, 0, 1};
    std::size_t i = 0;
    in.each(b, "targetValue", 0, [&](std::string_view, JsonValue n) {
      if (i < 4) read_number(in, n, target[i++]);
    });
    bind.target = {target[0], target[1], target[2], target[3]};
    if (in.ok() && bind.material >= 0) e.colours.push_back(bind);
  });
  in.each(v, "textureTransformBinds", sizeof(VrmTextureBind), [&](std::string_view, JsonValue b) {
    VrmTextureBind bind;
    in.index(b, "material", in.gltf.materials.size(), bind.material);
    in.vec2(b, "scale", bind.scale);
    in.vec2(b, "offset", bind.offset);
    if (in.ok() && bind.material >= 0) e.textures.push_back(bind);
  });
}

void read_range(Reader& in, JsonValue root, const char* key, VrmRangeMap& out) {
  const JsonValue v = in.object(root, key);
  const At here(in, key);
  in.number(v, "inputMaxValue", out.input_max);
  in.number(v, "outputScale", out.output);
}

void read_look_at(Reader& in, JsonValue root, VrmDocument& out) {
  const JsonValue v = in.object(root, "lookAt");
  if (!v.there()) return;
  const At here(in, "lookAt");
  VrmLookAt& look = out.look_at.emplace();
  in.vec3(v, "offsetFromHeadBone", look.offset_from_head);
  in.word(v, "type", std::array<std::string_view, 2>{"bone", "expression"}, look.by_expression);
  if (look.by_expression)
    look.horizontal_inner.output = look.horizontal_outer.output = look.vertical_down.output =
        look.vertical_up.output = 1;
  read_range(in, v, "rangeMapHorizontalInner", look.horizontal_inner);
  read_range(in, v, "rangeMapHorizontalOuter", look.horizontal_outer);
  read_range(in, v, "rangeMapVerticalDown", look.vertical_down);
  read_range(in, v, "rangeMapVerticalUp", look.vertical_up);
}

void read_first_person(Reader& in, JsonValue root, VrmDocument& out) {
  const JsonValue v = in.object(root, "firstPerson");
  const At here(in, "firstPerson");
  in.each(v, "meshAnnotations", sizeof(VrmMeshAnnotation), [&](std::string_view, JsonValue a) {
    VrmMeshAnnotation annotation;
    in.index(a, "node", in.gltf.nodes.size(), annotation.node);
    constexpr std::array<std::string_view, 4> kTypes = {"auto", "both", "thirdPersonOnly",
                                                        "firstPersonOnly"};
    in.word(a, "type", kTypes, annotation.type);
    if (annotation.node >= 0) out.first_person.push_back(annotation);
  });
}

}  // namespace

void read_vrm1(Reader& in, JsonValue root, VrmDocument& out) {
  read_meta(in, root, out.meta);
  {
    const JsonValue humanoid = in.object(root, "humanoid");
    const At here(in, "humanoid");
    in.each(humanoid, "humanBones", sizeof(VrmHumanBone), [&](std::string_view name, JsonValue b) {
      VrmHumanBone bone;
      in.index(b, "node", in.gltf.nodes.size(), bone.node);
      bone.name = name.substr(0, 60);
      if (bone.node >= 0) out.human_bones.push_back(std::move(bone));
    });
    const At bones(in, "humanBones");
    check_human_bones(in, out.human_bones);
  }
  {
    const JsonValue expressions = in.object(root, "expressions");
    const At here(in, "expressions");
    for (const char* list : {"preset", "custom"})
      in.each(expressions, list, sizeof(VrmExpression), [&](std::string_view name, JsonValue v) {
        read_expression(in, name, list[0] == 'p', v, out);
      });
  }
  read_look_at(in, root, out);
  read_first_person(in, root, out);
}

void read_constraint(Reader& in, JsonValue root, GltfIndex node, VrmDocument& out) {
  const JsonValue v = in.object(root, "constraint");
  const At here(in, "constraint");
  struct Kind {
    const char* key;
    const char* axis;
    VrmConstraintKind kind;
  };
  constexpr Kind kKinds[] = {{"roll", "rollAxis", VrmConstraintKind::roll},
                             {"aim", "aimAxis", VrmConstraintKind::aim},
                             {"rotation", nullptr, VrmConstraintKind::rotation}};
  for (const Kind& kind : kKinds) {
    const JsonValue c = in.object(v, kind.key);
    if (!in.ok() || !c.there()) continue;
    const At at(in, kind.key);
    VrmConstraint constraint;
    constraint.node = node;
    constraint.kind = kind.kind;
    in.index(c, "source", in.gltf.nodes.size(), constraint.source);
    in.number(c, "weight", constraint.weight);
    if (kind.kind == VrmConstraintKind::roll)
      in.word(c, kind.axis, std::array<std::string_view, 3>{"X", "Y", "Z"}, constraint.axis);
    if (kind.kind == VrmConstraintKind::aim)
      in.word(c, kind.axis,
              std::array<std::string_view, 6>{"PositiveX", "PositiveY", "PositiveZ", "NegativeX",
                                              "NegativeY", "NegativeZ"},
              constraint.axis);
    if (!in.ok()) return;
    if (constraint.source < 0 || constraint.source == node)
      return in.warn(WarningKind::bad_value, in.where() + ": needs a source of its own");
    out.constraints.push_back(constraint);
    return;
  }
}

}  // namespace odori::io::vrm
