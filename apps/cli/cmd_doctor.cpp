// odori doctor [--json]
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "json.h"
#include "libav_facts.h"
#include "odori/base/parallel.h"
#include "odori/render/renderer.h"
#include "talk.h"
#include "wishes.h"

namespace odori::cli {
namespace {

enum class Health { good, missing, optional_missing };

struct Finding {
  const char* what;
  Health health = Health::good;
  std::string detail;
  std::string remedy;  // a command; empty when all is well
};

// The first line a program says, or "" when it cannot be run. The command is one of ours.
std::string first_line_of(const char* command) {
  std::FILE* pipe = popen(command, "r");
  if (!pipe) return {};
  char line[200] = "";
  const bool read = std::fgets(line, sizeof line, pipe) != nullptr;
  while (std::fgetc(pipe) != EOF) {
  }
  const bool good = pclose(pipe) == 0 && read;
  std::string text = good ? line : "";
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  return text;
}

Finding opengl() {
  Finding finding{"OpenGL", Health::good, "", ""};
  for (const RenderDevice& device : list_render_devices())
    finding.detail += (finding.detail.empty() ? "" : "; ") + device.name + ", OpenGL " +
                      device.version + (device.hardware ? "" : " (software)");
  if (finding.detail.empty()) {
    finding.health = Health::missing;
    finding.detail = "no device, not even software: nothing can be drawn";
    finding.remedy = "apt-get install libegl1 libegl-mesa0 libgl1-mesa-dri";
  }
  return finding;
}

Finding video() {
  const LibavFacts facts = libav_facts();
  Finding finding{"film", Health::good, facts.versions, ""};
  std::string missing;
  if (!facts.has_x264) missing += " libx264";
  if (!facts.has_aac) missing += " aac";
  if (!missing.empty()) {
    finding.health = Health::missing;
    finding.detail += "; encoders missing:" + missing;
    finding.remedy = "apt-get install libavcodec59 libx264-164";
  }
  return finding;
}

Finding fonts() {
  const std::string count = first_line_of("fc-list :lang=ja family 2>/dev/null | head -n 1");
  if (!count.empty()) return {"fonts", Health::good, "Japanese: " + count, ""};
  std::error_code error;
  if (std::filesystem::exists("/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc", error))
    return {"fonts", Health::good, "Japanese: Noto Sans CJK", ""};
  return {"fonts", Health::optional_missing,
          "no Japanese font: names may show as boxes; films are not touched by it",
          "apt-get install fonts-noto-cjk"};
}

Finding python() {
  const std::string version = first_line_of("python3 --version 2>/dev/null");
  if (version.empty())
    return {"Python", Health::optional_missing, "not there: only the tests need it",
            "apt-get install python3"};
  const std::string numpy =
      first_line_of("python3 -c 'import numpy; print(numpy.__version__)' 2>/dev/null");
  if (numpy.empty())
    return {"Python", Health::optional_missing, version + ", without NumPy (reads the caches)",
            "apt-get install python3-numpy"};
  return {"Python", Health::good, version + ", NumPy " + numpy, ""};
}

Finding blender() {
  const std::string version = first_line_of("blender --version 2>/dev/null");
  if (!version.empty()) return {"Blender", Health::good, version, ""};
  return {"Blender", Health::optional_missing, "not there: nothing needs it",
          "apt-get install blender"};
}

const char* health_text(Health health) {
  switch (health) {
    case Health::good:
      return "ok";
    case Health::missing:
      return "MISSING";
    case Health::optional_missing:
      return "optional";
  }
  return "";
}

std::string as_text(const std::vector<Finding>& findings) {
  std::string text;
  for (const Finding& finding : findings) {
    char head[64];
    std::snprintf(head, sizeof head, "%-10s %-9s ", finding.what, health_text(finding.health));
    text += head + finding.detail + "\n";
    if (!finding.remedy.empty()) text += "                     " + finding.remedy + "\n";
  }
  return text;
}

std::string as_json(const std::vector<Finding>& findings) {
  Json json;
  json.open('[');
  for (const Finding& finding : findings) {
    json.open('{').pair("what", finding.what).pair("state", health_text(finding.health));
    json.pair("detail", finding.detail).pair("remedy", finding.remedy).close('}');
  }
  json.close(']').line();
  return json.take();
}

}  // namespace

int cmd_doctor(const Verb& verb, int argc, char** argv) {
  DoctorWish wish;
  Args args(verb);
  declare(args, wish);
  if (const auto code = args.parse(argc, argv)) return *code;

  const std::vector<Finding> findings = {
      {"Odori", Health::good,
       std::string(ODORI_VERSION) + ", " + std::to_string(hardware_threads()) + " cores", ""},
      opengl(),
      video(),
      fonts(),
      python(),
      blender()};
  if (!write_out(wish.json ? as_json(findings) : as_text(findings))) return kFailed;
  for (const Finding& finding : findings)
    if (finding.health == Health::missing) {
      say_error(std::string(finding.what) + ": missing: " + finding.remedy);
      return kFailed;
    }
  return kDone;
}

}  // namespace odori::cli
