// The parts of import_pmx; each fills one part of the model.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "odori/base/result.h"
#include "odori/io/pmx.h"
#include "odori/model/model.h"

namespace odori::pmx_import {

struct Context {
  const io::PmxDocument& document;
  Model& model;

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

void skeleton(Context& context);
Result<void> vertices(Context& context);
void materials(Context& context);
void morphs(Context& context);
void bodies(Context& context);

}  // namespace odori::pmx_import
