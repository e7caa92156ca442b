// glTF 2.0, as JSON text (.gltf) or with its bytes in one file (.glb, .vrm, .vrma).
#pragma once

#include <functional>
#include <span>
#include <string_view>

#include "odori/base/bytes.h"
#include "odori/base/result.h"
#include "odori/io/gltf_types.h"

namespace odori::io {

// Gives the bytes of a file that the document names, by its path relative to the document (percent
// signs decoded, '/' between). Whoever opens files decides what may be opened.
using GltfFetch = std::function<Result<std::vector<std::byte>>(const std::string& path)>;

// GLB or JSON, told by the first bytes. Data URIs are decoded; buffers in files of their own come
// through `fetch` (without one they are an error); images in files of their own keep their uri.
// What comes back has passed check_gltf.
// Errors name the place ("meshes[2].primitives[0].indices"): malformed, truncated, not_finite,
// too_large, not_found, unsupported (extensions that the file requires and that are not known: the
// error names them and what to do). Memory, the data included, stays within 3x a GLB and 6x a text,
// and 16 MiB.
Result<GltfDocument> decode_gltf(Bytes data, const GltfFetch& fetch = {});

// One GLB of it: all buffers and images become its binary chunk, in the order of the document's
// lists; what is in files of its own stays there. decode, encode, decode gives the same document,
// but for where bytes lie. Errors: as check_gltf; too_large (beyond 4 GB).
Result<std::vector<std::byte>> encode_glb(const GltfDocument& document);
// The same as JSON text, with the bytes in a data URI.
Result<std::string> encode_gltf_text(const GltfDocument& document);

// Every index in range, nodes a forest, accessors inside their views and views inside their
// buffers, vertex indices and counts that fit each other, animations with as many values as keys,
// all floats finite. Gives what is odd but usable: quaternions not of unit length, key times that
// do not increase. The readers below rely on it. Errors as decode_gltf.
Result<Warnings> check_gltf(const GltfDocument& document);

// Numbers of an element (3 for vec3).
std::size_t components_of(GltfType type);
// All elements, one after the other, sparse replacements done; integers that are `normalized`
// become 0..1 or -1..1, others their value. Matrices are column-major. Size: count x components. -1
// gives nothing.
std::vector<float> read_floats(const GltfDocument& document, GltfIndex accessor);
// The same for integers; floats are rounded towards zero, what is negative gives 0.
std::vector<std::uint32_t> read_integers(const GltfDocument& document, GltfIndex accessor);
// The bytes of a view; of an image in a view or a data URI (else empty).
Bytes bytes_of_view(const GltfDocument& document, GltfIndex view);
Bytes bytes_of_image(const GltfDocument& document, GltfIndex image);

// The JSON text that an object carries under that name; nullptr when it has none.
const std::string* find_extension(const GltfObject& object, std::string_view name);
// The accessor of that name; -1 when there is none.
GltfIndex find_attribute(std::span<const GltfAttribute> attributes, std::string_view name);

// A text as JSON, with its quotes: for what is carried.
std::string json_text(std::string_view text);
// The path that a relative URI means: percent signs decoded.
std::string path_from_uri(std::string_view uri);

bool looks_like_glb(Bytes data);
// JSON whose outermost object names an "asset" (looks at the first 4 KiB and at the last).
bool looks_like_gltf_text(Bytes data);

}  // namespace odori::io
