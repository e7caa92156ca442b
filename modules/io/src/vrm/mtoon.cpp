// VRMC_materials_mtoon-1.0, and 0.x's material properties as the same numbers.
#include <algorithm>

#include "odori/math/colour.h"
#include "vrm/reader.h"

namespace odori::io::vrm {
namespace {

using At = Reader::At;

constexpr std::array<std::string_view, 3> kOutlines = {"none", "worldCoordinates",
                                                       "screenCoordinates"};

float clamp01(float v) { return std::clamp(v, 0.0f, 1.0f); }
Vec3 linear(Vec4 c) {
  return {linear_from_srgb(c.x), linear_from_srgb(c.y), linear_from_srgb(c.z)};
}

// Of one material of 0.x: numbers, vectors and textures by the shader's names.
class Properties {
 public:
  Properties(Reader& in, JsonValue v) : in_(in), v_(v) {}

  float number(std::string_view key, float otherwise) {
    in_.number(in_.object(v_, "floatProperties"), key, otherwise);
    return otherwise;
  }
  Vec4 vector(std::string_view key, Vec4 otherwise) {
    std::array<float, 4> out = {otherwise.x, otherwise.y, otherwise.z, otherwise.w};
    std::size_t i = 0;
    in_.each(in_.object(v_, "vectorProperties"), key, 0, [&](std::string_view, JsonValue n) {
      if (i < 4) read_number(in_, n, out[i++]);
    });
    return {out[0], out[1], out[2], out[3]};
  }
  GltfIndex texture(std::string_view key) {
    GltfIndex index = -1;
    in_.index(in_.object(v_, "textureProperties"), key, in_.gltf.textures.size(), index);
    return index;
  }

 private:
  Reader& in_;
  JsonValue v_;
};

// Sources of the formulas: UniVRM's migration of MToon, which three-vrm shares.
void read_mtoon0(Properties& p, VrmMaterial& out) {
  VrmMtoon& m = out.mtoon.emplace();
  const Vec4 colour = p.vector("_Color", {1, 1, 1, 1});
  const Vec3 base = linear(colour);
  out.base_colour = Vec4{base.x, base.y, base.z, colour.w};
  out.base_texture = p.texture("_MainTex");
  const int blend = static_cast<int>(std::clamp(p.number("_BlendMode", 0), 0.0f, 3.0f));
  out.alpha_mode = blend == 0   ? GltfAlphaMode::opaque
                   : blend == 1 ? GltfAlphaMode::mask
                                : GltfAlphaMode::blend;
  out.alpha_cutoff = p.number("_Cutoff", 0.5f);
  out.double_sided = p.number("_CullMode", 2) == 0;  // 0 = draw both sides, 2 = hide the back
  m.transparent_with_z_write = blend == 3;
  m.shade_colour = linear(p.vector("_ShadeColor", {0.97f, 0.81f, 0.86f, 1}));
  m.shade.texture = p.texture("_ShadeTexture");
  const float shift = std::clamp(p.number("_ShadeShift", 0), -1.0f, 1.0f);
  const float toony = clamp01(p.number("_ShadeToony", 0.9f));
  const float low = shift, high = 1 + (shift - 1) * toony;
  m.shading_toony = clamp01((2 - (high - low)) * 0.5f);
  m.shading_shift = std::clamp((high + low) * -0.5f, -1.0f, 1.0f);
  m.gi_equalization = clamp01(1 - p.number("_IndirectLightIntensity", 0.1f));
  m.matcap.texture = p.texture("_SphereAdd");
  if (m.matcap.texture < 0) m.matcap_colour = {};
  m.rim_colour = linear(p.vector("_RimColor", {0, 0, 0, 1}));
  m.rim.texture = p.texture("_RimTexture");
  m.rim_lighting_mix = p.number("_RimLightingMix", 0);
  m.rim_fresnel_power = p.number("_RimFresnelPower", 1);
  m.rim_lift = p.number("_RimLift", 0);
  const int outline = static_cast<int>(std::clamp(p.number("_OutlineWidthMode", 0), 0.0f, 2.0f));
  m.outline = static_cast<VrmOutline>(outline);
  // Centimetres; on the screen, hundredths of half its height.
  m.outline_width = p.number("_OutlineWidth", 0.5f) * (outline == 2 ? 0.005f : 0.01f);
  m.outline_width_texture.texture = p.texture("_OutlineWidthTexture");
  m.outline_colour = linear(p.vector("_OutlineColor", {0, 0, 0, 1}));
  m.outline_lighting_mix =
      p.number("_OutlineColorMode", 0) == 1 ? p.number("_OutlineLightingMix", 1) : 0;
  m.uv_animation_mask.texture = p.texture("_UvAnimMaskTexture");
  m.uv_scroll_x = p.number("_UvAnimScrollX", 0);
  m.uv_scroll_y = -p.number("_UvAnimScrollY", 0);  // Unity counts V from below
  m.uv_rotation = p.number("_UvAnimRotation", 0) * static_cast<float>(2 * trig::kPi);
}

}  // namespace

void read_mtoon(Reader& in, JsonValue v, VrmMtoon& out) {
  in.flag(v, "transparentWithZWrite", out.transparent_with_z_write);
  in.whole(v, "renderQueueOffsetNumber", out.render_queue_offset);
  in.vec3(v, "shadeColorFactor", out.shade_colour);
  in.texture(v, "shadeMultiplyTexture", out.shade);
  in.number(v, "shadingShiftFactor", out.shading_shift);
  in.texture(v, "shadingShiftTexture", out.shading_shift_texture, true);
  in.number(v, "shadingToonyFactor", out.shading_toony);
  in.number(v, "giEqualizationFactor", out.gi_equalization);
  in.vec3(v, "matcapFactor", out.matcap_colour);
  in.texture(v, "matcapTexture", out.matcap);
  in.vec3(v, "parametricRimColorFactor", out.rim_colour);
  in.texture(v, "rimMultiplyTexture", out.rim);
  in.number(v, "rimLightingMixFactor", out.rim_lighting_mix);
  in.number(v, "parametricRimFresnelPowerFactor", out.rim_fresnel_power);
  in.number(v, "parametricRimLiftFactor", out.rim_lift);
  in.word(v, "outlineWidthMode", kOutlines, out.outline);
  in.number(v, "outlineWidthFactor", out.outline_width);
  in.texture(v, "outlineWidthMultiplyTexture", out.outline_width_texture);
  in.vec3(v, "outlineColorFactor", out.outline_colour);
  in.number(v, "outlineLightingMixFactor", out.outline_lighting_mix);
  in.texture(v, "uvAnimationMaskTexture", out.uv_animation_mask);
  in.number(v, "uvAnimationScrollXSpeedFactor", out.uv_scroll_x);
  in.number(v, "uvAnimationScrollYSpeedFactor", out.uv_scroll_y);
  in.number(v, "uvAnimationRotationSpeedFactor", out.uv_rotation);
}

void read_materials0(Reader& in, JsonValue root, VrmDocument& out) {
  std::size_t i = 0;
  in.each(root, "materialProperties", 0, [&](std::string_view, JsonValue v) {
    if (i >= out.materials.size()) return;  // more than the glTF has
    VrmMaterial& material = out.materials[i++];
    in.text(v, "shader", material.shader);
    if (material.shader != "VRM/MToon") return;
    Properties properties(in, v);
    read_mtoon0(properties, material);
  });
}

}  // namespace odori::io::vrm
