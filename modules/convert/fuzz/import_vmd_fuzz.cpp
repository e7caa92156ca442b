// A clip has sorted keys and finite values whatever the file says, and is the same after it was
// written and read.
#include <cmath>
#include <cstdlib>

#include "odori/convert/mmd.h"

namespace {

void expect(bool good) {
  if (!good) std::abort();
}

void expect_rising(const std::vector<double>& frames) {
  for (std::size_t i = 1; i < frames.size(); ++i) expect(frames[i - 1] < frames[i]);
}

void expect_sound(const odori::Clip& clip) {
  for (const odori::BoneTrack& t : clip.bones) {
    expect_rising(t.frame);
    for (const odori::Quat q : t.rotation) expect(std::fabs(odori::dot(q, q) - 1) < 1e-3f);
    for (const odori::Vec3 v : t.translation) expect(odori::is_finite(v));
  }
  for (const odori::MorphTrack& t : clip.morphs) {
    expect_rising(t.frame);
    for (const float w : t.weight) expect(std::isfinite(w));
  }
  expect_rising(clip.camera.frame);
  for (const odori::Vec3 v : clip.camera.rotation) expect(odori::is_finite(v));
  expect_rising(clip.light.frame);
  expect_rising(clip.shadow.frame);
  expect_rising(clip.property.frame);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto document = odori::io::decode_vmd(std::as_bytes(std::span(data, size)));
  if (!document) return 0;
  const odori::Clip clip = odori::import_vmd(*document);
  expect_sound(clip);
  const auto out = odori::export_vmd(clip);
  const auto read = odori::io::decode_vmd(odori::io::encode_vmd(out.document));
  expect(read.has_value());
  const odori::Clip again = odori::import_vmd(*read);
  expect(again.bones.size() == clip.bones.size() && again.morphs.size() == clip.morphs.size());
  for (std::size_t i = 0; i < clip.bones.size(); ++i) {
    expect(again.bones[i].frame == clip.bones[i].frame);
    expect(again.bones[i].translation == clip.bones[i].translation);
    expect(again.bones[i].curve == clip.bones[i].curve);
  }
  expect(again.camera.frame == clip.camera.frame);
  expect(again.property.frame == clip.property.frame);
  return 0;
}
