#include <algorithm>
#include <cstring>
#include <string>

#include "odori/base/text.h"
#include "odori/io/pmx.h"
#include "pmx/layout.h"

namespace odori::io {
namespace {

constexpr std::string_view kSignature = "PMX ";

// Signed for everything but vertices.
template <class Index>
std::int32_t load_index(const std::byte* p) {
  Index value;
  std::memcpy(&value, p, sizeof value);
  return static_cast<std::int32_t>(value);
}

template <class T>
void take(const std::byte*& p, T& out) {
  std::memcpy(&out, p, sizeof(T));
  p += sizeof(T);
}

// Whether any of the floats is infinite or NaN, told by the exponent.
bool any_not_finite(const std::byte* p, std::size_t floats) {
  std::uint32_t found = 0;
  for (std::size_t i = 0; i < floats; ++i) {
    std::uint32_t bits;
    std::memcpy(&bits, p + 4 * i, 4);
    found |= static_cast<std::uint32_t>((bits & 0x7F800000u) == 0x7F800000u);
  }
  return found != 0;
}

// Calls f with a value of the unsigned type of that many bytes; signed for `Signed`.
template <bool Signed, class F>
void with_index_type(std::uint8_t bytes, F f) {
  if (bytes == 1) {
    f(std::conditional_t<Signed, std::int8_t, std::uint8_t>{});
  } else if (bytes == 2) {
    f(std::conditional_t<Signed, std::int16_t, std::uint16_t>{});
  } else {
    f(std::int32_t{});
  }
}

class PmxReader {
 public:
  PmxReader(Bytes data, PmxDocument& doc) : data_(data), in_(data), doc_(doc) {}

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
  // Where something stands in the model: must be a number.
  void place(Vec3& v) {
    v = in_.read<Vec3>();
    if (!is_finite(v)) not_finite();
  }
  void flag(bool& v) {
    const auto byte = in_.read<std::uint8_t>();
    if (byte > 1) malformed("a switch that is neither 0 nor 1 but " + std::to_string(byte));
    v = byte == 1;
  }
  void byte_index(std::int32_t& v) { v = in_.read<std::uint8_t>(); }
  void index(std::int32_t& v, PmxIndex kind) {
    with_index_type<true>(index_bytes(doc_.header, kind), [&](auto type) {
      v = static_cast<std::int32_t>(in_.read<decltype(type)>());  // NOLINT: -1 is meant
    });
  }
  void vertex(std::uint32_t& v) {
    with_index_type<false>(doc_.header.vertex_index, [&](auto type) {
      v = static_cast<std::uint32_t>(in_.read<decltype(type)>());
    });
  }

  // A signed count of records of at least `least` bytes; 0 when the data cannot hold them.
  std::size_t count(std::size_t least) {
    const auto n = in_.read<std::int32_t>();
    if (n < 0) {
      malformed("a count of " + std::to_string(n));
    } else if (static_cast<std::size_t>(n) > in_.remaining() / least) {
      in_.fail(Code::too_large, "a count of " + std::to_string(n) + " where " +
                                    std::to_string(in_.remaining()) + " bytes are left");
    }
    return in_.ok() ? static_cast<std::size_t>(n) : 0;
  }

  void text(PmxText& v) {
    const std::size_t n = count(1);
    const Bytes bytes = in_.bytes(n);
    const bool utf16 = doc_.header.encoding == PmxEncoding::utf16le;
    Decoded decoded = decode(utf16 ? Encoding::utf16le : Encoding::utf8, bytes);
    v.text = std::move(decoded.text);
    if (decoded.bad == 0 && !decoded.cut) return;
    v.raw.assign(bytes.begin(), bytes.end());
    doc_.warnings.add(WarningKind::name_undecodable, record_, v.text);
  }

  // A count and that many records of at least `least` bytes.
  template <class T, class F>
  void list(std::vector<T>& items, std::size_t least, F field) {
    const std::size_t n = count(least);
    items.resize(n);
    const bool outermost = depth_++ == 0;
    for (std::size_t i = 0; i < n && in_.ok(); ++i) {
      if (outermost) record_ = i, records_ = n;
      field(items[i]);
    }
    --depth_;
  }

  // The same for the long lists of a vertex index and one plain value.
  template <class T, class IndexOf, class ValueOf>
  void indexed_list(std::vector<T>& items, IndexOf index_of, ValueOf value_of) {
    using Value = std::remove_cvref_t<decltype(value_of(items[0]))>;
    const std::size_t record = doc_.header.vertex_index + sizeof(Value);
    const std::size_t n = count(record);
    const Bytes data = in_.bytes(n * record);
    if (!in_.ok()) return;
    items.resize(n);
    with_index_type<false>(doc_.header.vertex_index, [&](auto type) {
      const std::byte* p = data.data();
      for (T& item : items) {
        index_of(item) = static_cast<std::uint32_t>(load_index<decltype(type)>(p));
        std::memcpy(&value_of(item), p + sizeof type, sizeof(Value));
        p += record;
      }
    });
    for (std::size_t i = 0; i < n; ++i) {
      if (any_not_finite(reinterpret_cast<const std::byte*>(&value_of(items[i])),
                         sizeof(Value) / 4)) {
        return not_finite();
      }
    }
  }

  void malformed(const std::string& what) { in_.fail(Code::malformed, what); }
  void not_finite() { in_.fail(Code::not_finite, "a number that is not finite"); }
  void ends_early() { in_.skip(in_.remaining() + 1); }
  void at_record(std::size_t record, std::size_t records) {
    record_ = record;
    records_ = records;
  }

  void header();
  void vertices();
  void faces();
  void tail();
  Error error() const;

 private:
  template <class Bone>
  void vertices_of(std::size_t count);
  template <class Bone>
  const std::byte* skin(const std::byte* p, const std::byte* end, PmxVertex& v, PmxSdef& sdef,
                        std::uint32_t& bad);

  Bytes data_;
  ByteReader in_;
  PmxDocument& doc_;
  const char* section_ = "header";
  std::size_t record_ = 0, records_ = 0;
  int depth_ = 0;
};

void PmxReader::header() {
  section("header");
  const Bytes signature = in_.bytes(4);
  if (!in_.ok() || std::memcmp(signature.data(), kSignature.data(), 4) != 0) {
    return malformed("not a PMX model: it does not begin with \"PMX \"");
  }
  PmxHeader& h = doc_.header;
  value(h.version);
  if (in_.ok() && h.version != 2.0f && h.version != 2.1f) {
    return in_.fail(Code::unsupported, "a PMX version other than 2.0 and 2.1");
  }
  const auto globals = in_.read<std::uint8_t>();
  if (globals < kGlobals) {
    return malformed("only " + std::to_string(globals) + " of the eight header values");
  }
  std::uint8_t encoding = 0;
  values(*this, encoding, h.additional_uvs, h.vertex_index, h.texture_index, h.material_index,
         h.bone_index, h.morph_index, h.body_index);
  if (!in_.ok()) return;
  if (encoding > 1) return malformed("text encoding " + std::to_string(encoding));
  h.encoding = static_cast<PmxEncoding>(encoding);
  if (h.additional_uvs > 4) {
    return malformed(std::to_string(h.additional_uvs) + " additional UVs, where 4 are the most");
  }
  for (const std::uint8_t size : {h.vertex_index, h.texture_index, h.material_index, h.bone_index,
                                  h.morph_index, h.body_index}) {
    if (size != 1 && size != 2 && size != 4) {
      return malformed("an index of " + std::to_string(size) + " bytes");
    }
  }
  h.extra_globals.resize(globals - kGlobals);
  for (std::uint8_t& g : h.extra_globals) value(g);
  for (PmxText* t : {&doc_.name, &doc_.name_en, &doc_.comment, &doc_.comment_en}) text(*t);
}

// One vertex's bones and weights. Returns null when the data end; sets `bad` at a number that is
// not finite.
template <class Bone>
const std::byte* PmxReader::skin(const std::byte* p, const std::byte* end, PmxVertex& v,
                                 PmxSdef& sdef, std::uint32_t& bad) {
  constexpr std::size_t kSize[] = {sizeof(Bone), 2 * sizeof(Bone) + 4, 4 * sizeof(Bone) + 16,
                                   2 * sizeof(Bone) + 40, 4 * sizeof(Bone) + 16};
  const auto kind = static_cast<std::size_t>(v.skin);
  if (static_cast<std::size_t>(end - p) < kSize[kind]) return nullptr;
  const auto bones = [&](std::size_t n) {
    for (std::size_t i = 0; i < n; ++i, p += sizeof(Bone)) v.bones[i] = load_index<Bone>(p);
  };
  const std::byte* floats = nullptr;
  switch (v.skin) {
    case PmxSkin::bdef1:
      bones(1);
      return p;
    case PmxSkin::bdef2:
      bones(2);
      floats = p;
      take(p, v.weights[0]);
      break;
    case PmxSkin::bdef4:
    case PmxSkin::qdef:
      bones(4);
      floats = p;
      take(p, v.weights);
      break;
    case PmxSkin::sdef:
      bones(2);
      floats = p;
      take(p, v.weights[0]);
      take(p, sdef);
      break;
  }
  bad |= any_not_finite(floats, static_cast<std::size_t>(p - floats) / 4);
  return p;
}

template <class Bone>
void PmxReader::vertices_of(std::size_t count) {
  const std::byte* const begin = data_.data() + in_.offset();
  const std::byte* const end = data_.data() + data_.size();
  const std::byte* p = begin;
  const std::size_t uvs = doc_.header.additional_uvs;
  const std::size_t head = 32 + 16 * uvs + 1;
  doc_.vertices.resize(count);
  doc_.additional_uvs.resize(count * uvs);
  Vec4* uv = doc_.additional_uvs.data();
  for (std::size_t i = 0; i < count; ++i) {
    PmxVertex& v = doc_.vertices[i];
    const std::byte* const at = p;
    const auto stop = [&] {
      at_record(i, count);
      in_.skip(static_cast<std::size_t>(at - begin));
    };
    if (static_cast<std::size_t>(end - p) < head) return stop(), ends_early();
    std::uint32_t bad = any_not_finite(p, 8);
    take(p, v.position);
    take(p, v.normal);
    take(p, v.uv);
    if (uvs > 0) {
      bad |= any_not_finite(p, 4 * uvs);
      std::memcpy(uv, p, 16 * uvs);
      uv += uvs;
      p += 16 * uvs;
    }
    const auto kind = std::to_integer<std::uint8_t>(*p++);
    if (kind > 4) return stop(), malformed("a skin of kind " + std::to_string(kind));
    v.skin = static_cast<PmxSkin>(kind);
    PmxSdef sdef;
    p = skin<Bone>(p, end, v, sdef, bad);
    if (p == nullptr || end - p < 4) return stop(), ends_early();
    bad |= any_not_finite(p, 1);
    take(p, v.edge_scale);
    if (v.skin == PmxSkin::sdef) doc_.sdef.push_back(sdef);
    if (bad != 0) return stop(), not_finite();
  }
  in_.skip(static_cast<std::size_t>(p - begin));
}

void PmxReader::vertices() {
  section("vertices");
  const std::size_t least = 32 + 16u * doc_.header.additional_uvs + 1 + doc_.header.bone_index + 4;
  const std::size_t n = count(least);
  if (!in_.ok()) return;
  with_index_type<true>(doc_.header.bone_index, [&](auto type) { vertices_of<decltype(type)>(n); });
}

void PmxReader::faces() {
  section("faces");
  const std::size_t bytes = doc_.header.vertex_index;
  const std::size_t n = count(bytes);
  const Bytes data = in_.bytes(n * bytes);
  if (!in_.ok()) return;
  doc_.indices.resize(n);
  with_index_type<false>(doc_.header.vertex_index, [&](auto type) {
    const std::byte* p = data.data();
    for (std::uint32_t& index : doc_.indices) {
      index = static_cast<std::uint32_t>(load_index<decltype(type)>(p));
      p += sizeof type;
    }
  });
}

void PmxReader::tail() {
  tail_sections(*this, doc_);
  if (!in_.ok() || doc_.header.version < 2.1f) return;
  doc_.soft_body_section = in_.remaining() > 0;
  if (!doc_.soft_body_section) {
    return doc_.warnings.add(WarningKind::missing_section, 0, "soft bodies");
  }
  section("soft bodies");
  list(doc_.soft_bodies, 142, [&](auto& s) { soft_body_fields(*this, s); });
}

Error PmxReader::error() const {
  Error error = in_.error();
  const std::string prefix = std::string(section_) + ": ";
  if (error.what.compare(0, prefix.size(), prefix) != 0) error.what.insert(0, prefix);
  if (records_ > 0) {
    error.what += " (record " + std::to_string(record_) + " of " + std::to_string(records_) + ")";
  }
  return error;
}

}  // namespace

bool looks_like_pmx(Bytes data) {
  return data.size() >= 4 && std::memcmp(data.data(), kSignature.data(), 4) == 0;
}

Result<PmxDocument> decode_pmx(Bytes data) {
  PmxDocument doc;
  PmxReader reader(data, doc);
  reader.header();
  if (reader.ok()) reader.vertices();
  if (reader.ok()) reader.faces();
  if (reader.ok()) reader.tail();
  if (!reader.ok()) return tl::unexpected(reader.error());
  ByteReader& in = reader.in();
  const Bytes rest = in.bytes(in.remaining());
  if (!rest.empty()) {
    doc.warnings.add(WarningKind::trailing_bytes, 0, std::to_string(rest.size()) + " bytes");
    doc.trailing.assign(rest.begin(), rest.end());
  }
  return doc;
}

}  // namespace odori::io
