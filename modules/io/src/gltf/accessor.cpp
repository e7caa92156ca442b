#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "gltf/parts.h"

namespace odori::io {
namespace gltf {
namespace {

// Where the elements of an accessor stand, columns of matrices counted as rows of their own where
// they are padded: `rows` of `row` components, `row_bytes` apart, inside elements `stride` apart.
struct Layout {
  const std::byte* data = nullptr;
  std::size_t stride = 0, rows = 1, row = 1, row_bytes = 0;
};

std::size_t columns_of(GltfType type) {
  return type == GltfType::mat2 ? 2 : type == GltfType::mat3 ? 3 : type == GltfType::mat4 ? 4 : 1;
}

Layout layout_of(const GltfDocument& doc, GltfIndex view, std::uint64_t offset, GltfType type,
                 GltfComponent component, std::uint32_t stride) {
  Layout out;
  out.data = bytes_of_view(doc, view).data() + offset;
  out.rows = columns_of(type);
  out.row = components_of(type) / out.rows;
  out.row_bytes = element_bytes(type, component) / out.rows;
  out.stride = stride > 0 ? stride : element_bytes(type, component);
  return out;
}

template <class T>
T load(const std::byte* p) {
  T value;
  std::memcpy(&value, p, sizeof value);
  return value;
}

template <class T, class Out>
Out convert(T value, bool normalized) {
  if constexpr (std::is_same_v<Out, float>) {
    if (!normalized || std::is_same_v<T, float>) return static_cast<float>(value);
    constexpr double kMost = static_cast<double>(std::numeric_limits<T>::max());
    return static_cast<float>(std::max(static_cast<double>(value) / kMost, -1.0));
  } else if constexpr (std::is_same_v<T, float>) {
    return value > 0 && value < 4294967296.0f ? static_cast<Out>(value) : Out{};
  } else {
    return value < T{} ? Out{} : static_cast<Out>(value);
  }
}

template <class T, class Out>
void read_elements(const Layout& from, std::size_t count, bool normalized, Out* out) {
  if (std::is_same_v<T, Out> && from.stride == from.rows * from.row * sizeof(T)) {
    if (count > 0) std::memcpy(out, from.data, count * from.stride);
    return;
  }
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t r = 0; r < from.rows; ++r) {
      const std::byte* p = from.data + i * from.stride + r * from.row_bytes;
      for (std::size_t c = 0; c < from.row; ++c, p += sizeof(T))
        *out++ = convert<T, Out>(load<T>(p), normalized);
    }
  }
}

template <class Out>
void read_as(GltfComponent component, const Layout& from, std::size_t count, bool normalized,
             Out* out) {
  switch (component) {
    case GltfComponent::i8:
      return read_elements<std::int8_t>(from, count, normalized, out);
    case GltfComponent::u8:
      return read_elements<std::uint8_t>(from, count, normalized, out);
    case GltfComponent::i16:
      return read_elements<std::int16_t>(from, count, normalized, out);
    case GltfComponent::u16:
      return read_elements<std::uint16_t>(from, count, normalized, out);
    case GltfComponent::u32:
      return read_elements<std::uint32_t>(from, count, normalized, out);
    case GltfComponent::f32:
      return read_elements<float>(from, count, normalized, out);
  }
}

template <class Out>
std::vector<Out> read_all(const GltfDocument& doc, GltfIndex index) {
  if (index < 0) return {};
  const GltfAccessor& a = doc.accessors[static_cast<std::size_t>(index)];
  const std::size_t n = components_of(a.type);
  std::vector<Out> out(n * a.count);
  if (a.view >= 0 && a.count > 0) {
    const std::uint32_t stride = doc.buffer_views[static_cast<std::size_t>(a.view)].stride;
    read_as(a.component, layout_of(doc, a.view, a.offset, a.type, a.component, stride), a.count,
            a.normalized, out.data());
  }
  if (!a.sparse || a.sparse->count == 0) return out;
  const GltfSparse& s = *a.sparse;
  std::vector<std::uint32_t> places(s.count);
  read_as(
      s.indices_component,
      layout_of(doc, s.indices_view, s.indices_offset, GltfType::scalar, s.indices_component, 0),
      s.count, false, places.data());
  std::vector<Out> values(n * s.count);
  read_as(a.component, layout_of(doc, s.values_view, s.values_offset, a.type, a.component, 0),
          s.count, a.normalized, values.data());
  for (std::size_t i = 0; i < places.size(); ++i)
    std::copy_n(values.data() + i * n, n, out.data() + places[i] * n);
  return out;
}

}  // namespace

std::size_t bytes_of(GltfComponent component) {
  switch (component) {
    case GltfComponent::i8:
    case GltfComponent::u8:
      return 1;
    case GltfComponent::i16:
    case GltfComponent::u16:
      return 2;
    default:
      return 4;
  }
}

// Columns of matrices begin at multiples of four bytes.
std::size_t element_bytes(GltfType type, GltfComponent component) {
  const std::size_t columns = columns_of(type),
                    column = components_of(type) / columns * bytes_of(component);
  return columns * (columns > 1 ? (column + 3) / 4 * 4 : column);
}

}  // namespace gltf

std::size_t components_of(GltfType type) {
  constexpr std::array<std::size_t, 7> kComponents = {1, 2, 3, 4, 4, 9, 16};
  return kComponents[static_cast<std::size_t>(type)];
}

std::vector<float> read_floats(const GltfDocument& document, GltfIndex accessor) {
  return gltf::read_all<float>(document, accessor);
}

std::vector<std::uint32_t> read_integers(const GltfDocument& document, GltfIndex accessor) {
  return gltf::read_all<std::uint32_t>(document, accessor);
}

Bytes bytes_of_view(const GltfDocument& doc, GltfIndex view) {
  if (view < 0) return {};
  const GltfBufferView& v = doc.buffer_views[static_cast<std::size_t>(view)];
  return Bytes(doc.buffers[static_cast<std::size_t>(v.buffer)].bytes)
      .subspan(static_cast<std::size_t>(v.offset), static_cast<std::size_t>(v.length));
}

Bytes bytes_of_image(const GltfDocument& doc, GltfIndex image) {
  if (image < 0) return {};
  const GltfImage& i = doc.images[static_cast<std::size_t>(image)];
  return i.view >= 0 ? bytes_of_view(doc, i.view) : Bytes(i.bytes);
}

const std::string* find_extension(const GltfObject& object, std::string_view name) {
  for (const GltfExtension& e : object.extensions) {
    if (e.name == name) return &e.json;
  }
  return nullptr;
}

GltfIndex find_attribute(std::span<const GltfAttribute> attributes, std::string_view name) {
  for (const GltfAttribute& a : attributes) {
    if (a.name == name) return a.accessor;
  }
  return -1;
}

}  // namespace odori::io
