// MToon as MMD's shading draws it, and the order of drawing.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "odori/math/colour.h"
#include "vrm/import.h"

namespace odori::vrm_import {
namespace {

// With MMD's light (154/255) a lit surface shows its own colour.
constexpr float kAmbient = 0.4f;
constexpr float kMetresOfEdge = 0.002f;  // what MMD's edge size 1 comes to at the usual distance
constexpr std::size_t kRampRows = 64;

Vec3 rgb(Vec4 v) { return {v.x, v.y, v.z}; }

MtoonShading mtoon_of(const Context& c, const io::VrmMtoon& from, Vec4 base) {
  MtoonShading to;
  to.base_colour = base;
  to.shade_colour = from.shade_colour;
  to.shade = c.texture(from.shade.texture);
  to.shading_shift = from.shading_shift;
  to.shading_toony = from.shading_toony;
  to.shading_shift_texture = c.texture(from.shading_shift_texture.texture);
  to.shading_shift_scale = from.shading_shift_texture.scale;
  to.gi_equalization = from.gi_equalization;
  to.matcap_colour = from.matcap_colour;
  to.matcap = c.texture(from.matcap.texture);
  to.rim_colour = from.rim_colour;
  to.rim = c.texture(from.rim.texture);
  to.rim_lighting_mix = from.rim_lighting_mix;
  to.rim_fresnel_power = from.rim_fresnel_power;
  to.rim_lift = from.rim_lift;
  to.outline = static_cast<OutlineWidth>(from.outline);
  to.outline_width = from.outline_width;
  to.outline_width_texture = c.texture(from.outline_width_texture.texture);
  to.outline_colour = from.outline_colour;
  to.outline_lighting_mix = from.outline_lighting_mix;
  to.uv_animation_mask = c.texture(from.uv_animation_mask.texture);
  to.uv_scroll = {from.uv_scroll_x, from.uv_scroll_y};
  to.uv_rotation = from.uv_rotation;
  to.transparent_with_z_write = from.transparent_with_z_write;
  to.render_queue_offset = from.render_queue_offset;
  return to;
}

// From lit (first row) to shaded: what MToon shows, as a share of the lit colour.
std::array<Vec3, kRampRows> ramp_of(const MtoonShading& m) {
  const Vec3 base = rgb(m.base_colour);
  const float low = m.shading_toony - 1, high = 1 - m.shading_toony;
  std::array<Vec3, kRampRows> rows;
  for (std::size_t r = 0; r < kRampRows; ++r) {
    const float v = (static_cast<float>(r) + 0.5f) / kRampRows;
    const float light = 1 - 2 * v + m.shading_shift;
    const float lit = high > low ? std::clamp((light - low) / (high - low), 0.0f, 1.0f)
                                 : (light >= low ? 1.0f : 0.0f);
    const auto share = [&](float b, float shade) {
      const float whole = srgb_from_linear(b);
      if (!(whole > 0)) return 1.0f;
      return std::clamp(srgb_from_linear(shade + (b - shade) * lit) / whole, 0.0f, 1.0f);
    };
    rows[r] = {share(base.x, m.shade_colour.x), share(base.y, m.shade_colour.y),
               share(base.z, m.shade_colour.z)};
  }
  return rows;
}

// A picture one pixel wide as BMP (24 bits, the last row first).
std::vector<std::byte> bmp_of(const std::array<Vec3, kRampRows>& rows) {
  std::vector<std::byte> out;
  const auto put = [&](std::uint32_t value, int bytes) {
    for (int i = 0; i < bytes; ++i) out.push_back(std::byte((value >> (8 * i)) & 255));
  };
  constexpr std::uint32_t kRow = 4, kHead = 54;
  put(0x4D42, 2);
  put(kHead + kRow * kRampRows, 4);
  put(0, 4);
  put(kHead, 4);
  put(40, 4);
  put(1, 4);
  put(kRampRows, 4);
  put(1, 2);
  put(24, 2);
  for (const std::uint32_t v :
       {0u, kRow * static_cast<std::uint32_t>(kRampRows), 2835u, 2835u, 0u, 0u})
    put(v, 4);
  for (std::size_t r = kRampRows; r-- > 0;) {
    for (const float v : {rows[r].z, rows[r].y, rows[r].x})
      put(static_cast<std::uint32_t>(std::lround(v * 255)), 1);
    put(0, 1);
  }
  return out;
}

TextureIndex add_ramp(Context& c, const MtoonShading& m, const std::string& material) {
  std::vector<std::byte> bytes = bmp_of(ramp_of(m));
  std::vector<Texture>& textures = c.model.mesh.textures;
  for (std::size_t t = 0; t < textures.size(); ++t)
    if (textures[t].bytes == bytes) return TextureIndex{static_cast<std::int32_t>(t)};
  Texture& ramp = textures.emplace_back();
  ramp.name = ramp.resolved = "toon of " + material + ".bmp";
  ramp.bytes = std::move(bytes);
  return TextureIndex{static_cast<std::int32_t>(textures.size() - 1)};
}

void shade(Context& c, const MtoonShading& m, bool opaque, Material& out) {
  MmdShading& s = out.mmd;
  const Vec3 base = srgb_from_linear(rgb(m.base_colour));
  s.diffuse = {base.x, base.y, base.z, opaque ? 1 : std::clamp(m.base_colour.w, 0.0f, 1.0f)};
  s.ambient = base * kAmbient;
  s.toon = add_ramp(c, m, out.name);
  s.shared_toon = -1;
  s.receives_shadow = s.casts_shadow = s.ground_shadow = true;
  if (m.outline != OutlineWidth::none && m.outline_width > 0) {
    // On the screen: a hundredth of its height is wide.
    const float metres = m.outline == OutlineWidth::world ? m.outline_width : m.outline_width * 2;
    s.edge = true;
    s.edge_size = std::clamp(metres / kMetresOfEdge, 0.0f, 2.0f);
    const Vec3 mixed = m.outline_colour * lerp(Vec3{1, 1, 1}, rgb(m.base_colour),
                                               std::clamp(m.outline_lighting_mix, 0.0f, 1.0f));
    const Vec3 line = srgb_from_linear(mixed);
    s.edge_colour = {line.x, line.y, line.z, 1};
  }
  if (is_set(m.matcap) && length_squared(m.matcap_colour) > 0) {
    s.sphere = m.matcap;
    s.sphere_mode = SphereMode::add;
  }
}

struct Drawn {
  int pass = 0;  // 0 opaque, 1 cut out, 2 blended with depth, 3 blended
  int offset = 0;
};
Drawn drawn_of(const Context& c, io::GltfIndex material) {
  if (material < 0) return {};
  const auto m = static_cast<std::size_t>(material);
  const io::VrmMaterial& v = c.vrm.materials[m];
  const io::GltfAlphaMode mode = v.alpha_mode.value_or(c.gltf.materials[m].alpha_mode);
  if (mode == io::GltfAlphaMode::opaque) return {0, 0};
  if (mode == io::GltfAlphaMode::mask) return {1, 0};
  if (!v.mtoon) return {3, 0};
  return {v.mtoon->transparent_with_z_write ? 2 : 3,
          static_cast<int>(v.mtoon->render_queue_offset)};
}

void put_in_order(Context& c) {
  std::vector<Material>& materials = c.model.mesh.materials;
  std::vector<std::size_t> order(materials.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::vector<Drawn> drawn;
  for (const io::GltfIndex m : c.base.material_of) drawn.push_back(drawn_of(c, m));
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::pair(drawn[a].pass, drawn[a].offset) < std::pair(drawn[b].pass, drawn[b].offset);
  });
  std::vector<Material> sorted;
  std::vector<io::GltfIndex> material_of, node_of;
  for (const std::size_t i : order) {
    sorted.push_back(std::move(materials[i]));
    material_of.push_back(c.base.material_of[i]);
    node_of.push_back(c.base.node_of[i]);
  }
  materials = std::move(sorted);
  c.base.material_of = std::move(material_of);
  c.base.node_of = std::move(node_of);
}

}  // namespace

void materials(Context& c) {
  put_in_order(c);
  bool moving = false;
  for (std::size_t i = 0; i < c.model.mesh.materials.size(); ++i) {
    if (c.base.material_of[i] < 0) continue;
    const auto m = static_cast<std::size_t>(c.base.material_of[i]);
    const io::VrmMaterial& from = c.vrm.materials[m];
    if (!from.mtoon) continue;
    Material& out = c.model.mesh.materials[i];
    const io::GltfMaterial& gltf = c.gltf.materials[m];
    out.mtoon = mtoon_of(c, *from.mtoon, from.base_colour.value_or(gltf.base_colour_factor));
    if (from.base_texture >= 0) out.texture = c.texture(from.base_texture);
    if (from.double_sided) out.both_sides = *from.double_sided;
    const io::GltfAlphaMode mode = from.alpha_mode.value_or(gltf.alpha_mode);
    shade(c, *out.mtoon, mode == io::GltfAlphaMode::opaque, out);
    const MtoonShading& mtoon = *out.mtoon;
    moving |= !(mtoon.uv_scroll == Vec2{}) || mtoon.uv_rotation != 0;
  }
  if (moving) c.warn(WarningKind::other, 0, "textures that move by themselves stand still");
}

}  // namespace odori::vrm_import
