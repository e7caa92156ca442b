#include "keys.h"

#include <algorithm>

#include "odori/math/trig.h"

namespace odori::demo {
namespace {

constexpr float kDegree = static_cast<float>(trig::kPi / 180);

std::vector<BoneKey>& track_of(Keys& keys, std::string_view bone) {
  const auto it = keys.bones.find(bone);
  return it != keys.bones.end() ? it->second : keys.bones[std::string(bone)];
}

bool same_rotation(Quat a, Quat b) { return std::fabs(dot(a, b)) > 0.999994f; }

// 0 for a flow; the departure's extra frames for soft chains of joints.
int extra_frames(char style) { return style == 'R' || style == 'W' ? 4 : 0; }

}  // namespace

void put_key(std::vector<BoneKey>& track, BoneKey key) {
  key.frame = std::max(key.frame, 0);
  if (!track.empty()) {
    if (key.frame < track.back().frame) return;
    // The shorter way round, also where a program does not look for it.
    if (dot(track.back().rotation, key.rotation) < 0) key.rotation = -key.rotation;
    if (key.frame == track.back().frame) {
      track.back() = key;
      return;
    }
  }
  track.push_back(key);
}

void put_rotation(Keys& keys, std::string_view bone, int frame, Quat rotation, BezierCurve curve) {
  put_key(track_of(keys, bone), {frame, rotation, {}, {curve, curve, curve, curve}});
}

void put_weight(Keys& keys, std::string_view morph, int frame, float weight) {
  auto it = keys.morphs.find(morph);
  if (it == keys.morphs.end()) it = keys.morphs.emplace(std::string(morph), 0).first;
  std::vector<MorphKey>& track = it->second;
  if (track.empty() && frame > 0) track.push_back({0, 0});
  if (!track.empty() && track.back().frame >= frame) {
    track.back().weight = std::max(track.back().weight, weight);
    return;
  }
  track.push_back({std::max(frame, 0), weight});
}

void put_targets(Keys& keys, std::string_view bone, std::vector<Target> targets, Arrival arrival) {
  std::stable_sort(targets.begin(), targets.end(),
                   [](const Target& a, const Target& b) { return a.frame < b.frame; });
  if (targets.empty()) return;
  std::vector<BoneKey>& track = track_of(keys, bone);
  const auto put = [&](int frame, Quat q, BezierCurve curve) {
    put_key(track, {frame, q, {}, {curve, curve, curve, curve}});
  };
  put(0, targets[0].rotation, kLinear);
  if (targets[0].frame > 0) put(targets[0].frame, targets[0].rotation, kLinear);
  for (std::size_t i = 1; i < targets.size(); ++i) {
    const Quat from = targets[i - 1].rotation;
    const Quat to = dot(from, targets[i].rotation) < 0 ? -targets[i].rotation : targets[i].rotation;
    const float angle = angle_between(from, to);
    const char style = targets[i].style;
    const int frame = targets[i].frame, last = track.back().frame;
    const int next = i + 1 < targets.size() ? targets[i + 1].frame : frame + 40;
    if (frame <= last) continue;
    if (angle < 0.4f * kDegree) {  // a hold has one key at each end
      const bool goes_on = i + 1 < targets.size() && same_rotation(to, targets[i + 1].rotation);
      if (frame - last > 3 && !goes_on) put(frame, to, kSmooth);
      continue;
    }
    const bool flows = style == 'F';
    const int gap = frame - last;
    const int travel = flows ? gap
                             : std::min(arrival.frames + extra_frames(style) +
                                            static_cast<int>(angle / (50 * kDegree)),
                                        gap);  // larger ways start earlier
    float beyond = flows || next - frame < 9 ? 0 : arrival.overshoot * (style == 'H' ? 1 : 0.6f);
    beyond = std::min(beyond, 7 * kDegree / angle);
    if (gap - travel >= 3) {  // a moving hold that ends as the anticipation
      put(frame - travel, slerp(from, to, -std::min(0.07f, 5 * kDegree / angle)), kSmooth);
    }
    put(frame, slerp(from, to, 1 + beyond), flows || extra_frames(style) > 0 ? kFlow : kSnap);
    if (beyond > 0) put(frame + 5, to, kSettle);
  }
}

Sampled sample(const std::vector<BoneKey>& track, float frame) {
  if (track.empty()) return {};
  const auto after = std::upper_bound(
      track.begin(), track.end(), frame,
      [](float f, const BoneKey& key) { return f < static_cast<float>(key.frame); });
  if (after == track.begin()) return {track.front().rotation, track.front().translation};
  const BoneKey& a = *(after - 1);
  if (after == track.end()) return {a.rotation, a.translation};
  const BoneKey& b = *after;
  const float t =
      (frame - static_cast<float>(a.frame)) / static_cast<float>(std::max(b.frame - a.frame, 1));
  Sampled out;
  out.rotation = slerp(a.rotation, b.rotation, ease(b.curve[3], t));
  out.translation = {lerp(a.translation.x, b.translation.x, ease(b.curve[0], t)),
                     lerp(a.translation.y, b.translation.y, ease(b.curve[1], t)),
                     lerp(a.translation.z, b.translation.z, ease(b.curve[2], t))};
  return out;
}

bool write_keys(const Keys& keys, io::VmdDocument& document) {
  for (const auto& [name, track] : keys.bones) {
    const auto field = io::vmd_name15(name);
    if (!field) return false;
    for (const BoneKey& key : track) {
      std::array<io::VmdCurve, 4> curve;
      for (std::size_t c = 0; c < 4; ++c) {
        curve[c] = {key.curve[c].x1, key.curve[c].y1, key.curve[c].x2, key.curve[c].y2};
      }
      document.bones.push_back({*field, static_cast<std::uint32_t>(key.frame),
                                mirror_z(key.translation), mirror_z(key.rotation),
                                io::vmd_curve_bytes(curve)});
    }
  }
  for (const auto& [name, track] : keys.morphs) {
    const auto field = io::vmd_name15(name);
    if (!field) return false;
    for (const MorphKey& key : track) {
      document.morphs.push_back({*field, static_cast<std::uint32_t>(key.frame), key.weight});
    }
  }
  return true;
}

}  // namespace odori::demo
