#include "odori/assets/load.h"

#include "odori/convert/mmd.h"

namespace odori {
namespace {

// Many texture entries may name one large file.
constexpr std::uint64_t kMostTextureBytes = std::uint64_t{1} << 30;

// MMD itself brings toon01.bmp to toon10.bmp: a model that names one without bringing it means
// that. Whether it was.
bool use_shared_toon(Model& model, std::size_t texture) {
  const std::int32_t shared = shared_toon_named(model.mesh.textures[texture].name);
  if (shared < 0) return false;
  const auto index = static_cast<TextureIndex>(static_cast<std::int32_t>(texture));
  for (Material& m : model.mesh.materials) {
    if (m.texture == index || m.mmd.sphere == index) return false;
    if (m.mmd.toon != index) continue;
    m.mmd.toon = TextureIndex::none;
    m.mmd.shared_toon = shared;
  }
  return true;
}

Result<Model> model_of(Bytes bytes) {
  if (io::looks_like_pmx(bytes)) {
    const auto document = io::decode_pmx(bytes);
    return document ? import_pmx(*document) : tl::unexpected(document.error());
  }
  if (io::looks_like_pmd(bytes)) {
    const auto document = io::decode_pmd(bytes);
    return document ? import_pmd(*document) : tl::unexpected(document.error());
  }
  return fail(Code::unsupported, "not a PMX or PMD model", 0,
              "give a .pmx or .pmd file, or a .zip that holds one");
}

// The file's own name, with the entry when it lies in an archive that had to choose.
std::string shown_name(const std::string& path, const OpenedFile& opened) {
  const bool told = path.find("!/") != std::string::npos || path.ends_with(opened.name);
  return told ? path : path + "!/" + opened.name;
}

// Reduced copies of models keep a picture's colours in x.jpga.jpg and its alpha in x.alpha.png.
std::string alpha_name(const std::string& name) {
  constexpr std::string_view kColours = ".jpga.jpg";
  if (!name.ends_with(kColours)) return {};
  return name.substr(0, name.size() - kColours.size()) + ".alpha.png";
}

std::vector<std::byte> read_alpha(const FileSource& source, const std::string& model_name,
                                  const std::string& texture_name) {
  const std::string wanted = alpha_name(texture_name);
  if (wanted.empty()) return {};
  const auto found = resolve_inside(source, model_name, wanted);
  if (!found) return {};
  auto bytes = source.read(*found);
  return bytes ? std::move(*bytes) : std::vector<std::byte>();
}

}  // namespace

std::vector<bool> used_textures(const Mesh& mesh) {
  std::vector<bool> used(mesh.textures.size(), false);
  const auto use = [&](TextureIndex i) {
    if (is_set(i) && at(i) < used.size()) used[at(i)] = true;
  };
  for (const Material& m : mesh.materials) {
    use(m.texture);
    use(m.mmd.sphere);
    use(m.mmd.toon);
  }
  return used;
}

void load_textures(const FileSource& source, const std::string& name, Model& model) {
  const std::vector<bool> used = used_textures(model.mesh);
  std::uint64_t left = kMostTextureBytes;
  for (std::size_t i = 0; i < model.mesh.textures.size(); ++i) {
    Texture& t = model.mesh.textures[i];
    if (t.name.empty()) continue;
    const auto warn = [&](WarningKind kind) {
      if (used[i]) model.warnings.add(kind, i, t.name);
    };
    auto found = resolve_inside(source, name, t.name);
    if (!found) {
      if (use_shared_toon(model, i)) continue;
      warn(found.error().code == Code::denied ? WarningKind::path_refused
                                              : WarningKind::texture_missing);
      continue;
    }
    if (left == 0) {
      warn(WarningKind::texture_unreadable);
      continue;
    }
    auto bytes = source.read(*found);
    if (!bytes || bytes->size() > left) {
      if (bytes) left = 0;
      warn(WarningKind::texture_unreadable);
      continue;
    }
    left -= bytes->size();
    t.resolved = std::move(*found);
    t.bytes = std::move(*bytes);
    t.alpha_bytes = read_alpha(source, name, t.name);
  }
}

Result<Model> load_model(const std::string& path, const ArchiveLimits& limits) {
  auto opened = open_file(path, kModelEndings, limits);
  if (!opened) return tl::unexpected(opened.error());
  const std::string shown = shown_name(path, *opened);
  auto model = model_of(opened->bytes);
  if (!model) return fail_in(shown, model.error());
  model->warnings.append(opened->source->warnings());
  load_textures(*opened->source, opened->name, *model);
  return model;
}

Result<Clip> load_clip(const std::string& path, const ArchiveLimits& limits) {
  auto opened = open_file(path, kClipEndings, limits);
  if (!opened) return tl::unexpected(opened.error());
  const std::string shown = shown_name(path, *opened);
  if (io::looks_like_vpd(opened->bytes)) {
    auto pose = io::decode_vpd(opened->bytes);
    if (!pose) return fail_in(shown, pose.error());
    return import_vpd(*pose);
  }
  if (!io::looks_like_vmd(opened->bytes)) {
    return fail_in(shown, Error{Code::unsupported,
                                "neither a VMD motion nor a VPD pose",
                                0,
                                "give a .vmd or .vpd file, or a .zip that holds one",
                                {}});
  }
  auto document = io::decode_vmd(opened->bytes);
  if (!document) return fail_in(shown, document.error());
  return import_vmd(*document);
}

}  // namespace odori
