// Bodies made by code: a T-posed humanoid whose file names its bones, and ways to distort it.
#pragma once

#include <cstdint>

#include "odori/model/model.h"
#include "odori/motion/clip.h"
#include "odori/pose/evaluate.h"

namespace odori::rigs {

// Numbers in -1..1, the same everywhere.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed * 2654435761u + 1) {}
  float operator()() {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return static_cast<float>(state_ >> 40) / 8388608.f - 1;
  }

 private:
  std::uint64_t state_;
};

struct BodyOptions {
  bool fingers = true, toes = false, upper_chest = false, shoulders = true, eyes = true;
  int trunk = 2;      // spine, chest
  float scale = 1;    // 1: in metres, 1.5 m tall
  bool named = true;  // the file says which bones are which; else only names do ("LeftUpperArm")
};
Model body(const BodyOptions& options = {});

// The same joints at rest, with every bone's own axes turned by `turn` against its parent's.
Model with_turned_axes(const Model& model, Quat turn);
// The same lengths and local offsets with every bone turned by `turn`: no pose any more.
Model with_turned_bones(const Model& model, Quat turn);
// Every bone along +X of its own, all frames alike at rest, as some captures are written. Only for
// a body whose rest rotations are identity. The motion goes along.
void lay_flat(Model& model, Clip& clip);

// A smooth dance: every standard bone turns, knees and elbows as they can, the hips travel.
Clip dance(const Model& model, std::uint64_t seed, int frames = 40);

// A smooth dance for MMD's bones: trunk, arms with their twists, fingers, and legs by IK. `most`:
// how far the body and the feet go, in MMD units.
Clip mmd_dance(std::uint64_t seed, int frames = 40, float most = 1);

// The same body, its joints where they are when arms hang `degrees` below the horizontal and elbows
// are bent by `elbows`, as its rest pose. For bodies whose axes rest as the model's, which they do
// on.
Model with_arms_down(const Model& model, float degrees, float elbows = 0);

// Left and right exchanged; for bodies whose axes rest as the model's.
Clip mirrored(const Model& model, const Clip& clip);

BakedClip baked(const Model& model, const Clip& clip, std::size_t frames);

// The largest angle between the same human bones of two bakes of one model, in degrees.
float worst_degrees(const Model& model, const BakedClip& a, const BakedClip& b);
float worst_distance(const Model& model, const BakedClip& a, const BakedClip& b);

}  // namespace odori::rigs
