// JSON -> GltfDocument. One class in one file: its functions are the lists of the specification in
// order, and share the path that errors name.
#include <algorithm>
#include <cmath>
#include <limits>

#include "gltf/parts.h"
#include "json/json_tree.h"

namespace odori::io::gltf {
namespace {

constexpr std::array<const char*, 7> kTypes = {"SCALAR", "VEC2", "VEC3", "VEC4",
                                               "MAT2",   "MAT3", "MAT4"};
constexpr std::array<const char*, 4> kTyped = {kUnlit, kEmissiveStrength, kTextureTransform,
                                               kTextureWebp};
constexpr std::size_t kMostAttributes = 256;

class Parser {
 public:
  Parser(JsonValue root, std::size_t& budget) : root_(root), budget_(budget) {}

  Result<GltfDocument> run(std::vector<std::string>& uris, std::vector<std::uint64_t>& lengths) {
    if (!root_.is_object()) return fail(Code::malformed, "glTF is one JSON object");
    head();
    // Before anything else: what is not known may change what the rest means.
    if (ok()) {
      if (const auto known = check_required(doc_); !known) return tl::unexpected(known.error());
    }
    scene_graph();
    list(root_, "meshes", doc_.meshes, [this](JsonValue v, GltfMesh& m) { mesh(v, m); });
    list(root_, "animations", doc_.animations,
         [this](JsonValue v, GltfAnimation& a) { animation(v, a); });
    list(root_, "accessors", doc_.accessors,
         [this](JsonValue v, GltfAccessor& a) { accessor(v, a); });
    bytes(uris, lengths);
    list(root_, "materials", doc_.materials,
         [this](JsonValue v, GltfMaterial& m) { material(v, m); });
    pictures();
    list(root_, "cameras", doc_.cameras, [this](JsonValue v, GltfCamera& c) { camera(v, c); });
    if (!ok()) return tl::unexpected(std::move(*error_));
    return std::move(doc_);
  }

 private:
  struct Step {
    const char* name;
    std::size_t index;  // where name is null
  };
  class At {
   public:
    At(Parser& parser, const char* name) : parser_(parser) { parser.path_.push_back({name, 0}); }
    At(Parser& parser, std::size_t index) : parser_(parser) {
      parser.path_.push_back({nullptr, index});
    }
    At(const At&) = delete;
    At& operator=(const At&) = delete;
    ~At() { parser_.path_.pop_back(); }

   private:
    Parser& parser_;
  };

  bool ok() const { return !error_; }
  void wrong(Code code, const std::string& what) {
    if (error_) return;
    std::string where;
    for (const Step& step : path_) {
      if (!step.name) {
        where += "[" + std::to_string(step.index) + "]";
      } else {
        if (!where.empty()) where += ".";
        where += step.name;
      }
    }
    error_ = Error{code, where + ": " + what, Error::kNoOffset, {}, {}};
  }
  void charge(std::size_t bytes) {
    if (bytes > budget_)
      wrong(Code::too_large, "more objects than a file of this size should hold");
    else
      budget_ -= bytes;
  }

  // --- values

  template <class T, class Each>
  void list(JsonValue parent, const char* key, std::vector<T>& out, Each each) {
    const JsonValue v = parent[key];
    if (!v.there() || !ok()) return;
    const At here(*this, key);
    if (!v.is_array()) return wrong(Code::malformed, "a list is wanted");
    const std::size_t n = v.size();
    charge(n * sizeof(T));
    if (!ok()) return;
    out.resize(n);
    std::size_t i = 0;
    for (const JsonMember member : v) {
      const At element(*this, i);
      if constexpr (std::is_base_of_v<GltfObject, T>) {
        if (!member.value.is_object()) return wrong(Code::malformed, "an object is wanted");
        common(member.value, out[i]);
      }
      each(member.value, out[i]);
      if (!ok()) return;
      ++i;
    }
  }

  void common(JsonValue v, GltfObject& out) {
    const auto text_of = [this](JsonValue value) {
      std::string text;
      value.write(text);
      charge(text.size());
      return text;
    };
    if (const JsonValue extensions = v["extensions"]; extensions.there()) {
      const At here(*this, "extensions");
      if (!extensions.is_object()) return wrong(Code::malformed, "an object is wanted");
      for (const JsonMember member : extensions) {
        const auto typed = std::find(kTyped.begin(), kTyped.end(), member.key);
        if (typed != kTyped.end()) continue;
        charge(sizeof(GltfExtension));
        if (!ok()) return;
        out.extensions.push_back({std::string(member.key), text_of(member.value)});
      }
    }
    if (const JsonValue extras = v["extras"]; extras.there()) out.extras = text_of(extras);
  }

  void read(JsonValue v, std::string& out) {
    if (!v.there()) return;
    if (v.kind() != JsonKind::text) return wrong(Code::malformed, "a text is wanted");
    charge(v.text().size());
    if (ok()) out = v.text();
  }
  void read(JsonValue v, bool& out) {
    if (!v.there()) return;
    if (v.kind() != JsonKind::boolean) return wrong(Code::malformed, "true or false is wanted");
    out = v.boolean();
  }
  void read(JsonValue v, double& out) {
    if (!v.there()) return;
    if (v.kind() != JsonKind::number) return wrong(Code::malformed, "a number is wanted");
    out = *v.number();
  }
  void read(JsonValue v, float& out) {
    double value = static_cast<double>(out);
    read(v, value);
    out = static_cast<float>(value);
    if (!std::isfinite(out)) wrong(Code::not_finite, "a number that is too large");
  }
  // Not negative; what is larger than the type can hold is an error.
  template <class T>
  requires std::is_integral_v<T>
  void read(JsonValue v, T& out) {
    if (!v.there()) return;
    const std::optional<std::int64_t> value = v.integer();
    if (!value || *value < 0) return wrong(Code::malformed, "a whole number from 0 is wanted");
    if (static_cast<std::uint64_t>(*value) >
        static_cast<std::uint64_t>(std::numeric_limits<T>::max()))
      return wrong(Code::too_large, std::to_string(*value) + " is too large a number");
    out = static_cast<T>(*value);
  }
  template <class T>
  void read(JsonValue parent, const char* key, T& out) {
    const JsonValue v = parent[key];
    if (!v.there() || !ok()) return;
    const At here(*this, key);
    read(v, out);
  }
  template <class T>
  void need(JsonValue parent, const char* key, T& out) {
    const At here(*this, key);
    if (!parent[key].there()) return wrong(Code::malformed, "is missing");
    read(parent[key], out);
  }
  template <std::size_t n>
  void read(JsonValue v, std::array<float, n>& out) {
    if (!v.is_array() || v.size() != n)
      return wrong(Code::malformed, std::to_string(n) + " numbers are wanted");
    std::size_t i = 0;
    for (const JsonMember member : v) {
      const At element(*this, i);
      read(member.value, out[i++]);
    }
  }
  template <std::size_t n>
  std::array<float, n> numbers(JsonValue parent, const char* key, std::array<float, n> otherwise) {
    read(parent, key, otherwise);
    return otherwise;
  }
  Vec2 vec2(JsonValue parent, const char* key, Vec2 otherwise) {
    const auto v = numbers<2>(parent, key, {otherwise.x, otherwise.y});
    return {v[0], v[1]};
  }
  Vec3 vec3(JsonValue parent, const char* key, Vec3 otherwise) {
    const auto v = numbers<3>(parent, key, {otherwise.x, otherwise.y, otherwise.z});
    return {v[0], v[1], v[2]};
  }
  template <class T>
  void values(JsonValue parent, const char* key, std::vector<T>& out) {
    list(parent, key, out, [this](JsonValue v, T& value) { read(v, value); });
  }
  // One of a few words; `otherwise` when it is not there.
  template <class Enum, std::size_t n>
  Enum word(JsonValue parent, const char* key, const std::array<const char*, n>& words,
            Enum otherwise) {
    std::string found;
    read(parent, key, found);
    if (found.empty()) return otherwise;
    const auto it = std::find(words.begin(), words.end(), found);
    if (it == words.end()) {
      const At here(*this, key);
      wrong(Code::malformed, "\"" + found.substr(0, 40) + "\" is not known");
      return otherwise;
    }
    return static_cast<Enum>(it - words.begin());
  }
  GltfComponent component(JsonValue parent) {
    std::uint32_t value = 0;
    need(parent, "componentType", value);
    if (ok() && (value < 5120 || value > 5126 || value == 5124)) {
      const At here(*this, "componentType");
      wrong(Code::malformed, std::to_string(value) + " is not known");
    }
    return static_cast<GltfComponent>(value);
  }

  // --- lists

  void head() {
    common(root_, doc_);
    {
      const At here(*this, "asset");
      const JsonValue asset = root_["asset"];
      if (!asset.is_object()) return wrong(Code::malformed, "an object is wanted");
      common(asset, doc_.asset);
      need(asset, "version", doc_.asset.version);
      read(asset, "minVersion", doc_.asset.min_version);
      read(asset, "generator", doc_.asset.generator);
      read(asset, "copyright", doc_.asset.copyright);
      const std::string& min = doc_.asset.min_version;
      if (!doc_.asset.version.starts_with("2.") || (!min.empty() && min != "2.0"))
        wrong(Code::unsupported, "glTF version " +
                                     (min.empty() ? doc_.asset.version : min).substr(0, 20) +
                                     " where 2.0 is known");
    }
    values(root_, "extensionsUsed", doc_.extensions_used);
    values(root_, "extensionsRequired", doc_.extensions_required);
  }

  void scene_graph() {
    read(root_, "scene", doc_.scene);
    list(root_, "scenes", doc_.scenes, [this](JsonValue v, GltfScene& scene) {
      read(v, "name", scene.name);
      values(v, "nodes", scene.nodes);
    });
    list(root_, "nodes", doc_.nodes, [this](JsonValue v, GltfNode& node) {
      read(v, "name", node.name);
      read(v, "mesh", node.mesh);
      read(v, "skin", node.skin);
      read(v, "camera", node.camera);
      if (v["matrix"].there()) read(v, "matrix", node.matrix.emplace());
      node.translation = vec3(v, "translation", {});
      const auto q = numbers<4>(v, "rotation", {0, 0, 0, 1});
      node.rotation = {q[0], q[1], q[2], q[3]};
      node.scale = vec3(v, "scale", node.scale);
      values(v, "children", node.children);
      values(v, "weights", node.weights);
    });
    list(root_, "skins", doc_.skins, [this](JsonValue v, GltfSkin& skin) {
      read(v, "name", skin.name);
      read(v, "inverseBindMatrices", skin.inverse_bind_matrices);
      read(v, "skeleton", skin.skeleton);
      values(v, "joints", skin.joints);
    });
  }

  void attributes(JsonValue v, std::vector<GltfAttribute>& out) {
    if (!v.is_object()) return wrong(Code::malformed, "an object is wanted");
    const std::size_t n = v.size();
    if (n > kMostAttributes) return wrong(Code::too_large, "too many attributes");
    charge(n * sizeof(GltfAttribute));
    if (!ok()) return;
    out.reserve(n);
    for (const JsonMember member : v) {
      GltfAttribute& attribute = out.emplace_back();
      attribute.name = member.key;
      const At here(*this, attribute.name.c_str());
      read(member.value, attribute.accessor);
    }
  }

  void mesh(JsonValue v, GltfMesh& mesh) {
    read(v, "name", mesh.name);
    values(v, "weights", mesh.weights);
    list(v, "primitives", mesh.primitives, [this](JsonValue p, GltfPrimitive& primitive) {
      {
        const At here(*this, "attributes");
        attributes(p["attributes"], primitive.attributes);
      }
      read(p, "indices", primitive.indices);
      read(p, "material", primitive.material);
      std::uint32_t mode = 4;
      read(p, "mode", mode);
      if (mode > 6) {
        const At here(*this, "mode");
        wrong(Code::malformed, std::to_string(mode) + " is not known");
      }
      primitive.mode = static_cast<GltfMode>(mode);
      list(p, "targets", primitive.targets,
           [this](JsonValue t, std::vector<GltfAttribute>& target) { attributes(t, target); });
    });
    // Not of the specification, but what all programs write: anything odd in it is passed over.
    for (const JsonMember name : v["extras"]["targetNames"]) {
      charge(sizeof(std::string) + name.value.text().size());
      if (!ok()) return;
      mesh.target_names.emplace_back(name.value.text());
    }
  }

  void animation(JsonValue v, GltfAnimation& animation) {
    read(v, "name", animation.name);
    list(v, "samplers", animation.samplers, [this](JsonValue s, GltfSampler& sampler) {
      need(s, "input", sampler.input);
      need(s, "output", sampler.output);
      sampler.interpolation = word(s, "interpolation", std::array{"LINEAR", "STEP", "CUBICSPLINE"},
                                   GltfInterpolation::linear);
    });
    list(v, "channels", animation.channels, [this](JsonValue c, GltfChannel& channel) {
      need(c, "sampler", channel.sampler);
      const At here(*this, "target");
      const JsonValue target = c["target"];
      if (!target.is_object()) return wrong(Code::malformed, "an object is wanted");
      common(target, channel.target);
      read(target, "node", channel.node);
      std::string path;
      need(target, "path", path);
      constexpr std::array<const char*, 4> kPaths = {"translation", "rotation", "scale", "weights"};
      const auto it = std::find(kPaths.begin(), kPaths.end(), path);
      channel.path = static_cast<GltfPath>(it - kPaths.begin());
      if (channel.path == GltfPath::other) channel.other_path = path;
    });
  }

  void accessor(JsonValue v, GltfAccessor& accessor) {
    read(v, "name", accessor.name);
    read(v, "bufferView", accessor.view);
    read(v, "byteOffset", accessor.offset);
    accessor.component = component(v);
    read(v, "normalized", accessor.normalized);
    need(v, "count", accessor.count);
    if (!v["type"].there()) wrong(Code::malformed, "type is missing");
    accessor.type = word(v, "type", kTypes, GltfType::scalar);
    values(v, "min", accessor.min);
    values(v, "max", accessor.max);
    const JsonValue s = v["sparse"];
    if (!s.there()) return;
    const At here(*this, "sparse");
    if (!s.is_object()) return wrong(Code::malformed, "an object is wanted");
    GltfSparse& sparse = accessor.sparse.emplace();
    common(s, sparse);
    need(s, "count", sparse.count);
    {
      const At indices(*this, "indices");
      need(s["indices"], "bufferView", sparse.indices_view);
      read(s["indices"], "byteOffset", sparse.indices_offset);
      sparse.indices_component = component(s["indices"]);
    }
    const At values(*this, "values");
    need(s["values"], "bufferView", sparse.values_view);
    read(s["values"], "byteOffset", sparse.values_offset);
  }

  void bytes(std::vector<std::string>& uris, std::vector<std::uint64_t>& lengths) {
    list(root_, "bufferViews", doc_.buffer_views, [this](JsonValue v, GltfBufferView& view) {
      read(v, "name", view.name);
      need(v, "buffer", view.buffer);
      read(v, "byteOffset", view.offset);
      need(v, "byteLength", view.length);
      read(v, "byteStride", view.stride);
      read(v, "target", view.target);
    });
    list(root_, "buffers", doc_.buffers, [&](JsonValue v, GltfBuffer& buffer) {
      read(v, "name", buffer.name);
      const std::string_view uri = v["uri"].text();
      std::string& kept = uris.emplace_back();
      if (uri.starts_with("data:")) {
        kept = "data:";
        data_uri(uri, buffer.bytes);
      } else {
        read(v, "uri", kept);
      }
      need(v, "byteLength", lengths.emplace_back());
    });
  }

  void texture_info(JsonValue parent, const char* key, const char* scale, GltfTextureInfo& info) {
    const JsonValue v = parent[key];
    if (!v.there() || !ok()) return;
    const At here(*this, key);
    if (!v.is_object()) return wrong(Code::malformed, "an object is wanted");
    common(v, info);
    need(v, "index", info.texture);
    read(v, "texCoord", info.tex_coord);
    if (scale) read(v, scale, info.scale);
    const JsonValue t = v["extensions"][kTextureTransform];
    if (!t.is_object()) return;
    const At transform(*this, kTextureTransform);
    GltfTextureTransform& out = info.transform.emplace();
    out.offset = vec2(t, "offset", {});
    out.scale = vec2(t, "scale", {1, 1});
    read(t, "rotation", out.rotation);
    read(t, "texCoord", out.tex_coord);
  }

  void material(JsonValue v, GltfMaterial& material) {
    read(v, "name", material.name);
    if (const JsonValue pbr = v["pbrMetallicRoughness"]; pbr.there()) {
      const At here(*this, "pbrMetallicRoughness");
      if (!pbr.is_object()) return wrong(Code::malformed, "an object is wanted");
      material.has_pbr = true;
      common(pbr, material.pbr);
      const auto c = numbers<4>(pbr, "baseColorFactor", {1, 1, 1, 1});
      material.base_colour_factor = {c[0], c[1], c[2], c[3]};
      texture_info(pbr, "baseColorTexture", nullptr, material.base_colour);
      read(pbr, "metallicFactor", material.metallic_factor);
      read(pbr, "roughnessFactor", material.roughness_factor);
      texture_info(pbr, "metallicRoughnessTexture", nullptr, material.metallic_roughness);
    }
    texture_info(v, "normalTexture", "scale", material.normal);
    texture_info(v, "occlusionTexture", "strength", material.occlusion);
    texture_info(v, "emissiveTexture", nullptr, material.emissive);
    material.emissive_factor = vec3(v, "emissiveFactor", {});
    material.alpha_mode =
        word(v, "alphaMode", std::array{"OPAQUE", "MASK", "BLEND"}, GltfAlphaMode::opaque);
    read(v, "alphaCutoff", material.alpha_cutoff);
    read(v, "doubleSided", material.double_sided);
    const JsonValue extensions = v["extensions"];
    material.unlit = extensions[kUnlit].there();
    const At here(*this, "extensions");
    read(extensions[kEmissiveStrength], "emissiveStrength", material.emissive_strength);
  }

  void pictures() {
    list(root_, "textures", doc_.textures, [this](JsonValue v, GltfTexture& texture) {
      read(v, "name", texture.name);
      read(v, "sampler", texture.sampler);
      read(v, "source", texture.source);
      read(v["extensions"][kTextureWebp], "source", texture.webp_source);
    });
    list(root_, "samplers", doc_.samplers, [this](JsonValue v, GltfTextureSampler& sampler) {
      read(v, "name", sampler.name);
      read(v, "magFilter", sampler.mag_filter);
      read(v, "minFilter", sampler.min_filter);
      read(v, "wrapS", sampler.wrap_s);
      read(v, "wrapT", sampler.wrap_t);
    });
    list(root_, "images", doc_.images, [this](JsonValue v, GltfImage& image) {
      read(v, "name", image.name);
      read(v, "mimeType", image.mime_type);
      read(v, "bufferView", image.view);
      const JsonValue uri = v["uri"];
      if (!uri.text().starts_with("data:")) return read(v, "uri", image.uri);
      data_uri(uri.text(), image.bytes);
      const std::string_view kind = uri.text().substr(5);
      if (image.mime_type.empty()) image.mime_type = kind.substr(0, kind.find_first_of(";,"));
    });
  }

  void data_uri(std::string_view uri, std::vector<std::byte>& out) {
    charge(uri.size() / 4 * 3);
    if (!ok()) return;
    auto bytes = decode_data_uri(uri);
    const At here(*this, "uri");
    if (!bytes) return wrong(bytes.error().code, bytes.error().what);
    out = std::move(*bytes);
  }

  void camera(JsonValue v, GltfCamera& camera) {
    read(v, "name", camera.name);
    const auto kind = word(v, "type", std::array{"perspective", "orthographic"}, GltfType::scalar);
    camera.perspective = kind == GltfType::scalar;
    const char* key = camera.perspective ? "perspective" : "orthographic";
    const JsonValue p = v[key];
    const At here(*this, key);
    if (!p.is_object()) return wrong(Code::malformed, "an object is wanted");
    if (camera.perspective) {
      read(p, "aspectRatio", camera.aspect);
      need(p, "yfov", camera.y_fov);
    } else {
      need(p, "xmag", camera.x_mag);
      need(p, "ymag", camera.y_mag);
    }
    need(p, "znear", camera.z_near);
    read(p, "zfar", camera.z_far);
  }

  JsonValue root_;
  std::size_t& budget_;
  GltfDocument doc_;
  std::vector<Step> path_;
  std::optional<Error> error_;
};

}  // namespace

Result<GltfDocument> parse_document(std::string_view json, std::size_t& budget,
                                    std::vector<std::string>& uris,
                                    std::vector<std::uint64_t>& lengths) {
  const auto tree = JsonTree::parse(json);
  if (!tree) return tl::unexpected(tree.error());
  if (tree->memory() > budget)
    return fail(Code::too_large, "more JSON than a file of this size should hold");
  budget -= tree->memory();
  auto document = Parser(tree->root(), budget).run(uris, lengths);
  budget += tree->memory();
  return document;
}

}  // namespace odori::io::gltf
