#include <algorithm>

#include "odori/convert/mmd.h"
#include "pmx_import.h"

namespace odori {

using pmx_import::Context;

std::string pmx_import::text_of(const io::PmxText& text) {
  // Some editors write the NUL that ended their buffer.
  return text.text.substr(0, text.text.find('\0'));
}

float pmx_import::Context::number(float value, float otherwise, std::size_t record) {
  if (std::isfinite(value)) return value;
  model.warnings.add(WarningKind::bad_value, record, "a number that is not finite");
  return otherwise;
}

Vec3 pmx_import::Context::numbers(Vec3 v, std::size_t record) {
  return {number(v.x, 0, record), number(v.y, 0, record), number(v.z, 0, record)};
}

Vec4 pmx_import::Context::numbers(Vec4 v, std::size_t record) {
  return {number(v.x, 0, record), number(v.y, 0, record), number(v.z, 0, record),
          number(v.w, 0, record)};
}

Vec3 pmx_import::Context::place(Vec3 v, std::size_t record) {
  constexpr float kFar = 1e8f;
  const auto near = [](float x) { return std::fabs(x) <= kFar; };
  if (near(v.x) && near(v.y) && near(v.z)) return v;
  v = numbers(v, record);
  model.warnings.add(WarningKind::bad_value, record, "a place too far away");
  return {std::clamp(v.x, -kFar, kFar), std::clamp(v.y, -kFar, kFar), std::clamp(v.z, -kFar, kFar)};
}

std::int32_t pmx_import::Context::index(std::int32_t value, std::size_t count, std::size_t record,
                                        const char* what) {
  if (value >= 0 && static_cast<std::size_t>(value) < count) return value;
  if (value != -1) {
    model.warnings.add(WarningKind::index_out_of_range, record,
                       std::string(what) + " " + std::to_string(value));
  }
  return -1;
}

BoneIndex pmx_import::Context::bone(std::int32_t in_file, std::size_t record) {
  const std::int32_t i = index(in_file, document.bones.size(), record, "bone");
  return i < 0 ? BoneIndex::none : model.skeleton.from_file_index[static_cast<std::size_t>(i)];
}

Result<Model> pmx_import::run(const io::PmxDocument& document, io::PmxDocument* spent,
                              std::span<const io::PmdVertex> pmd) {
  Model model;
  model.warnings = document.warnings;
  model.meta = {pmx_import::text_of(document.name), pmx_import::text_of(document.name_en),
                pmx_import::text_of(document.comment), pmx_import::text_of(document.comment_en)};
  model.metres_per_unit = 0.08f;
  Context context{document, model, spent, pmd};
  context.vertex_count = pmd.empty() ? document.vertices.size() : pmd.size();
  pmx_import::skeleton(context);
  if (auto done = pmx_import::vertices(context); !done) return tl::unexpected(done.error());
  pmx_import::materials(context);
  const auto& drawn = model.mesh.materials;
  if (std::none_of(drawn.begin(), drawn.end(), [](const Material& m) { return m.index_count > 0; }))
    model.warnings.add(WarningKind::nothing_to_draw);
  pmx_import::morphs(context);
  pmx_import::bodies(context);
  return model;
}

Result<Model> import_pmx(const io::PmxDocument& document) {
  return pmx_import::run(document, nullptr);
}
Result<Model> import_pmx(io::PmxDocument&& document) {
  return pmx_import::run(document, &document);
}

}  // namespace odori
