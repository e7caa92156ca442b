// Whatever is taken as glTF can be read and comes back from the GLB that is written of it.
#include <cstdlib>

#include "odori/io/gltf.h"

// Accessors without bytes are zeros, and several may share bytes: a little text means much data.
extern "C" const bool odori_fuzz_packed = true;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace odori::io;
  const auto document = decode_gltf(std::as_bytes(std::span(data, size)));
  if (!document) return 0;
  for (std::size_t a = 0; a < document->accessors.size(); ++a) {
    const auto accessor = static_cast<GltfIndex>(a);
    if (read_floats(*document, accessor).size() != read_integers(*document, accessor).size())
      std::abort();
  }
  const auto glb = encode_glb(*document);
  if (!glb) std::abort();
  const auto again = decode_gltf(*glb);
  if (!again) std::abort();
  if (encode_glb(*again) != *glb) std::abort();
  return 0;
}
