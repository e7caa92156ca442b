// A doll of 15 bones as a document made by code: what a VRM's glTF is.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "odori/io/gltf.h"
#include "odori/io/vrm.h"

namespace odori::vrm_doll {

struct DollJoint {
  const char* name;
  int parent;
  Vec3 place;  // in the world, facing +Z, left at +X
};
inline constexpr std::array<DollJoint, 15> kJoints = {{{"hips", -1, {0, 1, 0}},
                                                       {"spine", 0, {0, 1.25f, 0}},
                                                       {"head", 1, {0, 1.5f, 0}},
                                                       {"leftUpperLeg", 0, {0.125f, 1, 0}},
                                                       {"leftLowerLeg", 3, {0.125f, 0.5f, 0}},
                                                       {"leftFoot", 4, {0.125f, 0.125f, 0}},
                                                       {"rightUpperLeg", 0, {-0.125f, 1, 0}},
                                                       {"rightLowerLeg", 6, {-0.125f, 0.5f, 0}},
                                                       {"rightFoot", 7, {-0.125f, 0.125f, 0}},
                                                       {"leftUpperArm", 1, {0.25f, 1.5f, 0}},
                                                       {"leftLowerArm", 9, {0.5f, 1.5f, 0}},
                                                       {"leftHand", 10, {0.75f, 1.5f, 0}},
                                                       {"rightUpperArm", 1, {-0.25f, 1.5f, 0}},
                                                       {"rightLowerArm", 12, {-0.5f, 1.5f, 0}},
                                                       {"rightHand", 13, {-0.75f, 1.5f, 0}}}};

inline Vec3 turned(Vec3 v) { return {-v.x, v.y, -v.z}; }

// Adds the numbers to the one buffer; gives the accessor.
inline io::GltfIndex add_floats(io::GltfDocument& d, const std::vector<float>& values,
                                io::GltfType type) {
  if (d.buffers.empty()) d.buffers.emplace_back();
  std::vector<std::byte>& bytes = d.buffers.front().bytes;
  io::GltfBufferView& view = d.buffer_views.emplace_back();
  view.buffer = 0;
  view.offset = bytes.size();
  view.length = values.size() * sizeof(float);
  const Bytes raw = std::as_bytes(std::span(values));
  bytes.insert(bytes.end(), raw.begin(), raw.end());
  io::GltfAccessor& a = d.accessors.emplace_back();
  a.view = static_cast<io::GltfIndex>(d.buffer_views.size() - 1);
  a.type = type;
  a.count = static_cast<std::uint32_t>(values.size() / io::components_of(type));
  return static_cast<io::GltfIndex>(d.accessors.size() - 1);
}

// `rest`: how each bone is turned at rest. `old`: faces -Z, as VRM 0.x does.
inline io::GltfDocument bones(bool old, Quat rest = {}) {
  io::GltfDocument d;
  d.scene = 0;
  d.scenes.emplace_back();
  std::array<Quat, kJoints.size()> world;
  for (std::size_t i = 0; i < kJoints.size(); ++i) {
    const DollJoint& joint = kJoints[i];
    io::GltfNode& node = d.nodes.emplace_back();
    node.name = std::string("J_") + joint.name;
    node.rotation = rest;
    const auto place = [&](const DollJoint& j) { return old ? turned(j.place) : j.place; };
    if (joint.parent < 0) {
      world[i] = rest;
      node.translation = place(joint);
      d.scenes.front().nodes.push_back(static_cast<io::GltfIndex>(i));
      continue;
    }
    const auto p = static_cast<std::size_t>(joint.parent);
    world[i] = world[p] * rest;
    node.translation = rotate(conjugate(world[p]), place(joint) - place(kJoints[p]));
    d.nodes[p].children.push_back(static_cast<io::GltfIndex>(i));
  }
  return d;
}

// With a triangle, node 15, before the face, and a morph target that lifts its corner.
inline io::GltfDocument doll(bool old, Quat rest = {}) {
  io::GltfDocument d = bones(old, rest);
  const auto place = [&](Vec3 v) { return old ? turned(v) : v; };
  std::vector<float> positions, moves, normals;
  for (const Vec3 v : {Vec3{0, 1.5f, 0.25f}, Vec3{0.25f, 1.5f, 0.25f}, Vec3{0, 1.75f, 0.25f}})
    for (const float f : {place(v).x, place(v).y, place(v).z}) positions.push_back(f);
  for (const Vec3 v : {Vec3{0.5f, 0, 0.25f}, Vec3{}, Vec3{}})
    for (const float f : {place(v).x, place(v).y, place(v).z}) moves.push_back(f);
  for (int i = 0; i < 3; ++i)
    for (const float f : {place({0, 0, 1}).x, 0.0f, place({0, 0, 1}).z}) normals.push_back(f);
  io::GltfPrimitive primitive;
  primitive.attributes = {{"POSITION", add_floats(d, positions, io::GltfType::vec3)},
                          {"NORMAL", add_floats(d, normals, io::GltfType::vec3)},
                          {"TEXCOORD_0", add_floats(d, {0, 0, 1, 0, 0, 1}, io::GltfType::vec2)}};
  primitive.targets = {{{"POSITION", add_floats(d, moves, io::GltfType::vec3)}}};
  primitive.material = 0;
  io::GltfMesh& mesh = d.meshes.emplace_back();
  mesh.target_names = {"happy"};
  mesh.primitives.push_back(primitive);
  io::GltfNode& node = d.nodes.emplace_back();
  node.name = "body";
  node.mesh = 0;
  d.scenes.front().nodes.push_back(15);
  d.materials.emplace_back().name = "skin";
  return d;
}

inline io::VrmDocument vrm_of(const io::GltfDocument& d, bool old) {
  io::VrmDocument v;
  v.version = old ? io::VrmVersion::v0 : io::VrmVersion::v1;
  v.materials.resize(d.materials.size());
  for (std::size_t i = 0; i < kJoints.size(); ++i)
    v.human_bones.push_back({kJoints[i].name, static_cast<io::GltfIndex>(i)});
  return v;
}

}  // namespace odori::vrm_doll
