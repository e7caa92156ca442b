// Small glTF files made by code.
#pragma once

#include <initializer_list>

#include "odori/io/gltf.h"

namespace odori::io {

// A GLB of that JSON and those bytes.
std::vector<std::byte> glb_of(std::string_view json, Bytes binary = {});

template <class T>
void add_values(std::vector<std::byte>& bytes, std::initializer_list<T> values) {
  const auto raw = std::as_bytes(std::span(values.begin(), values.size()));
  bytes.insert(bytes.end(), raw.begin(), raw.end());
}

// A rotation animation of one node, as GLB; `component` and `normalized` as in the file.
std::vector<std::byte> rotation_glb(std::initializer_list<float> times, Bytes values,
                                    std::size_t count, const char* more_of_accessor,
                                    const char* interpolation);

// Two skinned triangles on two joints with a morph target, an animation of each kind, a textured
// material, a camera, and extensions and extras on many objects.
std::vector<std::byte> full_glb();

}  // namespace odori::io
