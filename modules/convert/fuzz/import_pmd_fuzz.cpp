// A model holds what import_pmd promises, whatever the file says.
#include "odori/convert/mmd.h"
#include "sound_model.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto document = odori::io::decode_pmd(std::as_bytes(std::span(data, size)));
  if (!document) return 0;
  const auto model = odori::import_pmd(*document);
  import_fuzz::expect(model.has_value());
  import_fuzz::expect_sound(model->skeleton);
  import_fuzz::expect_sound(*model);
  return 0;
}
