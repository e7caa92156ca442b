// Tracks made by formula, for the tests of this room.
#pragma once

#include <cmath>

#include "odori/math/trig.h"
#include "odori/motion/clip.h"

namespace odori::testing_tracks {

inline Quat turned(double yaw, double pitch, double roll) {
  return from_euler_yxz(
      {static_cast<float>(pitch), static_cast<float>(yaw), static_cast<float>(roll)});
}

inline void add_key(BoneTrack& t, double frame, Quat rotation, Vec3 translation = {},
                    BezierCurve curve = {}) {
  t.frame.push_back(frame);
  t.rotation.push_back(rotation);
  t.translation.push_back(translation);
  t.curve.push_back({curve, curve, curve, curve});
}

inline void add_key(CameraTrack& t, double frame, Vec3 target, float distance, Vec3 rotation = {},
                    BezierCurve curve = {}) {
  t.frame.push_back(frame);
  t.target.push_back(target);
  t.distance.push_back(distance);
  t.rotation.push_back(rotation);
  t.fov.push_back(30);
  t.orthographic.push_back(0);
  t.curve.push_back({curve, curve, curve, curve, curve, curve});
}

// A key every seven frames, bent curves, all channels in motion.
inline BoneTrack waving(const std::string& name, int keys, double phase) {
  static constexpr BezierCurve kCurves[] = {
      {}, {64, 0, 64, 127}, {10, 90, 100, 30}, {90, 3, 20, 120}};
  BoneTrack t;
  t.name.text = name;
  for (int i = 0; i < keys; ++i) {
    const double x = i * 0.7 + phase;
    add_key(t, i * 7, turned(trig::sin(x), 0.5 * trig::cos(x * 1.3), 0.3 * trig::sin(x * 0.7)),
            {static_cast<float>(trig::sin(x)), static_cast<float>(x * 0.1),
             static_cast<float>(trig::cos(x))},
            kCurves[i % 4]);
  }
  return t;
}

// A little of everything.
inline Clip whole_clip() {
  Clip clip;
  clip.model_name = "model";
  clip.bones = {waving("センター", 30, 0), waving("左腕", 20, 1), waving("右腕", 25, 2)};
  clip.bones[1].physics_off.assign(20, 0);
  clip.bones[1].physics_off[5] = 1;
  clip.morphs = {{{"あ", "", false}, {0, 4, 9, 60, 61, 150}, {0, 1, 0.25f, 0.5f, 1, 0}},
                 {{"ウィンク", "", false}, {30}, {1}}};
  add_key(clip.camera, 0, {0, 10, 0}, -45, {0.1f, 0.2f, 0.3f});
  add_key(clip.camera, 80, {3, 12, 1}, -30, {0.3f, -0.2f, 0}, {64, 0, 64, 127});
  add_key(clip.camera, 81, {-9, 2, 1}, -12, {0, 2, 0}, {64, 0, 64, 127});
  add_key(clip.camera, 190, {-9, 8, 1}, -20, {0, 1, 0.5f}, {10, 90, 100, 30});
  clip.light = {{0, 100}, {{1, 1, 1}, {0.5f, 0.25f, 0}}, {{0.5f, -1, 0.5f}, {-0.5f, -1, 0.5f}}};
  clip.shadow = {{0, 50, 60}, {1, 1, 2}, {0.1f, 0.1f, 0.2f}};
  clip.property.frame = {0, 40, 120};
  clip.property.visible = {1, 1, 0};
  clip.property.ik = {{{{"左足ＩＫ", "", false}, true}}, {{{"左足ＩＫ", "", false}, true}}, {}};
  return clip;
}

}  // namespace odori::testing_tracks
