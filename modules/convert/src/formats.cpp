#include "odori/convert/formats.h"

#include <algorithm>

#include "odori/base/number_text.h"
#include "odori/base/text.h"
#include "odori/convert/bvh.h"
#include "odori/convert/gltf.h"
#include "odori/convert/keypoints.h"
#include "odori/convert/mmd.h"
#include "odori/convert/vrm.h"
#include "odori/convert/vrma.h"
#include "odori/io/gltf.h"
#include "odori/io/keypoints.h"
#include "odori/io/landmarks.h"
#include "odori/io/vrm.h"

namespace odori {
namespace {

std::vector<std::byte> bytes_of(const std::string& text) {
  const Bytes bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

tl::unexpected<Error> lacks(const char* what, const char* hint) {
  return fail(Code::usage, what, Error::kNoOffset, hint);
}
constexpr const char* kNoMotion = "the source holds no motion, and this format holds nothing else";
constexpr const char* kGiveMotion = "give a motion, or an output for models";
constexpr const char* kNoSkeleton = "the format needs the skeleton that the motion plays on";
constexpr const char* kGiveModel = "name its character with --model x.pmx";

// The formats that hold one motion take the first.
Result<const Clip*> only_clip(std::span<const Clip> clips, Written& out) {
  if (clips.empty()) return lacks(kNoMotion, kGiveMotion);
  if (clips.size() > 1)
    out.losses.push_back("all motions but one of " + std::to_string(clips.size()));
  return &clips.front();
}

// ---- MMD

Result<Written> write_pmx(const WriteSource& source, const WriteOptions&) {
  if (!source.model)
    return lacks("the source holds no model, and this format holds nothing else",
                 "give a model, or an output for motions");
  PmxExport pmx = export_pmx(*source.model);
  auto bytes = io::encode_pmx(pmx.document);
  if (!bytes) return tl::unexpected(bytes.error());
  Written out{std::move(*bytes), std::move(pmx.losses), {}};
  if (const std::size_t n = source.clips.size(); n > 0)
    out.losses.push_back(n == 1 ? "the motion" : std::to_string(n) + " motions");
  return out;
}

template <class Document, class Import>
Result<Contents> model_of(Result<Document> document, Import import) {
  if (!document) return tl::unexpected(document.error());
  Warnings warnings = document->warnings;
  auto model = import(std::move(*document));
  if (!model) return tl::unexpected(model.error());
  return Contents{std::move(*model), {}, std::move(warnings)};
}

Result<Contents> read_pmx(Bytes data, const FetchBeside&) {
  return model_of(io::decode_pmx(data),
                  [](io::PmxDocument&& d) { return import_pmx(std::move(d)); });
}
Result<Contents> read_pmd(Bytes data, const FetchBeside&) {
  return model_of(io::decode_pmd(data), [](io::PmdDocument&& d) { return import_pmd(d); });
}

Result<Contents> read_vmd(Bytes data, const FetchBeside&) {
  auto document = io::decode_vmd(data);
  if (!document) return tl::unexpected(document.error());
  return Contents{{}, {import_vmd(*document)}, std::move(document->warnings)};
}
Result<Contents> read_vpd(Bytes data, const FetchBeside&) {
  auto document = io::decode_vpd(data);
  if (!document) return tl::unexpected(document.error());
  return Contents{{}, {import_vpd(*document)}, std::move(document->warnings)};
}

Result<Written> write_vmd(const WriteSource& source, const WriteOptions&) {
  Written out;
  const auto clip = only_clip(source.clips, out);
  if (!clip) return tl::unexpected(clip.error());
  const VmdExport vmd = export_vmd(**clip);
  for (std::string& line : to_lines(vmd.losses)) out.losses.push_back(std::move(line));
  out.bytes = io::encode_vmd(vmd.document);
  return out;
}

Result<Written> write_vpd(const WriteSource& source, const WriteOptions& options) {
  Written out;
  const auto clip = only_clip(source.clips, out);
  if (!clip) return tl::unexpected(clip.error());
  const VpdExport vpd = export_vpd(**clip, options.frame);
  for (std::string& line : to_lines(vpd.losses)) out.losses.push_back(std::move(line));
  if (const double last = last_frame(**clip); last > 0)
    out.losses.push_back("all but one frame of " + to_text(last + 1));
  auto bytes = io::encode_vpd(vpd.document);
  if (!bytes) return tl::unexpected(bytes.error());
  out.bytes = std::move(*bytes);
  return out;
}

// ---- others

Result<Contents> read_bvh(Bytes data, const FetchBeside&) {
  auto document = io::decode_bvh(data);
  if (!document) return tl::unexpected(document.error());
  auto capture = import_bvh(*document);
  if (!capture) return tl::unexpected(capture.error());
  Contents contents{std::move(capture->model), {}, std::move(document->warnings)};
  contents.clips.push_back(std::move(capture->clip));
  return contents;
}

Result<Written> write_bvh(const WriteSource& source, const WriteOptions& options) {
  Written out;
  if (!source.model) return lacks(kNoSkeleton, kGiveModel);
  const auto clip = only_clip(source.clips, out);
  if (!clip) return tl::unexpected(clip.error());
  BvhOptions bvh;
  bvh.last_frame = last_frame(**clip);
  bvh.rate = options.rate.value_or((*clip)->rate);
  bvh.scale = options.scale;
  auto exported = export_bvh(*source.model, **clip, bvh);
  if (!exported) return tl::unexpected(exported.error());
  const auto text = io::encode_bvh(exported->document);
  if (!text) return tl::unexpected(text.error());
  out.bytes = bytes_of(*text);
  for (std::string& line : exported->losses) out.losses.push_back(std::move(line));
  return out;
}

// ---- what a program of its own reads (room foreign)

bool looks_like_fbx(Bytes data) {
  return begins_with(data, "Kaydara FBX Binary  ") || begins_with(data, "; FBX ");
}
bool looks_like_x(Bytes data) { return begins_with(data, "xof 03"); }

// ---- glTF

Result<Contents> read_gltf(Bytes data, const FetchBeside& fetch) {
  auto document = io::decode_gltf(data, fetch);
  if (!document) return tl::unexpected(document.error());
  auto made = import_gltf(*document);
  if (!made) return tl::unexpected(made.error());
  return Contents{std::move(made->model), std::move(made->clips), std::move(document->warnings)};
}

Result<io::GltfDocument> gltf_of(const WriteSource& source, const WriteOptions& options,
                                 Written& out) {
  if (!source.model) return lacks(kNoSkeleton, kGiveModel);
  auto made = export_gltf(*source.model, source.clips, {options.rate, options.scale, false});
  if (!made) return tl::unexpected(made.error());
  out.losses = std::move(made->losses);
  return std::move(made->document);
}
Result<Written> write_glb(const WriteSource& source, const WriteOptions& options) {
  Written out;
  const auto document = gltf_of(source, options, out);
  if (!document) return tl::unexpected(document.error());
  auto bytes = io::encode_glb(*document);
  if (!bytes) return tl::unexpected(bytes.error());
  out.bytes = std::move(*bytes);
  return out;
}
Result<Written> write_gltf(const WriteSource& source, const WriteOptions& options) {
  Written out;
  const auto document = gltf_of(source, options, out);
  if (!document) return tl::unexpected(document.error());
  const auto text = io::encode_gltf_text(*document);
  if (!text) return tl::unexpected(text.error());
  out.bytes = bytes_of(*text);
  return out;
}

// ---- VRM

Result<Contents> read_vrm(Bytes data, const FetchBeside& fetch) {
  const auto gltf = io::decode_gltf(data, fetch);
  if (!gltf) return tl::unexpected(gltf.error());
  const auto document = io::decode_vrm(*gltf);
  if (!document) return tl::unexpected(document.error());
  auto made = import_vrm(*gltf, *document);
  if (!made) return tl::unexpected(made.error());
  return Contents{std::move(made->model), std::move(made->clips), {}};
}

Result<Contents> read_vrma(Bytes data, const FetchBeside& fetch) {
  const auto gltf = io::decode_gltf(data, fetch);
  if (!gltf) return tl::unexpected(gltf.error());
  const auto document = io::decode_vrma(*gltf);
  if (!document) return tl::unexpected(document.error());
  auto made = import_vrma(*gltf, *document);
  if (!made) return tl::unexpected(made.error());
  Contents contents{std::move(made->model), {}, {}};
  contents.clips.push_back(std::move(made->clip));
  return contents;
}

Result<Written> write_vrma(const WriteSource& source, const WriteOptions& options) {
  Written out;
  if (!source.model) return lacks(kNoSkeleton, kGiveModel);
  const auto clip = only_clip(source.clips, out);
  if (!clip) return tl::unexpected(clip.error());
  VrmaOptions vrma;
  vrma.last_frame = last_frame(**clip);
  vrma.rate = options.rate.value_or((*clip)->rate);
  vrma.scale = options.scale;
  auto exported = export_vrma(*source.model, **clip, vrma);
  if (!exported) return tl::unexpected(exported.error());
  auto bytes = io::encode_glb(exported->document);
  if (!bytes) return tl::unexpected(bytes.error());
  out.bytes = std::move(*bytes);
  for (std::string& line : exported->losses) out.losses.push_back(std::move(line));
  return out;
}

// ---- points of a picture, which become a motion by capture alone

Result<Contents> read_keypoints(Bytes data, const FetchBeside&) {
  auto document = io::decode_keypoints(data);
  if (!document) return tl::unexpected(document.error());
  Contents contents;
  contents.warnings = std::move(document->warnings);
  contents.keypoints = std::move(*document);
  tidy_keypoints(*contents.keypoints);
  return contents;
}
Result<Contents> read_landmarks(Bytes data, const FetchBeside&) {
  auto recording = io::decode_landmarks(data);
  if (!recording) return tl::unexpected(recording.error());
  Contents contents;
  contents.warnings = std::move(recording->warnings);
  contents.keypoints = keypoints_of(*recording);
  contents.landmarks = std::move(*recording);
  return contents;
}

Result<Written> write_keypoints(const WriteSource& source, const WriteOptions& options) {
  Written out;
  std::optional<io::KeypointDocument> made;
  const io::KeypointDocument* document = source.keypoints;
  if (!document) {
    if (!source.model) return lacks(kNoSkeleton, kGiveModel);
    const auto clip = only_clip(source.clips, out);
    if (!clip) return tl::unexpected(clip.error());
    auto exported = export_keypoints(*source.model, **clip, options.rate.value_or((*clip)->rate));
    if (!exported) return tl::unexpected(exported.error());
    made = std::move(exported->document);
    document = &*made;
    out.losses = std::move(exported->losses);
    out.notes = std::move(exported->notes);
  }
  if (source.landmarks) out.losses.emplace_back("hands and face of the recording");
  out.notes.push_back(std::to_string(document->frames.size()) + " frames at " +
                      to_text(document->fps) + " a second");
  const auto text = io::encode_keypoints_ndjson(document->frames);
  if (!text) return tl::unexpected(text.error());
  out.bytes = bytes_of(*text);
  return out;
}

Result<Written> write_landmarks(const WriteSource& source, const WriteOptions&) {
  if (!source.landmarks)
    return lacks("the source is no recording of landmarks, and this format holds nothing else",
                 "the points of a motion are written as .ndjson");
  const auto text = io::encode_landmarks(*source.landmarks);
  if (!text) return tl::unexpected(text.error());
  return Written{bytes_of(*text), {}, {}};
}

// ---- the table

template <std::size_t N>
using Endings = std::array<std::string_view, N>;
constexpr Endings<1> kPmx{".pmx"}, kPmd{".pmd"}, kVmd{".vmd"}, kVpd{".vpd"}, kBvh{".bvh"},
    kFbx{".fbx"}, kX{".x"}, kGlb{".glb"}, kGltf{".gltf"}, kVrm{".vrm"}, kVrma{".vrma"},
    kNdjson{".ndjson"}, kJson{".json"};

constexpr std::uint8_t kMotionOnBones = kHoldsMotion | kHoldsSkeleton,
                       kScene = kHoldsModel | kMotionOnBones;

// Content is asked in this order; of an archive's entries an earlier row is taken before a later.
const Format kFormats[] = {
    {"PMX", "model", kPmx, kHoldsModel, kHoldsModel, "2.0 and 2.1", io::looks_like_pmx, read_pmx,
     write_pmx},
    {"PMD", "model", kPmd, kHoldsModel, 0, "by way of PMX", io::looks_like_pmd, read_pmd, nullptr},
    {"VMD", "motion", kVmd, kHoldsMotion | kHoldsCamera, kHoldsMotion | kHoldsCamera,
     "dance, face, camera, light; 30 frames a second", io::looks_like_vmd, read_vmd, write_vmd},
    {"VPD", "pose", kVpd, kHoldsPose, kHoldsPose, "one frame", io::looks_like_vpd, read_vpd,
     write_vpd},
    {"BVH", "motion", kBvh, kMotionOnBones, kMotionOnBones, "one tree of joints, no face",
     io::looks_like_bvh, read_bvh, write_bvh},
    {"FBX", "model", kFbx, kHoldsModel | kMotionOnBones, 0,
     "through Assimp, in a process of its own", looks_like_fbx, nullptr, nullptr},
    {"X", "accessory", kX, kHoldsModel, 0, "through Assimp, in a process of its own", looks_like_x,
     nullptr, nullptr},
    {"VRM", "character", kVrm, kHoldsModel | kMotionOnBones, 0, "0.x and 1.0", io::looks_like_vrm,
     read_vrm, nullptr},
    {"VRMA", "motion", kVrma, kMotionOnBones, kMotionOnBones,
     "the standard bones of a human body, expressions", io::looks_like_vrma, read_vrma, write_vrma},
    {"GLB", "scene", kGlb, kScene, kScene, "glTF 2.0 in one file; no cameras, no lights",
     io::looks_like_glb, read_gltf, write_glb},
    {"glTF", "scene", kGltf, kScene, kScene, "2.0 as text; no cameras, no lights",
     io::looks_like_gltf_text, read_gltf, write_gltf},
    {"keypoints", "recording", kNdjson, kHoldsPoints, kHoldsPoints,
     "33 points and nine angles a frame, NDJSON or JSON; written as NDJSON",
     io::looks_like_keypoints, read_keypoints, write_keypoints},
    {"landmarks", "recording", kJson, kHoldsPoints | kHoldsLandmarks, kHoldsLandmarks,
     "what MediaPipe Holistic saw, JSON or NDJSON; written as JSON", io::looks_like_landmarks,
     read_landmarks, write_landmarks},
};

std::vector<std::string> endings_of(std::uint8_t Format::*side, std::uint8_t holdings) {
  std::vector<std::string> endings;
  for (const Format& f : kFormats)
    if ((f.*side & holdings) != 0)
      endings.insert(endings.end(), f.endings.begin(), f.endings.end());
  return endings;
}

std::string holdings_text(std::uint8_t holdings) {
  struct Word {
    Holding bit;
    const char* text;
  };
  constexpr Word kWords[] = {{kHoldsModel, "model"},        {kHoldsSkeleton, "skeleton"},
                             {kHoldsMotion, "motion"},      {kHoldsPose, "pose"},
                             {kHoldsCamera, "camera"},      {kHoldsPoints, "points"},
                             {kHoldsLandmarks, "landmarks"}};
  std::string text;
  for (const Word& w : kWords)
    if ((holdings & w.bit) != 0) text += (text.empty() ? "" : ", ") + std::string(w.text);
  return text.empty() ? "-" : text;
}

}  // namespace

std::span<const Format> formats() { return kFormats; }

const Format* format_of(Bytes data) {
  for (const Format& f : kFormats)
    if (f.looks_like && f.looks_like(data)) return &f;
  return nullptr;
}

const Format* format_named(std::string_view path) {
  for (const Format& f : kFormats)
    for (const std::string_view ending : f.endings)
      if (ends_with(path, ending)) return &f;
  return nullptr;
}

std::vector<std::string> endings_read(std::uint8_t holdings) {
  return endings_of(&Format::reads, holdings);
}
std::vector<std::string> endings_written(std::uint8_t holdings) {
  return endings_of(&Format::writes, holdings);
}

std::string formats_as_markdown() {
  std::string text = "| format | endings | read | written | notes |\n|---|---|---|---|---|\n";
  for (const Format& f : kFormats) {
    std::string endings;
    for (const std::string_view e : f.endings)
      endings += (endings.empty() ? "`" : ", `") + std::string(e) + "`";
    text += "| " + std::string(f.name) + " " + std::string(f.what) + " | " + endings + " | " +
            holdings_text(f.reads) + " | " + holdings_text(f.writes) + " | " + std::string(f.note) +
            " |\n";
  }
  return text;
}

}  // namespace odori
