// MMD's IK: cyclic coordinate descent in the manner of its author's published samples.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "lanes.h"
#include "odori/model/skeleton.h"

namespace odori {

// The order in which a limited rotation is taken apart: first factor acts last.
enum class EulerOrder : std::uint8_t { yxz, zyx, xzy };

struct ChainLink {
  std::uint32_t bone = 0;
  std::uint32_t place = 0;  // in Chain::path
  bool limited = false, frozen = false;
  bool has_fixed_axis = false;
  std::int8_t free_axis = -1;  // 0..2: the limits leave only this axis free
  EulerOrder order = EulerOrder::xzy;
  Vec3 low, high;  // radians, low <= high
  Vec3 fixed_axis;
  // The middle of the free axis's range and half its width, as sine and cosine.
  float middle_sine = 0, middle_cosine = 1, width_cosine = -1;
  // The greatest step.
  float step_cosine = -1, half_step_sine = 1, half_step_cosine = 0;
};

struct Chain {
  std::uint32_t goal = 0, effector = 0, effector_place = 0;
  int loops = 0;
  double unit_angle = 0;         // as the file has it, not yet times a place in the chain
  std::vector<ChainLink> links;  // from the one nearest the effector
  // All bones that the links move on the way to the effector, parents first, and for each the place
  // of its parent in the path (-1: a bone that stays where it is).
  std::vector<std::uint32_t> path;
  std::vector<std::int32_t> parent_place;
  std::vector<std::uint8_t> has_child;  // in the path
};

// Room for the longest path. Index: place in the path.
struct ChainScratch {
  std::vector<f32x4> rotation;  // local, with the rest rotation
  std::vector<f32x4> offset;    // from the parent's head, in the parent's frame
  std::vector<f32x4> world_rotation;
  std::vector<f32x4> world_position;
  std::vector<f32x4> parent_rotation;  // of bones whose parent stays, and their positions
  std::vector<f32x4> parent_position;
};

// `fixed_axes`: those that shall hold inside chains.
Chain make_chain(const Skeleton& skeleton, const Ik& ik,
                 const std::map<BoneIndex, Vec3>& fixed_axes);

// Turns the links so that the effector reaches for `goal`; whether it got there. In: the scratch
// with everything but the model-space values of the path. Out: `rotation` of the links.
bool solve_chain(const Chain& chain, Vec3 goal, ChainScratch& s);

// By IkRule::others. Pays no heed to fixed axes. Allocates.
void solve_chain_as_others(const Chain& chain, Vec3 target, ChainScratch& s);

// What the loops left undone: bends the joint nearest the effector to the right distance and aims
// from the farthest one, both in closed form and within the limits. Keeps the better of the two.
void finish_chain(const Chain& chain, Vec3 goal, ChainScratch& s);

}  // namespace odori
