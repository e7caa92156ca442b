#include "gltf/builder.h"

#include <algorithm>

namespace odori::gltf_export {
namespace {

void set_limits(io::GltfAccessor& a, std::span<const float> values) {
  const std::size_t n = io::components_of(a.type);
  for (std::size_t c = 0; c < n && values.size() >= n; ++c) {
    float low = values[c], high = values[c];
    for (std::size_t i = c; i < values.size(); i += n) {
      low = std::min(low, values[i]);
      high = std::max(high, values[i]);
    }
    a.min.push_back(static_cast<double>(low));
    a.max.push_back(static_cast<double>(high));
  }
}

}  // namespace

io::GltfIndex Builder::view(Bytes bytes, std::uint32_t target) {
  if (document.buffers.empty()) document.buffers.emplace_back();
  std::vector<std::byte>& all = document.buffers[0].bytes;
  all.resize((all.size() + 3) / 4 * 4);
  io::GltfBufferView& v = document.buffer_views.emplace_back();
  v.buffer = 0;
  v.offset = all.size();
  v.length = bytes.size();
  v.target = target;
  all.insert(all.end(), bytes.begin(), bytes.end());
  return static_cast<io::GltfIndex>(document.buffer_views.size() - 1);
}

io::GltfIndex Builder::accessor(io::GltfIndex view, io::GltfType type, io::GltfComponent component,
                                std::size_t count) {
  io::GltfAccessor& a = document.accessors.emplace_back();
  a.view = view;
  a.type = type;
  a.component = component;
  a.count = static_cast<std::uint32_t>(count);
  return static_cast<io::GltfIndex>(document.accessors.size() - 1);
}

io::GltfIndex Builder::floats(io::GltfType type, std::span<const float> values,
                              std::uint32_t target, bool limits) {
  const io::GltfIndex index =
      accessor(view(std::as_bytes(values), target), type, io::GltfComponent::f32,
               values.size() / io::components_of(type));
  if (limits) set_limits(document.accessors.back(), values);
  return index;
}

io::GltfIndex Builder::indices(std::span<const std::uint32_t> values) {
  // 65535 means a restart to some programs.
  const bool small = std::all_of(values.begin(), values.end(), [](auto v) { return v < 65535; });
  if (!small)
    return accessor(view(std::as_bytes(values), kIndices), io::GltfType::scalar,
                    io::GltfComponent::u32, values.size());
  const std::vector<std::uint16_t> narrow(values.begin(), values.end());
  return accessor(view(std::as_bytes(std::span(narrow)), kIndices), io::GltfType::scalar,
                  io::GltfComponent::u16, values.size());
}

io::GltfIndex Builder::joints(std::span<const std::uint16_t> values, std::uint32_t vertices) {
  const bool small = std::all_of(values.begin(), values.end(), [](auto v) { return v < 256; });
  if (!small)
    return accessor(view(std::as_bytes(values), kVertices), io::GltfType::vec4,
                    io::GltfComponent::u16, vertices);
  const std::vector<std::uint8_t> narrow(values.begin(), values.end());
  return accessor(view(std::as_bytes(std::span(narrow)), kVertices), io::GltfType::vec4,
                  io::GltfComponent::u8, vertices);
}

io::GltfIndex Builder::offsets(std::uint32_t count, std::span<const std::uint32_t> places,
                               std::span<const Vec3> values) {
  const std::span<const float> floats_of(reinterpret_cast<const float*>(values.data()),
                                         values.size() * 3);
  if (places.size() * 16 >= std::size_t{count} * 12) {
    std::vector<Vec3> full(count);
    for (std::size_t i = 0; i < places.size(); ++i) full[places[i]] = values[i];
    return vectors(full, 0, true);
  }
  const io::GltfIndex index = accessor(-1, io::GltfType::vec3, io::GltfComponent::f32, count);
  std::vector<float> with_zero(floats_of.begin(), floats_of.end());
  with_zero.resize(with_zero.size() + 3);  // what is not named is zero: it counts for the limits
  set_limits(document.accessors.back(), with_zero);
  if (places.empty()) return index;
  io::GltfSparse s;
  s.count = static_cast<std::uint32_t>(places.size());
  s.indices_view = view(std::as_bytes(places), 0);
  s.values_view = view(std::as_bytes(floats_of), 0);
  document.accessors[static_cast<std::size_t>(index)].sparse = s;
  return index;
}

io::GltfIndex Builder::image(const std::string& name, const std::string& mime_type, Bytes bytes) {
  for (std::size_t i = 0; i < document.images.size(); ++i) {
    const Bytes known = io::bytes_of_image(document, static_cast<io::GltfIndex>(i));
    if (std::equal(known.begin(), known.end(), bytes.begin(), bytes.end()))
      return static_cast<io::GltfIndex>(i);
  }
  const io::GltfIndex at = view(bytes, 0);
  io::GltfImage& image = document.images.emplace_back();
  image.name = name;
  image.mime_type = mime_type;
  image.view = at;
  return static_cast<io::GltfIndex>(document.images.size() - 1);
}

}  // namespace odori::gltf_export
