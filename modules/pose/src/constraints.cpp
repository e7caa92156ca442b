// Bones that turn with others. Source: VRMC_node_constraint-1.0; rotations here are relative to
// rest, which makes its formulas short.
#include <algorithm>

#include "plan.h"

namespace odori {
namespace {

constexpr std::size_t kMostConstraints = 4096;
constexpr std::size_t kMostMoves = std::size_t{1} << 20;

// One a bone; those in a circle are left out, each stands behind those that it depends on.
std::vector<Constraint> in_order(const Model& model) {
  const Skeleton& skeleton = model.skeleton;
  std::vector<std::int32_t> of_bone(skeleton.size(), -1);
  std::vector<Constraint> usable;
  for (const Constraint& c : model.constraints) {
    if (!is_set(c.bone) || !is_set(c.source) || c.bone == c.source) continue;
    if (of_bone[at(c.bone)] >= 0 || usable.size() == kMostConstraints) continue;
    of_bone[at(c.bone)] = static_cast<std::int32_t>(usable.size());
    usable.push_back(c);
  }
  std::vector<std::vector<std::size_t>> after(usable.size());
  std::vector<std::size_t> waits(usable.size(), 0);
  for (std::size_t i = 0; i < usable.size(); ++i) {
    const auto depends = [&](BoneIndex from, bool on_all_above) {
      for (BoneIndex b = from; is_set(b); b = skeleton.parent[at(b)]) {
        if (of_bone[at(b)] >= 0) {
          after[static_cast<std::size_t>(of_bone[at(b)])].push_back(i);
          ++waits[i];
        }
        if (!on_all_above) break;
      }
    };
    const bool aims = usable[i].kind == ConstraintKind::aim;  // else the source's own turn counts
    depends(usable[i].source, aims);
    if (aims) depends(skeleton.parent[at(usable[i].bone)], true);
  }
  std::vector<std::size_t> ready;
  for (std::size_t i = 0; i < usable.size(); ++i)
    if (waits[i] == 0) ready.push_back(i);
  std::vector<Constraint> out;
  for (std::size_t i = 0; i < ready.size(); ++i) {
    out.push_back(usable[ready[i]]);
    for (const std::size_t next : after[ready[i]])
      if (--waits[next] == 0) ready.push_back(next);
  }
  return out;
}

}  // namespace

void build_constraints(Evaluator::Plan& plan) {
  const Skeleton& skeleton = plan.model->skeleton;
  std::vector<bool> below(skeleton.size());
  for (const Constraint& c : in_order(*plan.model)) {
    PlannedConstraint& planned = plan.constraints.emplace_back();
    planned.constraint = c;
    planned.first = static_cast<std::uint32_t>(plan.constraint_moves.size());
    if (plan.constraint_moves.size() + skeleton.size() > kMostMoves) continue;  // places all then
    std::fill(below.begin(), below.end(), false);
    below[at(c.bone)] = true;
    for (std::size_t b = at(c.bone); b < skeleton.size(); ++b) {
      if (is_set(skeleton.parent[b]) && below[at(skeleton.parent[b])]) below[b] = true;
      if (below[b]) plan.constraint_moves.push_back(static_cast<std::uint32_t>(b));
    }
    planned.count = static_cast<std::uint32_t>(plan.constraint_moves.size()) - planned.first;
  }
}

void Evaluator::Plan::constrain(Pose& pose) const {
  if (constraints.empty()) return;
  place_all(pose);
  const Skeleton& skeleton = model->skeleton;
  for (const PlannedConstraint& planned : constraints) {
    const Constraint& c = planned.constraint;
    const std::size_t b = at(c.bone), source = at(c.source);
    Quat turn;
    switch (c.kind) {
      case ConstraintKind::rotation:
        turn = pose.rotation[source];
        break;
      case ConstraintKind::roll: {
        // The source's turn, said in the axes of its parent, taken over in those of the bone.
        const Quat own = skeleton.rest_rotation[source];
        const Quat rest = skeleton.rest_rotation[b];
        const Quat delta = conjugate(rest) * own * pose.rotation[source] * conjugate(own) * rest;
        turn = conjugate(between(c.axis, rotate(delta, c.axis))) * delta;
        break;
      }
      case ConstraintKind::aim: {
        const BoneIndex parent = skeleton.parent[b];
        const Quat above = is_set(parent) ? pose.world_rotation[at(parent)] : Quat{};
        const Quat rest = above * skeleton.rest_rotation[b];
        const Vec3 way = pose.world_position[source] - pose.world_position[b];
        if (!(length_squared(way) > 1e-12f)) continue;
        turn = conjugate(rest) * between(rotate(rest, c.axis), way) * rest;
        break;
      }
    }
    pose.rotation[b] = normalise(slerp(Quat{}, turn, c.weight));
    if (planned.count == 0) place_all(pose);
    for (std::uint32_t i = 0; i < planned.count; ++i)
      place(constraint_moves[planned.first + i], pose);
  }
}

}  // namespace odori
