// Puts values into a glTF document: one buffer, a view and an accessor for each list.
#pragma once

#include <span>

#include "odori/io/gltf.h"

namespace odori::gltf_export {

inline constexpr std::uint32_t kVertices = 34962, kIndices = 34963;  // targets of views

class Builder {
 public:
  io::GltfDocument document;

  // Elements of the type, one after the other; with their limits where the specification wants
  // them.
  io::GltfIndex floats(io::GltfType type, std::span<const float> values, std::uint32_t target = 0,
                       bool limits = false);
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
  // As 32-bit numbers where one of them needs it, else 16.
  io::GltfIndex indices(std::span<const std::uint32_t> values);
  // Four a vertex; as small as `most` allows.
  io::GltfIndex joints(std::span<const std::uint16_t> values, std::uint32_t vertices);
  // Zeros but for the places given (rising); smaller than a full list where most are zero.
  io::GltfIndex offsets(std::uint32_t count, std::span<const std::uint32_t> places,
                        std::span<const Vec3> values);
  // An image; the same bytes again give the same one.
  io::GltfIndex image(const std::string& name, const std::string& mime_type, Bytes bytes);

 private:
  io::GltfIndex view(Bytes bytes, std::uint32_t target);
  io::GltfIndex accessor(io::GltfIndex view, io::GltfType type, io::GltfComponent component,
                         std::size_t count);
};

}  // namespace odori::gltf_export
