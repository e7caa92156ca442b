// Small VRMs made by code, as glTF text: 15 bones, or all but one of them, and what is asked for.
#pragma once

#include <array>
#include <string>
#include <string_view>

namespace odori::io {

inline constexpr std::array<std::string_view, 15> kHumanBones15 = {
    "hips",         "spine",         "head",          "leftUpperLeg",  "leftLowerLeg",
    "leftFoot",     "rightUpperLeg", "rightLowerLeg", "rightFoot",     "leftUpperArm",
    "leftLowerArm", "leftHand",      "rightUpperArm", "rightLowerArm", "rightHand"};

struct VrmParts {
  std::string extension = "VRMC_vrm";
  std::string root;        // further members of it, beginning with a comma
  std::string extensions;  // of the document, beginning with a comma
  std::string node0;       // further members of the hips' node, beginning with a comma
  std::string material;    // members of the one material's `extensions`
  std::string without;     // a bone that is left out
};

// Node 0 is the hips, above all others; node 15 carries the mesh with two morph targets.
inline std::string vrm_text(const VrmParts& parts) {
  std::string nodes, children, bones;
  const bool old = parts.extension == "VRM";
  for (std::size_t i = 0; i < kHumanBones15.size(); ++i) {
    const std::string name(kHumanBones15[i]), number = std::to_string(i);
    if (i > 0) children += (i > 1 ? "," : "") + number;
    nodes += i > 0 ? R"(,{"name":")" + name + R"("})" : "";
    if (name == parts.without) continue;
    if (!bones.empty()) bones += ",";
    bones += old ? R"({"bone":")" + name + R"(","node":)" + number + "}"
                 : "\"" + name + R"(":{"node":)" + number + "}";
  }
  const std::string human = old ? "[" + bones + "]" : "{" + bones + "}";
  return R"({"asset":{"version":"2.0"},"scenes":[{"nodes":[0,15]}],"nodes":[{"name":"hips","children":[)" +
         children + "]" + parts.node0 + "}" + nodes +
         R"(,{"name":"body","mesh":0}],
"accessors":[{"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[0,0,0]}],
"meshes":[{"primitives":[{"attributes":{"POSITION":0},"targets":[{"POSITION":0},{"POSITION":0}],"material":0}]}],
"images":[{"uri":"data:image/png;base64,iVBORw0KGgo=","mimeType":"image/png"}],
"textures":[{"source":0}],
"materials":[{"name":"skin","extensions":{)" +
         parts.material + R"(}}],
"extensionsUsed":[")" +
         parts.extension + R"("],"extensions":{")" + parts.extension + R"(":{"specVersion":")" +
         (old ? "0.0" : "1.0") + R"(","humanoid":{"humanBones":)" + human + "}" + parts.root + "}" +
         parts.extensions + "}}";
}

}  // namespace odori::io
