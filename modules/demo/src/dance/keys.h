// Keys of all bones and morphs while the dance is being written; Odori's axes.
#pragma once

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "odori/io/vmd.h"
#include "odori/math/bezier.h"
#include "odori/math/quat.h"

namespace odori::demo {

// Curves into a key.
inline constexpr BezierCurve kLinear{20, 20, 107, 107};
inline constexpr BezierCurve kSmooth{58, 0, 70, 127};
inline constexpr BezierCurve kSnap{42, 6, 52, 127};    // leaves at once, arrives early
inline constexpr BezierCurve kSettle{40, 0, 60, 127};  // back from an overshoot
inline constexpr BezierCurve kLeave{70, 0, 100, 100};  // gathers speed and keeps it
inline constexpr BezierCurve kFall{70, 0, 107, 90};
inline constexpr BezierCurve kRise{20, 40, 60, 127};
inline constexpr BezierCurve kFlow{50, 8, 76, 122};

struct BoneKey {
  int frame = 0;
  Quat rotation;
  Vec3 translation;
  std::array<BezierCurve, 4> curve;  // X, Y, Z, rotation
};

struct MorphKey {
  int frame = 0;
  float weight = 0;
};

struct Keys {
  std::map<std::string, std::vector<BoneKey>, std::less<>> bones;
  std::map<std::string, std::vector<MorphKey>, std::less<>> morphs;
};

// Appends a key. Frames below zero become zero; a second key on a frame replaces the first; one
// that is earlier than the last is dropped.
void put_key(std::vector<BoneKey>& track, BoneKey key);
void put_rotation(Keys& keys, std::string_view bone, int frame, Quat rotation, BezierCurve curve);

// The weight at the frame is at least this one; tracks begin with a zero at frame 0.
void put_weight(Keys& keys, std::string_view morph, int frame, float weight);

// A pose that a bone shall reach, and how (see Row).
struct Target {
  int frame = 0;
  Quat rotation;
  char style = 'S';
};

struct Arrival {
  float overshoot = 0;  // share of the way
  int frames = 6;       // of the quickest arrival
};

// Targets, in any order, to sparse keys: holds with a small drift, late departures, overshoot,
// settling.
void put_targets(Keys& keys, std::string_view bone, std::vector<Target> targets, Arrival arrival);

struct Sampled {
  Quat rotation;
  Vec3 translation;
};
Sampled sample(const std::vector<BoneKey>& track, float frame);

// Nothing when a name cannot be written in a VMD.
bool write_keys(const Keys& keys, io::VmdDocument& document);

}  // namespace odori::demo
