#include "gltf/builder.h"

#include <algorithm>

namespace odori::gltf_export {
io::GltfIndex Builder::image(const std::string& name, const std::string& mime_type, Bytes bytes) {
  for (std::size_t i = 0; i < document.images.size(); ++i) {
    const Bytes known = io::bytes_of_image(document, static_cast<io::GltfIndex>(i));
    if (std::equal(known.begin(), known.end(), bytes.begin(), bytes.end()))
      return static_cast<io::GltfIndex>(i);
  }
  const io::GltfIndex at = io::add_view(document, bytes);
  io::GltfImage& image = document.images.emplace_back();
  image.name = name;
  image.mime_type = mime_type;
  image.view = at;
  return static_cast<io::GltfIndex>(document.images.size() - 1);
}

}  // namespace odori::gltf_export
