#include <limits>
#include <string>

#include "odori/io/pmd.h"
#include "pmd/layout.h"

namespace odori::io {
namespace {

using namespace pmd_layout;

class PmdWriter {
 public:
  void section(const char* name) { section_ = name; }
  template <class T>
  void value(const T& v) {
    out_.write(v);
  }
  template <class T>
  void place(const T& v) {
    out_.write(v);
  }
  template <class Count>
  std::size_t count(std::size_t n, std::size_t) {
    if (n > std::numeric_limits<Count>::max()) {
      malformed(std::to_string(n) + " records, where " +
                std::to_string(std::numeric_limits<Count>::max()) + " are the most");
    }
    out_.write(static_cast<Count>(n));
    return n;
  }
  std::size_t uncounted(std::size_t n, std::size_t expected, std::size_t) {
    if (n != expected) malformed("English names that do not fit the lists");
    return n;
  }
  template <class List, class Field>
  void items(const List& list, std::size_t, Field field) {
    for (const auto& item : list) field(item);
  }

  const std::string& failed() const { return failed_; }
  ByteWriter& out() { return out_; }

 private:
  void malformed(const std::string& what) {
    if (failed_.empty()) failed_ = std::string(section_) + ": " + what;
  }

  ByteWriter out_;
  const char* section_ = "header";
  std::string failed_;
};

void tail_section(PmdWriter& w, int index, const PmdDocument& d) {
  w.section(kTail[index]);
  if (index == 0) {
    w.value(static_cast<std::uint8_t>(d.english.has_value()));
    if (d.english) english_fields(w, *d.english, d);
  } else if (index == 1) {
    for (const PmdText100& toon : d.toons) w.value(toon);
  } else if (index == 2) {
    list_section<std::uint32_t>(w, kTail[index], d.bodies, 83, [&](auto& b) { body_fields(w, b); });
  } else {
    list_section<std::uint32_t>(w, kTail[index], d.joints, 124,
                                [&](auto& j) { joint_fields(w, j); });
  }
}

}  // namespace

Result<std::vector<std::byte>> encode_pmd(const PmdDocument& d) {
  PmdWriter w;
  w.out().reserve(1024 + d.vertices.size() * 38 + d.indices.size() * 2);
  w.out().bytes(std::as_bytes(std::span("Pmd", 3)));
  main_sections(w, d);
  for (int i = 0; i < d.tail_sections && i < kTailSections; ++i) tail_section(w, i, d);
  w.out().bytes(d.trailing);
  if (!w.failed().empty()) return fail(Code::usage, "this model cannot be written: " + w.failed());
  return w.out().take();
}

}  // namespace odori::io
