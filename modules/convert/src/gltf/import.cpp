#include "gltf/import.h"

#include <algorithm>

namespace odori {
namespace {

ModelMeta meta_of(const io::GltfDocument& d) {
  ModelMeta meta;
  const std::size_t scene = static_cast<std::size_t>(std::max(d.scene, 0));
  if (scene < d.scenes.size()) {
    meta.name = d.scenes[scene].name;
    if (meta.name.empty() && !d.scenes[scene].nodes.empty())
      meta.name = d.nodes[static_cast<std::size_t>(d.scenes[scene].nodes.front())].name;
  }
  meta.name_en = meta.name;
  if (!d.asset.copyright.empty()) meta.comment = d.asset.copyright;
  meta.comment_en = meta.comment;
  return meta;
}

// What draws and moves nothing here but stands in the file.
void tell_rest(gltf_import::Context& c) {
  const io::GltfDocument& d = c.document;
  if (!d.cameras.empty())
    c.warn(WarningKind::other, 0, std::to_string(d.cameras.size()) + " cameras, left out");
  if (io::find_extension(d, "KHR_lights_punctual"))
    c.warn(WarningKind::other, 0, "lights, left out");
}

}  // namespace

Result<GltfImport> import_gltf(const io::GltfDocument& document, const GltfImportOptions& options) {
  GltfImport out;
  out.model.metres_per_unit = 1;
  out.model.warnings = document.warnings;
  out.model.meta = meta_of(document);
  gltf_import::Context context{document, options, out, {}, {}, {}, {}, {}};
  gltf_import::skeleton(context);
  gltf_import::materials(context);
  if (auto done = gltf_import::meshes(context); !done) return tl::unexpected(done.error());
  gltf_import::clips(context);
  tell_rest(context);
  return out;
}

}  // namespace odori
