#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>

#include "odori/io/pmd.h"
#include "pmd/layout.h"

namespace odori::io {
namespace {

using namespace pmd_layout;

constexpr std::string_view kSignature = "Pmd";

class PmdReader {
 public:
  explicit PmdReader(Bytes data) : in_(data) {}

  bool ok() const { return in_.ok(); }
  ByteReader& in() { return in_; }

  void section(const char* name) {
    if (!in_.ok()) return;
    section_ = name;
    record_ = records_ = 0;
    in_.section(name);
  }

  template <class T>
  void value(T& v) {
    v = in_.read<T>();
  }
  // Geometry: must be numbers.
  void place(Vec3& v) {
    v = in_.read<Vec3>();
    if (!is_finite(v)) not_finite();
  }
  void place(Vec2& v) {
    v = in_.read<Vec2>();
    if (!std::isfinite(v.x) || !std::isfinite(v.y)) not_finite();
  }

  // A count of records of at least `least` bytes; 0 when the data cannot hold them.
  template <class Count>
  std::size_t count(std::size_t, std::size_t least) {
    return held(in_.read<Count>(), least);
  }
  // A list whose length stands elsewhere.
  std::size_t uncounted(std::size_t, std::size_t expected, std::size_t least) {
    return held(expected, least);
  }
  template <class T, class Field>
  void items(std::vector<T>& list, std::size_t n, Field field) {
    if (!in_.ok()) return;
    list.resize(n);
    const bool outermost = depth_++ == 0;
    for (std::size_t i = 0; i < n && in_.ok(); ++i) {
      if (outermost) record_ = i, records_ = n;
      field(list[i]);
    }
    --depth_;
  }

  Error error() const {
    Error error = in_.error();
    const std::string prefix = std::string(section_) + ": ";
    if (error.what.compare(0, prefix.size(), prefix) != 0) error.what.insert(0, prefix);
    if (records_ > 0) {
      error.what += " (record " + std::to_string(record_) + " of " + std::to_string(records_) + ")";
    }
    if (error.code == Code::truncated || error.code == Code::too_large) {
      error.hint = "the file is cut short or damaged; get it again";
    }
    return error;
  }

 private:
  std::size_t held(std::size_t n, std::size_t least) {
    if (in_.ok() && n > in_.remaining() / least) {
      in_.fail(Code::too_large, "a count of " + std::to_string(n) + " where " +
                                    std::to_string(in_.remaining()) + " bytes are left");
    }
    return in_.ok() ? n : 0;
  }
  void not_finite() { in_.fail(Code::not_finite, "a number that is not finite"); }

  ByteReader in_;
  const char* section_ = "header";
  std::size_t record_ = 0, records_ = 0;
  int depth_ = 0;
};

void tail_section(PmdReader& r, int index, PmdDocument& d) {
  r.section(kTail[index]);
  if (index == 0) {
    std::uint8_t there = 0;
    r.value(there);
    if (there > 1) {
      r.in().fail(Code::malformed, "a switch that is neither 0 nor 1 but " + std::to_string(there));
    }
    if (r.ok() && there == 1) english_fields(r, d.english.emplace(), d);
  } else if (index == 1) {
    for (PmdText100& toon : d.toons) r.value(toon);
  } else if (index == 2) {
    list_section<std::uint32_t>(r, kTail[index], d.bodies, 83, [&](auto& b) { body_fields(r, b); });
  } else {
    list_section<std::uint32_t>(r, kTail[index], d.joints, 124,
                                [&](auto& j) { joint_fields(r, j); });
  }
}

}  // namespace

bool looks_like_pmd(Bytes data) {
  return data.size() >= kSignature.size() &&
         std::memcmp(data.data(), kSignature.data(), kSignature.size()) == 0;
}

Result<PmdDocument> decode_pmd(Bytes data) {
  if (!looks_like_pmd(data)) {
    return fail(Code::malformed, "not a PMD model: it does not begin with \"Pmd\"", 0);
  }
  PmdDocument doc;
  PmdReader reader(data);
  ByteReader& in = reader.in();
  in.section("header");
  in.skip(kSignature.size());
  main_sections(reader, doc);
  for (doc.tail_sections = 0;
       reader.ok() && doc.tail_sections < kTailSections && in.remaining() > 0;
       ++doc.tail_sections) {
    tail_section(reader, doc.tail_sections, doc);
  }
  if (!reader.ok()) return tl::unexpected(reader.error());
  if (!(doc.version == 1)) {
    doc.warnings.add(WarningKind::other, 0, "a PMD version other than 1.0");
  }
  if (doc.tail_sections < kTailSections) {
    doc.warnings.add(WarningKind::missing_section, static_cast<std::uint64_t>(doc.tail_sections),
                     kTail[doc.tail_sections]);
  }
  const Bytes rest = in.bytes(in.remaining());
  if (!rest.empty()) {
    doc.warnings.add(WarningKind::trailing_bytes, 0, std::to_string(rest.size()) + " bytes");
    doc.trailing.assign(rest.begin(), rest.end());
  }
  return doc;
}

}  // namespace odori::io
