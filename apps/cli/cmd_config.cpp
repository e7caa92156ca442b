// odori config [project.toml] [--defaults] [--json]
#include "args.h"
#include "json.h"
#include "odori/base/text.h"
#include "odori/config/config.h"
#include "talk.h"

namespace odori::cli {
namespace {

std::string source_text(const ConfigEntry& entry) {
  if (entry.file == "defaults.toml") return "default";
  return entry.file + ":" + std::to_string(entry.line);
}

// TOML that is itself a project, with the source of each value behind it.
std::string as_toml(const LoadedProject& loaded) {
  std::string text, table;
  for (const ConfigEntry& entry : loaded.entries) {
    const std::string entry_table = entry.key.substr(0, entry.key.find('.'));
    if (entry_table != table) {
      text += (table.empty() ? "[" : "\n[") + entry_table + "]\n";
      table = entry_table;
    }
    std::string line = entry.key.substr(table.size() + 1) + " = " + entry.value;
    const int pad = 40 - display_width(line);
    line.append(static_cast<std::size_t>(pad > 1 ? pad : 1), ' ');
    text += line + "# " + source_text(entry) + "\n";
  }
  return text;
}

std::string as_json(const LoadedProject& loaded) {
  Json json;
  json.open('[');
  for (const ConfigEntry& entry : loaded.entries) {
    json.open('{').pair("key", entry.key).pair("toml", entry.value).pair("file", entry.file);
    json.pair("line", entry.line).pair("column", entry.column).close('}');
  }
  json.close(']').line();
  return json.take();
}

}  // namespace

int cmd_config(const Verb& verb, int argc, char** argv) {
  std::string file;
  bool defaults = false, json = false;
  Args args(verb);
  args.optional("project", file, "project.toml, or the folder it lies in (default: project.toml)");
  args.flag("--defaults", defaults, "print the reference: every key, its default, what it does");
  args.flag("--json", json, "for machines");
  if (const auto code = args.parse(argc, argv)) return *code;

  if (defaults) {
    if (!file.empty()) return bad_usage(verb, "--defaults takes no project");
    return write_out(std::string(defaults_toml())) ? kDone : kFailed;
  }
  const auto loaded = load_project(file.empty() ? "project.toml" : file);
  if (!loaded) return failed(loaded.error());
  return write_out(json ? as_json(*loaded) : as_toml(*loaded)) ? kDone : kFailed;
}

}  // namespace odori::cli
