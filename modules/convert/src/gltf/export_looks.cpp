#include <algorithm>
#include <cmath>

#include "gltf/export.h"
#include "odori/base/bytes.h"
#include "odori/math/trig.h"

namespace odori::gltf_export {
namespace {

constexpr float kMmdLight = 154.0f / 255;
constexpr float kRough = 0.9f;

float linear(float encoded) {  // IEC 61966-2-1
  const double v = std::clamp(static_cast<double>(encoded), 0.0, 1.0);
  return static_cast<float>(v <= 0.04045 ? v / 12.92 : trig::pow((v + 0.055) / 1.055, 2.4));
}

// "" = neither PNG nor JPEG, which are all that glTF knows.
const char* mime_of(Bytes data) {
  if (begins_with(data, "\x89PNG")) return "image/png";
  if (begins_with(data, "\xFF\xD8\xFF")) return "image/jpeg";
  return "";
}

// The colour kind of a PNG's header: 4 and 6 have an alpha channel.
bool has_alpha(Bytes data) {
  return begins_with(data, "\x89PNG") && data.size() > 25 &&
         (data[25] == std::byte{4} || data[25] == std::byte{6});
}

}  // namespace

void materials(Context& c) {
  io::GltfDocument& d = c.builder.document;
  const Mesh& mesh = c.model.mesh;
  std::vector<io::GltfIndex> texture_of(mesh.textures.size(), -1);
  std::size_t missing = 0, unknown = 0;
  for (const Material& m : mesh.materials) {
    io::GltfMaterial& out = d.materials.emplace_back();
    out.name = m.name;
    out.has_pbr = true;
    out.double_sided = m.both_sides;
    out.metallic_factor = 0;
    out.roughness_factor = kRough;
    const Vec4& diffuse = m.mmd.diffuse;
    const Vec3 shown = Vec3{diffuse.x, diffuse.y, diffuse.z} * kMmdLight + m.mmd.ambient;
    out.base_colour_factor = {linear(shown.x), linear(shown.y), linear(shown.z),
                              std::clamp(diffuse.w, 0.0f, 1.0f)};
    out.unlit = c.options.unlit;
    if (out.base_colour_factor.w < 1) out.alpha_mode = io::GltfAlphaMode::blend;
    if (!is_set(m.texture)) continue;
    const Texture& texture = mesh.textures[at(m.texture)];
    const char* mime = mime_of(texture.bytes);
    if (*mime == 0) {
      ++(texture.bytes.empty() ? missing : unknown);
      continue;
    }
    io::GltfIndex& known = texture_of[at(m.texture)];
    if (known < 0) {
      if (d.samplers.empty()) d.samplers.emplace_back();
      io::GltfTexture made;
      made.source = c.builder.image(texture.name, mime, texture.bytes);
      made.sampler = 0;
      known = static_cast<io::GltfIndex>(d.textures.size());
      d.textures.push_back(std::move(made));
    }
    out.base_colour.texture = known;
    // Blended materials are drawn without depth by many programs: what is only cut out is not one.
    if (has_alpha(texture.bytes) && out.alpha_mode == io::GltfAlphaMode::opaque)
      out.alpha_mode = io::GltfAlphaMode::mask;
  }
  if (c.options.unlit && !d.materials.empty()) d.extensions_used.push_back("KHR_materials_unlit");
  c.lost(missing, "materials whose picture is not there");
  c.lost(unknown, "materials whose picture is neither PNG nor JPEG");
}

}  // namespace odori::gltf_export
