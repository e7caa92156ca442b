// Tracks over time. A clip knows names, not models. Odori's axes; lengths in the source's unit.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "odori/base/warning.h"
#include "odori/math/bezier.h"
#include "odori/math/quat.h"

namespace odori {

// How the span that ends at a key is filled.
enum class Interpolation : std::uint8_t { bezier, linear, step, cubic };

// Slopes at a key of a cubic track, change a frame: of the span that ends there and of the one that
// begins. Rotations as four numbers; what lies between keys is made unit length.
struct BoneTangents {
  Quat rotation_in{0, 0, 0, 0}, rotation_out{0, 0, 0, 0};
  Vec3 translation_in, translation_out;
};

struct TrackName {
  std::string text;  // UTF-8
  // The name field's own bytes before the NUL, where the source has such a field (VMD, 15 bytes,
  // perhaps cut): for matching a model's longer names by their first encoded bytes. Empty
  // otherwise.
  std::string raw;
  bool cut = false;
};

// Keys in order of time, at most one a frame. Channel arrays; size of each: keys (or 0 where
// stated).
struct BoneTrack {
  TrackName name;
  Interpolation interpolation = Interpolation::bezier;
  std::vector<double> frame;      // in Clip::rate
  std::vector<Quat> rotation;     // local, relative to rest; unit length
  std::vector<Vec3> translation;  // local, relative to rest
  std::vector<std::array<BezierCurve, 4>>
      curve;                              // X, Y, Z, rotation, for the span that ends at the key
  std::vector<BoneTangents> tangents;     // of a cubic track; without them it is straight
  std::vector<std::uint8_t> physics_off;  // 1 = physics off from here on; empty = never
};

struct MorphTrack {
  TrackName name;
  std::vector<double> frame;
  std::vector<float> weight;
};

// MMD's camera: looks at `target` (in Odori's axes) from `distance`, as the file has it (negative =
// the camera stands in front of the target and looks at it, the usual case).
struct CameraTrack {
  std::vector<double> frame;
  std::vector<Vec3> target;
  std::vector<float> distance;
  // Radians: MMD's own three angles (rx, ry, rz), not mirrored. In MMD's left-handed space
  // eye = target + R * (0, 0, distance) with R = Ry(-ry) Rx(-rx) Rz(-rz), roll first; whoever makes
  // a camera from them mirrors the result.
  std::vector<Vec3> rotation;
  std::vector<float> fov;  // degrees, vertical
  std::vector<std::uint8_t> orthographic;
  std::vector<std::array<BezierCurve, 6>> curve;  // X, Y, Z, rotation, distance, fov
};

struct LightTrack {
  std::vector<double> frame;
  std::vector<Vec3> colour;     // 0..1
  std::vector<Vec3> direction;  // the way the light travels
};

struct ShadowTrack {
  std::vector<double> frame;
  std::vector<std::uint8_t> mode;
  std::vector<float> distance;
};

struct IkSwitch {
  TrackName name;
  bool enabled = true;
};

// Stepwise: what a key says holds until the next.
struct PropertyTrack {
  std::vector<double> frame;
  std::vector<std::uint8_t> visible;
  std::vector<std::vector<IkSwitch>> ik;
};

struct Clip {
  std::string model_name;
  double rate = 30;  // frames a second; VMD is always 30
  std::vector<BoneTrack> bones;
  std::vector<MorphTrack> morphs;
  CameraTrack camera;
  LightTrack light;
  ShadowTrack shadow;
  PropertyTrack property;
  Warnings warnings;
};

// The last key's frame over all tracks; 0 for an empty clip.
double last_frame(const Clip& clip);

// Where a film of the motion ends by itself: with the last key of a bone or of the camera. Lips
// that go on alone make no film longer; where neither bones nor camera move on, the last key of
// all.
double film_end(const Clip& motion, const CameraTrack& camera);

// Merges as MMD does when several motions are loaded one after the other: the tracks that `over`
// has replace those of the same name; the rest stays.
Clip merge(Clip base, const Clip& over);

}  // namespace odori
