// Values between keys. Before the first key a track holds the first one, after the last the last.
#pragma once

#include <span>

#include "odori/motion/clip.h"

namespace odori {

// How many keys stand at or before `frame`. `hint` is the answer for a frame nearby (playing
// forward then costs no search); any hint gives the same answer. A frame that is not a number
// counts as -inf.
std::size_t keys_until(std::span<const double> frames, double frame, std::size_t hint);

// How far `frame` has come from key `until - 1` to key `until` of a track: 0..1.
// 1 <= until < frames.size().
inline float span_time(std::span<const double> frames, std::size_t until, double frame) {
  const double from = frames[until - 1];
  return static_cast<float>((frame - from) / (frames[until] - from));
}

struct BoneValue {
  Quat rotation;
  Vec3 translation;
  bool physics_off = false;  // stepwise: what the last key said
};

// Reads one bone track. Remembers what is constant between two keys, so that a frame costs one
// curve and one slerp; the value depends on track and frame alone. A cursor belongs to one track.
// Bezier per channel with the later key's curve; rotations the short way. Cubic: Hermite splines on
// the numbers as they are (glTF 2.0, appendix C).
class BoneCursor {
 public:
  BoneValue sample(const BoneTrack& track, double frame);

 private:
  void enter(const BoneTrack& track, std::size_t until);

  double from_ = 0, to_ = 0;  // the span whose constants are held; empty at first
  std::size_t until_ = 0;
  double angle_ = 0, cotangent_ = 0,
         inverse_sine_ = 0;  // of half the turn; angle 0 = blend straight
  Quat start_, end_;         // end_ on the side of start_
  bool turns_ = false, moves_ = false;
};

// A cubic track as straight spans, with a key on every whole frame between its own: for what knows
// no slopes. Other tracks come back as they are. A track of more than `most` keys by then keeps its
// own keys alone.
BoneTrack without_tangents(const BoneTrack& track, std::size_t most = 10'000'000);

// Weights change along straight lines.
float sample_morph(const MorphTrack& track, double frame, std::size_t& cursor);

}  // namespace odori
