// Materials and pictures of a glTF, as MMD's shading draws them.
#include <algorithm>
#include <cmath>

#include "gltf/import.h"
#include "odori/math/trig.h"

namespace odori::gltf_import {
namespace {

// With MMD's light (154/255) a lit surface shows its own colour.
constexpr float kAmbient = 0.4f;
constexpr std::int32_t kToon = 0;  // of the shared ramps: plain grey

// IEC 61966-2-1.
float encoded(float linear) {
  const double v = std::clamp(static_cast<double>(linear), 0.0, 1.0);
  return static_cast<float>(v <= 0.0031308 ? 12.92 * v : 1.055 * trig::pow(v, 1 / 2.4) - 0.055);
}
Vec3 encoded(Vec3 v) { return {encoded(v.x), encoded(v.y), encoded(v.z)}; }

// Images that only shading needs which is not done here are left where they are.
std::vector<bool> wanted_images(const io::GltfDocument& d) {
  std::vector<bool> wanted(d.images.size(), true);
  std::vector<bool> spare(d.textures.size(), false);
  const auto mark = [&](const io::GltfTextureInfo& info, bool value) {
    if (info.texture >= 0) spare[static_cast<std::size_t>(info.texture)] = value;
  };
  for (const io::GltfMaterial& m : d.materials)
    for (const auto* info : {&m.normal, &m.occlusion, &m.metallic_roughness}) mark(*info, true);
  for (const io::GltfMaterial& m : d.materials)
    for (const auto* info : {&m.base_colour, &m.emissive}) mark(*info, false);
  for (std::size_t t = 0; t < d.textures.size(); ++t)
    if (spare[t] && d.textures[t].source >= 0)
      wanted[static_cast<std::size_t>(d.textures[t].source)] = false;
  for (std::size_t t = 0; t < d.textures.size(); ++t)
    if (!spare[t] && d.textures[t].source >= 0)
      wanted[static_cast<std::size_t>(d.textures[t].source)] = true;
  return wanted;
}

}  // namespace

void materials(Context& c) {
  const io::GltfDocument& d = c.document;
  const std::vector<bool> wanted = wanted_images(d);
  for (std::size_t i = 0; i < d.images.size(); ++i) {
    const io::GltfImage& image = d.images[i];
    Texture& texture = c.out.model.mesh.textures.emplace_back();
    if (!image.uri.empty()) {
      if (wanted[i]) texture.name = io::path_from_uri(image.uri);
      continue;
    }
    texture.name = image.name.empty() ? "image_" + std::to_string(i) : image.name;
    if (!wanted[i]) continue;
    texture.resolved = texture.name;
    const Bytes bytes = io::bytes_of_image(d, static_cast<io::GltfIndex>(i));
    texture.bytes.assign(bytes.begin(), bytes.end());
  }
  for (const io::GltfTexture& t : d.textures)
    c.out.texture_of.push_back(TextureIndex{t.source >= 0 ? t.source : t.webp_source});
}

Material look_of(Context& c, io::GltfIndex index) {
  Material out;
  MmdShading& s = out.mmd;
  s.casts_shadow = s.ground_shadow = true;
  io::GltfMaterial m;
  if (index >= 0) m = c.document.materials[static_cast<std::size_t>(index)];
  out.name = out.name_en = m.name;
  out.both_sides = m.double_sided;
  const auto picture = [&](const io::GltfTextureInfo& info) {
    return info.texture < 0 ? TextureIndex::none
                            : c.out.texture_of[static_cast<std::size_t>(info.texture)];
  };
  out.texture = picture(m.base_colour);
  const Vec4& factor = m.base_colour_factor;
  Vec3 colour = encoded(Vec3{factor.x, factor.y, factor.z});
  const Vec3 glow = encoded(m.emissive_factor * m.emissive_strength);
  bool unlit = m.unlit;
  // What only glows has its picture there.
  if (is_set(picture(m.emissive)) && (!is_set(out.texture) || colour == Vec3{}) &&
      length_squared(glow) > length_squared(colour)) {
    out.texture = picture(m.emissive);
    colour = glow;
    unlit = true;
  }
  const float alpha =
      m.alpha_mode == io::GltfAlphaMode::opaque ? 1 : std::clamp(factor.w, 0.0f, 1.0f);
  if (unlit) {
    s.diffuse = {0, 0, 0, alpha};
    s.ambient = colour;
    return out;
  }
  s.receives_shadow = true;
  s.shared_toon = kToon;
  s.diffuse = {colour.x, colour.y, colour.z, alpha};
  s.ambient = colour * kAmbient;
  if (m.emissive.texture < 0) s.ambient += glow;
  return out;
}

}  // namespace odori::gltf_import
