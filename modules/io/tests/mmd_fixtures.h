// Small motions and models made by code.
#pragma once

#include <string_view>

#include "odori/io/pmx.h"
#include "odori/io/vmd.h"

namespace odori::io {

VmdBoneKey bone_key(std::string_view name, std::uint32_t frame, Vec3 translation = {},
                    Quat rotation = {});

// Something in each of the six sections.
VmdDocument full_vmd();

// Every kind of skin, bone, morph, body and joint; 2.1 adds QDEF, flip, impulse and a soft body.
// Index sizes 0 = chosen when encoding.
PmxDocument full_pmx(float version, PmxEncoding encoding = PmxEncoding::utf16le,
                     std::uint8_t additional_uvs = 0);

}  // namespace odori::io
