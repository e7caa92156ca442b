// A model holds what import_gltf promises, whatever the file says, and so do its clips.
#include <cmath>

#include "odori/convert/gltf.h"
#include "odori/io/gltf.h"
#include "sound_model.h"

// Accessors without bytes are zeros, and several may share bytes: a little text means much data.
extern "C" const bool odori_fuzz_packed = true;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace odori;
  const auto document = io::decode_gltf(std::as_bytes(std::span(data, size)));
  if (!document) return 0;
  for (const bool faces_back : {false, true}) {
    const auto made = import_gltf(*document, {faces_back});
    if (!made) return 0;
    import_fuzz::expect_sound(made->model.skeleton);
    import_fuzz::expect_sound(made->model);
    for (const Clip& clip : made->clips) {
      for (const BoneTrack& t : clip.bones) {
        import_fuzz::expect(t.rotation.size() == t.frame.size());
        import_fuzz::expect(t.translation.size() == t.frame.size());
        for (std::size_t k = 0; k < t.frame.size(); ++k) {
          import_fuzz::expect(k == 0 || t.frame[k] > t.frame[k - 1]);
          import_fuzz::expect(std::fabs(dot(t.rotation[k], t.rotation[k]) - 1) < 1e-3f);
          import_fuzz::expect(is_finite(t.translation[k]));
        }
      }
    }
  }
  return 0;
}
