// What Assimp reads, as a glTF document.
#pragma once

#include <string_view>

#include "odori/base/bytes.h"
#include "odori/base/result.h"
#include "odori/io/gltf_types.h"

namespace odori::foreign {

// `kind`: "fbx" or "x". Metres, +Y up, right-handed. An FBX says its own unit; a unit of an X file
// is ten of MikuMikuDance's, as it draws accessories. Errors: malformed, in the library's words.
Result<io::GltfDocument> read_scene(Bytes data, std::string_view kind);

}  // namespace odori::foreign
