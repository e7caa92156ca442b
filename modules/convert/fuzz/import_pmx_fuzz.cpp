// A model holds what import_pmx promises, whatever the file says.
#include "odori/convert/mmd.h"
#include "sound_model.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto document = odori::io::decode_pmx(std::as_bytes(std::span(data, size)));
  if (!document) return 0;
  const auto model = odori::import_pmx(*document);
  import_fuzz::expect(model.has_value());
  import_fuzz::expect_sound(model->skeleton);
  import_fuzz::expect_sound(*model);
  return 0;
}
