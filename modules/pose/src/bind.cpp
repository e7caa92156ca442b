#include "odori/pose/bind.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "odori/base/text.h"
#include "track_moves.h"

namespace odori {
namespace {

// Finds a model's items by a track's name: the same text, else the same first bytes in the name
// field's encoding (MMD compares no more than the field holds), else the same with widths folded.
class Names {
 public:
  Names(std::vector<std::string> names, std::size_t field_bytes) {
    for (std::size_t i = 0; i < names.size(); ++i) {
      exact_[names[i]].push_back(i);
      folded_[normalise_width(names[i])].push_back(i);
      const std::optional<std::vector<std::byte>> bytes = encode(Encoding::cp932, names[i]);
      if (!bytes) continue;
      std::string field;
      for (const std::byte b : *bytes) field += static_cast<char>(b);
      field_[field.substr(0, field_bytes)].push_back(i);
    }
  }

  const std::vector<std::size_t>& find(const TrackName& name) const {
    static const std::vector<std::size_t> kNothing;
    if (const auto it = exact_.find(name.text); it != exact_.end()) return it->second;
    if (const auto it = field_.find(name.raw); it != field_.end() && !name.raw.empty()) {
      return it->second;
    }
    if (name.cut) return kNothing;
    const auto it = folded_.find(normalise_width(name.text));
    return it != folded_.end() ? it->second : kNothing;
  }
  bool has_exactly(const std::string& text) const { return exact_.count(text) > 0; }

 private:
  std::map<std::string, std::vector<std::size_t>> exact_, folded_, field_;
};

void start_at_rest(BoneTrack& track) {
  if (track.frame.empty() || track.frame.front() <= 0) return;
  track.frame.insert(track.frame.begin(), 0);
  track.rotation.insert(track.rotation.begin(), Quat{});
  track.translation.insert(track.translation.begin(), Vec3{});
  if (!track.curve.empty()) track.curve.insert(track.curve.begin(), std::array<BezierCurve, 4>{});
  if (!track.physics_off.empty()) track.physics_off.insert(track.physics_off.begin(), 0);
}

void start_at_rest(MorphTrack& track) {
  if (track.frame.empty() || track.frame.front() <= 0) return;
  track.frame.insert(track.frame.begin(), 0);
  track.weight.insert(track.weight.begin(), 0);
}

// The angle is kept, the axis becomes the bone's own.
void project(BoneTrack& track, Vec3 axis) {
  for (Quat& q : track.rotation) {
    const Vec3 v{q.x, q.y, q.z};
    const Vec3 on = axis * (dot(v, axis) < 0 ? -length(v) : length(v));
    q = {on.x, on.y, on.z, q.w};
  }
}

void bind_bones(const Clip& clip, const Model& model, const BindOptions& options, Binding& out) {
  constexpr std::size_t kFieldBytes = 15;
  const Names names(model.skeleton.names, kFieldBytes);
  std::map<BoneIndex, Vec3> axes;
  for (const FixedAxis& f : model.skeleton.fixed_axes) axes[f.bone] = f.axis;
  std::map<std::size_t, const BoneTrack*> taken;
  // A track that says a bone's very name has the bone, wherever it stands.
  for (const bool exact : {true, false}) {
    for (const BoneTrack& track : clip.bones) {
      if (names.has_exactly(track.name.text) != exact) continue;
      const std::vector<std::size_t>& found = names.find(track.name);
      if (found.empty() || !taken.emplace(found.front(), &track).second) {
        if (moves(track)) out.unbound_bones.push_back(track.name.text);
      }
    }
  }
  for (const auto& [bone, track] : taken) {
    if (track->frame.empty()) continue;
    Binding::Bone bound{BoneIndex{static_cast<std::int32_t>(bone)}, *track};
    const auto axis = axes.find(bound.bone);
    if (axis != axes.end()) project(bound.track, axis->second);
    if (options.rest_key_at_zero) start_at_rest(bound.track);
    out.last_frame = std::max(out.last_frame, bound.track.frame.back());
    out.bones.push_back(std::move(bound));
  }
}

void bind_morphs(const Clip& clip, const Model& model, const BindOptions& options, Binding& out) {
  constexpr std::size_t kFieldBytes = 15;
  std::vector<std::string> list;
  for (const Morph& morph : model.morphs) list.push_back(morph.name);
  const Names names(std::move(list), kFieldBytes);
  std::set<std::size_t> taken;
  for (const bool exact : {true, false}) {
    for (const MorphTrack& track : clip.morphs) {
      if (names.has_exactly(track.name.text) != exact) continue;
      Binding::Weight bound;
      for (const std::size_t m : names.find(track.name)) {
        if (taken.insert(m).second)
          bound.morphs.push_back(MorphIndex{static_cast<std::int32_t>(m)});
      }
      if (bound.morphs.empty()) {
        if (moves(track)) out.unbound_morphs.push_back(track.name.text);
        continue;
      }
      if (track.frame.empty()) continue;
      bound.track = track;
      if (options.rest_key_at_zero) start_at_rest(bound.track);
      out.last_frame = std::max(out.last_frame, bound.track.frame.back());
      out.morphs.push_back(std::move(bound));
    }
  }
}

// A chain that a key does not name is on from that key.
void bind_switches(const PropertyTrack& track, const Skeleton& skeleton, Binding& out) {
  constexpr std::size_t kFieldBytes = 20;
  std::vector<std::string> list;
  for (const Ik& ik : skeleton.iks) {
    list.push_back(is_set(ik.bone) ? skeleton.names[at(ik.bone)] : std::string());
  }
  const Names names(std::move(list), kFieldBytes);
  out.iks.resize(skeleton.iks.size());
  std::vector<std::uint8_t> enabled(out.iks.size());
  for (std::size_t k = 0; k < track.frame.size(); ++k) {
    std::fill(enabled.begin(), enabled.end(), std::uint8_t{1});
    for (const IkSwitch& ik : track.ik[k]) {
      for (const std::size_t i : names.find(ik.name)) enabled[i] = ik.enabled;
    }
    for (std::size_t i = 0; i < out.iks.size(); ++i) {
      Binding::IkState& state = out.iks[i];
      if (enabled[i] == (state.enabled.empty() ? 1 : state.enabled.back())) continue;
      state.frame.push_back(track.frame[k]);
      state.enabled.push_back(enabled[i]);
    }
    out.visible_frame.push_back(track.frame[k]);
    out.visible.push_back(track.visible[k]);
  }
  if (!track.frame.empty()) out.last_frame = std::max(out.last_frame, track.frame.back());
}

}  // namespace

Binding bind(const Clip& clip, const Model& model, const BindOptions& options) {
  Binding out;
  bind_bones(clip, model, options, out);
  bind_morphs(clip, model, options, out);
  bind_switches(clip.property, model.skeleton, out);
  return out;
}

}  // namespace odori
