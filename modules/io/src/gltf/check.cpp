// What check_gltf promises, list by list, in one class: together they share the first failure and
// the bytes already looked at.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>

#include "gltf/parts.h"

namespace odori::io {
namespace gltf {

std::string place(const char* list, std::size_t index, const std::string& rest) {
  return std::string(list) + "[" + std::to_string(index) + "]" + (rest.empty() ? "" : ".") + rest;
}

namespace {

// Accessors may share bytes, but not so that a small file becomes large work.
constexpr std::uint64_t kMostShared = 16;
constexpr std::uint64_t kFreeBytes = std::uint64_t{64} << 20;
constexpr std::uint32_t kFreeZeros = 65536;  // elements of an accessor without bytes
constexpr float kLengthSlack = 1e-3f;

// No exponent of all ones: what NaN and infinity have. Written so that it runs at the speed of
// memory.
bool all_finite(const std::byte* data, std::size_t n) {
  std::uint32_t bad = 0;
  for (std::size_t i = 0; i < n; ++i) {
    std::uint32_t bits;
    std::memcpy(&bits, data + i * 4, 4);
    bad |= (bits & 0x7F800000u) == 0x7F800000u ? 1u : 0u;
  }
  return bad == 0;
}

template <class T>
bool finite_floats(const T& value) {
  if constexpr (std::is_trivially_copyable_v<T>) {
    return all_finite(reinterpret_cast<const std::byte*>(&value), sizeof(T) / 4);
  } else {
    return all_finite(reinterpret_cast<const std::byte*>(value.data()), value.size());
  }
}
// Of structs of floats and lists of them.
template <class... Values>
bool all_finite_of(const Values&... values) {
  return (finite_floats(values) && ...);
}

template <class T>
std::uint32_t largest(const std::byte* data, std::size_t n, std::size_t stride) {
  T most = 0;
  for (std::size_t i = 0; i < n; ++i) {
    T value;
    std::memcpy(&value, data + i * stride, sizeof value);
    most = std::max(most, value);
  }
  return most;
}

class Checker {
 public:
  explicit Checker(const GltfDocument& doc) : doc_(doc) {}

  Result<Warnings> run() {
    views();
    accessors();
    nodes();
    meshes();
    skins();
    animations();
    looks();
    if (error_) return tl::unexpected(std::move(*error_));
    return std::move(warnings_);
  }

 private:
  bool ok() const { return !error_; }
  void wrong(Code code, const std::string& where, const std::string& what) {
    if (!error_) error_ = Error{code, where + ": " + what, Error::kNoOffset, {}, {}};
  }
  // `where` is made only when it is needed.
  template <class List, class Where>
  bool in_range(GltfIndex index, const List& list, bool required, Where where) {
    if (index < 0 && !required && index >= -1) return true;
    if (index >= 0 && static_cast<std::size_t>(index) < list.size()) return true;
    wrong(Code::malformed, where(),
          std::to_string(index) + " is out of range, there are " + std::to_string(list.size()));
    return false;
  }
  const GltfAccessor& accessor(GltfIndex index) const {
    return doc_.accessors[static_cast<std::size_t>(index)];
  }

  void views() {
    for (std::size_t i = 0; i < doc_.buffer_views.size() && ok(); ++i) {
      const GltfBufferView& v = doc_.buffer_views[i];
      if (!in_range(v.buffer, doc_.buffers, true,
                    [&] { return place("bufferViews", i, "buffer"); }))
        return;
      const std::uint64_t there = doc_.buffers[static_cast<std::size_t>(v.buffer)].bytes.size();
      if (v.offset > there || v.length > there - v.offset)
        wrong(Code::truncated, place("bufferViews", i),
              "ends behind its buffer of " + std::to_string(there) + " bytes");
      if (v.stride > 252)
        wrong(Code::malformed, place("bufferViews", i, "byteStride"), "above 252");
    }
  }

  // `count` elements of `size` bytes, `stride` apart, from `offset` on: inside the view?
  bool fits(GltfIndex view, std::uint64_t offset, std::uint64_t count, std::uint64_t size,
            std::uint64_t stride, const std::string& where) {
    const std::uint64_t there = doc_.buffer_views[static_cast<std::size_t>(view)].length;
    if (count == 0 || (offset <= there && size <= there - offset &&
                       (count - 1) <= (there - offset - size) / stride))
      return true;
    wrong(Code::truncated, where,
          std::to_string(count) + " elements end behind their buffer view of " +
              std::to_string(there) + " bytes");
    return false;
  }

  void charge(std::uint64_t bytes, const std::string& where) {
    looked_ += bytes;
    if (looked_ > all_bytes_ * kMostShared + kFreeBytes)
      wrong(Code::too_large, where, "too many accessors share the same bytes");
  }

  void finite(GltfIndex view, std::uint64_t offset, const GltfAccessor& a, std::uint64_t count,
              std::uint64_t stride, const std::string& where) {
    if (a.component != GltfComponent::f32 || count == 0) return;
    const std::byte* data = bytes_of_view(doc_, view).data() + offset;
    const std::size_t n = components_of(a.type);
    bool good = true;
    if (stride == n * 4) {
      good = all_finite(data, static_cast<std::size_t>(count) * n);
    } else {
      for (std::uint64_t i = 0; i < count; ++i)
        good &= all_finite(data + static_cast<std::size_t>(i * stride), n);
    }
    if (!good) wrong(Code::not_finite, where, "holds a number that is not finite");
  }

  void accessors() {
    for (const GltfBuffer& b : doc_.buffers) all_bytes_ += b.bytes.size();
    std::uint32_t most = kFreeZeros;  // elements of an accessor that has bytes
    for (const GltfAccessor& a : doc_.accessors) most = std::max(most, a.view >= 0 ? a.count : 0);
    for (std::size_t i = 0; i < doc_.accessors.size() && ok(); ++i) {
      const GltfAccessor& a = doc_.accessors[i];
      const std::uint64_t size = element_bytes(a.type, a.component);
      if (a.view < 0 && a.count > most)
        return wrong(Code::too_large, place("accessors", i, "count"),
                     std::to_string(a.count) + " elements without a buffer view");
      charge(a.count * size, place("accessors", i));
      if (!in_range(a.view, doc_.buffer_views, false,
                    [&] { return place("accessors", i, "bufferView"); }))
        return;
      if (a.view >= 0) {
        const std::uint32_t given = doc_.buffer_views[static_cast<std::size_t>(a.view)].stride;
        const std::uint64_t stride = given > 0 ? given : size;
        if (stride < size)
          wrong(Code::malformed, place("accessors", i), "elements are longer than the byteStride");
        if (!ok() || !fits(a.view, a.offset, a.count, size, stride, place("accessors", i))) return;
        finite(a.view, a.offset, a, a.count, stride, place("accessors", i));
      }
      for (const double limit : a.min)
        if (!std::isfinite(limit)) wrong(Code::not_finite, place("accessors", i, "min"), "");
      for (const double limit : a.max)
        if (!std::isfinite(limit)) wrong(Code::not_finite, place("accessors", i, "max"), "");
      if (a.sparse && ok()) sparse(a, *a.sparse, place("accessors", i, "sparse"));
    }
  }

  void sparse(const GltfAccessor& a, const GltfSparse& s, const std::string& where) {
    const auto view = [&](const char* part) { return where + "." + part + ".bufferView"; };
    if (!in_range(s.indices_view, doc_.buffer_views, true, [&] { return view("indices"); }) ||
        !in_range(s.values_view, doc_.buffer_views, true, [&] { return view("values"); }))
      return;
    if (s.indices_component != GltfComponent::u8 && s.indices_component != GltfComponent::u16 &&
        s.indices_component != GltfComponent::u32)
      return wrong(Code::malformed, where + ".indices.componentType", "is not unsigned");
    const std::size_t index_size = bytes_of(s.indices_component),
                      size = element_bytes(a.type, a.component);
    charge(s.count * (size + index_size), where);
    if (s.count > a.count) return wrong(Code::malformed, where + ".count", "above the accessor's");
    if (!fits(s.indices_view, s.indices_offset, s.count, index_size, index_size,
              where + ".indices") ||
        !fits(s.values_view, s.values_offset, s.count, size, size, where + ".values"))
      return;
    finite(s.values_view, s.values_offset, a, s.count, size, where + ".values");
    const std::byte* places = bytes_of_view(doc_, s.indices_view).data() + s.indices_offset;
    if (s.count > 0 && largest_of(s.indices_component, places, s.count, index_size) >= a.count)
      wrong(Code::malformed, where + ".indices", "an index is out of range");
  }

  static std::uint32_t largest_of(GltfComponent component, const std::byte* data, std::size_t n,
                                  std::size_t stride) {
    if (component == GltfComponent::u8) return largest<std::uint8_t>(data, n, stride);
    if (component == GltfComponent::u16) return largest<std::uint16_t>(data, n, stride);
    return largest<std::uint32_t>(data, n, stride);
  }

  void nodes() {
    std::vector<GltfIndex> parent(doc_.nodes.size(), -1);
    for (std::size_t i = 0; i < doc_.nodes.size() && ok(); ++i) {
      const GltfNode& n = doc_.nodes[i];
      const auto at = [&](const char* what) { return [=] { return place("nodes", i, what); }; };
      in_range(n.mesh, doc_.meshes, false, at("mesh"));
      in_range(n.skin, doc_.skins, false, at("skin"));
      in_range(n.camera, doc_.cameras, false, at("camera"));
      for (std::size_t c = 0; c < n.children.size() && ok(); ++c) {
        const auto where = [&] { return place("nodes", i, place("children", c)); };
        if (!in_range(n.children[c], doc_.nodes, true, where)) break;
        GltfIndex& above = parent[static_cast<std::size_t>(n.children[c])];
        if (above >= 0)
          wrong(Code::malformed, where(),
                "node " + std::to_string(n.children[c]) + " has a parent already, node " +
                    std::to_string(above));
        above = static_cast<GltfIndex>(i);
      }
      const Quat q = n.rotation;
      if (!all_finite_of(n.translation, n.scale, q, n.weights) ||
          (n.matrix && !all_finite_of(*n.matrix)))
        wrong(Code::not_finite, place("nodes", i), "holds a number that is not finite");
      const float length = dot(q, q);
      if (!(length > 0))
        warnings_.add(WarningKind::zero_quaternion, i, place("nodes", i, "rotation"));
      else if (std::fabs(length - 1) > 2 * kLengthSlack)
        warnings_.add(WarningKind::quaternion_length, i, place("nodes", i, "rotation"));
    }
    if (ok()) loops(parent);
    in_range(doc_.scene, doc_.scenes, false, [] { return std::string("scene"); });
    for (std::size_t s = 0; s < doc_.scenes.size() && ok(); ++s) {
      const std::vector<GltfIndex>& roots = doc_.scenes[s].nodes;
      for (std::size_t i = 0; i < roots.size() && ok(); ++i) {
        const auto where = [&] { return place("scenes", s, place("nodes", i)); };
        if (in_range(roots[i], doc_.nodes, true, where) &&
            parent[static_cast<std::size_t>(roots[i])] >= 0)
          warnings_.add(WarningKind::bad_value, i, where() + " is not a root");
      }
    }
  }

  // Every node has one parent at most, so that a loop is a way up that comes back.
  void loops(const std::vector<GltfIndex>& parent) {
    std::vector<std::size_t> seen(parent.size(), 0);  // 1 + the node whose way up came by
    for (std::size_t i = 0; i < parent.size(); ++i) {
      for (std::size_t n = i; seen[n] != i + 1;) {
        if (seen[n] != 0) break;
        seen[n] = i + 1;
        if (parent[n] < 0) break;
        n = static_cast<std::size_t>(parent[n]);
        if (seen[n] == i + 1)
          return wrong(Code::malformed, place("nodes", n, "children"),
                       "node " + std::to_string(n) + " is its own descendant");
      }
    }
  }

  // All of a list have as many elements as the first; the number.
  void attributes(const std::vector<GltfAttribute>& list, std::optional<std::uint32_t>& count,
                  const std::string& where) {
    for (const GltfAttribute& a : list) {
      const auto at = [&] { return where + "." + a.name.substr(0, 60); };
      if (!in_range(a.accessor, doc_.accessors, true, at)) return;
      const GltfAccessor& values = accessor(a.accessor);
      if (count && values.count != *count)
        return wrong(
            Code::malformed, at(),
            std::to_string(values.count) + " elements where others have " + std::to_string(*count));
      count = values.count;
      const bool vec3 = a.name == "POSITION" || a.name == "NORMAL";
      const bool four = a.name.starts_with("JOINTS_") || a.name.starts_with("WEIGHTS_");
      if ((vec3 && values.type != GltfType::vec3) || (four && values.type != GltfType::vec4) ||
          (a.name.starts_with("TEXCOORD_") && values.type != GltfType::vec2))
        return wrong(Code::malformed, at(), "is of the wrong type");
    }
  }

  void meshes() {
    for (std::size_t m = 0; m < doc_.meshes.size() && ok(); ++m) {
      const GltfMesh& mesh = doc_.meshes[m];
      for (std::size_t p = 0; p < mesh.primitives.size() && ok(); ++p)
        primitive(mesh.primitives[p], place("meshes", m, place("primitives", p)));
    }
  }

  void primitive(const GltfPrimitive& p, const std::string& where) {
    std::optional<std::uint32_t> count;
    attributes(p.attributes, count, where + ".attributes");
    for (std::size_t t = 0; t < p.targets.size() && ok(); ++t)
      attributes(p.targets[t], count, where + "." + place("targets", t));
    in_range(p.material, doc_.materials, false, [&] { return where + ".material"; });
    if (!ok() || !in_range(p.indices, doc_.accessors, false, [&] { return where + ".indices"; }))
      return;
    if (p.indices < 0) return;
    const GltfAccessor& a = accessor(p.indices);
    if (a.type != GltfType::scalar ||
        (a.component != GltfComponent::u8 && a.component != GltfComponent::u16 &&
         a.component != GltfComponent::u32))
      return wrong(Code::malformed, where + ".indices", "is not a list of unsigned numbers");
    charge(a.count * bytes_of(a.component), where);
    std::uint32_t most = 0;
    if (a.sparse) {
      for (const std::uint32_t i : read_integers(doc_, p.indices)) most = std::max(most, i);
    } else if (a.view >= 0 && a.count > 0) {
      const std::uint32_t given = doc_.buffer_views[static_cast<std::size_t>(a.view)].stride;
      most = largest_of(a.component, bytes_of_view(doc_, a.view).data() + a.offset, a.count,
                        given > 0 ? given : bytes_of(a.component));
    }
    if (a.count > 0 && most >= count.value_or(0))
      wrong(Code::malformed, where + ".indices",
            "vertex " + std::to_string(most) + " is out of range, there are " +
                std::to_string(count.value_or(0)));
  }

  void skins() {
    for (std::size_t s = 0; s < doc_.skins.size() && ok(); ++s) {
      const GltfSkin& skin = doc_.skins[s];
      const auto at = [&](const char* what) { return [=] { return place("skins", s, what); }; };
      in_range(skin.skeleton, doc_.nodes, false, at("skeleton"));
      for (std::size_t j = 0; j < skin.joints.size() && ok(); ++j)
        in_range(skin.joints[j], doc_.nodes, true,
                 [&] { return place("skins", s, place("joints", j)); });
      if (skin.joints.empty()) wrong(Code::malformed, place("skins", s, "joints"), "is empty");
      if (!in_range(skin.inverse_bind_matrices, doc_.accessors, false, at("inverseBindMatrices")) ||
          skin.inverse_bind_matrices < 0)
        continue;
      const GltfAccessor& a = accessor(skin.inverse_bind_matrices);
      if (a.type != GltfType::mat4 || a.component != GltfComponent::f32)
        wrong(Code::malformed, place("skins", s, "inverseBindMatrices"), "is not 4x4 floats");
      else if (a.count < skin.joints.size())
        wrong(Code::malformed, place("skins", s, "inverseBindMatrices"),
              std::to_string(a.count) + " for " + std::to_string(skin.joints.size()) + " joints");
    }
  }

  void animations() {
    for (std::size_t i = 0; i < doc_.animations.size() && ok(); ++i) {
      const GltfAnimation& animation = doc_.animations[i];
      for (std::size_t s = 0; s < animation.samplers.size() && ok(); ++s)
        sampler(animation.samplers[s], place("animations", i, place("samplers", s)));
      for (std::size_t c = 0; c < animation.channels.size() && ok(); ++c)
        channel(animation, animation.channels[c], place("animations", i, place("channels", c)));
    }
  }

  void sampler(const GltfSampler& sampler, const std::string& where) {
    if (!in_range(sampler.input, doc_.accessors, true, [&] { return where + ".input"; }) ||
        !in_range(sampler.output, doc_.accessors, true, [&] { return where + ".output"; }))
      return;
    const GltfAccessor& input = accessor(sampler.input);
    if (input.type != GltfType::scalar || input.component != GltfComponent::f32)
      return wrong(Code::malformed, where + ".input", "is not a list of floats");
    charge(std::uint64_t{input.count} * 4, where);
    const std::vector<float> times = read_floats(doc_, sampler.input);
    bool twice = false, backwards = false;
    for (std::size_t k = 1; k < times.size(); ++k) {
      twice |= times[k] == times[k - 1];
      backwards |= times[k] < times[k - 1];
    }
    if (twice) warnings_.add(WarningKind::duplicate_key, 0, where);
    if (backwards) warnings_.add(WarningKind::unsorted_keys, 0, where);
  }

  void channel(const GltfAnimation& animation, const GltfChannel& channel,
               const std::string& where) {
    if (!in_range(channel.sampler, animation.samplers, true, [&] { return where + ".sampler"; }) ||
        !in_range(channel.node, doc_.nodes, false, [&] { return where + ".target.node"; }) ||
        channel.path == GltfPath::other)
      return;
    const GltfSampler& s = animation.samplers[static_cast<std::size_t>(channel.sampler)];
    const GltfAccessor& output = accessor(s.output);
    const std::uint64_t keys = accessor(s.input).count;
    const bool cubic = s.interpolation == GltfInterpolation::cubic_spline;
    std::uint64_t values = keys * (cubic ? 3 : 1);
    GltfType wanted = channel.path == GltfPath::rotation ? GltfType::vec4 : GltfType::vec3;
    if (channel.path == GltfPath::weights) {
      wanted = GltfType::scalar;
      const GltfIndex mesh =
          channel.node < 0 ? -1 : doc_.nodes[static_cast<std::size_t>(channel.node)].mesh;
      if (mesh < 0) return;  // moves nothing
      values *= targets_of(doc_.meshes[static_cast<std::size_t>(mesh)]);
    }
    if (output.type != wanted)
      wrong(Code::malformed, where, "the output of its sampler is of the wrong type");
    else if (output.count != values)
      wrong(Code::malformed, where,
            std::to_string(keys) + " keys with " + std::to_string(output.count) +
                " values where there should be " + std::to_string(values));
  }

  static std::size_t targets_of(const GltfMesh& mesh) {
    std::size_t most = 0;
    for (const GltfPrimitive& p : mesh.primitives) most = std::max(most, p.targets.size());
    return most;
  }

  void looks() {
    for (std::size_t i = 0; i < doc_.materials.size() && ok(); ++i) {
      const GltfMaterial& m = doc_.materials[i];
      if (!all_finite_of(m.base_colour_factor, m.emissive_factor, m.metallic_factor,
                         m.roughness_factor, m.emissive_strength, m.alpha_cutoff))
        wrong(Code::not_finite, place("materials", i), "holds a number that is not finite");
      const std::array infos = {&m.base_colour, &m.metallic_roughness, &m.normal, &m.occlusion,
                                &m.emissive};
      for (const GltfTextureInfo* info : infos) {
        in_range(info->texture, doc_.textures, false,
                 [&] { return place("materials", i, "index of a texture"); });
        if (!all_finite_of(info->scale) ||
            (info->transform && !all_finite_of(info->transform->offset, info->transform->scale,
                                               info->transform->rotation)))
          wrong(Code::not_finite, place("materials", i), "holds a number that is not finite");
      }
    }
    for (std::size_t i = 0; i < doc_.textures.size() && ok(); ++i) {
      const GltfTexture& t = doc_.textures[i];
      const auto at = [&](const char* what) { return [=] { return place("textures", i, what); }; };
      in_range(t.sampler, doc_.samplers, false, at("sampler"));
      in_range(t.source, doc_.images, false, at("source"));
      in_range(t.webp_source, doc_.images, false, at("extensions.EXT_texture_webp.source"));
    }
    for (std::size_t i = 0; i < doc_.images.size() && ok(); ++i)
      in_range(doc_.images[i].view, doc_.buffer_views, false,
               [&] { return place("images", i, "bufferView"); });
    for (std::size_t i = 0; i < doc_.cameras.size() && ok(); ++i) {
      const GltfCamera& c = doc_.cameras[i];
      if (!all_finite_of(c.aspect, c.y_fov, c.x_mag, c.y_mag, c.z_near, c.z_far))
        wrong(Code::not_finite, place("cameras", i), "holds a number that is not finite");
    }
  }

  const GltfDocument& doc_;
  std::optional<Error> error_;
  Warnings warnings_;
  std::uint64_t all_bytes_ = 0, looked_ = 0;
};

}  // namespace
}  // namespace gltf

Result<Warnings> check_gltf(const GltfDocument& document) { return gltf::Checker(document).run(); }

}  // namespace odori::io
