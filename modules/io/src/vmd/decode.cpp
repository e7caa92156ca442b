#include <algorithm>
#include <cstring>
#include <string>

#include "odori/io/vmd.h"
#include "vmd/layout.h"

namespace odori::io {
namespace {

constexpr const char* kSections[] = {"bone keys",  "morph keys",  "camera keys",
                                     "light keys", "shadow keys", "property keys"};

// The count of section `index`; 0 and `in` failed when the data cannot hold so many. A count that a
// file of this size could have meant is called cut short, with the record where it ends.
std::size_t count_of(ByteReader& in, int index, std::size_t record_bytes, std::size_t file_bytes) {
  in.section(kSections[index]);
  const auto n = in.read<std::uint32_t>();
  if (!in.ok() || n <= in.remaining() / record_bytes) return n;
  const std::string name = kSections[index];
  if (n > file_bytes) {
    in.fail(Code::too_large, name + ": a count of " + std::to_string(n) + " where " +
                                 std::to_string(in.remaining()) + " bytes are left");
  } else {
    const std::size_t whole = in.remaining() / record_bytes;
    in.skip(in.remaining());
    in.fail(Code::truncated,
            name + " end early in record " + std::to_string(whole) + " of " + std::to_string(n));
  }
  return 0;
}

template <std::size_t N>
void take(const std::byte*& p, std::array<std::uint8_t, N>& out) {
  std::memcpy(out.data(), p, N);
  p += N;
}

// Copies the next sizeof(T) bytes; the file's records are packed, ours are not.
template <class T>
void take(const std::byte*& p, T& out) {
  static_assert(std::is_trivially_copyable_v<T>);
  std::memcpy(&out, p, sizeof(T));
  p += sizeof(T);
}

template <class Key, class... Members>
void take_all(ByteReader& in, int section, std::size_t record_bytes, std::size_t file_bytes,
              std::vector<Key>& keys, Members... members) {
  const std::size_t n = count_of(in, section, record_bytes, file_bytes);
  const Bytes data = in.bytes(n * record_bytes);
  if (!in.ok()) return;
  keys.resize(n);
  const std::byte* p = data.data();
  for (Key& key : keys) (take(p, key.*members), ...);
}

void take_properties(ByteReader& in, std::size_t file_bytes, std::vector<VmdPropertyKey>& keys) {
  const std::size_t n = count_of(in, 5, kPropertyKeyBytes, file_bytes);
  keys.reserve(n);
  for (std::size_t i = 0; i < n && in.ok(); ++i) {
    VmdPropertyKey& key = keys.emplace_back();
    key.frame = in.read<std::uint32_t>();
    key.visible = in.read<std::uint8_t>();
    const auto switches = in.read<std::uint32_t>();
    if (in.ok() && switches > in.remaining() / kIkSwitchBytes) {
      in.fail(switches > file_bytes ? Code::too_large : Code::truncated,
              "property keys: record " + std::to_string(i) + " of " + std::to_string(n) +
                  " names " + std::to_string(switches) + " IK switches, where " +
                  std::to_string(in.remaining()) + " bytes are left");
    }
    if (!in.ok()) return;
    key.ik.resize(switches);
    for (VmdIkSwitch& s : key.ik) s = in.read<VmdIkSwitch>();
  }
}

void read_section(ByteReader& in, int index, std::size_t size, VmdDocument& doc) {
  switch (index) {
    case 0:
      using B = VmdBoneKey;
      return take_all(in, 0, kBoneKeyBytes, size, doc.bones, &B::name, &B::frame, &B::translation,
                      &B::rotation, &B::curve);
    case 1:
      using M = VmdMorphKey;
      return take_all(in, 1, kMorphKeyBytes, size, doc.morphs, &M::name, &M::frame, &M::weight);
    case 2:
      using C = VmdCameraKey;
      return take_all(in, 2, kCameraKeyBytes, size, doc.cameras, &C::frame, &C::distance,
                      &C::target, &C::rotation, &C::curve, &C::fov, &C::orthographic);
    case 3:
      using L = VmdLightKey;
      return take_all(in, 3, kLightKeyBytes, size, doc.lights, &L::frame, &L::colour,
                      &L::direction);
    case 4:
      using S = VmdShadowKey;
      return take_all(in, 4, kShadowKeyBytes, size, doc.shadows, &S::frame, &S::mode, &S::distance);
    default:
      return take_properties(in, size, doc.properties);
  }
}

std::optional<VmdVersion> version_of(Bytes data) {
  const auto starts = [&](std::string_view text) {
    return data.size() >= text.size() && std::memcmp(data.data(), text.data(), text.size()) == 0;
  };
  if (starts(kSignatureV2)) return VmdVersion::v2;
  if (starts(kSignatureV1)) return VmdVersion::v1;
  // Some programs leave out the number; what follows is as in the newer kind.
  if (starts(kSignature)) return VmdVersion::v2;
  return std::nullopt;
}

}  // namespace

bool looks_like_vmd(Bytes data) { return version_of(data).has_value(); }

Result<VmdDocument> decode_vmd(Bytes data) {
  const auto version = version_of(data);
  if (!version) {
    return fail(Code::malformed,
                "not a VMD motion: it does not begin with \"Vocaloid Motion Data\"", 0);
  }
  VmdDocument doc;
  doc.version = *version;
  ByteReader in(data);
  in.section("header");
  doc.signature = in.read<std::array<std::uint8_t, 30>>();
  if (doc.version == VmdVersion::v2 &&
      std::memcmp(doc.signature.data(), kSignatureV2.data(), kSignatureV2.size()) != 0) {
    doc.warnings.add(WarningKind::version_unknown);
  }
  const Bytes name = in.bytes(model_name_bytes(doc.version));
  doc.model_name.resize(name.size());
  if (!name.empty()) std::memcpy(doc.model_name.data(), name.data(), name.size());

  for (doc.sections = 0; in.ok() && doc.sections < 6 && in.remaining() > 0; ++doc.sections) {
    read_section(in, doc.sections, data.size(), doc);
  }
  if (!in.ok()) {
    Error error = in.error();
    if (error.code == Code::truncated && error.hint.empty()) {
      error.hint = "the file is cut short; get it again";
    }
    return tl::unexpected(std::move(error));
  }
  if (doc.sections < 6) {
    doc.warnings.add(WarningKind::missing_section, static_cast<std::uint64_t>(doc.sections),
                     kSections[doc.sections]);
  }
  const Bytes rest = in.bytes(in.remaining());
  if (!rest.empty()) {
    doc.warnings.add(WarningKind::trailing_bytes, 0, std::to_string(rest.size()) + " bytes");
    doc.trailing.resize(rest.size());
    std::memcpy(doc.trailing.data(), rest.data(), rest.size());
  }
  return doc;
}

}  // namespace odori::io
