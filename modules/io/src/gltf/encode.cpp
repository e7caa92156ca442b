#include <algorithm>
#include <limits>

#include "gltf/parts.h"
#include "json/json_writer.h"

namespace odori::io {
namespace gltf {
namespace {

// Where the bytes of buffers and images come to stand in the one buffer that is written.
struct Packing {
  std::vector<std::uint64_t> buffers, images;  // images: only those with bytes of their own count
  std::uint64_t size = 0;
};

Packing pack(const GltfDocument& doc) {
  Packing out;
  const auto place = [&](std::size_t bytes) {
    const std::uint64_t at = out.size;
    out.size += (bytes + 3) / 4 * 4;
    return at;
  };
  for (const GltfBuffer& b : doc.buffers) out.buffers.push_back(place(b.bytes.size()));
  for (const GltfImage& i : doc.images)
    out.images.push_back(i.view < 0 ? place(i.bytes.size()) : out.size);
  return out;
}

template <class Append>
void add_bytes(const GltfDocument& doc, Append append) {
  const std::array<std::byte, 3> zeros{};
  const auto add = [&](Bytes bytes) {
    append(bytes);
    append(Bytes(zeros).first((4 - bytes.size() % 4) % 4));
  };
  for (const GltfBuffer& b : doc.buffers) add(b.bytes);
  for (const GltfImage& i : doc.images)
    if (i.view < 0) add(i.bytes);
}

class Encoder {
 public:
  Encoder(const GltfDocument& doc, const Packing& packing) : doc_(doc), packing_(packing) {}

  // `uri` of the one buffer; empty: the GLB's binary chunk.
  std::string run(const std::string& uri) {
    w_.begin_object();
    w_.key("asset");
    asset();
    texts("extensionsUsed", doc_.extensions_used);
    texts("extensionsRequired", doc_.extensions_required);
    index("scene", doc_.scene);
    scene_graph();
    list("meshes", doc_.meshes, [this](const GltfMesh& m) { mesh(m); });
    list("animations", doc_.animations, [this](const GltfAnimation& a) { animation(a); });
    list("accessors", doc_.accessors, [this](const GltfAccessor& a) { accessor(a); });
    bytes(uri);
    list("materials", doc_.materials, [this](const GltfMaterial& m) { material(m); });
    pictures();
    list("cameras", doc_.cameras, [this](const GltfCamera& c) { camera(c); });
    carried(doc_);
    w_.end_object();
    return w_.take();
  }

 private:
  // --- pieces

  template <class T, class Each>
  void list(const char* key, const std::vector<T>& values, Each each) {
    if (values.empty()) return;
    w_.key(key);
    w_.begin_array();
    for (const T& value : values) {
      w_.begin_object();
      each(value);
      w_.end_object();
    }
    w_.end_array();
  }
  template <class Range>
  void numbers(const char* key, const Range& values) {
    w_.key(key);
    w_.begin_array();
    for (const auto value : values) w_.number(value);
    w_.end_array();
  }
  template <class T>
  void some_numbers(const char* key, const std::vector<T>& values) {
    if (!values.empty()) numbers(key, values);
  }
  void texts(const char* key, const std::vector<std::string>& values) {
    if (values.empty()) return;
    w_.key(key);
    w_.begin_array();
    for (const std::string& value : values) w_.text(value);
    w_.end_array();
  }
  void text(const char* key, const std::string& value) {
    if (value.empty()) return;
    w_.key(key);
    w_.text(value);
  }
  void index(const char* key, GltfIndex value) {
    if (value >= 0) number(key, value);
  }
  template <class T>
  void number(const char* key, T value) {
    w_.key(key);
    w_.number(value);
  }
  template <class T>
  void number_unless(const char* key, T value, T otherwise) {
    if (value != otherwise) number(key, value);
  }
  void flag(const char* key, bool value) {
    if (!value) return;
    w_.key(key);
    w_.boolean(true);
  }
  void vec(const char* key, Vec2 v) { numbers(key, std::array{v.x, v.y}); }
  void vec(const char* key, Vec3 v) { numbers(key, std::array{v.x, v.y, v.z}); }
  void vec(const char* key, Vec4 v) { numbers(key, std::array{v.x, v.y, v.z, v.w}); }

  // What the object carries; `more` writes members of "extensions" that have typed fields.
  template <class More>
  void carried(const GltfObject& object, bool has_more, More more) {
    if (has_more || !object.extensions.empty()) {
      w_.key("extensions");
      w_.begin_object();
      more();
      for (const GltfExtension& e : object.extensions) {
        w_.key(e.name);
        w_.raw(e.json);
      }
      w_.end_object();
    }
    if (!object.extras.empty()) {
      w_.key("extras");
      w_.raw(object.extras);
    }
  }
  void carried(const GltfObject& object) {
    carried(object, false, [] {});
  }

  // --- lists

  void asset() {
    w_.begin_object();
    w_.key("version");
    w_.text(doc_.asset.version);
    text("minVersion", doc_.asset.min_version);
    text("generator", doc_.asset.generator);
    text("copyright", doc_.asset.copyright);
    carried(doc_.asset);
    w_.end_object();
  }

  void scene_graph() {
    list("scenes", doc_.scenes, [this](const GltfScene& s) {
      text("name", s.name);
      some_numbers("nodes", s.nodes);
      carried(s);
    });
    list("nodes", doc_.nodes, [this](const GltfNode& n) {
      text("name", n.name);
      index("mesh", n.mesh);
      index("skin", n.skin);
      index("camera", n.camera);
      if (n.matrix) numbers("matrix", *n.matrix);
      if (!(n.translation == Vec3{})) vec("translation", n.translation);
      if (!(n.rotation == Quat{}))
        vec("rotation", Vec4{n.rotation.x, n.rotation.y, n.rotation.z, n.rotation.w});
      if (!(n.scale == Vec3{1, 1, 1})) vec("scale", n.scale);
      some_numbers("children", n.children);
      some_numbers("weights", n.weights);
      carried(n);
    });
    list("skins", doc_.skins, [this](const GltfSkin& s) {
      text("name", s.name);
      index("inverseBindMatrices", s.inverse_bind_matrices);
      index("skeleton", s.skeleton);
      numbers("joints", s.joints);
      carried(s);
    });
  }

  void attributes(const std::vector<GltfAttribute>& list) {
    w_.begin_object();
    for (const GltfAttribute& a : list) number(a.name.c_str(), a.accessor);
    w_.end_object();
  }

  void mesh(const GltfMesh& mesh) {
    text("name", mesh.name);
    list("primitives", mesh.primitives, [this](const GltfPrimitive& p) {
      w_.key("attributes");
      attributes(p.attributes);
      index("indices", p.indices);
      index("material", p.material);
      number_unless("mode", static_cast<int>(p.mode), static_cast<int>(GltfMode::triangles));
      if (!p.targets.empty()) {
        w_.key("targets");
        w_.begin_array();
        for (const auto& target : p.targets) attributes(target);
        w_.end_array();
      }
      carried(p);
    });
    some_numbers("weights", mesh.weights);
    carried(mesh);
    if (!mesh.extras.empty() || mesh.target_names.empty()) return;
    w_.key("extras");
    w_.begin_object();
    texts("targetNames", mesh.target_names);
    w_.end_object();
  }

  void animation(const GltfAnimation& animation) {
    text("name", animation.name);
    list("samplers", animation.samplers, [this](const GltfSampler& s) {
      constexpr std::array kWords = {"LINEAR", "STEP", "CUBICSPLINE"};
      number("input", s.input);
      number("output", s.output);
      if (s.interpolation != GltfInterpolation::linear)
        text("interpolation", kWords[static_cast<std::size_t>(s.interpolation)]);
      carried(s);
    });
    list("channels", animation.channels, [this](const GltfChannel& c) {
      constexpr std::array kPaths = {"translation", "rotation", "scale", "weights"};
      number("sampler", c.sampler);
      w_.key("target");
      w_.begin_object();
      index("node", c.node);
      w_.key("path");
      w_.text(c.path == GltfPath::other ? c.other_path.c_str()
                                        : kPaths[static_cast<std::size_t>(c.path)]);
      carried(c.target);
      w_.end_object();
      carried(c);
    });
  }

  void accessor(const GltfAccessor& a) {
    constexpr std::array kTypes = {"SCALAR", "VEC2", "VEC3", "VEC4", "MAT2", "MAT3", "MAT4"};
    text("name", a.name);
    index("bufferView", a.view);
    number_unless("byteOffset", a.offset, std::uint64_t{0});
    number("componentType", static_cast<std::uint32_t>(a.component));
    flag("normalized", a.normalized);
    number("count", a.count);
    text("type", kTypes[static_cast<std::size_t>(a.type)]);
    some_numbers("min", a.min);
    some_numbers("max", a.max);
    if (a.sparse) {
      const GltfSparse& s = *a.sparse;
      w_.key("sparse");
      w_.begin_object();
      number("count", s.count);
      w_.key("indices");
      w_.begin_object();
      number("bufferView", s.indices_view);
      number_unless("byteOffset", s.indices_offset, std::uint64_t{0});
      number("componentType", static_cast<std::uint32_t>(s.indices_component));
      w_.end_object();
      w_.key("values");
      w_.begin_object();
      number("bufferView", s.values_view);
      number_unless("byteOffset", s.values_offset, std::uint64_t{0});
      w_.end_object();
      carried(s);
      w_.end_object();
    }
    carried(a);
  }

  void bytes(const std::string& uri) {
    std::vector<GltfBufferView> views = doc_.buffer_views;
    for (GltfBufferView& v : views) {
      v.offset += packing_.buffers[static_cast<std::size_t>(v.buffer)];
      v.buffer = 0;
    }
    for (std::size_t i = 0; i < doc_.images.size(); ++i) {
      if (doc_.images[i].view >= 0 || doc_.images[i].bytes.empty()) continue;
      GltfBufferView& v = views.emplace_back();
      v.buffer = 0;
      v.offset = packing_.images[i];
      v.length = doc_.images[i].bytes.size();
    }
    list("bufferViews", views, [this](const GltfBufferView& v) {
      text("name", v.name);
      number("buffer", v.buffer);
      number_unless("byteOffset", v.offset, std::uint64_t{0});
      number("byteLength", v.length);
      number_unless("byteStride", v.stride, 0u);
      number_unless("target", v.target, 0u);
      carried(v);
    });
    if (packing_.size == 0) return;
    GltfBuffer one;
    if (!doc_.buffers.empty()) {
      const GltfBuffer& first = doc_.buffers.front();
      one.name = first.name;
      one.extensions = first.extensions;
      one.extras = first.extras;
    }
    list("buffers", std::vector{one}, [&](const GltfBuffer& b) {
      text("name", b.name);
      text("uri", uri);
      number("byteLength", packing_.size);
      carried(b);
    });
  }

  void texture_info(const char* key, const char* scale, const GltfTextureInfo& info) {
    if (info.texture < 0) return;
    w_.key(key);
    w_.begin_object();
    number("index", info.texture);
    number_unless("texCoord", info.tex_coord, 0u);
    if (scale) number_unless(scale, info.scale, 1.0f);
    carried(info, info.transform.has_value(), [&] {
      if (!info.transform) return;
      const GltfTextureTransform& t = *info.transform;
      w_.key(kTextureTransform);
      w_.begin_object();
      vec("offset", t.offset);
      vec("scale", t.scale);
      number("rotation", t.rotation);
      index("texCoord", t.tex_coord);
      w_.end_object();
    });
    w_.end_object();
  }

  void material(const GltfMaterial& m) {
    text("name", m.name);
    if (m.has_pbr) {
      w_.key("pbrMetallicRoughness");
      w_.begin_object();
      if (!(m.base_colour_factor == Vec4{1, 1, 1, 1})) vec("baseColorFactor", m.base_colour_factor);
      texture_info("baseColorTexture", nullptr, m.base_colour);
      number_unless("metallicFactor", m.metallic_factor, 1.0f);
      number_unless("roughnessFactor", m.roughness_factor, 1.0f);
      texture_info("metallicRoughnessTexture", nullptr, m.metallic_roughness);
      carried(m.pbr);
      w_.end_object();
    }
    texture_info("normalTexture", "scale", m.normal);
    texture_info("occlusionTexture", "strength", m.occlusion);
    texture_info("emissiveTexture", nullptr, m.emissive);
    if (!(m.emissive_factor == Vec3{})) vec("emissiveFactor", m.emissive_factor);
    constexpr std::array kModes = {"OPAQUE", "MASK", "BLEND"};
    if (m.alpha_mode != GltfAlphaMode::opaque)
      text("alphaMode", kModes[static_cast<std::size_t>(m.alpha_mode)]);
    number_unless("alphaCutoff", m.alpha_cutoff, 0.5f);
    flag("doubleSided", m.double_sided);
    const bool emits = m.emissive_strength != 1;
    carried(m, m.unlit || emits, [&] {
      if (m.unlit) {
        w_.key(kUnlit);
        w_.raw("{}");
      }
      if (!emits) return;
      w_.key(kEmissiveStrength);
      w_.begin_object();
      number("emissiveStrength", m.emissive_strength);
      w_.end_object();
    });
  }

  void pictures() {
    list("textures", doc_.textures, [this](const GltfTexture& t) {
      text("name", t.name);
      index("sampler", t.sampler);
      index("source", t.source);
      carried(t, t.webp_source >= 0, [&] {
        if (t.webp_source < 0) return;
        w_.key(kTextureWebp);
        w_.begin_object();
        number("source", t.webp_source);
        w_.end_object();
      });
    });
    list("samplers", doc_.samplers, [this](const GltfTextureSampler& s) {
      text("name", s.name);
      number_unless("magFilter", s.mag_filter, 0u);
      number_unless("minFilter", s.min_filter, 0u);
      number_unless("wrapS", s.wrap_s, 10497u);
      number_unless("wrapT", s.wrap_t, 10497u);
      carried(s);
    });
    auto next = static_cast<GltfIndex>(doc_.buffer_views.size());
    list("images", doc_.images, [&](const GltfImage& i) {
      text("name", i.name);
      text("mimeType", i.mime_type);
      if (i.view >= 0)
        number("bufferView", i.view);
      else if (!i.bytes.empty())
        number("bufferView", next++);
      else
        text("uri", i.uri);
      carried(i);
    });
  }

  void camera(const GltfCamera& c) {
    text("name", c.name);
    text("type", c.perspective ? "perspective" : "orthographic");
    w_.key(c.perspective ? "perspective" : "orthographic");
    w_.begin_object();
    if (c.perspective) {
      number_unless("aspectRatio", c.aspect, 0.0f);
      number("yfov", c.y_fov);
    } else {
      number("xmag", c.x_mag);
      number("ymag", c.y_mag);
    }
    number("znear", c.z_near);
    number_unless("zfar", c.z_far, 0.0f);
    w_.end_object();
    carried(c);
  }

  const GltfDocument& doc_;
  const Packing& packing_;
  JsonWriter w_;
};

}  // namespace
}  // namespace gltf

std::string json_text(std::string_view text) {
  std::string out;
  write_json_text(out, text);
  return out;
}

Result<std::vector<std::byte>> encode_glb(const GltfDocument& doc) {
  if (const auto sound = check_gltf(doc); !sound) return tl::unexpected(sound.error());
  const gltf::Packing packing = gltf::pack(doc);
  std::string json = gltf::Encoder(doc, packing).run({});
  json.resize((json.size() + 3) / 4 * 4, ' ');
  const std::uint64_t length = 12 + 8 + json.size() + (packing.size > 0 ? 8 + packing.size : 0);
  if (length > std::numeric_limits<std::uint32_t>::max())
    return fail(Code::too_large, "a GLB holds at most 4 GB");
  ByteWriter out;
  out.reserve(static_cast<std::size_t>(length));
  const auto word = [&](std::uint64_t value) { out.write(static_cast<std::uint32_t>(value)); };
  word(gltf::kMagic);
  word(2);
  word(length);
  word(json.size());
  word(gltf::kJsonChunk);
  out.bytes(std::as_bytes(std::span(json)));
  if (packing.size > 0) {
    word(packing.size);
    word(gltf::kBinaryChunk);
    gltf::add_bytes(doc, [&](Bytes bytes) { out.bytes(bytes); });
  }
  return out.take();
}

Result<std::string> encode_gltf_text(const GltfDocument& doc) {
  if (const auto sound = check_gltf(doc); !sound) return tl::unexpected(sound.error());
  const gltf::Packing packing = gltf::pack(doc);
  std::string uri;
  if (packing.size > 0) {
    std::vector<std::byte> all;
    all.reserve(static_cast<std::size_t>(packing.size));
    gltf::add_bytes(doc, [&](Bytes bytes) { all.insert(all.end(), bytes.begin(), bytes.end()); });
    uri = "data:application/octet-stream;base64," + gltf::base64(all);
  }
  return gltf::Encoder(doc, packing).run(uri);
}

}  // namespace odori::io
