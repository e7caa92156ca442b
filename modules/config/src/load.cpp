#include <filesystem>
#include <optional>
#include <string_view>

#include "odori/base/text.h"
#include "odori/config/config.h"
#include "odori/files/files.h"

namespace odori {
namespace {

namespace fs = std::filesystem;

// What people give in place of a project, by the name's ending.
struct Mistaken {
  const char* what;
  const char* options;  // how `odori new` takes it; % = the file
  std::vector<std::string_view> endings;
};
const std::vector<Mistaken>& mistaken() {
  static const std::vector<Mistaken> kinds = {
      {"a character",
       "--character % --motion dance.vmd",
       {".pmx", ".pmd", ".vrm", ".glb", ".gltf", ".fbx", ".zip"}},
      {"a motion", "--character dancer.pmx --motion %", {".vmd", ".vpd", ".bvh", ".vrma"}},
      {"a song",
       "--character dancer.pmx --motion dance.vmd --song %",
       {".wav", ".mp3", ".ogg", ".flac", ".m4a"}},
      {"a film", "--character dancer.pmx --motion dance.vmd", {".mp4"}},
      {"a picture", "--character dancer.pmx --motion dance.vmd", {".png", ".jpg"}},
  };
  return kinds;
}

// Why a file that is there can be no project; nothing when it may be one.
std::optional<Error> no_project(const std::string& path) {
  for (const Mistaken& kind : mistaken())
    for (const std::string_view known : kind.endings)
      if (ends_with(path, known)) {
        std::string options = kind.options;
        if (const std::size_t at = options.find('%'); at != std::string::npos)
          options.replace(at, 1, path);
        return Error{Code::usage, std::string(kind.what) + ", not a project", Error::kNoOffset,
                     "odori new film " + options + " makes a project, odori build film builds it",
                     path};
      }
  return std::nullopt;
}

Result<ConfigText> read_layer(const std::string& path) {
  auto bytes = read_file(path, 1 << 20);
  if (!bytes) return tl::unexpected(bytes.error());
  std::string text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
  const auto no_text = [&](const char* what, const char* hint) {
    return fail_in(path, Error{Code::malformed, what, Error::kNoOffset, hint});
  };
  if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff"))
    return no_text("the text is saved as UTF-16", "save it as UTF-8 in the editor");
  if (text.find('\0') != std::string::npos)
    return no_text("not a text, and so no project",
                   "a project is a text file, project.toml: odori new writes one");
  return ConfigText{path, std::move(text)};
}

}  // namespace

Result<LoadedProject> load_project(const std::string& path) {
  std::error_code ignored;
  const std::string file =
      fs::is_directory(path, ignored) ? (fs::path(path) / "project.toml").string() : path;
  if (fs::is_regular_file(file, ignored))
    if (auto error = no_project(file)) return tl::unexpected(std::move(*error));
  std::vector<ConfigText> layers;
  auto main_layer = read_layer(file);
  if (!main_layer) {
    Error error = main_layer.error();
    if (error.code == Code::not_found)
      error.hint = "give the project's folder; odori new DIR --character C --motion M makes one";
    return fail_in(file, std::move(error));
  }
  layers.push_back(std::move(*main_layer));
  const fs::path local = fs::path(file).parent_path() / "project.local.toml";
  if (fs::exists(local, ignored) && local != fs::path(file)) {
    auto local_layer = read_layer(local.string());
    if (!local_layer) return tl::unexpected(local_layer.error());
    layers.push_back(std::move(*local_layer));
  }
  return parse_project(file, layers);
}

}  // namespace odori
