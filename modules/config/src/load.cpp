#include <filesystem>

#include "odori/config/config.h"
#include "odori/files/files.h"

namespace odori {
namespace {

namespace fs = std::filesystem;

Result<ConfigText> read_layer(const std::string& path) {
  auto bytes = read_file(path, 1 << 20);
  if (!bytes) return tl::unexpected(bytes.error());
  return ConfigText{path, std::string(reinterpret_cast<const char*>(bytes->data()), bytes->size())};
}

}  // namespace

Result<LoadedProject> load_project(const std::string& path) {
  std::error_code ignored;
  const std::string file =
      fs::is_directory(path, ignored) ? (fs::path(path) / "project.toml").string() : path;
  std::vector<ConfigText> layers;
  auto main_layer = read_layer(file);
  if (!main_layer) {
    Error error = main_layer.error();
    if (error.code == Code::not_found)
      error.hint = "odori new DIR --character C --motion M writes one";
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
