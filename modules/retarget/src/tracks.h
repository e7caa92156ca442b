// What is written besides the body: tracks by name, faces, camera, switches.
#pragma once

#include "odori/pose/bind.h"
#include "solve.h"

namespace odori {

struct FrameMap {  // frame of the source's part -> frame of the result, 0..last
  double scale = 1, last = 0;
  double operator()(double frame) const { return frame * scale; }
};

// Bones that no standard bone depends on, of the same name on both sides: their tracks as they are
// (lengths scaled). Returns how many.
std::size_t carry_bones(const Model& from, const Humanoid& from_human, const Clip& clip,
                        const Target& target, const FrameMap& map, float scale, Clip& out);

// Camera, light, shadow and visibility; lengths scaled.
void carry_scene(const Clip& clip, const FrameMap& map, float scale, Clip& out);

// A key at frame 0 that switches the legs' IK on or off.
void switch_legs(const Target& target, bool on, Clip& out);

void remap(std::vector<double>& frames, const FrameMap& map);

}  // namespace odori
