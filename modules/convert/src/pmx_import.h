// The parts of import_pmx; each fills one part of the model.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "odori/base/result.h"
#include "odori/io/pmx.h"
#include "odori/model/model.h"
#include "pmd_import.h"

namespace odori::pmx_import {

struct Context {
  const io::PmxDocument& document;
  Model& model;
  io::PmxDocument* spent = nullptr;         // the document, where its parts may be taken
  std::span<const io::PmdVertex> pmd = {};  // the vertices of a document that came from a PMD
  std::size_t vertex_count = 0;

  io::PmxVertex vertex(std::size_t i) const {
    return pmd.empty() ? document.vertices[i] : pmd_import::vertex_of(pmd[i]);
  }

  // A number that may reach a picture: what is not finite becomes `otherwise`, with a warning.
  float number(float value, float otherwise, std::size_t record);
  Vec3 numbers(Vec3 v, std::size_t record);
  Vec4 numbers(Vec4 v, std::size_t record);
  // A point of the model: clamped to where sums and products of a few of them stay finite.
  Vec3 place(Vec3 v, std::size_t record);
  // -1 for everything outside [0, count); with a warning unless it is -1 in the file.
  std::int32_t index(std::int32_t value, std::size_t count, std::size_t record, const char* what);
  // From the file's order to the skeleton's.
  BoneIndex bone(std::int32_t in_file, std::size_t record);
};

std::string text_of(const io::PmxText& text);

// The whole import. `spent` and `pmd`: as in Context.
Result<Model> run(const io::PmxDocument& document, io::PmxDocument* spent,
                  std::span<const io::PmdVertex> pmd = {});

// Gives back the memory too, as clear() would not.
template <class T>
void free_list(std::vector<T>& list) {
  std::vector<T>().swap(list);
}

void skeleton(Context& context);
Result<void> vertices(Context& context);
void materials(Context& context);
void morphs(Context& context);
void bodies(Context& context);

}  // namespace odori::pmx_import
