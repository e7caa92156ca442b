#include <algorithm>

#include "gltf/parts.h"
#include "json/json_writer.h"
#include "vrm/reader.h"

namespace odori::io {
namespace vrm {
namespace {

using At = Reader::At;

constexpr std::array<std::string_view, 15> kRequired = {
    "hips",         "spine",         "head",          "leftUpperLeg",  "leftLowerLeg",
    "leftFoot",     "rightUpperLeg", "rightLowerLeg", "rightFoot",     "leftUpperArm",
    "leftLowerArm", "leftHand",      "rightUpperArm", "rightLowerArm", "rightHand"};

constexpr const char* kVrm0 = "VRM";
constexpr const char* kVrm1 = "VRMC_vrm";
constexpr const char* kSprings = "VRMC_springBone";
constexpr const char* kConstraint = "VRMC_node_constraint";
constexpr const char* kMtoon = "VRMC_materials_mtoon";
constexpr const char* kVrma = "VRMC_vrm_animation";

// Objects of a hundred bytes come from a dozen characters: small files are given some room.
std::size_t budget_of(std::size_t text) { return text * 6 + (std::size_t{1} << 16); }

// Reads one extension's text by `use`.
template <class Use>
Result<void> read_text(const GltfDocument& gltf, const std::string& place, const std::string& text,
                       Warnings& warnings, Use use) {
  const auto tree = JsonTree::parse(text);
  if (!tree) return fail(tree.error().code, place + ": " + tree.error().what);
  Reader in(gltf, place, budget_of(text.size()), warnings);
  if (!tree->root().is_object())
    in.wrong(Code::malformed, "an object is wanted");
  else
    use(in, tree->root());
  if (!in.ok()) return tl::unexpected(in.take_error());
  return {};
}

std::string place_of(const char* list, std::size_t i, const char* extension) {
  return std::string(list) + "[" + std::to_string(i) + "].extensions." + extension;
}

Result<void> read_nodes(const GltfDocument& gltf, VrmDocument& out) {
  for (std::size_t i = 0; i < gltf.nodes.size(); ++i) {
    const std::string* text = find_extension(gltf.nodes[i], kConstraint);
    if (!text) continue;
    auto done = read_text(gltf, place_of("nodes", i, kConstraint), *text, out.warnings,
                          [&](Reader& in, JsonValue root) {
                            read_constraint(in, root, static_cast<GltfIndex>(i), out);
                          });
    if (!done) return done;
  }
  return {};
}

Result<void> read_materials(const GltfDocument& gltf, VrmDocument& out) {
  for (std::size_t i = 0; i < gltf.materials.size(); ++i) {
    const std::string* text = find_extension(gltf.materials[i], kMtoon);
    if (!text) continue;
    auto done = read_text(gltf, place_of("materials", i, kMtoon), *text, out.warnings,
                          [&](Reader& in, JsonValue root) {
                            read_mtoon(in, root, out.materials[i].mtoon.emplace());
                          });
    if (!done) return done;
  }
  return {};
}

void check_version(const std::string& version, std::initializer_list<std::string_view> known,
                   Warnings& warnings) {
  if (std::find(known.begin(), known.end(), version) == known.end())
    warnings.add(WarningKind::version_unknown, 0, version.substr(0, 20));
}

bool json_names(Bytes data, std::string_view extension) {
  if (!looks_like_glb(data)) return false;
  Warnings warnings;
  const auto parts = gltf::split_glb(data, warnings);
  if (!parts) return false;
  const std::string quoted = '"' + std::string(extension) + '"';
  return parts->json.find(quoted) != std::string_view::npos;
}

}  // namespace

void check_human_bones(Reader& in, std::vector<VrmHumanBone>& bones) {
  if (!in.ok()) return;
  for (const std::string_view name : kRequired) {
    const auto it = std::find_if(bones.begin(), bones.end(),
                                 [&](const VrmHumanBone& b) { return b.name == name; });
    if (it != bones.end()) continue;
    const At here(in, name);
    return in.wrong(Code::malformed, "is missing, and every humanoid needs it");
  }
  std::vector<GltfIndex> nodes;
  nodes.reserve(bones.size());
  for (const VrmHumanBone& bone : bones) nodes.push_back(bone.node);
  std::sort(nodes.begin(), nodes.end());
  if (const auto twice = std::adjacent_find(nodes.begin(), nodes.end()); twice != nodes.end())
    in.warn(WarningKind::bad_value,
            in.where() + ": node " + std::to_string(*twice) + " is two bones");
}

}  // namespace vrm

using namespace vrm;

Result<VrmDocument> decode_vrm(const GltfDocument& document) {
  VrmDocument out;
  const std::string* text = find_extension(document, kVrm1);
  if (!text) {
    out.version = VrmVersion::v0;
    text = find_extension(document, kVrm0);
  }
  if (!text)
    return fail(Code::unsupported, "a glTF without VRM's extension (VRMC_vrm, or VRM of 0.x)");
  out.materials.resize(document.materials.size());
  const bool old = out.version == VrmVersion::v0;
  auto done = read_text(document, std::string("extensions.") + (old ? kVrm0 : kVrm1), *text,
                        out.warnings, [&](Reader& in, JsonValue root) {
                          in.text(root, "specVersion", out.spec_version);
                          in.text(root, "exporterVersion", out.exporter);
                          old ? read_vrm0(in, root, out) : read_vrm1(in, root, out);
                        });
  if (!done) return tl::unexpected(done.error());
  if (old) return out;
  check_version(out.spec_version, {"1.0", "1.0-beta"}, out.warnings);
  out.exporter = document.asset.generator;
  if (const std::string* springs = find_extension(document, kSprings)) {
    done = read_text(document, std::string("extensions.") + kSprings, *springs, out.warnings,
                     [&](Reader& in, JsonValue root) { read_springs(in, root, out); });
    if (!done) return tl::unexpected(done.error());
  }
  if (done = read_nodes(document, out); !done) return tl::unexpected(done.error());
  if (done = read_materials(document, out); !done) return tl::unexpected(done.error());
  return out;
}

Result<VrmaDocument> decode_vrma(const GltfDocument& document) {
  VrmaDocument out;
  const std::string* text = find_extension(document, kVrma);
  if (!text) return fail(Code::unsupported, "a glTF without VRMC_vrm_animation");
  const std::size_t nodes = document.nodes.size();
  auto done = read_text(document, std::string("extensions.") + kVrma, *text, out.warnings,
                        [&](Reader& in, JsonValue root) {
                          in.text(root, "specVersion", out.spec_version);
                          {
                            const JsonValue humanoid = in.object(root, "humanoid");
                            const At here(in, "humanoid");
                            in.each(humanoid, "humanBones", sizeof(VrmHumanBone),
                                    [&](std::string_view name, JsonValue b) {
                                      VrmHumanBone bone;
                                      in.index(b, "node", nodes, bone.node);
                                      bone.name = name.substr(0, 60);
                                      if (bone.node >= 0)
                                        out.human_bones.push_back(std::move(bone));
                                    });
                            const At bones(in, "humanBones");
                            check_human_bones(in, out.human_bones);
                          }
                          {
                            const JsonValue expressions = in.object(root, "expressions");
                            const At here(in, "expressions");
                            for (const char* list : {"preset", "custom"})
                              in.each(expressions, list, sizeof(VrmaExpression),
                                      [&](std::string_view name, JsonValue v) {
                                        VrmaExpression e;
                                        in.index(v, "node", nodes, e.node);
                                        in.charge(name.size());
                                        if (!in.ok()) return;
                                        e.name = name;
                                        e.preset = list[0] == 'p';
                                        if (e.node >= 0) out.expressions.push_back(std::move(e));
                                      });
                          }
                          const JsonValue look = in.object(root, "lookAt");
                          const At here(in, "lookAt");
                          in.index(look, "node", nodes, out.look_at);
                          in.vec3(look, "offsetFromHeadBone", out.look_at_offset);
                        });
  if (!done) return tl::unexpected(done.error());
  check_version(out.spec_version, {"1.0", "1.0-draft"}, out.warnings);
  return out;
}

void attach_vrma(const VrmaDocument& vrma, GltfDocument& document) {
  JsonWriter json;
  const auto node = [&](GltfIndex index) {
    json.begin_object();
    json.key("node");
    json.number(index);
  };
  json.begin_object();
  json.key("specVersion");
  json.text(vrma.spec_version);
  json.key("humanoid");
  json.begin_object();
  json.key("humanBones");
  json.begin_object();
  for (const VrmHumanBone& bone : vrma.human_bones) {
    json.key(bone.name);
    node(bone.node);
    json.end_object();
  }
  json.end_object();
  json.end_object();
  if (!vrma.expressions.empty()) {
    json.key("expressions");
    json.begin_object();
    for (const bool preset : {true, false}) {
      const auto in_list = [&](const VrmaExpression& e) { return e.preset == preset; };
      if (std::none_of(vrma.expressions.begin(), vrma.expressions.end(), in_list)) continue;
      json.key(preset ? "preset" : "custom");
      json.begin_object();
      for (const VrmaExpression& e : vrma.expressions) {
        if (!in_list(e)) continue;
        json.key(e.name);
        node(e.node);
        json.end_object();
      }
      json.end_object();
    }
    json.end_object();
  }
  if (vrma.look_at >= 0) {
    json.key("lookAt");
    node(vrma.look_at);
    json.key("offsetFromHeadBone");
    json.begin_array();
    for (const float v : {vrma.look_at_offset.x, vrma.look_at_offset.y, vrma.look_at_offset.z})
      json.number(v);
    json.end_array();
    json.end_object();
  }
  json.end_object();
  auto& used = document.extensions_used;
  if (std::find(used.begin(), used.end(), kVrma) == used.end()) used.emplace_back(kVrma);
  std::erase_if(document.extensions, [](const GltfExtension& e) { return e.name == kVrma; });
  document.extensions.push_back({kVrma, json.take()});
}

bool is_vrm(const GltfDocument& document) {
  return find_extension(document, kVrm1) || find_extension(document, kVrm0);
}
bool is_vrma(const GltfDocument& document) { return find_extension(document, kVrma); }

bool looks_like_vrm(Bytes data) { return json_names(data, kVrm1) || json_names(data, kVrm0); }
bool looks_like_vrma(Bytes data) { return json_names(data, kVrma) && !looks_like_vrm(data); }

}  // namespace odori::io
