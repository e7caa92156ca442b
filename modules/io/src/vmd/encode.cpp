#include <algorithm>
#include <cstring>

#include "odori/io/vmd.h"
#include "vmd/layout.h"

namespace odori::io {
namespace {

template <class Key, class... Members>
void put_all(ByteWriter& out, const std::vector<Key>& keys, Members... members) {
  out.write(static_cast<std::uint32_t>(keys.size()));
  for (const Key& key : keys) (out.write(key.*members), ...);
}

void put_section(ByteWriter& out, int index, const VmdDocument& doc) {
  switch (index) {
    case 0:
      using B = VmdBoneKey;
      return put_all(out, doc.bones, &B::name, &B::frame, &B::translation, &B::rotation, &B::curve);
    case 1:
      using M = VmdMorphKey;
      return put_all(out, doc.morphs, &M::name, &M::frame, &M::weight);
    case 2:
      using C = VmdCameraKey;
      return put_all(out, doc.cameras, &C::frame, &C::distance, &C::target, &C::rotation, &C::curve,
                     &C::fov, &C::orthographic);
    case 3:
      using L = VmdLightKey;
      return put_all(out, doc.lights, &L::frame, &L::colour, &L::direction);
    case 4:
      using S = VmdShadowKey;
      return put_all(out, doc.shadows, &S::frame, &S::mode, &S::distance);
    default:
      out.write(static_cast<std::uint32_t>(doc.properties.size()));
      for (const VmdPropertyKey& key : doc.properties) {
        out.write(key.frame);
        out.write(key.visible);
        out.write(static_cast<std::uint32_t>(key.ik.size()));
        for (const VmdIkSwitch& s : key.ik) out.write(s);
      }
  }
}

std::array<std::uint8_t, 30> signature_of(const VmdDocument& doc) {
  const auto given = [](std::uint8_t b) { return b != 0; };
  if (std::any_of(doc.signature.begin(), doc.signature.end(), given)) return doc.signature;
  const std::string_view text = doc.version == VmdVersion::v2 ? kSignatureV2 : kSignatureV1;
  std::array<std::uint8_t, 30> signature{};
  std::copy(text.begin(), text.end(), signature.begin());
  return signature;
}

// Sections up to the last one that the file had or that holds something now.
int sections_of(const VmdDocument& doc) {
  int n = std::clamp(doc.sections, 0, 6);
  const bool filled[6] = {!doc.bones.empty(),  !doc.morphs.empty(),  !doc.cameras.empty(),
                          !doc.lights.empty(), !doc.shadows.empty(), !doc.properties.empty()};
  for (int i = n; i < 6; ++i) {
    if (filled[i]) n = i + 1;
  }
  return n;
}

}  // namespace

std::vector<std::byte> encode_vmd(const VmdDocument& doc) {
  ByteWriter out;
  out.reserve(96 + doc.bones.size() * kBoneKeyBytes + doc.morphs.size() * kMorphKeyBytes +
              doc.cameras.size() * kCameraKeyBytes + doc.lights.size() * kLightKeyBytes +
              doc.shadows.size() * kShadowKeyBytes + doc.properties.size() * 64 +
              doc.trailing.size());
  out.write(signature_of(doc));
  std::vector<std::uint8_t> name = doc.model_name;
  name.resize(model_name_bytes(doc.version));
  out.bytes(std::as_bytes(std::span(name)));
  const int sections = sections_of(doc);
  for (int i = 0; i < sections; ++i) put_section(out, i, doc);
  out.bytes(std::as_bytes(std::span(doc.trailing)));
  return out.take();
}

std::array<std::uint8_t, 64> vmd_curve_bytes(const std::array<VmdCurve, 4>& curves,
                                             bool physics_off) {
  // MMD writes the sixteen numbers once, then three times more, each time moved up by one byte and
  // with the freed end zero; the physics switch stands in the first row only.
  std::array<std::uint8_t, 16> row{};
  for (std::size_t c = 0; c < 4; ++c) {
    row[c] = curves[c].x1;
    row[4 + c] = curves[c].y1;
    row[8 + c] = curves[c].x2;
    row[12 + c] = curves[c].y2;
  }
  std::array<std::uint8_t, 64> bytes{};
  for (std::size_t r = 0; r < 4; ++r) std::memcpy(&bytes[16 * r], &row[r], 16 - r);
  bytes[2] = physics_off ? 0x63 : 0;
  bytes[3] = physics_off ? 0x0F : 0;
  return bytes;
}

}  // namespace odori::io
