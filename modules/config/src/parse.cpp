#include <algorithm>
#include <filesystem>
#include <optional>

#include "fields.h"
#include "odori/config/config.h"
#include "toml_text.h"

namespace odori {
namespace {

using namespace config_detail;
namespace fs = std::filesystem;

struct Setting {
  std::optional<Value> value;
  std::string file;
  int line = 0, column = 0;
};

std::string place(const ConfigText& text, const Leaf& leaf) {
  return text.name + ":" + std::to_string(leaf.line) + ":" + std::to_string(leaf.column);
}

tl::unexpected<Error> refuse(const ConfigText& text, const Leaf& leaf, std::string what,
                             std::string hint) {
  Error error{Code::usage, std::move(what), Error::kNoOffset, std::move(hint)};
  error.file = place(text, leaf);
  return tl::unexpected(std::move(error));
}

// The value as the field's kind has it; nothing when the types do not fit.
std::optional<Value> fit(const Field& field, const Value& value) {
  const bool is_number = std::holds_alternative<double>(value);
  const bool is_text = std::holds_alternative<std::string>(value);
  switch (field.kind) {
    case Kind::text:
    case Kind::path:
    case Kind::word:
      if (is_text) return value;
      break;
    case Kind::paths:
      if (is_text) return Value(std::vector<std::string>{std::get<std::string>(value)});
      if (std::holds_alternative<std::vector<std::string>>(value)) return value;
      break;
    case Kind::flag:
      if (std::holds_alternative<bool>(value)) return value;
      break;
    case Kind::number:
    case Kind::integer:
      if (is_number) return value;
      break;
    case Kind::number_or_word:
      if (is_number || is_text) return value;
      break;
    case Kind::numbers3:
    case Kind::even_pair:
      if (std::holds_alternative<std::vector<double>>(value)) return value;
      break;
  }
  return std::nullopt;
}

Result<void> take(const ConfigText& text, const Leaf& leaf, std::vector<Setting>& settings) {
  const Field* field = find_field(leaf.key);
  if (!field && is_table_name(leaf.key))
    return refuse(text, leaf, leaf.key + " is " + leaf.type,
                  "it must be a table: a line [" + leaf.key + "] with its settings below");
  if (!field) {
    const bool table = leaf.type == "a table";
    const std::string nearest = nearest_key(leaf.key);
    std::string hint = nearest.empty() ? "odori config --defaults lists every key"
                                       : "did you mean " + nearest + "?";
    return refuse(text, leaf,
                  (table ? "unknown table [" : "unknown key ") + leaf.key + (table ? "]" : ""),
                  std::move(hint));
  }
  const std::optional<Value> value = leaf.value ? fit(*field, *leaf.value) : std::nullopt;
  if (!value)
    return refuse(text, leaf, leaf.key + " is " + leaf.type, "it must be " + expected_text(*field));
  if (const std::string expected = check(*field, *value); !expected.empty())
    return refuse(text, leaf, leaf.key + " cannot be " + value_as_toml(*value),
                  "it must be " + expected);
  Setting& setting = settings[static_cast<std::size_t>(field - fields().data())];
  setting = {*value, text.name, leaf.line, leaf.column};
  return {};
}

Result<void> take_layer(const ConfigText& text, std::vector<Setting>& settings) {
  return read_toml(text, [&](const Leaf& leaf) { return take(text, leaf, settings); });
}

std::string as_path(const std::string& folder, const std::string& path) {
  if (path.empty() || folder == "." || fs::path(path).is_absolute()) return path;
  return (fs::path(folder) / path).lexically_normal().generic_string();
}

Value with_paths(const Field& field, Value value, const std::string& folder) {
  if (field.kind == Kind::path) value = as_path(folder, std::get<std::string>(value));
  if (field.kind == Kind::paths)
    for (std::string& path : std::get<std::vector<std::string>>(value))
      path = as_path(folder, path);
  return value;
}

std::string folder_name(const std::string& folder) {
  std::error_code ignored;
  const fs::path whole = fs::weakly_canonical(fs::path(folder), ignored);
  const std::string name = (ignored ? fs::path(folder) : whole).filename().string();
  return name.empty() || name == "." || name == "/" ? "film" : name;
}

// A name becomes a file's name: what would lead elsewhere is replaced.
std::string file_name(std::string name) {
  for (char& c : name)
    if (c == '/' || c == '\\' || static_cast<unsigned char>(c) < 0x20) c = '_';
  return name == "." || name == ".." ? "_" : name;
}

}  // namespace

std::string_view defaults_toml() {
  static constexpr std::string_view kText =
#include "defaults_toml.inc"
      ;
  return kText;
}

Result<LoadedProject> parse_project(const std::string& file, std::span<const ConfigText> layers) {
  std::vector<Setting> settings(fields().size());
  const ConfigText defaults{"defaults.toml", std::string(defaults_toml())};
  if (auto done = take_layer(defaults, settings); !done) return tl::unexpected(done.error());
  for (const ConfigText& layer : layers)
    if (auto done = take_layer(layer, settings); !done) return tl::unexpected(done.error());

  LoadedProject loaded;
  Project& project = loaded.project;
  project.file = file;
  project.folder = fs::path(file).parent_path().string();
  if (project.folder.empty()) project.folder = ".";
  for (std::size_t i = 0; i < settings.size(); ++i) {
    const Field& field = fields()[i];
    const Setting& setting = settings[i];
    if (!setting.value) return fail(Code::internal, std::string(field.key) + " has no default");
    field.apply(project, with_paths(field, *setting.value, project.folder));
    loaded.entries.push_back(
        {field.key, value_as_toml(*setting.value), setting.file, setting.line, setting.column});
  }
  if (project.name.empty()) project.name = folder_name(project.folder);
  project.name = file_name(project.name);
  project.film.width = project.render.width;
  project.film.height = project.render.height;
  if (project.motion.to && *project.motion.to < project.motion.from) {
    const auto to = std::find_if(loaded.entries.begin(), loaded.entries.end(),
                                 [](const ConfigEntry& e) { return e.key == "motion.to"; });
    return fail_in(to->file + ":" + std::to_string(to->line) + ":" + std::to_string(to->column),
                   Error{Code::usage, "motion.to lies before motion.from", Error::kNoOffset,
                         "give a later frame, or \"end\""});
  }
  return loaded;
}

}  // namespace odori
