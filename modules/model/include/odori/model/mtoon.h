// MToon, the toon shading of VRM, beside the MMD shading that stands in for it. Source:
// VRMC_materials_mtoon-1.0. Colours are linear.
#pragma once

#include "odori/math/vec.h"
#include "odori/model/index.h"

namespace odori {

enum class OutlineWidth : std::uint8_t { none, world, screen };

struct MtoonShading {
  Vec4 base_colour{1, 1, 1, 1};
  Vec3 shade_colour;
  TextureIndex shade = TextureIndex::none;
  // shading = dot(N, L) + shift (+ its texture * scale), 0..1 from toony - 1 to 1 - toony.
  float shading_shift = 0, shading_toony = 0.9f;
  TextureIndex shading_shift_texture = TextureIndex::none;
  float shading_shift_scale = 1;
  float gi_equalization = 0.9f;
  Vec3 matcap_colour{1, 1, 1};
  TextureIndex matcap = TextureIndex::none;
  Vec3 rim_colour;
  TextureIndex rim = TextureIndex::none;
  float rim_lighting_mix = 1, rim_fresnel_power = 5, rim_lift = 0;
  OutlineWidth outline = OutlineWidth::none;
  float outline_width = 0;  // metres; screen: parts of its height
  TextureIndex outline_width_texture = TextureIndex::none;
  Vec3 outline_colour;
  float outline_lighting_mix = 1;
  TextureIndex uv_animation_mask = TextureIndex::none;
  Vec2 uv_scroll;         // a second
  float uv_rotation = 0;  // radians a second
  bool transparent_with_z_write = false;
  int render_queue_offset = 0;
};

}  // namespace odori
