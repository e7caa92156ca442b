#include <array>

#include "odori/assets/load.h"
#include "odori/assets/portable.h"
#include "odori/io/image.h"

namespace odori {
namespace {

bool begins(const std::vector<std::byte>& data, std::span<const unsigned char> mark) {
  if (data.size() < mark.size()) return false;
  for (std::size_t i = 0; i < mark.size(); ++i)
    if (data[i] != std::byte{mark[i]}) return false;
  return true;
}

constexpr std::array<unsigned char, 4> kPng = {0x89, 'P', 'N', 'G'};
constexpr std::array<unsigned char, 3> kJpeg = {0xFF, 0xD8, 0xFF};

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
    const bool png = begins(t.bytes, kPng);
    if (begins(t.bytes, kJpeg) && t.alpha_bytes.empty()) continue;
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
