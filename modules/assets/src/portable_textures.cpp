#include "odori/assets/load.h"
#include "odori/assets/portable.h"
#include "odori/base/bytes.h"
#include "odori/io/image.h"

namespace odori {
namespace {

bool is_whole(const Picture& picture) {
  for (std::size_t i = 3; i < picture.rgba.size(); i += 4)
    if (picture.rgba[i] != 255) return false;
  return true;
}

}  // namespace

void make_textures_portable(Model& model) {
  const std::vector<bool> used = used_textures(model.mesh);
  for (std::size_t i = 0; i < model.mesh.textures.size(); ++i) {
    Texture& t = model.mesh.textures[i];
    if (!used[i] || t.bytes.empty()) continue;
    const bool png = begins_with(t.bytes, "\x89PNG");
    if (begins_with(t.bytes, "\xFF\xD8\xFF") && t.alpha_bytes.empty()) continue;
    if (png && t.alpha_bytes.empty() && t.bytes.size() > 25 && t.bytes[25] != std::byte{6} &&
        t.bytes[25] != std::byte{4})
      continue;
    auto picture = decode_texture(t);
    if (!picture) continue;
    const bool whole = is_whole(*picture);
    if (png && t.alpha_bytes.empty() && !whole) continue;
    picture->has_alpha = !whole;
    if (auto bytes = io::encode_png(*picture)) {
      t.bytes = std::move(*bytes);
      t.alpha_bytes.clear();
    }
  }
}

}  // namespace odori
