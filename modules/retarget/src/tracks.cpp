#include "tracks.h"

#include <algorithm>
#include <map>

#include "bone_names.h"
#include "odori/motion/sample.h"

namespace odori {
namespace {

// The bones that a standard bone's place depends on: themselves, those above, what IK and appends
// bring in.
std::vector<bool> body_of(const Model& model, const Humanoid& h) {
  const Skeleton& s = model.skeleton;
  std::vector<bool> in(s.size(), false);
  const auto add = [&](BoneIndex b) {
    bool changed = false;
    for (; is_set(b) && !in[at(b)]; b = s.parent[at(b)]) changed = in[at(b)] = true;
    return changed;
  };
  for (const BoneIndex b : h.bone) add(b);
  for (bool changed = true; changed;) {
    changed = false;
    for (const Append& a : s.appends)
      if (is_set(a.bone) && in[at(a.bone)]) changed |= add(a.source);
    for (const Ik& ik : s.iks) {
      const bool holds = std::any_of(ik.links.begin(), ik.links.end(), [&](const IkLink& link) {
        return is_set(link.bone) && in[at(link.bone)];
      });
      if (holds) changed |= add(ik.bone);
    }
  }
  return in;
}

// Bezier keys stay keys; tracks of other kinds are sampled on every frame.
BoneTrack carried(const BoneTrack& track, const FrameMap& map, float scale) {
  BoneTrack out;
  if (track.frame.empty()) return out;
  if (track.interpolation == Interpolation::bezier) {
    out = track;
    remap(out.frame, map);
    for (Vec3& v : out.translation) v *= scale;
    return out;
  }
  out.name = track.name;
  out.interpolation = Interpolation::linear;
  BoneCursor cursor;
  for (double frame = 0; frame <= map.last; ++frame) {
    const BoneValue value = cursor.sample(track, frame / map.scale);
    out.frame.push_back(frame);
    out.rotation.push_back(value.rotation);
    out.translation.push_back(value.translation * scale);
    out.curve.emplace_back();
    out.physics_off.push_back(value.physics_off ? 1 : 0);
  }
  return out;
}

}  // namespace

void remap(std::vector<double>& frames, const FrameMap& map) {
  for (double& f : frames) f = map(f);
}

std::size_t carry_bones(const Model& from, const Humanoid& from_human, const Clip& clip,
                        const Target& target, const FrameMap& map, float scale, Clip& out) {
  const std::vector<bool> source_body = body_of(from, from_human),
                          target_body = body_of(*target.model, target.humanoid);
  const BoneNames from_names(from.skeleton), to_names(target.model->skeleton);
  std::size_t count = 0;
  for (const BoneTrack& track : clip.bones) {
    const BoneIndex a = from_names.find(track.name.text), b = to_names.find(track.name.text);
    if (!is_set(a) || !is_set(b) || source_body[at(a)] || target_body[at(b)]) continue;
    BoneTrack copy = carried(track, map, scale);
    if (copy.frame.empty()) continue;
    out.bones.push_back(std::move(copy));
    ++count;
  }
  return count;
}

void carry_scene(const Clip& clip, const FrameMap& map, float scale, Clip& out) {
  out.camera = clip.camera;
  remap(out.camera.frame, map);
  for (Vec3& v : out.camera.target) v *= scale;
  for (float& d : out.camera.distance) d *= scale;
  out.light = clip.light;
  remap(out.light.frame, map);
  out.shadow = clip.shadow;
  remap(out.shadow.frame, map);
  out.property.frame = clip.property.frame;
  out.property.visible = clip.property.visible;
  out.property.ik.assign(clip.property.frame.size(), {});
  remap(out.property.frame, map);
}

void switch_legs(const Target& target, bool on, Clip& out) {
  if (target.goals.empty()) return;
  PropertyTrack& p = out.property;
  if (p.frame.empty() || p.frame.front() > 0) {
    p.frame.insert(p.frame.begin(), 0);
    p.visible.insert(p.visible.begin(), 1);
    p.ik.insert(p.ik.begin(), std::vector<IkSwitch>{});
  }
  // What a key does not name counts as on: each one says it.
  for (std::vector<IkSwitch>& switches : p.ik) {
    switches.clear();
    for (const Goal& g : target.goals)
      switches.push_back({{target.model->skeleton.names[at(g.bone)], {}, false}, on});
  }
}

}  // namespace odori
