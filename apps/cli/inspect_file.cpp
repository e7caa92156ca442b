#include "inspect_file.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>

#include "odori/assets/load.h"
#include "odori/base/number_text.h"
#include "odori/base/text.h"
#include "odori/encode/film.h"
#include "odori/files/files.h"
#include "odori/io/bvh.h"
#include "odori/io/image.h"
#include "odori/io/pmd.h"
#include "odori/io/pmx.h"
#include "odori/io/vmd.h"
#include "odori/io/vpd.h"
#include "talk.h"

namespace odori::cli {
namespace {

void add(Inspected& seen, const char* name, std::size_t n) {
  seen.facts.push_back({name, std::to_string(n), static_cast<double>(n)});
}
void add(Inspected& seen, const char* name, std::string text) {
  seen.facts.push_back({name, std::move(text)});
}

std::string one_line(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
  return text;
}

void add_warnings(Inspected& seen, const Warnings& warnings) {
  for (const Warning& warning : warnings.list()) {
    const std::string line = to_text(warning);
    if (std::find(seen.warnings.begin(), seen.warnings.end(), line) == seen.warnings.end())
      seen.warnings.push_back(line);
  }
}

// "2.0", "2.1".
std::string version_text(float version) {
  const std::string text = to_text(std::round(static_cast<double>(version) * 100) / 100);
  return text.find_first_not_of("0123456789") == std::string::npos ? text + ".0" : text;
}

// What PMX and PMD models have in common. `morphs`: without a base.
template <class Document>
void add_model(Inspected& seen, const Document& document, Model model, const std::string& encoding,
               float version, std::size_t morphs) {
  add(seen, "name", one_line(model.meta.name));
  if (!model.meta.name_en.empty()) add(seen, "name_en", one_line(model.meta.name_en));
  add(seen, "version", version_text(version));
  add(seen, "encoding", encoding);
  add(seen, "vertices", document.vertices.size());
  add(seen, "triangles", document.indices.size() / 3);
  add(seen, "materials", document.materials.size());
  add(seen, "textures", model.mesh.textures.size());
  std::size_t found = 0;
  for (const Texture& texture : model.mesh.textures) found += texture.bytes.empty() ? 0 : 1;
  add(seen, "textures_found", found);
  add(seen, "bones", document.bones.size());
  add(seen, "ik_chains", model.skeleton.iks.size());
  add(seen, "morphs", morphs);
  add(seen, "rigid_bodies", document.bodies.size());
  add(seen, "joints", document.joints.size());
  add_warnings(seen, document.warnings);
  add_warnings(seen, model.warnings);
  seen.model = std::move(model);
}

Result<Inspected> inspect_pmx(const std::string& file, Bytes bytes) {
  const auto document = io::decode_pmx(bytes);
  if (!document) return fail_in(file, document.error());
  auto model = load_model(file);
  if (!model) return tl::unexpected(model.error());
  Inspected seen{file, "PMX model", {}, {}, {}, {}};
  const bool utf8 = document->header.encoding == io::PmxEncoding::utf8;
  add_model(seen, *document, std::move(*model), utf8 ? "UTF-8" : "UTF-16", document->header.version,
            document->morphs.size());
  if (!document->soft_bodies.empty()) add(seen, "soft_bodies", document->soft_bodies.size());
  return seen;
}

Result<Inspected> inspect_pmd(const std::string& file, Bytes bytes) {
  const auto document = io::decode_pmd(bytes);
  if (!document) return fail_in(file, document.error());
  auto model = load_model(file);
  if (!model) return tl::unexpected(model.error());
  Inspected seen{file, "PMD model", {}, {}, {}, {}};
  const std::size_t morphs = model->morphs.size();
  add_model(seen, *document, std::move(*model), "cp932", document->version, morphs);
  return seen;
}

std::string name_of(Encoding encoding) {
  constexpr const char* kNames[] = {"cp932", "GBK", "UTF-8", "UTF-16"};
  return kNames[static_cast<std::size_t>(encoding)];
}

// The encodings of the name fields, most common first: "cp932, GBK (2)".
std::string encodings_of(const io::VmdDocument& document) {
  std::map<Encoding, std::size_t> counts;
  const auto note = [&](std::span<const std::uint8_t> field) {
    const auto end = std::find(field.begin(), field.end(), std::uint8_t{0});
    const auto bytes = std::as_bytes(field.first(static_cast<std::size_t>(end - field.begin())));
    const bool ascii =
        std::all_of(bytes.begin(), bytes.end(), [](std::byte b) { return b < std::byte{0x80}; });
    if (!ascii) ++counts[guess_encoding(bytes)];
  };
  for (const io::VmdBoneKey& key : document.bones) note(key.name);
  for (const io::VmdMorphKey& key : document.morphs) note(key.name);
  if (counts.empty()) return "ASCII";
  std::string text;
  for (const auto& [encoding, count] : counts) {
    text += (text.empty() ? "" : ", ") + name_of(encoding);
    if (counts.size() > 1) text += " (" + std::to_string(count) + " keys)";
  }
  return text;
}

Result<Inspected> inspect_vmd(const std::string& file, Bytes bytes) {
  const auto document = io::decode_vmd(bytes);
  if (!document) return fail_in(file, document.error());
  auto clip = load_clip(file);
  if (!clip) return tl::unexpected(clip.error());
  Inspected seen{file, "VMD motion", {}, {}, {}, {}};
  add(seen, "model", one_line(clip->model_name));
  add(seen, "version", std::string(document->version == io::VmdVersion::v1 ? "1" : "2"));
  add(seen, "encoding", encodings_of(*document));
  const double last = last_frame(*clip);
  add(seen, "last_frame", static_cast<std::size_t>(std::max(0.0, last)));
  seen.facts.push_back({"seconds", seconds_text(last / clip->rate), last / clip->rate});
  add(seen, "bone_keys", document->bones.size());
  add(seen, "bone_tracks", clip->bones.size());
  add(seen, "morph_keys", document->morphs.size());
  add(seen, "morph_tracks", clip->morphs.size());
  add(seen, "camera_keys", document->cameras.size());
  add(seen, "light_keys", document->lights.size());
  add(seen, "shadow_keys", document->shadows.size());
  add(seen, "ik_keys", document->properties.size());
  add_warnings(seen, document->warnings);
  add_warnings(seen, clip->warnings);
  seen.clip = std::move(*clip);
  return seen;
}

Result<Inspected> inspect_vpd(const std::string& file, Bytes bytes) {
  const auto document = io::decode_vpd(bytes);
  if (!document) return fail_in(file, document.error());
  auto clip = load_clip(file);
  if (!clip) return tl::unexpected(clip.error());
  Inspected seen{file, "VPD pose", {}, {}, {}, {}};
  add(seen, "model", one_line(document->model_name));
  add(seen, "encoding", name_of(document->encoding));
  add(seen, "bones", document->bones.size());
  add(seen, "morphs", document->morphs.size());
  add_warnings(seen, document->warnings);
  add_warnings(seen, clip->warnings);
  seen.clip = std::move(*clip);
  return seen;
}

Result<Inspected> inspect_bvh(const std::string& file, Bytes bytes) {
  const auto document = io::decode_bvh(bytes);
  if (!document) return fail_in(file, document.error());
  Inspected seen{file, "BVH motion", {}, {}, {}, {}};
  const double seconds = static_cast<double>(document->frames()) * document->frame_time;
  add(seen, "joints", document->joints.size());
  add(seen, "channels", document->channels);
  add(seen, "frames", document->frames());
  seen.facts.push_back({"seconds", seconds_text(seconds), seconds});
  add_warnings(seen, document->warnings);
  return seen;
}

// Whatever of MMD's own files it is; unsupported for others.
Result<Inspected> inspect_mmd(const std::string& file, Bytes bytes) {
  if (io::looks_like_pmx(bytes)) return inspect_pmx(file, bytes);
  if (io::looks_like_pmd(bytes)) return inspect_pmd(file, bytes);
  if (io::looks_like_vmd(bytes)) return inspect_vmd(file, bytes);
  if (io::looks_like_vpd(bytes)) return inspect_vpd(file, bytes);
  return fail_in(file, Error{Code::unsupported, "none of MMD's own files"});
}

bool ends_with(std::string name, std::string_view ending) {
  for (char& c : name) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  return name.ends_with(ending);
}

// The archive, and after it the model and the motion in it that the other verbs would take.
Result<std::vector<Inspected>> inspect_archive(const std::string& file,
                                               std::vector<std::byte> bytes) {
  const auto source = open_archive(std::move(bytes));
  if (!source) return fail_in(file, source.error());
  Inspected archive{file, "archive", {}, {}, {}, {}};
  add(archive, "files", (*source)->names().size());
  const std::string into = file + "!/";
  std::size_t shown = 0;
  for (const auto* endings : {&kModelEndings, &kClipEndings})
    for (const std::string& name : (*source)->names()) {
      const bool wanted = std::any_of(endings->begin(), endings->end(),
                                      [&](const auto& ending) { return ends_with(name, ending); });
      if (wanted && !name.starts_with("__MACOSX/") && shown++ < 50)
        add(archive, "holds", into + name);
    }
  add_warnings(archive, (*source)->warnings());
  std::vector<Inspected> all;
  all.push_back(std::move(archive));
  for (const auto* endings : {&kModelEndings, &kClipEndings}) {
    const auto opened = open_file(file, *endings);
    if (!opened && (opened.error().code == Code::usage || opened.error().code == Code::not_found))
      continue;  // several, or none
    if (!opened) return tl::unexpected(opened.error());
    auto seen = inspect_mmd(into + opened->name, opened->bytes);
    if (!seen) return tl::unexpected(seen.error());
    all.push_back(std::move(*seen));
  }
  return all;
}

Result<Inspected> inspect_song(const std::string& file) {
  const auto song = read_song(file);
  if (!song) return tl::unexpected(song.error());
  Inspected seen{file, "song", {}, {}, {}, {}};
  seen.facts.push_back({"seconds", seconds_text(song->seconds()), song->seconds()});
  float peak = 0;
  for (const float sample : song->samples) peak = std::max(peak, std::abs(sample));
  seen.facts.push_back({"peak", to_text(std::round(static_cast<double>(peak) * 100) / 100),
                        static_cast<double>(peak)});
  if (peak == 0) seen.warnings.emplace_back("it is silent");
  return seen;
}

bool starts_with(Bytes bytes, std::string_view text) {
  return bytes.size() >= text.size() &&
         std::equal(text.begin(), text.end(), bytes.begin(),
                    [](char c, std::byte b) { return static_cast<std::byte>(c) == b; });
}

struct Unread {
  std::string_view mark;  // the first bytes, or the name's ending
  const char *what, *hint;
};
constexpr const char* kAnew = "the file is damaged or of another kind; get it again";
constexpr const char* kZip = "unpack it, or pack it anew as ZIP";
constexpr Unread kByContent[] = {
    {"Kaydara FBX", "an FBX file, which is not read", "give a PMX model or a VMD motion"},
    {"glTF", "a glTF or VRM model, which is not read", "give a PMX model"},
    {"Rar!", "a RAR archive, which is not read", kZip},
    {"7z\xbc\xaf", "a 7z archive, which is not read", kZip},
};
constexpr Unread kByName[] = {
    {".pmx", "no PMX model, whatever its name says", kAnew},
    {".pmd", "no PMD model, whatever its name says", kAnew},
    {".vmd", "no VMD motion, whatever its name says", kAnew},
    {".vpd", "no VPD pose, whatever its name says", kAnew},
    {".zip", "no ZIP archive, whatever its name says", kAnew},
    {".lzh", "an LZH archive, which is not read", kZip},
    {".toml", "a project or settings", "odori config FILE shows what it says"},
};

// Nothing reads it: what can be told of it all the same.
Error unread(const std::string& file, Bytes bytes) {
  for (const Unread& row : kByContent)
    if (starts_with(bytes, row.mark))
      return Error{Code::unsupported, row.what, Error::kNoOffset, row.hint, file};
  for (const Unread& row : kByName)
    if (ends_with(file, row.mark))
      return Error{Code::malformed, row.what, Error::kNoOffset, row.hint, file};
  return Error{Code::unsupported, "nothing that Odori reads", Error::kNoOffset,
               "it reads PMX, PMD, VMD, VPD, BVH, ZIP, pictures and songs", file};
}

Result<Inspected> inspect_other(const std::string& file, Bytes bytes) {
  if (looks_like_song(file, bytes.first(std::min<std::size_t>(bytes.size(), 16))))
    return inspect_song(file);
  const auto picture = io::decode_image(bytes);
  if (picture) {
    Inspected seen{file, "picture", {}, {}, {}, {}};
    add(seen, "width", static_cast<std::size_t>(picture->width));
    add(seen, "height", static_cast<std::size_t>(picture->height));
    add(seen, "alpha", std::string(picture->has_alpha ? "yes" : "no"));
    return seen;
  }
  if (picture.error().code != Code::unsupported) return fail_in(file, picture.error());
  if (auto song = inspect_song(file)) return song;
  return tl::unexpected(unread(file, bytes));
}

}  // namespace

Result<std::vector<Inspected>> inspect_file(const std::string& file) {
  std::error_code ignored;
  const bool alone =
      file.find("!/") == std::string::npos && !std::filesystem::is_directory(file, ignored);
  auto bytes = alone ? read_file(file) : [&] {
    auto opened = open_file(file, {".pmx", ".pmd", ".vmd", ".vpd"});
    return opened ? Result<std::vector<std::byte>>(std::move(opened->bytes))
                  : Result<std::vector<std::byte>>(tl::unexpected(opened.error()));
  }();
  if (!bytes) return tl::unexpected(bytes.error());
  if (bytes->empty())
    return fail_in(file,
                   Error{Code::truncated, "the file is empty", Error::kNoOffset, "get it again"});
  if (starts_with(*bytes, "PK\x03\x04") || starts_with(*bytes, "PK\x05\x06"))
    return inspect_archive(file, std::move(*bytes));
  auto seen = io::looks_like_bvh(*bytes) ? inspect_bvh(file, *bytes) : inspect_mmd(file, *bytes);
  if (!seen && seen.error().code == Code::unsupported) seen = inspect_other(file, *bytes);
  if (!seen) return tl::unexpected(seen.error());
  std::vector<Inspected> all;
  all.push_back(std::move(*seen));
  return all;
}

}  // namespace odori::cli
