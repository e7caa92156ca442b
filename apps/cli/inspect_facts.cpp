#include "inspect_facts.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "odori/assets/motion.h"
#include "odori/base/number_text.h"
#include "odori/base/text.h"
#include "odori/convert/mmd.h"
#include "odori/convert/mmd_limits.h"
#include "odori/io/bvh.h"
#include "odori/io/gltf.h"
#include "odori/io/landmarks.h"
#include "odori/io/vrm.h"
#include "odori/pose/fit.h"
#include "talk.h"

namespace odori::cli {
namespace {

std::string one_line(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
  return text;
}

// "2.0", "2.1".
std::string version_text(float version) {
  const std::string text = to_text(std::round(static_cast<double>(version) * 100) / 100);
  return text.find_first_not_of("0123456789") == std::string::npos ? text + ".0" : text;
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
  note(std::span(document.model_name));
  for (const io::VmdBoneKey& key : document.bones) note(key.name);
  for (const io::VmdMorphKey& key : document.morphs) note(key.name);
  if (counts.empty()) return "ASCII";
  std::string text;
  for (const auto& [encoding, count] : counts) {
    text += (text.empty() ? "" : ", ") + name_of(encoding);
    if (counts.size() > 1) text += " (" + std::to_string(count) + " names)";
  }
  return text;
}

void add_names(Inspected& seen, const ModelMeta& meta) {
  if (!meta.name.empty()) add_fact(seen, "name", one_line(meta.name));
  if (!meta.name_en.empty()) add_fact(seen, "name_en", one_line(meta.name_en));
}

void add_model(Inspected& seen, const Model& model) {
  const Mesh& mesh = model.mesh;
  add_fact(seen, "vertices", mesh.size());
  add_fact(seen, "triangles", mesh.indices.size() / 3);
  add_fact(seen, "materials", mesh.materials.size());
  add_fact(seen, "textures", mesh.textures.size());
  add_fact(
      seen, "textures_found",
      static_cast<std::size_t>(std::count_if(mesh.textures.begin(), mesh.textures.end(),
                                             [](const Texture& t) { return !t.bytes.empty(); })));
  add_fact(seen, "bones", model.skeleton.size());
  add_fact(seen, "ik_chains", model.skeleton.iks.size());
  add_fact(seen, "morphs", model.morphs.size());
  add_fact(seen, "rigid_bodies", model.bodies.size());
  add_fact(seen, "joints", model.joints.size());
}

// Programs write tracks for bones that are never touched.
void add_tracks(Inspected& seen, const char* name, std::size_t all, std::size_t moving) {
  std::string text = std::to_string(all);
  if (moving < all) text += ", " + std::to_string(moving) + " of them move";
  seen.facts.push_back({name, std::move(text), static_cast<double>(all)});
}

// ---- per format: what the document says beyond the nouns

void add_pmx(Inspected& seen, Bytes bytes, const Contents& contents) {
  const auto document = io::decode_pmx(bytes);
  if (!document) return;
  add_names(seen, contents.model->meta);
  add_fact(seen, "version", version_text(document->header.version));
  const bool utf8 = document->header.encoding == io::PmxEncoding::utf8;
  add_fact(seen, "encoding", std::string(utf8 ? "UTF-8" : "UTF-16"));
  add_model(seen, *contents.model);
  if (!document->soft_bodies.empty()) add_fact(seen, "soft_bodies", document->soft_bodies.size());
}

void add_pmd(Inspected& seen, Bytes, const Contents& contents) {
  add_names(seen, contents.model->meta);
  add_fact(seen, "version", std::string("1.0"));
  add_fact(seen, "encoding", std::string("cp932"));
  add_model(seen, *contents.model);
}

void add_vmd(Inspected& seen, Bytes bytes, const Contents& contents) {
  const auto document = io::decode_vmd(bytes);
  if (!document) return;
  const Clip& clip = contents.clips.front();
  add_fact(seen, "model", one_line(clip.model_name));
  add_fact(seen, "version", std::string(document->version == io::VmdVersion::v1 ? "1" : "2"));
  add_fact(seen, "encoding", encodings_of(*document));
  const double last = last_frame(clip);
  add_fact(seen, "last_frame", static_cast<std::size_t>(std::max(0.0, last)));
  add_seconds(seen, last / clip.rate);
  const Fit moving = find_fit(clip, {});
  add_fact(seen, "bone_keys", document->bones.size());
  add_tracks(seen, "bone_tracks", clip.bones.size(), moving.bones);
  add_fact(seen, "morph_keys", document->morphs.size());
  add_tracks(seen, "morph_tracks", clip.morphs.size(), moving.morphs);
  add_fact(seen, "camera_keys", document->cameras.size());
  add_fact(seen, "light_keys", document->lights.size());
  add_fact(seen, "shadow_keys", document->shadows.size());
  add_fact(seen, "ik_keys", document->properties.size());
}

void add_vpd(Inspected& seen, Bytes bytes, const Contents&) {
  const auto document = io::decode_vpd(bytes);
  if (!document) return;
  add_fact(seen, "model", one_line(document->model_name));
  add_fact(seen, "encoding", name_of(document->encoding));
  add_fact(seen, "bones", document->bones.size());
  add_fact(seen, "morphs", document->morphs.size());
}

void add_bvh(Inspected& seen, Bytes bytes, const Contents&) {
  const auto document = io::decode_bvh(bytes);
  if (!document) return;
  add_fact(seen, "joints", document->joints.size());
  add_fact(seen, "channels", document->channels);
  add_fact(seen, "frames", document->frames());
  add_seconds(seen, static_cast<double>(document->frames()) * document->frame_time);
}

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + one_line(name);
  return text;
}

void add_human_bones(Inspected& seen, const Humanoid& humanoid) {
  add_fact(seen, "human_bones",
           std::to_string(count(humanoid)) + " of " + std::to_string(kHumanBones));
}

// "author: A" becomes the fact "author".
void add_licence(Inspected& seen, const Licence& licence) {
  for (const std::string& line : to_lines(licence)) {
    const std::size_t colon = line.find(": ");
    seen.facts.push_back({line.substr(0, colon), one_line(line.substr(colon + 2))});
  }
}

void add_vrm(Inspected& seen, Bytes bytes, const Contents& contents) {
  const auto gltf = io::decode_gltf(bytes);
  if (!gltf) return;
  const auto document = io::decode_vrm(*gltf);
  if (!document) return;
  const Model& model = *contents.model;
  add_names(seen, model.meta);
  const bool old = document->version == io::VrmVersion::v0;
  add_fact(seen, "vrm", std::string(old ? "0.x" : "1.0"));
  if (!document->exporter.empty()) add_fact(seen, "exporter", one_line(document->exporter));
  add_licence(seen, model.meta.licence);
  add_model(seen, model);
  add_human_bones(seen, model.humanoid);
  std::vector<std::string> names;
  for (const Expression& e : model.expressions) names.push_back(e.name);
  if (!names.empty()) add_fact(seen, "expressions", joined(names));
  std::size_t joints = 0, mtoon = 0;
  for (const SpringChain& chain : model.springs.chains) joints += chain.joints.size();
  for (const Material& m : model.mesh.materials) mtoon += m.mtoon ? 1 : 0;
  add_fact(seen, "spring_chains", model.springs.chains.size());
  add_fact(seen, "spring_joints", joints);
  add_fact(seen, "colliders", model.springs.colliders.size());
  add_fact(seen, "constraints", model.constraints.size());
  add_fact(seen, "mtoon_materials", mtoon);
  add_fact(seen, "first_person_marks", document->first_person.size());
  if (model.look_at)
    add_fact(seen, "look_at",
             std::string(model.look_at->by_expression ? "by expressions" : "by the eyes' bones"));
}

void add_vrma(Inspected& seen, Bytes, const Contents& contents) {
  const Clip& clip = contents.clips.front();
  add_human_bones(seen, contents.model->humanoid);
  add_fact(seen, "bone_tracks", clip.bones.size());
  std::vector<std::string> names;
  for (const MorphTrack& t : clip.morphs) names.push_back(t.name.text);
  if (!names.empty()) add_fact(seen, "expressions", joined(names));
  if (contents.model->look_at) add_fact(seen, "look_at", std::string("yes"));
  add_seconds(seen, last_frame(clip) / clip.rate);
}

void add_keypoints(Inspected& seen, Bytes, const Contents& contents) {
  const auto& document = contents.keypoints;
  if (!document) return;
  std::size_t missing = 0, without_body = 0;
  for (const io::KeypointFrame& frame : document->frames) {
    without_body += frame.points.empty() ? 1 : 0;
    for (const auto& point : frame.points) missing += point ? 0 : 1;
  }
  add_fact(seen, "frames", document->frames.size());
  add_seconds(seen, document->frames.empty() ? 0 : document->frames.back().time_ms / 1000);
  add_fact(seen, "frames_without_a_body", without_body);
  add_fact(seen, "missing_points", missing);
}

void add_landmarks(Inspected& seen, Bytes, const Contents& contents) {
  const auto& recording = contents.landmarks;
  if (!recording) return;
  add_fact(seen, "frames", recording->frames.size());
  add_seconds(seen, recording->frames.empty() ? 0 : recording->frames.back().time);
  if (recording->width > 0)
    add_fact(seen, "picture",
             std::to_string(recording->width) + " x " + std::to_string(recording->height));
  const auto with = [&](io::LandmarkKind kind) {
    return static_cast<std::size_t>(
        std::count_if(recording->frames.begin(), recording->frames.end(),
                      [&](const io::LandmarkFrame& f) { return f.find(kind) != nullptr; }));
  };
  add_fact(seen, "frames_with_body", with(io::LandmarkKind::pose));
  add_fact(seen, "frames_with_left_hand", with(io::LandmarkKind::left_hand));
  add_fact(seen, "frames_with_right_hand", with(io::LandmarkKind::right_hand));
  add_fact(seen, "frames_with_face", with(io::LandmarkKind::face));
}

// Of the animations of a glTF, in order; none for other formats.
std::vector<std::string> names_of_motions(Bytes bytes) {
  std::vector<std::string> names;
  if (!io::looks_like_glb(bytes)) return names;
  if (const auto document = io::decode_gltf(bytes))
    for (const io::GltfAnimation& a : document->animations) names.push_back(a.name);
  return names;
}

// The formats that have no words of their own here.
void add_any(Inspected& seen, Bytes bytes, const Contents& contents) {
  if (contents.model) {
    add_names(seen, contents.model->meta);
    add_model(seen, *contents.model);
  }
  add_fact(seen, "motions", contents.clips.size());
  const std::vector<std::string> names = names_of_motions(bytes);
  for (const Clip& clip : contents.clips) {
    const auto i = static_cast<std::size_t>(&clip - contents.clips.data());
    const std::string name = i < names.size() ? one_line(names[i]) : std::string();
    add_fact(seen, "motion", std::to_string(i + 1) + (name.empty() ? "" : ": " + name));
    add_fact(seen, "bone_tracks", clip.bones.size());
    add_fact(seen, "morph_tracks", clip.morphs.size());
    add_seconds(seen, last_frame(clip) / clip.rate);
    if (i == 19) break;  // the first tell what they are like
  }
}

struct Teller {
  std::string_view format;
  void (*add)(Inspected&, Bytes, const Contents&);
};
constexpr Teller kTellers[] = {
    {"PMX", add_pmx},
    {"PMD", add_pmd},
    {"VMD", add_vmd},
    {"VPD", add_vpd},
    {"BVH", add_bvh},
    {"keypoints", add_keypoints},
    {"landmarks", add_landmarks},
    {"VRM", add_vrm},
    {"VRMA", add_vrma},
};

}  // namespace

void add_fact(Inspected& seen, const char* name, std::size_t n) {
  seen.facts.push_back({name, std::to_string(n), static_cast<double>(n)});
}
void add_fact(Inspected& seen, const char* name, std::string text) {
  seen.facts.push_back({name, std::move(text)});
}
void add_seconds(Inspected& seen, double seconds) {
  seen.facts.push_back({"seconds", seconds_text(seconds), seconds});
}

void add_warnings(Inspected& seen, const Warnings& warnings) {
  for (const Warning& warning : warnings.list()) {
    const std::string line = to_text(warning);
    if (std::find(seen.warnings.begin(), seen.warnings.end(), line) == seen.warnings.end())
      seen.warnings.push_back(line);
  }
}

Inspected inspect_loaded(LoadedFile loaded, Bytes bytes) {
  const Format& format = *loaded.format;
  Inspected seen{std::move(loaded.name),
                 std::string(format.name) + " " + std::string(format.what),
                 {},
                 {},
                 {},
                 {},
                 {}};
  Contents& contents = loaded.contents;
  const auto teller = std::find_if(std::begin(kTellers), std::end(kTellers),
                                   [&](const Teller& t) { return t.format == format.name; });
  (teller == std::end(kTellers) ? add_any : teller->add)(seen, bytes, contents);
  add_warnings(seen, contents.warnings);
  if (contents.model) {
    add_warnings(seen, contents.model->warnings);
    if ((format.reads & kHoldsModel) != 0) {
      for (std::string& line : beyond_vmd(*contents.model))
        seen.warnings.push_back(std::move(line));
      seen.model = std::move(contents.model);
    }
  }
  for (const Clip& clip : contents.clips) {
    add_warnings(seen, clip.warnings);
    for (std::string& line : beyond_mmd(clip)) seen.warnings.push_back(std::move(line));
  }
  if (!contents.clips.empty()) seen.clip = std::move(contents.clips[first_lasting(contents.clips)]);
  if (!seen.model) seen.body = std::move(contents.model);
  return seen;
}

}  // namespace odori::cli
