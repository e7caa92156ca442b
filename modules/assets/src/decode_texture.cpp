// Alone in its file: a program that loads models but looks at no picture stays free of the codecs.
#include "odori/assets/load.h"
#include "odori/io/image.h"

namespace odori {

Result<Picture> decode_texture(const Texture& texture) {
  auto picture = io::decode_image(texture.bytes);
  if (!picture || texture.alpha_bytes.empty()) return picture;
  const auto alpha = io::decode_image(texture.alpha_bytes);
  if (!alpha || alpha->width != picture->width || alpha->height != picture->height) return picture;
  for (std::size_t i = 0; i < picture->rgba.size(); i += 4) {
    picture->rgba[i + 3] = alpha->rgba[i];
  }
  picture->has_alpha = true;
  return picture;
}

}  // namespace odori
