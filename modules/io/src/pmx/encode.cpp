#include <algorithm>
#include <limits>
#include <string>

#include "odori/base/text.h"
#include "odori/io/pmx.h"
#include "pmx/layout.h"

namespace odori::io {
namespace {

// The smallest index size for `count` things; -1 must fit too, but for vertices.
std::uint8_t smallest_index(std::size_t count, bool vertices) {
  if (count <= (vertices ? 0x100u : 0x80u)) return 1;
  if (count <= (vertices ? 0x10000u : 0x8000u)) return 2;
  return 4;
}

PmxHeader with_sizes(const PmxDocument& d) {
  PmxHeader h = d.header;
  const auto choose = [](std::uint8_t& size, std::size_t count, bool vertices = false) {
    if (size == 0) size = smallest_index(count, vertices);
  };
  choose(h.vertex_index, d.vertices.size(), true);
  choose(h.texture_index, d.textures.size());
  choose(h.material_index, d.materials.size());
  choose(h.bone_index, d.bones.size());
  choose(h.morph_index, d.morphs.size());
  choose(h.body_index, d.bodies.size());
  return h;
}

class PmxWriter {
 public:
  explicit PmxWriter(const PmxHeader& header) : header_(header) {}

  void section(const char* name) {
    section_ = name;
    record_ = 0;
  }
  template <class T>
  void value(const T& v) {
    out_.write(v);
  }
  void place(const Vec3& v) { out_.write(v); }
  void flag(bool v) { out_.write(static_cast<std::uint8_t>(v)); }
  void byte_index(std::int32_t v) {
    if (v < -1 || v > 255) malformed("a shared toon number of " + std::to_string(v));
    out_.write(static_cast<std::uint8_t>(v));
  }
  void index(std::int32_t v, PmxIndex kind) {
    const std::uint8_t bytes = index_bytes(header_, kind);
    const std::int64_t limit = std::int64_t{1} << (8 * bytes - 1);
    if (v < -limit || v >= limit) does_not_fit(v, bytes);
    out_.bytes(std::as_bytes(std::span(&v, 1)).first(bytes));
  }
  void vertex(std::uint32_t v) {
    const std::uint8_t bytes = header_.vertex_index;
    if (bytes < 4 && v >= std::uint32_t{1} << (8 * bytes)) does_not_fit(v, bytes);
    out_.bytes(std::as_bytes(std::span(&v, 1)).first(bytes));
  }
  void text(const PmxText& v) {
    if (!v.raw.empty()) return bytes_of(v.raw);
    const bool utf16 = header_.encoding == PmxEncoding::utf16le;
    const auto encoded = encode(utf16 ? Encoding::utf16le : Encoding::utf8, v.text);
    bytes_of(encoded ? *encoded : std::vector<std::byte>{});
  }
  template <class T, class F>
  void list(const std::vector<T>& items, std::size_t, F field) {
    count(items.size());
    const bool outermost = depth_++ == 0;
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (outermost) record_ = i;
      field(items[i]);
    }
    --depth_;
  }
  template <class T, class IndexOf, class ValueOf>
  void indexed_list(const std::vector<T>& items, IndexOf index_of, ValueOf value_of) {
    list(items, 0, [&](const T& item) {
      vertex(index_of(item));
      value(value_of(item));
    });
  }
  void count(std::size_t n) {
    if (n > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max())) {
      malformed("too many records");
    }
    out_.write(static_cast<std::uint32_t>(n));
  }
  void malformed(const std::string& what) {
    if (failed_.empty()) {
      failed_ = std::string(section_) + ": " + what + " (record " + std::to_string(record_) + ")";
    }
  }

  void header(const PmxDocument& d);
  void vertices(const PmxDocument& d);
  void at_record(std::size_t record) { record_ = record; }
  const std::string& failed() const { return failed_; }
  ByteWriter& out() { return out_; }

 private:
  void bytes_of(const std::vector<std::byte>& data) {
    count(data.size());
    out_.bytes(data);
  }
  void does_not_fit(std::int64_t v, std::uint8_t bytes) {
    malformed("index " + std::to_string(v) + " does not fit in " + std::to_string(bytes) +
              " bytes");
  }

  ByteWriter out_;
  PmxHeader header_;
  const char* section_ = "header";
  std::size_t record_ = 0;
  int depth_ = 0;
  std::string failed_;
};

void PmxWriter::header(const PmxDocument& d) {
  section("header");
  const auto valid = [](std::uint8_t size) { return size == 1 || size == 2 || size == 4; };
  const std::uint8_t sizes[] = {header_.vertex_index, header_.texture_index, header_.material_index,
                                header_.bone_index,   header_.morph_index,   header_.body_index};
  if (!std::all_of(std::begin(sizes), std::end(sizes), valid)) malformed("an index size");
  if (header_.additional_uvs > 4) malformed("more than 4 additional UVs");
  if (header_.version != 2.0f && header_.version != 2.1f) malformed("an unknown version");
  if (header_.extra_globals.size() > 255 - kGlobals) malformed("too many header values");
  if (!failed_.empty()) return;
  out_.bytes(std::as_bytes(std::span("PMX ", 4)));
  values(*this, header_.version);
  out_.write(static_cast<std::uint8_t>(kGlobals + header_.extra_globals.size()));
  values(*this, header_.encoding, header_.additional_uvs);
  for (const std::uint8_t size : sizes) value(size);
  for (const std::uint8_t g : header_.extra_globals) value(g);
  for (const PmxText* t : {&d.name, &d.name_en, &d.comment, &d.comment_en}) text(*t);
}

void PmxWriter::vertices(const PmxDocument& d) {
  section("vertices");
  const std::size_t uvs = header_.additional_uvs;
  const auto is_sdef = [](const PmxVertex& v) { return v.skin == PmxSkin::sdef; };
  if (d.additional_uvs.size() != d.vertices.size() * uvs) malformed("additional UVs do not fit");
  if (d.sdef.size() !=
      static_cast<std::size_t>(std::count_if(d.vertices.begin(), d.vertices.end(), is_sdef))) {
    malformed("SDEF points do not fit");
  }
  if (!failed_.empty()) return;
  auto sdef = d.sdef.begin();
  auto uv = d.additional_uvs.begin();
  list(d.vertices, 0, [&](const PmxVertex& v) {
    values(*this, v.position, v.normal, v.uv);
    for (std::size_t i = 0; i < uvs; ++i) value(*uv++);
    value(v.skin);
    const int kind = static_cast<int>(v.skin);
    const bool four = v.skin == PmxSkin::bdef4 || v.skin == PmxSkin::qdef;
    const std::size_t bones = v.skin == PmxSkin::bdef1 ? 1 : four ? 4 : 2;
    if (kind > 4) malformed("a skin of kind " + std::to_string(kind));
    for (std::size_t i = 0; i < bones; ++i) index(v.bones[i], PmxIndex::bone);
    if (four) value(v.weights);
    if (bones == 2) value(v.weights[0]);
    if (v.skin == PmxSkin::sdef) value(*sdef++);
    value(v.edge_scale);
  });
}

}  // namespace

Result<std::vector<std::byte>> encode_pmx(const PmxDocument& d) {
  PmxWriter w(with_sizes(d));
  w.out().reserve(1024 + d.vertices.size() * 80 + d.indices.size() * 4);
  w.header(d);
  if (w.failed().empty()) w.vertices(d);
  if (w.failed().empty()) {
    w.section("faces");
    w.list(d.indices, 0, [&](std::uint32_t i) { w.vertex(i); });
    tail_sections(w, d);
    if (d.header.version >= 2.1f && (d.soft_body_section || !d.soft_bodies.empty())) {
      w.section("soft bodies");
      w.list(d.soft_bodies, 0, [&](const PmxSoftBody& s) { soft_body_fields(w, s); });
    }
    w.out().bytes(d.trailing);
  }
  if (!w.failed().empty()) return fail(Code::usage, "this model cannot be written: " + w.failed());
  return w.out().take();
}

}  // namespace odori::io
