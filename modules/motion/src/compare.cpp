#include "odori/motion/compare.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "odori/math/trig.h"
#include "odori/motion/camera_keys.h"
#include "odori/motion/sample.h"

namespace odori {
namespace {

constexpr double kMostInSpan = 1000;

double largest(Vec3 d) {
  return static_cast<double>(std::max({std::fabs(d.x), std::fabs(d.y), std::fabs(d.z)}));
}

template <class Track>
std::map<std::string_view, const Track*> by_name(const std::vector<Track>& tracks) {
  std::map<std::string_view, const Track*> found;
  for (const Track& track : tracks) found.emplace(track.name.text, &track);
  return found;
}

void compare_bones(const BoneTrack& a, const BoneTrack& b, double start, double stride,
                   ClipDifference& out) {
  BoneCursor of_a, of_b;
  for (const double frame : frames_between_keys(b.frame)) {
    const BoneValue x = of_a.sample(a, start + frame * stride), y = of_b.sample(b, frame);
    const double degrees =
        x.rotation == y.rotation
            ? 0
            : static_cast<double>(angle_between(x.rotation, y.rotation)) * (180 / trig::kPi);
    if (degrees > out.degrees) {
      out.degrees = degrees;
      out.bone = b.name.text;
    }
    out.units = std::max(out.units, static_cast<double>(length(x.translation - y.translation)));
  }
}

void compare_cameras(const CameraTrack& a, const CameraTrack& b, double start, double stride,
                     ClipDifference& out) {
  for (const double frame : frames_between_keys(b.frame)) {
    const CameraValue x = sample_camera_value(a, start + frame * stride);
    const CameraValue y = sample_camera_value(b, frame);
    out.camera_degrees =
        std::max(out.camera_degrees, largest(x.rotation - y.rotation) * (180 / trig::kPi));
    out.camera_units = std::max({out.camera_units, static_cast<double>(length(x.target - y.target)),
                                 static_cast<double>(std::fabs(x.distance - y.distance))});
  }
}

}  // namespace

KeyCount key_count(const Clip& clip) {
  KeyCount n;
  for (const BoneTrack& track : clip.bones) n.bones += track.frame.size();
  for (const MorphTrack& track : clip.morphs) n.morphs += track.frame.size();
  n.camera = clip.camera.frame.size();
  n.light = clip.light.frame.size();
  n.shadow = clip.shadow.frame.size();
  n.property = clip.property.frame.size();
  return n;
}

std::vector<double> frames_between_keys(const std::vector<double>& keys) {
  std::vector<double> frames;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (i > 0) {
      const double from = keys[i - 1], to = keys[i], first = std::floor(from) + 1;
      const double stride = std::max(1.0, std::ceil((to - from) / kMostInSpan));
      for (double frame = first; frame < to; frame += stride) frames.push_back(frame);
    }
    frames.push_back(keys[i]);
  }
  return frames;
}

ClipDifference difference(const Clip& a, const Clip& b, double start, double stride) {
  ClipDifference out;
  const auto bones = by_name(a.bones);
  for (const BoneTrack& track : b.bones) {
    const auto found = bones.find(track.name.text);
    if (found == bones.end() || found->second->frame.empty()) continue;
    compare_bones(*found->second, track, start, stride, out);
  }
  const auto morphs = by_name(a.morphs);
  for (const MorphTrack& track : b.morphs) {
    const auto found = morphs.find(track.name.text);
    if (found == morphs.end() || found->second->frame.empty()) continue;
    std::size_t at_a = 0, at_b = 0;
    for (const double frame : frames_between_keys(track.frame)) {
      const float x = sample_morph(*found->second, start + frame * stride, at_a);
      const float y = sample_morph(track, frame, at_b);
      out.weight = std::max(out.weight, static_cast<double>(std::fabs(x - y)));
    }
  }
  if (!a.camera.frame.empty()) compare_cameras(a.camera, b.camera, start, stride, out);
  return out;
}

}  // namespace odori
