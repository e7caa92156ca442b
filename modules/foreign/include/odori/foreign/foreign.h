// Formats that a library of others reads: FBX and DirectX's X. It works in a process of its own
// (odori-foreign), with limits on memory and time, and hands back a GLB; what the library does to a
// hostile file stays there.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "odori/base/bytes.h"
#include "odori/base/result.h"

namespace odori {

struct ForeignLimits {
  std::uint64_t memory_bytes = std::uint64_t{2} << 30;  // of the process, the file included
  std::uint64_t glb_bytes = std::uint64_t{1} << 30;
  unsigned seconds = 60;
};

// Where odori-foreign is looked for: beside the running program.
std::string foreign_program();

// `kind`: "fbx" or "x". The GLB holds the file's nodes, meshes, skins, blend shapes, materials and
// animations in metres, +Y up. Textures that the file holds lie in it, others stay names.
// Errors: malformed and unsupported (the library's own words), too_large (memory, or the GLB),
// cancelled (beyond the time), not_found (the program is not there), io.
Result<std::vector<std::byte>> foreign_to_glb(Bytes data, std::string_view kind,
                                              const std::string& program,
                                              const ForeignLimits& limits = {});

}  // namespace odori
