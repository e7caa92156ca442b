// Reads the JSON of an extension: remembers where it is, latches the first error, counts what it
// allocates.
#pragma once

#include <array>
#include <cmath>
#include <limits>
#include <string>

#include "json/json_tree.h"
#include "odori/io/vrm.h"

namespace odori::io::vrm {

class Reader {
 public:
  Reader(const GltfDocument& document, std::string place, std::size_t budget, Warnings& warnings)
      : gltf(document), place_(std::move(place)), budget_(budget), warnings_(warnings) {}

  // A step of the path that errors name; key must outlive it.
  class At {
   public:
    At(Reader& reader, std::string_view key) : reader_(reader) { reader.path_.push_back({key, 0}); }
    At(Reader& reader, std::size_t index) : reader_(reader) { reader.path_.push_back({{}, index}); }
    At(const At&) = delete;
    At& operator=(const At&) = delete;
    ~At() { reader_.path_.pop_back(); }

   private:
    Reader& reader_;
  };

  const GltfDocument& gltf;

  bool ok() const { return !error_; }
  Error take_error() { return std::move(*error_); }
  void wrong(Code code, const std::string& what);
  void warn(WarningKind kind, std::string_view detail);
  void charge(std::size_t bytes);

  // Each of these leaves `out` as it is where the key is absent or null.
  void text(JsonValue v, std::string_view key, std::string& out);
  void flag(JsonValue v, std::string_view key, bool& out);
  void flag(JsonValue v, std::string_view key, std::optional<bool>& out);
  void number(JsonValue v, std::string_view key, float& out);
  void whole(JsonValue v, std::string_view key, std::int32_t& out);
  void vec2(JsonValue v, std::string_view key, Vec2& out);
  void vec3(JsonValue v, std::string_view key, Vec3& out);
  void texture(JsonValue v, std::string_view key, GltfTextureInfo& out, bool with_scale = false);
  void texts(JsonValue v, std::string_view key, std::vector<std::string>& out);

  // An index below `count`. Absent, null or (0.x) -1: leaves `out`. Beyond: an error, as glTF has
  // it.
  void index(JsonValue v, std::string_view key, std::size_t count, GltfIndex& out);
  void index(JsonValue value, std::size_t count, GltfIndex& out);

  // One of some words; another one is a warning.
  template <class Enum, std::size_t n>
  void word(JsonValue v, std::string_view key, const std::array<std::string_view, n>& words,
            Enum& out) {
    std::string found;
    text(v, key, found);
    if (found.empty()) return;
    for (std::size_t i = 0; i < n; ++i)
      if (words[i] == found) {
        out = static_cast<Enum>(i);
        return;
      }
    const At here(*this, key);
    warn(WarningKind::bad_value, where() + ": \"" + found.substr(0, 40) + "\"");
  }

  // The elements of a list, or the members of an object, that are objects themselves.
  template <class Each>
  void each(JsonValue parent, std::string_view key, std::size_t bytes, Each use) {
    const JsonValue v = parent[key];
    if (!ok() || !v.there() || v.kind() == JsonKind::null) return;
    const At here(*this, key);
    if (!v.is_array() && !v.is_object()) return wrong(Code::malformed, "a list is wanted");
    const bool keyed = v.is_object();
    std::size_t i = 0;
    for (const JsonMember member : v) {
      charge(bytes);
      if (!ok()) return;
      if (keyed) {
        const At element(*this, member.key);
        use(member.key, member.value);
      } else {
        const At element(*this, i++);
        use(std::string_view(), member.value);
      }
      if (!ok()) return;
    }
  }
  // An object; an absent one has no members.
  JsonValue object(JsonValue parent, std::string_view key);

  std::string where() const;

 private:
  struct Step {
    std::string_view key;
    std::size_t index;  // where key is empty
  };
  template <std::size_t n>
  bool numbers(JsonValue v, std::string_view key, std::array<float, n>& out);

  std::string place_;
  std::vector<Step> path_;
  std::size_t budget_;
  Warnings& warnings_;
  std::optional<Error> error_;
};

// A number as float; errors where it is none or too large.
void read_number(Reader& in, JsonValue value, float& out);

void read_vrm1(Reader& in, JsonValue root, VrmDocument& out);
void read_vrm0(Reader& in, JsonValue root, VrmDocument& out);
void read_materials0(Reader& in, JsonValue root, VrmDocument& out);
void read_mtoon(Reader& in, JsonValue root, VrmMtoon& out);
void read_springs(Reader& in, JsonValue root, VrmDocument& out);
void read_constraint(Reader& in, JsonValue root, GltfIndex node, VrmDocument& out);

// Errors where one of the 15 that a humanoid needs is not there; warns of nodes that are two bones.
void check_human_bones(Reader& in, std::vector<VrmHumanBone>& bones);

// Morph targets of a mesh; none of -1.
std::size_t count_targets(const GltfDocument& gltf, GltfIndex mesh);

}  // namespace odori::io::vrm
