#include "vrm/reader.h"

#include <algorithm>

namespace odori::io::vrm {
namespace {

bool absent(JsonValue v) { return !v.there() || v.kind() == JsonKind::null; }

}  // namespace

std::string Reader::where() const {
  std::string text = place_;
  for (const Step& step : path_) {
    if (step.key.data() == nullptr)
      text += "[" + std::to_string(step.index) + "]";
    else
      text += "." + std::string(step.key.substr(0, 60));
  }
  return text;
}

void Reader::wrong(Code code, const std::string& what) {
  if (!error_) error_ = Error{code, where() + ": " + what, Error::kNoOffset, {}, {}};
}

void Reader::warn(WarningKind kind, std::string_view detail) { warnings_.add(kind, 0, detail); }

void Reader::charge(std::size_t bytes) {
  if (bytes > budget_)
    wrong(Code::too_large, "more things than a file of this size should hold");
  else
    budget_ -= bytes;
}

JsonValue Reader::object(JsonValue parent, std::string_view key) {
  const JsonValue v = parent[key];
  if (absent(v)) return {};
  const At here(*this, key);
  if (!v.is_object()) wrong(Code::malformed, "an object is wanted");
  return v;
}

void Reader::text(JsonValue v, std::string_view key, std::string& out) {
  const JsonValue value = v[key];
  if (!ok() || absent(value)) return;
  const At here(*this, key);
  if (value.kind() != JsonKind::text) return wrong(Code::malformed, "a text is wanted");
  charge(value.text().size());
  if (ok()) out = value.text();
}

void Reader::texts(JsonValue v, std::string_view key, std::vector<std::string>& out) {
  each(v, key, sizeof(std::string), [&](std::string_view, JsonValue value) {
    if (value.kind() != JsonKind::text) return wrong(Code::malformed, "a text is wanted");
    charge(value.text().size());
    if (ok()) out.emplace_back(value.text());
  });
}

void Reader::flag(JsonValue v, std::string_view key, bool& out) {
  const JsonValue value = v[key];
  if (!ok() || absent(value)) return;
  const At here(*this, key);
  if (value.kind() != JsonKind::boolean) return wrong(Code::malformed, "true or false is wanted");
  out = value.boolean();
}

void Reader::flag(JsonValue v, std::string_view key, std::optional<bool>& out) {
  if (absent(v[key])) return;
  bool value = false;
  flag(v, key, value);
  out = value;
}

void read_number(Reader& in, JsonValue value, float& out) {
  const std::optional<double> number = value.number();
  if (!number) return in.wrong(Code::malformed, "a number is wanted");
  const auto narrow = static_cast<float>(*number);
  if (!std::isfinite(narrow)) return in.wrong(Code::not_finite, "a number that is too large");
  out = narrow;
}

void Reader::number(JsonValue v, std::string_view key, float& out) {
  const JsonValue value = v[key];
  if (!ok() || absent(value)) return;
  const At here(*this, key);
  read_number(*this, value, out);
}

void Reader::whole(JsonValue v, std::string_view key, std::int32_t& out) {
  const JsonValue value = v[key];
  if (!ok() || absent(value)) return;
  const At here(*this, key);
  const std::optional<std::int64_t> n = value.integer();
  if (!n || *n < std::numeric_limits<std::int32_t>::min() ||
      *n > std::numeric_limits<std::int32_t>::max())
    return wrong(Code::malformed, "a whole number is wanted");
  out = static_cast<std::int32_t>(*n);
}

template <std::size_t n>
bool Reader::numbers(JsonValue v, std::string_view key, std::array<float, n>& out) {
  const JsonValue value = v[key];
  if (!ok() || absent(value)) return false;
  const At here(*this, key);
  // 0.x writes vectors as objects.
  constexpr std::array<std::string_view, 3> kNames = {"x", "y", "z"};
  if (value.is_object()) {
    for (std::size_t i = 0; i < n; ++i) number(value, kNames[i], out[i]);
    return ok();
  }
  if (!value.is_array() || value.size() != n) {
    wrong(Code::malformed, std::to_string(n) + " numbers are wanted");
    return false;
  }
  std::size_t i = 0;
  for (const JsonMember member : value) {
    const At element(*this, i);
    read_number(*this, member.value, out[i++]);
  }
  return ok();
}

void Reader::vec2(JsonValue v, std::string_view key, Vec2& out) {
  std::array<float, 2> values = {out.x, out.y};
  if (numbers(v, key, values)) out = {values[0], values[1]};
}

void Reader::vec3(JsonValue v, std::string_view key, Vec3& out) {
  std::array<float, 3> values = {out.x, out.y, out.z};
  if (numbers(v, key, values)) out = {values[0], values[1], values[2]};
}

void Reader::index(JsonValue value, std::size_t count, GltfIndex& out) {
  const std::optional<std::int64_t> n = value.integer();
  if (!n || *n < -1) return wrong(Code::malformed, "an index is wanted");
  if (*n == -1) return;
  if (static_cast<std::uint64_t>(*n) >= count)
    return wrong(Code::malformed,
                 "index " + std::to_string(*n) + " of " + std::to_string(count) + " things");
  out = static_cast<GltfIndex>(*n);
}

void Reader::index(JsonValue v, std::string_view key, std::size_t count, GltfIndex& out) {
  const JsonValue value = v[key];
  if (!ok() || absent(value)) return;
  const At here(*this, key);
  index(value, count, out);
}

void Reader::texture(JsonValue v, std::string_view key, GltfTextureInfo& out, bool with_scale) {
  const JsonValue value = object(v, key);
  if (!ok() || !value.there()) return;
  const At here(*this, key);
  index(value, "index", gltf.textures.size(), out.texture);
  std::int32_t coord = 0;
  whole(value, "texCoord", coord);
  out.tex_coord = static_cast<std::uint32_t>(std::max(coord, 0));
  if (with_scale) number(value, "scale", out.scale);
  const JsonValue transform = value["extensions"]["KHR_texture_transform"];
  if (!transform.is_object()) return;
  GltfTextureTransform& t = out.transform.emplace();
  vec2(transform, "offset", t.offset);
  vec2(transform, "scale", t.scale);
  number(transform, "rotation", t.rotation);
}

std::size_t count_targets(const GltfDocument& gltf, GltfIndex mesh) {
  if (mesh < 0) return 0;
  const auto& primitives = gltf.meshes[static_cast<std::size_t>(mesh)].primitives;
  return primitives.empty() ? 0 : primitives.front().targets.size();
}

}  // namespace odori::io::vrm
