// Whatever is taken as a VRM animation comes back from what is written of it.
#include <cstdlib>

#include "odori/io/vrm.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace odori::io;
  auto gltf = decode_gltf(std::as_bytes(std::span(data, size)));
  if (!gltf || !is_vrma(*gltf)) return 0;
  const auto vrma = decode_vrma(*gltf);
  if (!vrma) return 0;
  attach_vrma(*vrma, *gltf);
  const auto again = decode_vrma(*gltf);
  if (!again || again->human_bones.size() > vrma->human_bones.size()) std::abort();
  if (again->look_at != vrma->look_at) std::abort();
  return 0;
}
