// Putting numbers into a glTF document: views and accessors on its first buffer, which grows.
#pragma once

#include <cstdint>
#include <span>

#include "odori/base/bytes.h"
#include "odori/io/gltf_types.h"

namespace odori::io {

enum class GltfBounds : std::uint8_t { none, stated };  // whether `min` and `max` are written

// Begins at a multiple of four bytes. `target`: 34962 vertices, 34963 indices, 0 not said.
GltfIndex add_view(GltfDocument& document, Bytes bytes, std::uint32_t target = 0);

// `values`: count x components, without a rest. Positions and key times must state their bounds.
GltfIndex add_floats(GltfDocument& document, std::span<const float> values, GltfType type,
                     std::uint32_t target = 0, GltfBounds bounds = GltfBounds::none);
// Indices of vertices: 16 bits where they suffice.
GltfIndex add_indices(GltfDocument& document, std::span<const std::uint32_t> values);
// JOINTS_n: count x 4. 8 bits where they suffice.
GltfIndex add_joints(GltfDocument& document, std::span<const std::uint16_t> values);
// `count` zeros but for the places given (rising), bounds stated; sparse where that is smaller than
// the full list.
GltfIndex add_offsets(GltfDocument& document, std::uint32_t count,
                      std::span<const std::uint32_t> places, std::span<const Vec3> values);

}  // namespace odori::io
