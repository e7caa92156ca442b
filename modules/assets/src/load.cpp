#include "odori/assets/load.h"

#include <algorithm>

#include "odori/base/text.h"
#include "odori/foreign/foreign.h"

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

// By way of a GLB, which odori-foreign makes.
Result<Contents> read_foreign(Bytes data, const Format& format, const FetchBeside& fetch) {
  const auto glb = foreign_to_glb(data, format.endings.front().substr(1), foreign_program());
  if (!glb) return tl::unexpected(glb.error());
  const Format* between = format_of(*glb);
  if (!between || !between->read) return fail(Code::internal, "odori-foreign gave no GLB");
  return between->read(*glb, fetch);
}

// What an archive would not give, behind the hint of an error.
std::string refused_in(const OpenedFile& opened) {
  std::string text;
  for (const std::string& line : to_lines(opened.source->warnings())) text += "; " + line;
  return text;
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
    if (t.name.empty() || !t.bytes.empty()) continue;
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

std::vector<std::string> model_endings() { return endings_read(kHoldsModel); }
std::vector<std::string> motion_endings() { return endings_read(kHoldsMotion | kHoldsPose); }

Result<LoadedFile> load_opened(const std::string& path, const OpenedFile& opened) {
  LoadedFile loaded{opened.path.empty() ? path : opened.path, format_of(opened.bytes), {}};
  if (!loaded.format)
    return fail_in(loaded.name, Error{Code::unsupported,
                                      "none of the formats that are read",
                                      Error::kNoOffset,
                                      "odori inspect --formats lists them" + refused_in(opened),
                                      {}});
  const FetchBeside fetch = [&](const std::string& name) -> Result<std::vector<std::byte>> {
    const auto found = resolve_inside(*opened.source, opened.name, name);
    if (!found) return tl::unexpected(found.error());
    return opened.source->read(*found);
  };
  auto contents = loaded.format->read ? loaded.format->read(opened.bytes, fetch)
                                      : read_foreign(opened.bytes, *loaded.format, fetch);
  if (!contents) return fail_in(loaded.name, contents.error());
  loaded.contents = std::move(*contents);
  if (Model* model = loaded.contents.model ? &*loaded.contents.model : nullptr) {
    model->warnings.append(opened.source->warnings());
    load_textures(*opened.source, opened.name, *model);
  }
  return loaded;
}

Result<LoadedFile> load_file(const std::string& path, const ArchiveLimits& limits) {
  constexpr std::uint8_t kAnything = 0xff;
  const auto opened = open_file(path, endings_read(kAnything), limits);
  if (!opened) return tl::unexpected(opened.error());
  return load_opened(path, *opened);
}

Result<Model> load_model(const std::string& path, const ArchiveLimits& limits) {
  const auto opened = open_file(path, model_endings(), limits);
  if (!opened) return tl::unexpected(opened.error());
  const Format* format = format_of(opened->bytes);
  if (!format || (format->reads & kHoldsModel) == 0)
    return fail_in(opened->path, Error{Code::unsupported,
                                       "no model that is read",
                                       Error::kNoOffset,
                                       "give a " + listed(model_endings(), "or") +
                                           " file, or a .zip that holds one",
                                       {}});
  auto loaded = load_opened(path, *opened);
  if (!loaded) return tl::unexpected(loaded.error());
  return std::move(*loaded->contents.model);
}

Result<Clip> load_clip(const std::string& path, const ArchiveLimits& limits) {
  const auto opened = open_file(path, motion_endings(), limits);
  if (!opened) return tl::unexpected(opened.error());
  const auto refuse = [&](const char* what, std::string hint) {
    return fail_in(opened->path,
                   Error{Code::unsupported, what, Error::kNoOffset, std::move(hint), {}});
  };
  const Format* format = format_of(opened->bytes);
  const std::string give =
      "give a " + listed(motion_endings(), "or") + " file, or a .zip that holds one";
  if (!format || (format->reads & (kHoldsMotion | kHoldsPose)) == 0)
    return refuse("no motion that is read", give);
  auto loaded = load_opened(path, *opened);
  if (!loaded) return tl::unexpected(loaded.error());
  if (loaded->contents.clips.empty()) return refuse("it holds no motion", give);
  if (loaded->contents.model)
    return refuse("it moves bones of its own, not those of an MMD character",
                  "make a VMD of it: odori convert " + path + " dance.vmd");
  return std::move(loaded->contents.clips.front());
}

}  // namespace odori
