// Puts values into a glTF document: one buffer, a view and an accessor for each list.
#pragma once

#include <span>

#include "odori/io/gltf.h"
#include "odori/io/gltf_build.h"

namespace odori::gltf_export {

inline constexpr std::uint32_t kVertices = 34962;  // a view's target

class Builder {
 public:
  io::GltfDocument document;

  // See io/gltf_build.h.
  io::GltfIndex floats(io::GltfType type, std::span<const float> values, std::uint32_t target = 0,
                       bool limits = false) {
    return io::add_floats(document, values, type, target,
                          limits ? io::GltfBounds::stated : io::GltfBounds::none);
  }
  template <class T>  // Vec2, Vec3, Vec4, Quat
  io::GltfIndex vectors(const std::vector<T>& values, std::uint32_t target = 0,
                        bool limits = false) {
    constexpr io::GltfType kType = sizeof(T) == 8    ? io::GltfType::vec2
                                   : sizeof(T) == 12 ? io::GltfType::vec3
                                                     : io::GltfType::vec4;
    return floats(kType,
                  {reinterpret_cast<const float*>(values.data()), values.size() * sizeof(T) / 4},
                  target, limits);
  }
  // An image; the same bytes again give the same one.
  io::GltfIndex image(const std::string& name, const std::string& mime_type, Bytes bytes);
};

}  // namespace odori::gltf_export
