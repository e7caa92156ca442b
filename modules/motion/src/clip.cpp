#include "odori/motion/clip.h"

#include <algorithm>
#include <map>

namespace odori {
namespace {

// Puts each track of `over` in the place of the one of the same name, or at the end.
template <class Track>
void replace_by_name(std::vector<Track>& tracks, const std::vector<Track>& over) {
  std::map<std::string, std::size_t> place;
  for (std::size_t i = 0; i < tracks.size(); ++i) place.emplace(tracks[i].name.text, i);
  for (const Track& track : over) {
    const auto [it, added] = place.emplace(track.name.text, tracks.size());
    if (added) {
      tracks.push_back(track);
    } else {
      tracks[it->second] = track;
    }
  }
}

template <class Track>
void replace_if_keyed(Track& track, const Track& over) {
  if (!over.frame.empty()) track = over;
}

}  // namespace

double last_frame(const Clip& clip) {
  double last = 0;
  const auto note = [&](const std::vector<double>& frames) {
    if (!frames.empty()) last = std::max(last, frames.back());
  };
  for (const BoneTrack& track : clip.bones) note(track.frame);
  for (const MorphTrack& track : clip.morphs) note(track.frame);
  note(clip.camera.frame);
  note(clip.light.frame);
  note(clip.shadow.frame);
  note(clip.property.frame);
  return last;
}

double film_end(const Clip& motion, const CameraTrack& camera) {
  double end = camera.frame.empty() ? 0 : camera.frame.back();
  for (const BoneTrack& track : motion.bones)
    if (!track.frame.empty()) end = std::max(end, track.frame.back());
  return end > 0 ? end : last_frame(motion);
}

Clip merge(Clip base, const Clip& over) {
  if (base.model_name.empty()) base.model_name = over.model_name;
  replace_by_name(base.bones, over.bones);
  replace_by_name(base.morphs, over.morphs);
  replace_if_keyed(base.camera, over.camera);
  replace_if_keyed(base.light, over.light);
  replace_if_keyed(base.shadow, over.shadow);
  replace_if_keyed(base.property, over.property);
  base.warnings.append(over.warnings);
  return base;
}

}  // namespace odori
