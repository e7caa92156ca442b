// What is imported of a VRM animation can be written and read again.
#include <algorithm>
#include <cmath>

#include "odori/convert/vrma.h"
#include "odori/io/vrm.h"
#include "sound_model.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace odori;
  using import_fuzz::expect;
  const auto gltf = io::decode_gltf(std::as_bytes(std::span(data, size)));
  if (!gltf || !io::is_vrma(*gltf)) return 0;
  const auto vrma = io::decode_vrma(*gltf);
  if (!vrma) return 0;
  const auto made = import_vrma(*gltf, *vrma);
  if (!made) return 0;
  import_fuzz::expect_sound(made->model.skeleton);
  for (const MorphTrack& t : made->clip.morphs)
    for (std::size_t i = 0; i < t.frame.size(); ++i) {
      expect(i == 0 || t.frame[i] > t.frame[i - 1]);
      expect(t.weight[i] >= 0 && t.weight[i] <= 1);
    }
  VrmaOptions options;
  options.last_frame = std::clamp(last_frame(made->clip), 0.0, 30.0);
  const auto exported = export_vrma(made->model, made->clip, options);
  if (!exported) return 0;
  const auto glb = io::encode_glb(exported->document);
  if (!glb) return 0;  // lengths beyond what a float holds
  expect(io::decode_gltf(*glb).has_value());
  return 0;
}
