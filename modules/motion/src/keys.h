// Copying keys from one track to another, for the edits of this room.
#pragma once

#include "odori/motion/clip.h"

namespace odori::keys {

// The value channels of key `i` of `from` become a new last key of `to` at `frame`; curves and
// switches follow where there are any.
inline void append(BoneTrack& to, const BoneTrack& from, std::size_t i, double frame) {
  to.frame.push_back(frame);
  to.rotation.push_back(from.rotation[i]);
  to.translation.push_back(from.translation[i]);
  to.curve.push_back(i < from.curve.size() ? from.curve[i] : std::array<BezierCurve, 4>{});
  if (!from.physics_off.empty()) to.physics_off.push_back(from.physics_off[i]);
}
inline void append(MorphTrack& to, const MorphTrack& from, std::size_t i, double frame) {
  to.frame.push_back(frame);
  to.weight.push_back(from.weight[i]);
}
inline void append(CameraTrack& to, const CameraTrack& from, std::size_t i, double frame) {
  to.frame.push_back(frame);
  to.target.push_back(from.target[i]);
  to.distance.push_back(from.distance[i]);
  to.rotation.push_back(from.rotation[i]);
  to.fov.push_back(from.fov[i]);
  to.orthographic.push_back(i < from.orthographic.size() ? from.orthographic[i] : std::uint8_t{0});
  to.curve.push_back(i < from.curve.size() ? from.curve[i] : std::array<BezierCurve, 6>{});
}
inline void append(LightTrack& to, const LightTrack& from, std::size_t i, double frame) {
  to.frame.push_back(frame);
  to.colour.push_back(from.colour[i]);
  to.direction.push_back(from.direction[i]);
}
inline void append(ShadowTrack& to, const ShadowTrack& from, std::size_t i, double frame) {
  to.frame.push_back(frame);
  to.mode.push_back(from.mode[i]);
  to.distance.push_back(from.distance[i]);
}
inline void append(PropertyTrack& to, const PropertyTrack& from, std::size_t i, double frame) {
  to.frame.push_back(frame);
  to.visible.push_back(from.visible[i]);
  to.ik.push_back(i < from.ik.size() ? from.ik[i] : std::vector<IkSwitch>{});
}

inline void drop_last(BoneTrack& t) {
  t.frame.pop_back();
  t.rotation.pop_back();
  t.translation.pop_back();
  t.curve.pop_back();
  if (!t.physics_off.empty()) t.physics_off.pop_back();
}
inline void drop_last(MorphTrack& t) {
  t.frame.pop_back();
  t.weight.pop_back();
}
inline void drop_last(CameraTrack& t) {
  t.frame.pop_back();
  t.target.pop_back();
  t.distance.pop_back();
  t.rotation.pop_back();
  t.fov.pop_back();
  t.orthographic.pop_back();
  t.curve.pop_back();
}
inline void drop_last(LightTrack& t) {
  t.frame.pop_back();
  t.colour.pop_back();
  t.direction.pop_back();
}
inline void drop_last(ShadowTrack& t) {
  t.frame.pop_back();
  t.mode.pop_back();
  t.distance.pop_back();
}
inline void drop_last(PropertyTrack& t) {
  t.frame.pop_back();
  t.visible.pop_back();
  t.ik.pop_back();
}

// The same name and kind without keys.
inline BoneTrack empty_like(const BoneTrack& t) {
  BoneTrack out;
  out.name = t.name;
  out.interpolation = t.interpolation;
  return out;
}
inline MorphTrack empty_like(const MorphTrack& t) {
  MorphTrack out;
  out.name = t.name;
  return out;
}
template <class Track>
Track empty_like(const Track&) {
  return {};
}

// Calls change(track) -> track for every track that has keys; tracks that end up without keys go.
template <class Change>
Clip each_track(const Clip& clip, Change change) {
  Clip out;
  out.model_name = clip.model_name;
  out.rate = clip.rate;
  for (const BoneTrack& track : clip.bones) {
    if (track.frame.empty()) continue;
    if (BoneTrack made = change(track); !made.frame.empty()) out.bones.push_back(std::move(made));
  }
  for (const MorphTrack& track : clip.morphs) {
    if (track.frame.empty()) continue;
    if (MorphTrack made = change(track); !made.frame.empty()) out.morphs.push_back(std::move(made));
  }
  if (!clip.camera.frame.empty()) out.camera = change(clip.camera);
  if (!clip.light.frame.empty()) out.light = change(clip.light);
  if (!clip.shadow.frame.empty()) out.shadow = change(clip.shadow);
  if (!clip.property.frame.empty()) out.property = change(clip.property);
  return out;
}

}  // namespace odori::keys
