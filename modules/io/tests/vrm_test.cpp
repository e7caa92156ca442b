#include "odori/io/vrm.h"

#include <gtest/gtest.h>

#include "vrm_fixtures.h"

namespace odori::io {
namespace {

Result<VrmDocument> decode(const VrmParts& parts) {
  const std::string text = vrm_text(parts);
  const auto gltf = decode_gltf(std::as_bytes(std::span(text)));
  if (!gltf) return tl::unexpected(gltf.error());
  return decode_vrm(*gltf);
}

VrmParts whole1() {
  VrmParts parts;
  parts.root =
      R"(,"meta":{"name":"Doll","version":"2","authors":["A","B"],"copyrightInformation":"(c) A",
"licenseUrl":"https://vrm.dev/licenses/1.0/","avatarPermission":"everyone","allowExcessivelyViolentUsage":false,
"commercialUsage":"corporation","creditNotation":"required","allowRedistribution":true,"modification":"prohibited",
"thumbnailImage":0},
"expressions":{"preset":{"happy":{"isBinary":true,"overrideBlink":"block","overrideMouth":"blend",
"morphTargetBinds":[{"node":15,"index":1,"weight":0.5}],
"materialColorBinds":[{"material":0,"type":"shadeColor","targetValue":[1,0.5,0,1]}],
"textureTransformBinds":[{"material":0,"scale":[0.5,1],"offset":[0.25,0]}]}},"custom":{"wink":{}}},
"lookAt":{"type":"expression","offsetFromHeadBone":[0,0.06,0.01],"rangeMapVerticalUp":{"inputMaxValue":45,"outputScale":0.5}},
"firstPerson":{"meshAnnotations":[{"node":15,"type":"thirdPersonOnly"}]})";
  parts.extensions = R"(,"VRMC_springBone":{"specVersion":"1.0","colliders":[
{"node":2,"shape":{"sphere":{"offset":[0,1,0],"radius":0.1}}},
{"node":2,"shape":{"capsule":{"tail":[0,1,0],"radius":0.2}}},
{"node":2,"shape":{"sphere":{"radius":9}},"extensions":{"VRMC_springBone_extended_collider":
{"specVersion":"1.0","shape":{"plane":{"normal":[0,1,0]}}}}},
{"node":2,"shape":{"sphere":{"radius":9}},"extensions":{"VRMC_springBone_extended_collider":
{"specVersion":"1.0","shape":{"sphere":{"radius":0.3,"inside":true}}}}}],
"colliderGroups":[{"name":"head","colliders":[0,3]}],
"springs":[{"name":"hair","center":0,"colliderGroups":[0],
"joints":[{"node":3,"stiffness":2,"gravityPower":0.5,"gravityDir":[0,0,1],"dragForce":0.25,"hitRadius":0.125},{"node":4}]}]})";
  parts.node0 = R"(,"extensions":{"VRMC_node_constraint":{"specVersion":"1.0","constraint":
{"aim":{"source":2,"aimAxis":"NegativeY","weight":0.5}}}})";
  parts.material = R"("VRMC_materials_mtoon":{"specVersion":"1.0","shadeColorFactor":[0.5,0.25,0],
"shadeMultiplyTexture":{"index":0},"shadingShiftFactor":-0.1,"outlineWidthMode":"worldCoordinates",
"outlineWidthFactor":0.01})";
  return parts;
}

TEST(VrmDecode, ReadsVersionOne) {
  const auto doc = decode(whole1());
  ASSERT_TRUE(doc) << to_text(doc.error());
  EXPECT_EQ(doc->version, VrmVersion::v1);
  EXPECT_EQ(doc->human_bones.size(), 15u);
  EXPECT_EQ(doc->meta.name, "Doll");
  EXPECT_EQ(doc->meta.authors, (std::vector<std::string>{"A", "B"}));
  EXPECT_EQ(doc->meta.violent_usage, false);
  EXPECT_EQ(doc->meta.redistribution, true);
  EXPECT_FALSE(doc->meta.sexual_usage);
  EXPECT_EQ(doc->meta.thumbnail, 0);

  ASSERT_EQ(doc->expressions.size(), 2u);
  const VrmExpression& happy = doc->expressions[0];
  EXPECT_EQ(happy.name, "happy");
  EXPECT_TRUE(happy.preset && happy.binary);
  EXPECT_EQ(happy.blink, VrmOverride::block);
  EXPECT_EQ(happy.look_at, VrmOverride::none);
  EXPECT_EQ(happy.mouth, VrmOverride::blend);
  ASSERT_EQ(happy.morphs.size(), 1u);
  EXPECT_EQ(happy.morphs[0].node, 15);
  EXPECT_EQ(happy.morphs[0].target, 1u);
  EXPECT_EQ(happy.morphs[0].weight, 0.5f);
  ASSERT_EQ(happy.colours.size(), 1u);
  EXPECT_EQ(happy.colours[0].colour, VrmColour::shade);
  EXPECT_EQ(happy.colours[0].target, (Vec4{1, 0.5f, 0, 1}));
  ASSERT_EQ(happy.textures.size(), 1u);
  EXPECT_EQ(happy.textures[0].offset, (Vec2{0.25f, 0}));
  EXPECT_FALSE(doc->expressions[1].preset);

  ASSERT_TRUE(doc->look_at);
  EXPECT_TRUE(doc->look_at->by_expression);
  EXPECT_EQ(doc->look_at->vertical_up.input_max, 45);
  EXPECT_EQ(doc->look_at->vertical_down.output, 1);  // a whole weight where nothing is said
  ASSERT_EQ(doc->first_person.size(), 1u);
  EXPECT_EQ(doc->first_person[0].type, VrmFirstPerson::third_person_only);

  ASSERT_EQ(doc->colliders.size(), 4u);
  EXPECT_EQ(doc->colliders[0].offset, (Vec3{0, 1, 0}));
  EXPECT_EQ(doc->colliders[1].shape, VrmShape::capsule);
  EXPECT_EQ(doc->colliders[2].shape, VrmShape::plane);
  EXPECT_EQ(doc->colliders[3].shape, VrmShape::inside_sphere);
  EXPECT_EQ(doc->colliders[3].radius, 0.3f);
  ASSERT_EQ(doc->springs.size(), 1u);
  const VrmSpring& hair = doc->springs[0];
  EXPECT_EQ(hair.centre, 0);
  ASSERT_EQ(hair.joints.size(), 2u);
  EXPECT_EQ(hair.joints[0].stiffness, 2);
  EXPECT_EQ(hair.joints[0].gravity_direction, (Vec3{0, 0, 1}));
  EXPECT_EQ(hair.joints[1].drag, 0.5f);

  ASSERT_EQ(doc->constraints.size(), 1u);
  EXPECT_EQ(doc->constraints[0].kind, VrmConstraintKind::aim);
  EXPECT_EQ(doc->constraints[0].axis, VrmAxis::minus_y);
  EXPECT_EQ(doc->constraints[0].source, 2);

  ASSERT_EQ(doc->materials.size(), 1u);
  ASSERT_TRUE(doc->materials[0].mtoon);
  const VrmMtoon& mtoon = *doc->materials[0].mtoon;
  EXPECT_EQ(mtoon.shade_colour, (Vec3{0.5f, 0.25f, 0}));
  EXPECT_EQ(mtoon.shade.texture, 0);
  EXPECT_EQ(mtoon.outline, VrmOutline::world);
  EXPECT_EQ(mtoon.rim_fresnel_power, 5);
  EXPECT_TRUE(doc->warnings.empty());
}

VrmParts whole0() {
  VrmParts parts;
  parts.extension = "VRM";
  parts.root =
      R"(,"exporterVersion":"X","meta":{"title":"Old","author":"A","texture":0,"allowedUserName":"OnlyAuthor",
"violentUssageName":"Disallow","sexualUssageName":"Allow","commercialUssageName":"Disallow","licenseName":"CC0"},
"blendShapeMaster":{"blendShapeGroups":[
{"name":"Joy","presetName":"joy","binds":[{"mesh":0,"index":1,"weight":50}],
"materialValues":[{"materialName":"skin","propertyName":"_Color","targetValue":[1,0,1,0.5]},
{"materialName":"skin","propertyName":"_MainTex_ST","targetValue":[0.5,0.25,0.5,0.25]}]},
{"name":"Surprised","presetName":"unknown"}]},
"firstPerson":{"firstPersonBone":2,"firstPersonBoneOffset":{"x":0.25,"y":0.5,"z":1},"lookAtTypeName":"Bone",
"lookAtVerticalUp":{"curve":[0,0,0,1,1,1,1,0],"xRange":45,"yRange":8},
"meshAnnotations":[{"mesh":0,"firstPersonFlag":"Both"}]},
"secondaryAnimation":{"boneGroups":[{"comment":"hair","stiffiness":0.75,"gravityPower":0.5,
"gravityDir":{"x":0.5,"y":-1,"z":0.25},"dragForce":0.375,"center":-1,"hitRadius":0.02,"bones":[3,6],"colliderGroups":[0]}],
"colliderGroups":[{"node":2,"colliders":[{"offset":{"x":1,"y":2,"z":3},"radius":0.5}]}]},
"materialProperties":[{"name":"skin","shader":"VRM/MToon","floatProperties":{"_ShadeToony":0.9,"_ShadeShift":0,
"_BlendMode":1,"_Cutoff":0.25,"_CullMode":0,"_OutlineWidthMode":1,"_OutlineWidth":0.5,"_OutlineColorMode":1,
"_OutlineLightingMix":0.5},"vectorProperties":{"_Color":[1,0,1,0.5],"_ShadeColor":[0,1,0,1]},
"textureProperties":{"_MainTex":0}}])";
  return parts;
}

TEST(VrmDecode, ReadsVersionZeroInTheWordsOfOne) {
  const auto doc = decode(whole0());
  ASSERT_TRUE(doc) << to_text(doc.error());
  EXPECT_EQ(doc->version, VrmVersion::v0);
  EXPECT_EQ(doc->meta.name, "Old");
  EXPECT_EQ(doc->meta.violent_usage, false);
  EXPECT_EQ(doc->meta.sexual_usage, true);
  EXPECT_EQ(doc->meta.thumbnail, 0);
  ASSERT_EQ(doc->expressions.size(), 2u);
  const VrmExpression& joy = doc->expressions[0];
  EXPECT_EQ(joy.name, "happy");
  EXPECT_TRUE(joy.preset);
  ASSERT_EQ(joy.morphs.size(), 1u);
  EXPECT_EQ(joy.morphs[0].mesh, 0);
  EXPECT_EQ(joy.morphs[0].weight, 0.5f);
  ASSERT_EQ(joy.colours.size(), 1u);
  EXPECT_EQ(joy.colours[0].target, (Vec4{1, 0, 1, 0.5f}));
  ASSERT_EQ(joy.textures.size(), 1u);
  EXPECT_EQ(joy.textures[0].offset, (Vec2{0.5f, 0.5f}));
  EXPECT_EQ(doc->expressions[1].name, "Surprised");
  EXPECT_FALSE(doc->expressions[1].preset);
  ASSERT_TRUE(doc->look_at);
  EXPECT_EQ(doc->look_at->offset_from_head, (Vec3{0.25f, 0.5f, -1}));
  EXPECT_EQ(doc->look_at->vertical_up.output, 8);
  ASSERT_EQ(doc->springs.size(), 1u);
  ASSERT_EQ(doc->springs[0].joints.size(), 2u);
  EXPECT_EQ(doc->springs[0].joints[1].node, 6);
  EXPECT_EQ(doc->springs[0].joints[1].stiffness, 0.75f);
  EXPECT_EQ(doc->springs[0].joints[0].gravity_direction, (Vec3{0.5f, -1, -0.25f}));
  ASSERT_EQ(doc->colliders.size(), 1u);
  EXPECT_EQ(doc->colliders[0].offset, (Vec3{1, 2, -3}));
  ASSERT_TRUE(doc->materials[0].mtoon);
  // The values of UniVRM's own test of its migration.
  EXPECT_NEAR(doc->materials[0].mtoon->shading_toony, 0.95f, 1e-6f);
  EXPECT_NEAR(doc->materials[0].mtoon->shading_shift, -0.05f, 1e-6f);
  EXPECT_NEAR(doc->materials[0].mtoon->outline_width, 0.005f, 1e-7f);
  EXPECT_EQ(doc->materials[0].alpha_mode, GltfAlphaMode::mask);
  EXPECT_EQ(doc->materials[0].double_sided, true);
  EXPECT_EQ(doc->materials[0].base_texture, 0);
}

TEST(VrmDecode, NamesTheBoneThatIsMissing) {
  for (const char* extension : {"VRM", "VRMC_vrm"})
    for (const std::string_view bone : kHumanBones15) {
      VrmParts parts;
      parts.extension = extension;
      parts.without = bone;
      const auto doc = decode(parts);
      ASSERT_FALSE(doc);
      EXPECT_EQ(doc.error().code, Code::malformed);
      EXPECT_EQ(doc.error().what, "extensions." + std::string(extension) + ".humanoid.humanBones." +
                                      std::string(bone) +
                                      ": is missing, and every humanoid needs it");
    }
}

TEST(VrmDecode, NamesThePlaceOfWhatIsWrong) {
  const auto error_of = [](const char* root) {
    VrmParts parts;
    parts.root = root;
    const auto doc = decode(parts);
    return doc ? std::string("none") : doc.error().what;
  };
  EXPECT_EQ(error_of(R"(,"expressions":{"preset":{"aa":{"morphTargetBinds":[{"node":99}]}}})"),
            "extensions.VRMC_vrm.expressions.preset.aa.morphTargetBinds[0].node: index 99 of 16 "
            "things");
  EXPECT_EQ(error_of(R"(,"lookAt":{"offsetFromHeadBone":[0,1]})"),
            "extensions.VRMC_vrm.lookAt.offsetFromHeadBone: 3 numbers are wanted");
  EXPECT_EQ(error_of(R"(,"lookAt":{"offsetFromHeadBone":[0,1,1e60]})"),
            "extensions.VRMC_vrm.lookAt.offsetFromHeadBone[2]: a number that is too large");
  EXPECT_EQ(error_of(R"(,"meta":{"authors":[1]})"),
            "extensions.VRMC_vrm.meta.authors[0]: a text is wanted");
  EXPECT_EQ(error_of(R"(,"meta":{"authors":null})"), "none");
}

TEST(VrmDecode, WarnsOfWordsThatAreNotKnown) {
  VrmParts parts;
  parts.root = R"(,"meta":{"avatarPermission":"nobody"},"lookAt":{"type":"nose"},
"expressions":{"preset":{"aa":{"overrideBlink":"twice","morphTargetBinds":[{"node":15,"index":2,"weight":1}]}}})";
  const auto doc = decode(parts);
  ASSERT_TRUE(doc) << to_text(doc.error());
  EXPECT_EQ(doc->warnings.count(WarningKind::bad_value), 3u);
  EXPECT_EQ(doc->warnings.count(WarningKind::index_out_of_range), 1u);
  EXPECT_TRUE(doc->expressions[0].morphs.empty());
}

TEST(VrmDecode, RefusesMoreThanTheTextCouldHold) {
  VrmParts parts;
  parts.extensions = R"(,"VRMC_springBone":{"springs":[)";
  for (int i = 0; i < 20000; ++i) parts.extensions += i ? ",{}" : "{}";
  parts.extensions += "]}";
  const auto doc = decode(parts);
  ASSERT_FALSE(doc);
  EXPECT_EQ(doc.error().code, Code::too_large);
}

TEST(VrmDecode, TellsAGltfWithoutIt) {
  GltfDocument gltf;
  EXPECT_FALSE(is_vrm(gltf) || is_vrma(gltf));
  EXPECT_EQ(decode_vrm(gltf).error().code, Code::unsupported);
  EXPECT_EQ(decode_vrma(gltf).error().code, Code::unsupported);
}

// Whatever stands in the text: a document or an error, never harm.
TEST(VrmDecode, TakesNoHarmFromDamage) {
  for (const VrmParts& parts : {whole0(), whole1()}) {
    const std::string text = vrm_text(parts);
    for (std::size_t i = 0; i < text.size(); i += 3) {
      std::string changed = text;
      changed[i] = static_cast<char>(changed[i] ^ 0x11);
      for (const std::string& damaged : {changed, text.substr(0, i)}) {
        const auto gltf = decode_gltf(std::as_bytes(std::span(damaged)));
        if (!gltf || !is_vrm(*gltf)) continue;
        const auto doc = decode_vrm(*gltf);
        if (!doc) {
          EXPECT_FALSE(doc.error().what.empty());
        }
      }
    }
  }
}

TEST(Vrma, ReadsWhatItWrote) {
  GltfDocument gltf;
  gltf.nodes.resize(17);
  VrmaDocument vrma;
  for (std::size_t i = 0; i < kHumanBones15.size(); ++i)
    vrma.human_bones.push_back({std::string(kHumanBones15[i]), static_cast<GltfIndex>(i)});
  vrma.expressions = {{"happy", true, 15}, {"wink \"x\"", false, 16}};
  vrma.look_at = 2;
  vrma.look_at_offset = {0, 0.0625f, 0.25f};
  attach_vrma(vrma, gltf);
  attach_vrma(vrma, gltf);  // replaces
  EXPECT_EQ(gltf.extensions.size(), 1u);
  EXPECT_EQ(gltf.extensions_used.size(), 1u);
  const auto glb = encode_glb(gltf);
  ASSERT_TRUE(glb) << to_text(glb.error());
  EXPECT_TRUE(looks_like_vrma(*glb));
  EXPECT_FALSE(looks_like_vrm(*glb));
  const auto read = decode_gltf(*glb);
  ASSERT_TRUE(read) << to_text(read.error());
  const auto again = decode_vrma(*read);
  ASSERT_TRUE(again) << to_text(again.error());
  ASSERT_EQ(again->human_bones.size(), 15u);
  EXPECT_EQ(again->human_bones[3].name, "leftUpperLeg");
  EXPECT_EQ(again->human_bones[3].node, 3);
  ASSERT_EQ(again->expressions.size(), 2u);
  EXPECT_TRUE(again->expressions[0].preset);
  EXPECT_EQ(again->expressions[1].name, "wink \"x\"");
  EXPECT_EQ(again->expressions[1].node, 16);
  EXPECT_EQ(again->look_at, 2);
  EXPECT_EQ(again->look_at_offset, vrma.look_at_offset);
}

}  // namespace
}  // namespace odori::io
