// Typed indices: names become indices once, when something is built. -1 is "none".
#pragma once

#include <cstddef>
#include <cstdint>

namespace odori {

enum class BoneIndex : std::int32_t { none = -1 };
enum class MorphIndex : std::int32_t { none = -1 };
enum class MaterialIndex : std::int32_t { none = -1 };
enum class TextureIndex : std::int32_t { none = -1 };
enum class BodyIndex : std::int32_t { none = -1 };

template <class Index>
constexpr std::size_t at(Index index) {
  return static_cast<std::size_t>(index);
}
template <class Index>
constexpr bool is_set(Index index) {
  return static_cast<std::int32_t>(index) >= 0;
}

}  // namespace odori
