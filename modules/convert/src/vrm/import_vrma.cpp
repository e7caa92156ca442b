#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "odori/convert/gltf.h"
#include "odori/convert/vrma.h"
#include "odori/motion/sample.h"

namespace odori {
namespace {

BoneIndex bone_of(const GltfImport& base, io::GltfIndex node) {
  return node < 0 ? BoneIndex::none : base.bone_of_node[static_cast<std::size_t>(node)];
}

float weight_of(float x) { return std::clamp(x, 0.0f, 1.0f); }

// The X of a node's movement, rest included, as weights.
MorphTrack weights_of(const BoneTrack& moved, float rest, const std::string& name) {
  const BoneTrack track = without_tangents(moved);
  MorphTrack out;
  out.name.text = name;
  for (std::size_t i = 0; i < track.frame.size(); ++i) {
    const float weight = weight_of(rest + track.translation[i].x);
    // Weights run straight between keys: one that is held gets another key just before the next.
    if (i > 0 && track.interpolation == Interpolation::step && weight != out.weight.back()) {
      const double from = track.frame[i - 1], to = track.frame[i];
      out.frame.push_back(std::max(std::ceil(to) - 1, (from + to) / 2));
      out.weight.push_back(out.weight.back());
    }
    out.frame.push_back(track.frame[i]);
    out.weight.push_back(weight);
  }
  return out;
}

}  // namespace

Result<VrmaImport> import_vrma(const io::GltfDocument& document, const io::VrmaDocument& vrma) {
  auto base = import_gltf(document);
  if (!base) return tl::unexpected(base.error());
  VrmaImport out;
  out.model = std::move(base->model);
  out.model.warnings.append(vrma.warnings);
  if (!base->clips.empty()) out.clip = std::move(base->clips.front());
  if (base->clips.size() > 1)
    out.clip.warnings.add(WarningKind::other, 0,
                          "all animations but the first of " + std::to_string(base->clips.size()));
  const Skeleton& skeleton = out.model.skeleton;

  std::set<std::string> no_moves;  // bones that only turn
  for (std::size_t i = 0; i < vrma.human_bones.size(); ++i) {
    const auto human = human_bone_named(vrma.human_bones[i].name);
    const BoneIndex bone = bone_of(*base, vrma.human_bones[i].node);
    if (!human || out.model.humanoid.has(*human)) {
      out.model.warnings.add(WarningKind::bad_value, i,
                             "a human bone \"" + vrma.human_bones[i].name + "\"");
      continue;
    }
    out.model.humanoid.set(*human, bone, BoneSource::file);
    if (*human != HumanBone::hips && is_set(bone)) no_moves.insert(skeleton.names[at(bone)]);
  }

  std::map<std::string, std::vector<const io::VrmaExpression*>> expressions;  // by bone
  for (const io::VrmaExpression& e : vrma.expressions) {
    if (const BoneIndex bone = bone_of(*base, e.node); is_set(bone))
      expressions[skeleton.names[at(bone)]].push_back(&e);
    Morph& morph = out.model.morphs.emplace_back();
    morph.name = morph.name_en = e.name;
  }
  std::vector<BoneTrack> bones;
  for (BoneTrack& track : out.clip.bones) {
    const auto it = expressions.find(track.name.text);
    if (it != expressions.end()) {
      const BoneIndex bone = find_bone(skeleton, track.name.text);
      for (const io::VrmaExpression* e : it->second)
        out.clip.morphs.push_back(
            weights_of(track, skeleton.rest_translation[at(bone)].x, e->name));
      continue;
    }
    if (no_moves.count(track.name.text)) {
      const auto moves = [](Vec3 v) { return length_squared(v) > 1e-10f; };
      if (std::any_of(track.translation.begin(), track.translation.end(), moves))
        out.clip.warnings.add(WarningKind::other, 0,
                              "movements of bones that only turn: " + track.name.text);
      std::fill(track.translation.begin(), track.translation.end(), Vec3{});
      for (BoneTangents& t : track.tangents) t.translation_in = t.translation_out = {};
    }
    bones.push_back(std::move(track));
  }
  out.clip.bones = std::move(bones);
  if (vrma.look_at >= 0) {
    LookAt& look = out.model.look_at.emplace();
    look.offset_from_head = vrma.look_at_offset;
    look.gaze = bone_of(*base, vrma.look_at);
  }
  return out;
}

}  // namespace odori
