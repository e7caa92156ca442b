// What an Evaluator works out once for a model and a binding: the order of evaluation as a flat
// list of steps, and the room that the steps need.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "ik.h"
#include "odori/motion/sample.h"
#include "odori/pose/evaluate.h"

namespace odori {

enum class StepKind : std::uint8_t {
  place,      // model-space transforms of Program::placed[first, first + count)
  place_all,  // of every bone
  append,     // Plan::appends[first]
  ik          // Plan::chains[first]
};

struct Step {
  StepKind kind = StepKind::place;
  std::uint32_t first = 0, count = 0;
};

struct Program {
  std::vector<Step> steps;
  std::vector<std::uint32_t> placed;
};

struct PlannedAppend {
  Append append;
  Quat keyed_rotation;  // the bone's own key and morphs in this frame
  Vec3 keyed_translation;
  bool is_link = false;  // also a link of an IK chain
};

struct PlannedOffset {  // of a bone morph
  std::uint32_t morph = 0, bone = 0;
  Vec3 translation;
  Quat rotation;
  bool turns = false;
};

struct PlannedExpression {
  std::uint32_t morph = 0;
  bool binary = false;
  ExpressionKind kind = ExpressionKind::other;
  std::array<Overriding, 3> over{};  // by ExpressionKind: what it does to the others
};

struct PlannedConstraint {
  Constraint constraint;
  std::uint32_t first = 0, count = 0;  // of Plan::constraint_moves: the bone and all below; 0: all
};

struct Evaluator::Plan {
  const Model* model = nullptr;
  const Binding* binding = nullptr;
  EvaluateOptions options;

  bool rests_turned = false;             // some rest rotation is not the identity
  std::vector<Quat> rest_world_inverse;  // only when rests_turned

  Program before_physics, after_pass, after_physics;
  std::vector<PlannedAppend> appends;
  std::vector<Chain> chains;  // one for each of Skeleton::iks
  // Rotation without the part that IK added. Filled for the links of chains.
  std::vector<Quat> base_rotation;
  std::vector<std::uint32_t> links_before, links_after;  // whose base is taken when a pass begins
  ChainScratch scratch;

  std::vector<BoneCursor> bone_cursor;
  std::vector<std::size_t> morph_cursor, ik_cursor;
  std::size_t visible_cursor = 0;

  std::vector<std::uint32_t> group_morphs, flip_morphs;
  std::vector<PlannedOffset>
      bone_offsets;               // last morph first: the product has the first on the left
  std::vector<float> raw_weight;  // scratch of the flips
  std::vector<PlannedExpression> expressions;
  std::vector<PlannedConstraint> constraints;  // in order of evaluation
  std::vector<std::uint32_t> constraint_moves;

  void run(const Program& program, Pose& pose);
  void place(std::size_t bone, Pose& pose) const;
  void place_all(Pose& pose) const;
  void make_skin(Pose& pose) const;
  void apply(PlannedAppend& planned, Pose& pose);
  void solve(std::uint32_t chain, Pose& pose);
  void sample_weights(double frame, Pose& pose);
  void spread_weights(Pose& pose);
  void hold_back(std::vector<float>& weight) const;
  void constrain(Pose& pose) const;
};

// Fills order, appends, chains and programs of a plan whose model and options are set.
void build_programs(Evaluator::Plan& plan);
void build_expressions(Evaluator::Plan& plan);
void build_constraints(Evaluator::Plan& plan);

}  // namespace odori
