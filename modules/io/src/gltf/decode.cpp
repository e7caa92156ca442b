#include <algorithm>

#include "gltf/parts.h"

namespace odori::io {
namespace gltf {
namespace {

// Beyond a multiple of the file: no real file comes near it.
constexpr std::size_t kAllowance = std::size_t{16} << 20;

// What a required extension may be: those that are read, and those that only change how a surface
// looks or add what can be left out.
bool is_known(std::string_view name) {
  constexpr std::array<std::string_view, 8> kKnown = {kTextureTransform,
                                                      kTextureWebp,
                                                      "KHR_mesh_quantization",
                                                      "KHR_lights_punctual",
                                                      "VRM",
                                                      "KHR_node_visibility",
                                                      "KHR_xmp_json_ld",
                                                      "KHR_animation_pointer"};
  return name.starts_with("VRMC_") || name.starts_with("KHR_materials_") ||
         std::find(kKnown.begin(), kKnown.end(), name) != kKnown.end();
}

const char* remedy_for(std::string_view name) {
  if (name == "KHR_draco_mesh_compression")
    return "export it without Draco compression, or undo it: gltf-transform copy in.glb out.glb";
  if (name.find("meshopt") != std::string_view::npos)
    return "export it without meshopt compression, or undo it: gltf-transform copy in.glb out.glb";
  if (name == "KHR_texture_basisu")
    return "export it with PNG or JPEG textures: gltf-transform png in.glb out.glb";
  return "export it without this extension";
}

Result<std::vector<std::byte>> file_of(const std::string& uri, const std::string& where,
                                       const GltfFetch& fetch) {
  if (!fetch)
    return fail(Code::not_found, where + ": lies in \"" + uri.substr(0, 100) +
                                     "\", and files beside this one are not read here");
  if (uri.find("://") != std::string::npos)
    return fail(Code::denied, where + ": \"" + uri.substr(0, 100) + "\" lies on the net",
                Error::kNoOffset, "store it beside the file");
  auto bytes = fetch(path_from_uri(uri));
  if (!bytes)
    return fail(bytes.error().code,
                where + ": \"" + uri.substr(0, 100) + "\": " + bytes.error().what, Error::kNoOffset,
                bytes.error().hint);
  return bytes;
}

// Gives buffers their bytes.
Result<void> fill(GltfDocument& doc, const Parts& parts, const std::vector<std::string>& uris,
                  const std::vector<std::uint64_t>& lengths, const GltfFetch& fetch,
                  std::size_t& budget) {
  for (std::size_t i = 0; i < doc.buffers.size(); ++i) {
    std::vector<std::byte>& bytes = doc.buffers[i].bytes;
    const std::string where = place("buffers", i);
    if (uris[i].empty()) {
      if (i > 0 || !parts.has_binary)
        return fail(Code::not_found, where + ": has neither a uri nor a binary chunk",
                    Error::kNoOffset, "the file may be meant for a program that fills it");
      const std::size_t n =
          static_cast<std::size_t>(std::min<std::uint64_t>(lengths[i], parts.binary.size()));
      if (n > budget) return fail(Code::too_large, where + ": no memory left for it");
      budget -= n;
      bytes.assign(parts.binary.begin(), parts.binary.begin() + static_cast<std::ptrdiff_t>(n));
      if (parts.binary.size() > n + 3) doc.warnings.add(WarningKind::trailing_bytes, n, where);
    } else if (uris[i] != "data:") {
      auto file = file_of(uris[i], where, fetch);
      if (!file) return tl::unexpected(file.error());
      bytes = std::move(*file);
    }
    if (bytes.size() < lengths[i])
      return fail(Code::truncated,
                  where + ": byteLength is " + std::to_string(lengths[i]) + ", and there are " +
                      std::to_string(bytes.size()) + " bytes",
                  Error::kNoOffset, "the file is cut short; get it again");
    bytes.resize(static_cast<std::size_t>(lengths[i]));
  }
  return {};
}

}  // namespace

Result<void> check_required(const GltfDocument& doc) {
  for (const std::string& name : doc.extensions_required) {
    if (!is_known(name))
      return fail(Code::unsupported, "the file requires the extension " + name.substr(0, 100),
                  Error::kNoOffset, remedy_for(name));
  }
  return {};
}

}  // namespace gltf

Result<GltfDocument> decode_gltf(Bytes data, const GltfFetch& fetch) {
  Warnings warnings;
  gltf::Parts parts;
  const bool binary = looks_like_glb(data);
  if (binary) {
    auto split = gltf::split_glb(data, warnings);
    if (!split) return tl::unexpected(split.error());
    parts = *split;
  } else {
    parts.json = {reinterpret_cast<const char*>(data.data()), data.size()};
  }
  std::size_t budget = data.size() * (binary ? 2 : 5) + gltf::kAllowance;
  std::vector<std::string> uris;
  std::vector<std::uint64_t> lengths;
  auto document = gltf::parse_document(parts.json, budget, uris, lengths);
  if (!document) {
    Error error = document.error();  // bytes count from the file's beginning
    if (binary && error.offset != Error::kNoOffset) error.offset += 20;
    return tl::unexpected(std::move(error));
  }
  document->warnings.append(warnings);
  if (const auto filled = gltf::fill(*document, parts, uris, lengths, fetch, budget); !filled)
    return tl::unexpected(filled.error());
  const auto odd = check_gltf(*document);
  if (!odd) return tl::unexpected(odd.error());
  document->warnings.append(*odd);
  return document;
}

}  // namespace odori::io
