#include "fields.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

#include "odori/base/number_text.h"

namespace odori::config_detail {
namespace {

double number(const Value& v) { return std::get<double>(v); }
float real(const Value& v) { return static_cast<float>(std::get<double>(v)); }
int whole(const Value& v) { return static_cast<int>(std::get<double>(v)); }
const std::string& text(const Value& v) { return std::get<std::string>(v); }
const std::vector<std::string>& texts(const Value& v) {
  return std::get<std::vector<std::string>>(v);
}
bool flag(const Value& v) { return std::get<bool>(v); }
Vec3 vec3(const Value& v) {
  const std::vector<double>& n = std::get<std::vector<double>>(v);
  return {static_cast<float>(n[0]), static_cast<float>(n[1]), static_cast<float>(n[2])};
}

Preset preset(const Value& v) {
  if (text(v) == "preview") return Preset::preview;
  return text(v) == "final" ? Preset::final : Preset::standard;
}

constexpr double kMany = 1e7;
constexpr std::string_view kFound = "auto";  // a bone that is left to be found

template <std::size_t Bone>
void set_bone(Project& project, const Value& value) {
  if (text(value) != kFound) project.bones.push_back({human_bone(Bone), text(value)});
}

// A row for each of the standard bones: "bones.leftUpperArm".
template <std::size_t... Bone>
std::vector<Field> bone_rows(std::index_sequence<Bone...>) {
  static const std::array<std::string, sizeof...(Bone)> kKeys = {
      ("bones." + std::string(to_text(human_bone(Bone))))...};
  return {{kKeys[Bone].c_str(), Kind::text, 0, 0, {}, set_bone<Bone>}...};
}

// clang-format off
std::vector<Field> plain_rows() {
  return {
    {"project.name", Kind::text, 0, 0, {}, [](Project& p, const Value& v) { p.name = text(v); }},
    {"character.file", Kind::path, 0, 0, {}, [](Project& p, const Value& v) { p.character.file = text(v); }},
    {"motion.files", Kind::paths, 0, 0, {}, [](Project& p, const Value& v) { p.motion.files = texts(v); }},
    {"motion.from", Kind::number, 0, kMany, {}, [](Project& p, const Value& v) { p.motion.from = number(v); }},
    {"motion.to", Kind::number_or_word, 0, kMany, {"end"}, [](Project& p, const Value& v) {
       p.motion.to = std::holds_alternative<double>(v) ? std::optional(number(v)) : std::nullopt; }},
    {"motion.scale", Kind::number_or_word, 0.001, 1000, {"auto"}, [](Project& p, const Value& v) {
       p.motion.scale = std::holds_alternative<double>(v) ? std::optional(number(v)) : std::nullopt; }},
    {"motion.arm_angle", Kind::number, -90, 90, {}, [](Project& p, const Value& v) { p.motion.arm_angle = number(v); }},
    {"camera.files", Kind::paths, 0, 0, {}, [](Project& p, const Value& v) { p.camera.files = texts(v); }},
    {"song.file", Kind::path, 0, 0, {}, [](Project& p, const Value& v) { p.song.file = text(v); }},
    {"song.offset", Kind::number, -36000, 36000, {}, [](Project& p, const Value& v) { p.film.song_offset_seconds = number(v); }},
    {"stage.builder", Kind::word, 0, 0, {"default", "none"}, [](Project& p, const Value& v) { p.stage.builder = text(v); }},
    {"stage.floor_radius", Kind::number, 0.1, 1e5, {}, [](Project& p, const Value& v) { p.stage.floor_radius = real(v); }},
    {"stage.floor_colour", Kind::numbers3, 0, 1, {}, [](Project& p, const Value& v) { p.stage.floor_colour = vec3(v); }},
    {"stage.sky_top", Kind::numbers3, 0, 1, {}, [](Project& p, const Value& v) { p.stage.environment.sky_top = vec3(v); }},
    {"stage.sky_bottom", Kind::numbers3, 0, 1, {}, [](Project& p, const Value& v) { p.stage.environment.sky_bottom = vec3(v); }},
    {"stage.ground_shadow", Kind::numbers3, 0, 1, {}, [](Project& p, const Value& v) { p.stage.environment.ground_shadow = vec3(v); }},
    {"stage.planar_ground_shadow", Kind::flag, 0, 0, {}, [](Project& p, const Value& v) { p.stage.environment.planar_ground_shadow = flag(v); }},
    {"stage.edges", Kind::flag, 0, 0, {}, [](Project& p, const Value& v) { p.stage.edges = flag(v); }},
    {"stage.edge_scale", Kind::number, 0, 100, {}, [](Project& p, const Value& v) { p.stage.edge_scale = real(v); }},
    {"light.colour", Kind::numbers3, 0, 4, {}, [](Project& p, const Value& v) { p.stage.light.colour = vec3(v); }},
    {"light.direction", Kind::numbers3, -1e3, 1e3, {}, [](Project& p, const Value& v) { p.stage.light.direction = vec3(v); }},
    {"light.self_shadow", Kind::flag, 0, 0, {}, [](Project& p, const Value& v) { p.stage.light.self_shadow = flag(v); }},
    {"light.shadow_radius", Kind::number, 0.1, 1e4, {}, [](Project& p, const Value& v) { p.stage.light.shadow_radius = real(v); }},
    {"post.bloom", Kind::number, 0, 4, {}, [](Project& p, const Value& v) { p.stage.post.bloom = real(v); }},
    {"post.bloom_threshold", Kind::number, 0, 4, {}, [](Project& p, const Value& v) { p.stage.post.bloom_threshold = real(v); }},
    {"post.ambient_occlusion", Kind::number, 0, 4, {}, [](Project& p, const Value& v) { p.stage.post.ambient_occlusion = real(v); }},
    {"post.ao_radius", Kind::number, 0.001, 1e3, {}, [](Project& p, const Value& v) { p.stage.post.ao_radius = real(v); }},
    {"post.contact_shadow", Kind::number, 0, 4, {}, [](Project& p, const Value& v) { p.stage.post.contact_shadow = real(v); }},
    {"render.size", Kind::even_pair, 16, 8192, {}, [](Project& p, const Value& v) {
       const std::vector<double>& n = std::get<std::vector<double>>(v);
       p.render.width = static_cast<int>(n[0]);
       p.render.height = static_cast<int>(n[1]); }},
    {"render.preset", Kind::word, 0, 0, {"preview", "standard", "final"}, [](Project& p, const Value& v) { p.render.preset = preset(v); }},
    {"render.fps", Kind::number, 1, 240, {}, [](Project& p, const Value& v) { p.film.fps = number(v); }},
    {"encode.crf", Kind::integer, 0, 51, {}, [](Project& p, const Value& v) { p.film.crf = whole(v); }},
    {"encode.speed", Kind::word, 0, 0, {"ultrafast", "superfast", "veryfast", "faster", "fast", "medium", "slow", "slower", "veryslow"},
       [](Project& p, const Value& v) { p.film.speed = text(v); }},
    {"encode.audio_kbps", Kind::number, 16, 512, {}, [](Project& p, const Value& v) { p.film.audio_kbps = number(v); }},
    {"encode.hold", Kind::number, 0, 3600, {}, [](Project& p, const Value& v) { p.film.hold_seconds = number(v); }},
    {"encode.fade", Kind::number, 0, 3600, {}, [](Project& p, const Value& v) { p.film.fade_seconds = number(v); }},
    {"paths.out", Kind::path, 0, 0, {}, [](Project& p, const Value& v) { p.paths.out = text(v); }},
    {"paths.cache", Kind::path, 0, 0, {}, [](Project& p, const Value& v) { p.paths.cache = text(v); }},
  };
}
// clang-format on

const std::vector<Field>& table() {
  static const std::vector<Field> kRows = [] {
    std::vector<Field> rows = plain_rows();
    const std::vector<Field> bones = bone_rows(std::make_index_sequence<kHumanBones>{});
    rows.insert(rows.end(), bones.begin(), bones.end());
    return rows;
  }();
  return kRows;
}

// Limits are whole numbers or short fractions: never 1e+07.
std::string limit_text(double limit) {
  return limit == std::floor(limit) ? std::to_string(static_cast<long long>(limit))
                                    : odori::to_text(limit);
}

std::string range_text(const Field& field) {
  return " from " + limit_text(field.low) + " to " + limit_text(field.high);
}

std::string words_text(const Field& field) {
  std::string list;
  for (std::size_t i = 0; i < field.words.size(); ++i) {
    if (i > 0) list += i + 1 == field.words.size() ? " or " : ", ";
    list += "\"" + std::string(field.words[i]) + "\"";
  }
  return list;
}

bool is_word(const Field& field, const Value& value) {
  return std::find(field.words.begin(), field.words.end(), text(value)) != field.words.end();
}

bool in_range(const Field& field, double n) {
  return std::isfinite(n) && n >= field.low && n <= field.high;
}

// Edit distance; a swap of neighbours counts once.
std::size_t distance(std::string_view a, std::string_view b) {
  const std::size_t w = b.size() + 1;
  std::vector<std::size_t> d((a.size() + 1) * w);
  std::iota(d.begin(), d.begin() + static_cast<std::ptrdiff_t>(w), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    d[i * w] = i;
    for (std::size_t j = 1; j < w; ++j) {
      const std::size_t change = a[i - 1] == b[j - 1] ? 0 : 1;
      std::size_t best =
          std::min({d[(i - 1) * w + j] + 1, d[i * w + j - 1] + 1, d[(i - 1) * w + j - 1] + change});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        best = std::min(best, d[(i - 2) * w + j - 2] + 1);
      d[i * w + j] = best;
    }
  }
  return d.back();
}

std::string_view last_part(std::string_view key) { return key.substr(key.rfind('.') + 1); }

}  // namespace

std::span<const Field> fields() { return table(); }

const Field* find_field(std::string_view key) {
  for (const Field& field : table())
    if (key == field.key) return &field;
  return nullptr;
}

bool is_table_name(std::string_view key) {
  return std::any_of(table().begin(), table().end(), [&](const Field& field) {
    const std::string_view known = field.key;
    return known.size() > key.size() && known.starts_with(key) && known[key.size()] == '.';
  });
}

std::string expected_text(const Field& field) {
  switch (field.kind) {
    case Kind::text:
      return "a text in quotes";
    case Kind::path:
      return "a path in quotes";
    case Kind::paths:
      return "a list of paths, [\"a.vmd\", \"b.vmd\"]";
    case Kind::word:
      return words_text(field);
    case Kind::flag:
      return "true or false";
    case Kind::number:
      return "a number" + range_text(field);
    case Kind::integer:
      return "a whole number" + range_text(field);
    case Kind::number_or_word:
      return words_text(field) + " or a number" + range_text(field);
    case Kind::numbers3:
      return "three numbers, [0.1, 0.2, 0.3], each" + range_text(field);
    case Kind::even_pair:
      return "[width, height], two even whole numbers" + range_text(field);
  }
  return {};
}

std::string check(const Field& field, const Value& value) {
  bool ok = true;
  switch (field.kind) {
    case Kind::word:
      ok = is_word(field, value);
      break;
    case Kind::number:
      ok = in_range(field, number(value));
      break;
    case Kind::integer:
      ok = in_range(field, number(value)) && number(value) == std::floor(number(value));
      break;
    case Kind::number_or_word:
      ok = std::holds_alternative<double>(value) ? in_range(field, number(value))
                                                 : is_word(field, value);
      break;
    case Kind::numbers3:
    case Kind::even_pair: {
      const std::vector<double>& list = std::get<std::vector<double>>(value);
      ok = list.size() == (field.kind == Kind::numbers3 ? 3u : 2u);
      for (double n : list) {
        ok = ok && in_range(field, n);
        if (field.kind == Kind::even_pair) ok = ok && n == 2 * std::floor(n / 2);
      }
      break;
    }
    case Kind::text:
    case Kind::path:
      ok = text(value).find('\0') == std::string::npos;
      break;
    case Kind::paths:
      for (const std::string& one : texts(value))
        ok = ok && !one.empty() && one.find('\0') == std::string::npos;
      break;
    case Kind::flag:
      break;
  }
  return ok ? std::string() : expected_text(field);
}

std::string nearest_key(std::string_view key) {
  std::string best;
  std::size_t best_distance = key.size();
  for (const Field& field : table()) {
    // A right name in a wrong table is as likely as a slip of the finger.
    const std::size_t whole_key = distance(key, field.key);
    const std::size_t moved = distance(last_part(key), last_part(field.key)) + 2;
    const std::size_t d = std::min(whole_key, moved);
    if (d < best_distance) {
      best_distance = d;
      best = field.key;
    }
  }
  return best_distance <= std::max<std::size_t>(2, last_part(key).size() / 2) ? best
                                                                              : std::string();
}

}  // namespace odori::config_detail
