#include <algorithm>
#include <vector>

#include "odori/io/gltf.h"
#include "odori/io/gltf_build.h"

namespace odori::io {
namespace {

constexpr std::uint32_t kIndices = 34963, kVertices = 34962;

GltfIndex last_of(std::size_t size) { return static_cast<GltfIndex>(size) - 1; }

GltfIndex add_accessor(GltfDocument& document, GltfIndex view, std::size_t count,
                       GltfComponent component, GltfType type) {
  GltfAccessor& a = document.accessors.emplace_back();
  a.view = view;
  a.count = static_cast<std::uint32_t>(count);
  a.component = component;
  a.type = type;
  return last_of(document.accessors.size());
}

void state_bounds(GltfAccessor& accessor, std::span<const float> values, std::size_t components) {
  if (values.empty()) return;
  accessor.min.assign(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(components));
  accessor.max = accessor.min;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto v = static_cast<double>(values[i]);
    accessor.min[i % components] = std::min(accessor.min[i % components], v);
    accessor.max[i % components] = std::max(accessor.max[i % components], v);
  }
}

}  // namespace

GltfIndex add_view(GltfDocument& document, Bytes bytes, std::uint32_t target) {
  if (document.buffers.empty()) document.buffers.emplace_back();
  std::vector<std::byte>& buffer = document.buffers.front().bytes;
  buffer.resize((buffer.size() + 3) / 4 * 4);
  GltfBufferView& view = document.buffer_views.emplace_back();
  view.buffer = 0;
  view.offset = buffer.size();
  view.length = bytes.size();
  view.target = target;
  buffer.insert(buffer.end(), bytes.begin(), bytes.end());
  return last_of(document.buffer_views.size());
}

GltfIndex add_floats(GltfDocument& document, std::span<const float> values, GltfType type,
                     std::uint32_t target, GltfBounds bounds) {
  const std::size_t components = components_of(type);
  const GltfIndex accessor =
      add_accessor(document, add_view(document, std::as_bytes(values), target),
                   values.size() / components, GltfComponent::f32, type);
  if (bounds == GltfBounds::stated) state_bounds(document.accessors.back(), values, components);
  return accessor;
}

GltfIndex add_indices(GltfDocument& document, std::span<const std::uint32_t> values) {
  // 65535 ends a strip, and is no vertex.
  const bool small = std::all_of(values.begin(), values.end(), [](auto v) { return v < 0xFFFF; });
  if (!small)
    return add_accessor(document, add_view(document, std::as_bytes(values), kIndices),
                        values.size(), GltfComponent::u32, GltfType::scalar);
  const std::vector<std::uint16_t> narrow(values.begin(), values.end());
  return add_accessor(document, add_view(document, std::as_bytes(std::span(narrow)), kIndices),
                      values.size(), GltfComponent::u16, GltfType::scalar);
}

GltfIndex add_joints(GltfDocument& document, std::span<const std::uint16_t> values) {
  const bool small = std::all_of(values.begin(), values.end(), [](auto v) { return v < 256; });
  if (!small)
    return add_accessor(document, add_view(document, std::as_bytes(values), kVertices),
                        values.size() / 4, GltfComponent::u16, GltfType::vec4);
  const std::vector<std::uint8_t> narrow(values.begin(), values.end());
  return add_accessor(document, add_view(document, std::as_bytes(std::span(narrow)), kVertices),
                      values.size() / 4, GltfComponent::u8, GltfType::vec4);
}

GltfIndex add_offsets(GltfDocument& document, std::uint32_t count,
                      std::span<const std::uint32_t> places, std::span<const Vec3> values) {
  const std::span<const float> numbers(reinterpret_cast<const float*>(values.data()),
                                       values.size() * 3);
  // A sparse place takes its index beside its twelve bytes.
  if (places.size() * 16 >= std::size_t{count} * 12) {
    std::vector<float> full(3 * std::size_t{count});
    for (std::size_t i = 0; i < places.size(); ++i)
      std::copy_n(&numbers[3 * i], 3, &full[3 * std::size_t{places[i]}]);
    return add_floats(document, full, GltfType::vec3, 0, GltfBounds::stated);
  }
  const GltfIndex index = add_accessor(document, -1, count, GltfComponent::f32, GltfType::vec3);
  std::vector<float> with_zero(numbers.begin(), numbers.end());
  with_zero.resize(with_zero.size() + 3);  // what is not named is zero: it counts for the bounds
  state_bounds(document.accessors.back(), with_zero, 3);
  if (places.empty()) return index;
  GltfSparse sparse;
  sparse.count = static_cast<std::uint32_t>(places.size());
  sparse.indices_view = add_view(document, std::as_bytes(places));
  sparse.values_view = add_view(document, std::as_bytes(numbers));
  document.accessors[static_cast<std::size_t>(index)].sparse = sparse;
  return index;
}

}  // namespace odori::io
