// A rig that dances beside its proxy: what the proxy's joints do, as the evaluator alone has it, is
// the truth for the joints of the rig.
#pragma once

#include "odori/pose/evaluate.h"
#include "odori/retarget/proxy.h"

namespace odori::proxied {

float degrees_between(Vec3 a, Vec3 b);

struct Danced {
  Proxy proxy;
  Retargeted result;
  DetectedHumanoid body;
  BakedClip truth, rig;

  // Joints in a frame, both in the rig's units.
  Vec3 proxy_place(std::size_t f, HumanBone b) const;
  Vec3 rig_place(std::size_t f, HumanBone b) const;
  Quat proxy_turn(std::size_t f, HumanBone b) const;
  Quat rig_turn(std::size_t f, HumanBone b) const;
  bool both(HumanBone b) const { return body.humanoid.has(b); }
  // Whether the proxy's ankle is where its goal asks it to be.
  bool reached(std::size_t f, HumanBone foot) const;
};

Danced dance_on(const Model& rig, const Clip& clip, std::size_t frames,
                const RetargetOptions& options = {});

// Limbs point as the proxy's do and joints are where the proxy's are, legs where the proxy reaches
// its goals. `distance` in the rig's units.
struct Apart {
  float degrees = 0, distance = 0;
  double legs_reached = 0;  // share
};
Apart compare(const Danced& danced);

}  // namespace odori::proxied
