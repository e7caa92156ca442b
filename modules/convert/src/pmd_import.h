// The parts of to_pmx; each fills one part of the document.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "odori/io/pmd.h"
#include "odori/io/pmx.h"

namespace odori::pmd_import {

struct Context {
  const io::PmdDocument& from;
  io::PmxDocument& to;

  io::PmxText text(std::span<const std::uint8_t> field, std::size_t record = 0);
  // From a list of English names; empty when there is none.
  template <class Field>
  io::PmxText english(const std::vector<Field>& names, std::size_t i) {
    return i < names.size() ? text(names[i], i) : io::PmxText{};
  }
  bool has_bone(std::uint16_t i) const { return i < from.bones.size(); }
  void warn(WarningKind kind, std::size_t record, const std::string& detail) {
    to.warnings.add(kind, record, detail);
  }
};

// 0xFFFF is none; what lies beyond the list is left to import_pmx.
inline std::int32_t index_of(std::uint16_t i) { return i == io::kPmdNone ? -1 : i; }

io::PmxVertex vertex_of(const io::PmdVertex& vertex);
// Notes what is odd about them.
void check_vertices(Context& context);
void materials(Context& context);
void morphs(Context& context);
void bones(Context& context);
void frames(Context& context);
void bodies(Context& context);
void joints(Context& context);

}  // namespace odori::pmd_import
