// Sizes of the records of a VMD file, shared by its two directions.
#pragma once

#include <cstddef>
#include <string_view>

#include "odori/io/vmd.h"

namespace odori::io {

inline constexpr std::string_view kSignature = "Vocaloid Motion Data";
inline constexpr std::string_view kSignatureV2 = "Vocaloid Motion Data 0002";
inline constexpr std::string_view kSignatureV1 = "Vocaloid Motion Data file";

inline constexpr std::size_t kBoneKeyBytes = 111;
inline constexpr std::size_t kMorphKeyBytes = 23;
inline constexpr std::size_t kCameraKeyBytes = 61;
inline constexpr std::size_t kLightKeyBytes = 28;
inline constexpr std::size_t kShadowKeyBytes = 9;
inline constexpr std::size_t kPropertyKeyBytes = 9;  // without its IK switches
inline constexpr std::size_t kIkSwitchBytes = 21;
static_assert(sizeof(VmdIkSwitch) == kIkSwitchBytes);

constexpr std::size_t model_name_bytes(VmdVersion version) {
  return version == VmdVersion::v2 ? 20 : 10;
}

}  // namespace odori::io
