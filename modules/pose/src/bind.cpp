#include "odori/pose/bind.h"

#include <algorithm>
#include <map>
#include <span>

#include "odori/motion/sample.h"
#include "track_moves.h"

namespace odori {
namespace {

constexpr std::size_t kNameBytes = 15, kSwitchNameBytes = 20;  // of a VMD's fields

void start_at_rest(BoneTrack& track) {
  if (track.frame.empty() || track.frame.front() <= 0) return;
  track.frame.insert(track.frame.begin(), 0);
  track.rotation.insert(track.rotation.begin(), Quat{});
  track.translation.insert(track.translation.begin(), Vec3{});
  if (!track.curve.empty()) track.curve.insert(track.curve.begin(), std::array<BezierCurve, 4>{});
  if (!track.tangents.empty()) track.tangents.insert(track.tangents.begin(), BoneTangents());
  if (!track.physics_off.empty()) track.physics_off.insert(track.physics_off.begin(), 0);
}

void start_at_rest(MorphTrack& track) {
  if (track.frame.empty() || track.frame.front() <= 0) return;
  track.frame.insert(track.frame.begin(), 0);
  track.weight.insert(track.weight.begin(), 0);
}

// The angle is kept, the axis becomes the bone's own.
void project(BoneTrack& track, Vec3 axis) {
  track = without_tangents(track);
  for (Quat& q : track.rotation) {
    const Vec3 v{q.x, q.y, q.z};
    const Vec3 on = axis * (dot(v, axis) < 0 ? -length(v) : length(v));
    q = {on.x, on.y, on.z, q.w};
  }
}

template <class Track>
std::vector<const TrackName*> names_of(const std::vector<Track>& tracks) {
  std::vector<const TrackName*> names;
  for (const Track& track : tracks) names.push_back(&track.name);
  return names;
}

template <class Track>
std::vector<std::string> without_match(const std::vector<Track>& tracks,
                                       const std::vector<NameMatch>& matches) {
  std::vector<std::string> names;
  auto match = matches.begin();
  for (std::size_t i = 0; i < tracks.size(); ++i) {
    if (match != matches.end() && match->wanted == i)
      ++match;
    else if (moves(tracks[i]))
      names.push_back(tracks[i].name.text);
  }
  return names;
}

// Those that go by more than their width.
void tell_matches(const std::vector<const TrackName*>& wanted, std::span<const std::string> names,
                  const std::vector<NameMatch>& matches, std::vector<Binding::Matched>& out) {
  for (const NameMatch& m : matches)
    if (m.kind > MatchKind::width)
      out.push_back({wanted[m.wanted]->text, names[m.things.front()], m.kind});
}

void bind_bones(const Clip& clip, const Model& model, const BindOptions& options, Binding& out) {
  const Skeleton& skeleton = model.skeleton;
  std::map<BoneIndex, Vec3> axes;
  for (const FixedAxis& f : skeleton.fixed_axes) axes[f.bone] = f.axis;
  const std::vector<const TrackName*> wanted = names_of(clip.bones);
  const NamedThings things{skeleton.names, skeleton.names_en};
  const std::vector<NameMatch> matches = match_names(wanted, things, kNameBytes, false);
  out.unbound_bones = without_match(clip.bones, matches);
  tell_matches(wanted, things.names, matches, out.matched_bones);
  std::map<std::size_t, const BoneTrack*> taken;  // in order of bone
  for (const NameMatch& m : matches) taken[m.things.front()] = &clip.bones[m.wanted];
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
  std::vector<std::string> names, names_en;
  for (const Morph& morph : model.morphs) {
    names.push_back(morph.name);
    names_en.push_back(morph.name_en);
  }
  const std::vector<const TrackName*> wanted = names_of(clip.morphs);
  const std::vector<NameMatch> matches = match_names(wanted, {names, names_en}, kNameBytes, true);
  out.unbound_morphs = without_match(clip.morphs, matches);
  tell_matches(wanted, names, matches, out.matched_morphs);
  for (const NameMatch& m : matches) {
    const MorphTrack& track = clip.morphs[m.wanted];
    if (track.frame.empty()) continue;
    Binding::Weight bound{{}, track};
    for (const std::size_t i : m.things)
      bound.morphs.push_back(MorphIndex{static_cast<std::int32_t>(i)});
    if (options.rest_key_at_zero) start_at_rest(bound.track);
    out.last_frame = std::max(out.last_frame, bound.track.frame.back());
    out.morphs.push_back(std::move(bound));
  }
}

bool same_names(const std::vector<IkSwitch>& a, const std::vector<IkSwitch>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& x, const auto& y) {
    return x.name.text == y.name.text && x.name.raw == y.name.raw;
  });
}

// A chain that a key does not name is on from that key.
void bind_switches(const PropertyTrack& track, const Skeleton& skeleton, Binding& out) {
  std::vector<std::string> list, list_en;
  for (const Ik& ik : skeleton.iks) {
    const bool named = is_set(ik.bone);
    list.push_back(named ? skeleton.names[at(ik.bone)] : std::string());
    list_en.push_back(named ? skeleton.names_en[at(ik.bone)] : std::string());
  }
  out.iks.resize(skeleton.iks.size());
  std::vector<std::uint8_t> enabled(out.iks.size());
  std::vector<NameMatch> matches;
  for (std::size_t k = 0; k < track.frame.size(); ++k) {
    std::fill(enabled.begin(), enabled.end(), std::uint8_t{1});
    if (k == 0 || !same_names(track.ik[k], track.ik[k - 1])) {
      std::vector<const TrackName*> wanted;
      for (const IkSwitch& ik : track.ik[k]) wanted.push_back(&ik.name);
      matches = match_names(wanted, {list, list_en}, kSwitchNameBytes, true);
    }
    for (const NameMatch& m : matches)
      for (const std::size_t i : m.things) enabled[i] = track.ik[k][m.wanted].enabled;
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
