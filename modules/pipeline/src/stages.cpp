// The table of stages and their keys. A key covers the content of every input, never names or
// times, so that an edit recomputes exactly what depends on it.
#include <map>

#include "odori/base/assert.h"
#include "odori/cache/cache.h"
#include "odori/pipeline/build.h"
#include "render_key.h"

namespace odori {
namespace {

const std::vector<StageInfo>& table() {
  static const std::vector<StageInfo> rows = {
      {"motion", {}, 2},         {"camera", {}, 1},
      {"stage", {}, 1},          {"render", {"motion", "camera", "stage"}, 3},
      {"encode", {"render"}, 1},
  };
  return rows;
}

const StageInfo& info(std::string_view stage) {
  for (const StageInfo& row : table())
    if (stage == row.name) return row;
  ODORI_ASSERT(false && "a stage that is not in the table");
  return table().front();
}

CacheKey begin(std::string_view stage) {
  CacheKey key(stage);
  key.add("version", static_cast<double>(info(stage).version));
  return key;
}

// All values of one table of the config.
void add_table(CacheKey& key, const Job& job, const std::string& name) {
  for (const ConfigEntry& entry : job.entries)
    if (entry.key.rfind(name + ".", 0) == 0) key.add(entry.key, entry.value);
}

void add_range(CacheKey& key, const Job& job) {
  key.add("first", static_cast<double>(job.pictures.first));
  key.add("last", static_cast<double>(job.pictures.last));
  key.add("fps", job.project.film.fps);
}

std::string stage_stage_key(const Job& job) {
  CacheKey key = begin("stage");
  key.add("character", job.content.character);
  for (const char* name : {"stage", "light", "post"}) add_table(key, job, name);
  return key.hex();
}

// What every pixel depends on, whatever the size. Not the range: a frame is the same in any.
std::string content_key(const Job& job) {
  CacheKey key = begin("render");
  key.add("motion", job.content.motion);
  key.add("carried", job.carried_by);
  key.add("camera", job.content.camera);
  key.add("stage", stage_stage_key(job));
  return key.hex();
}

}  // namespace

std::span<const StageInfo> stages() { return table(); }

void announce(const BuildTalk& talk, std::string_view stage) {
  static const std::map<std::string_view, const char*> kDoing = {
      {"motion", "working out the poses"}, {"camera", "following the camera"},
      {"stage", "reading the textures"},   {"render", "drawing the pictures"},
      {"encode", "making the film"},
  };
  const auto doing = kDoing.find(stage);
  ODORI_ASSERT(doing != kDoing.end());
  if (talk.begin) talk.begin(info(stage).name, doing->second);
}

FrameSettings frame_settings(const Job& job) {
  FrameSettings settings;
  settings.content = content_key(job);
  settings.width = job.project.render.width;
  settings.height = job.project.render.height;
  settings.preset = job.project.render.preset;
  settings.fps = job.project.film.fps;
  return settings;
}

std::string FrameSettings::key() const {
  CacheKey key("frames");
  key.add("content", content);
  key.add("width", static_cast<double>(width)).add("height", static_cast<double>(height));
  key.add("preset", preset_name(preset)).add("fps", fps);
  return key.hex();
}

std::string_view preset_name(Preset preset) {
  switch (preset) {
    case Preset::preview:
      return "preview";
    case Preset::standard:
      return "standard";
    case Preset::final:
      return "final";
  }
  return "standard";
}

std::string stage_key(const Job& job, std::string_view stage) {
  if (stage == "stage") return stage_stage_key(job);
  CacheKey key = begin(stage);
  if (stage == "motion") {
    key.add("character", job.content.character);
    key.add("motion", job.content.motion);
    key.add("carried", job.carried_by);
    key.add("from", job.from).add("to", job.to);
  } else if (stage == "camera") {
    key.add("camera", job.content.camera);
    add_range(key, job);
  } else if (stage == "render") {
    return frame_settings(job).key();
  } else {
    key.add("frames", frame_settings(job).key());
    key.add("song", job.content.song);
    key.add("offset", job.project.film.song_offset_seconds);
    add_range(key, job);
    add_table(key, job, "encode");
  }
  return key.hex();
}

}  // namespace odori
