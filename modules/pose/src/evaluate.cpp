#include "odori/pose/evaluate.h"

#include <algorithm>

#include "odori/base/assert.h"
#include "odori/math/trig.h"
#include "plan.h"

namespace odori {
namespace {

// A share of a rotation: negative and above one go on along the same arc. The short way round.
Quat share(Quat q, float ratio) {
  if (ratio == 1 || q == Quat{}) return q;
  q = with_positive_w(q);
  const double x = static_cast<double>(q.x), y = static_cast<double>(q.y),
               z = static_cast<double>(q.z);
  const double n = std::sqrt(x * x + y * y + z * z);
  if (!(n > 1e-12)) return {};
  const auto [s, c] =
      trig::sincos(static_cast<double>(ratio) * trig::atan2(n, static_cast<double>(q.w)));
  const auto k = static_cast<float>(s / n);
  return {q.x * k, q.y * k, q.z * k, static_cast<float>(c)};
}

void make_morph_lists(const Model& model, Evaluator::Plan& plan) {
  for (std::uint32_t m = 0; m < model.morphs.size(); ++m) {
    if (model.morphs[m].kind == MorphKind::group) plan.group_morphs.push_back(m);
    if (model.morphs[m].kind == MorphKind::flip) plan.flip_morphs.push_back(m);
  }
  for (std::size_t m = model.morphs.size(); m-- > 0;) {
    if (model.morphs[m].kind != MorphKind::bone) continue;
    const std::vector<BoneOffset>& offsets = model.morphs[m].bones;
    for (auto it = offsets.rbegin(); it != offsets.rend(); ++it) {
      if (!is_set(it->bone)) continue;
      plan.bone_offsets.push_back({static_cast<std::uint32_t>(m),
                                   static_cast<std::uint32_t>(at(it->bone)), it->translation,
                                   it->rotation, !(with_positive_w(it->rotation) == Quat{})});
    }
  }
  plan.raw_weight.resize(model.morphs.size());
}

}  // namespace

void Evaluator::Plan::place(std::size_t b, Pose& pose) const {
  const Skeleton& s = model->skeleton;
  const f32x4 offset = lanes(s.rest_translation[b]) + lanes(pose.translation[b]);
  f32x4 turn = lanes(pose.rotation[b]);
  if (rests_turned) turn = multiply4(lanes(s.rest_rotation[b]), turn);
  if (!is_set(s.parent[b])) {
    pose.world_rotation[b] = quat_of(turn);
    pose.world_position[b] = vec3_of(offset);
    return;
  }
  const std::size_t p = at(s.parent[b]);
  const f32x4 above = lanes(pose.world_rotation[p]);
  pose.world_rotation[b] = quat_of(multiply4(above, turn));
  pose.world_position[b] = vec3_of(lanes(pose.world_position[p]) + rotate4(above, offset));
}

void Evaluator::Plan::place_all(Pose& pose) const {
  for (std::size_t b = 0; b < pose.rotation.size(); ++b) place(b, pose);
}

void Evaluator::Plan::apply(PlannedAppend& planned, Pose& pose) {
  const Append& a = planned.append;
  const std::size_t b = at(a.bone), source = at(a.source);
  if (a.rotation) {
    // What IK has added to this bone so far stays on the left.
    Quat added;
    if (planned.is_link) added = pose.rotation[b] * conjugate(base_rotation[b]);
    Quat turn = pose.rotation[source];
    if (a.local && options.local_append_in_model_space) {
      turn = pose.world_rotation[source];
      if (rests_turned) turn = turn * rest_world_inverse[source];
    }
    const Quat base = planned.keyed_rotation * share(turn, a.ratio);
    pose.rotation[b] = planned.is_link ? added * base : base;
    if (planned.is_link) base_rotation[b] = base;
  }
  if (a.translation) {
    Vec3 moved = pose.translation[source];
    if (a.local) {
      moved = options.local_append_in_model_space
                  ? pose.world_position[source] - model->skeleton.rest_position[source]
                  : Vec3{};
    }
    pose.translation[b] = planned.keyed_translation + moved * a.ratio;
  }
}

void Evaluator::Plan::solve(std::uint32_t index, Pose& pose) {
  if (!options.ik || pose.ik_enabled[index] == 0) return;
  const Skeleton& skeleton = model->skeleton;
  const Chain& chain = chains[index];
  for (const ChainLink& link : chain.links) pose.rotation[link.bone] = base_rotation[link.bone];
  for (std::size_t i = 0; i < chain.path.size(); ++i) {
    const std::uint32_t b = chain.path[i];
    const Quat turn =
        rests_turned ? skeleton.rest_rotation[b] * pose.rotation[b] : pose.rotation[b];
    scratch.rotation[i] = lanes(turn);
    scratch.offset[i] = lanes(skeleton.rest_translation[b] + pose.translation[b]);
    if (chain.parent_place[i] >= 0) continue;
    const BoneIndex p = skeleton.parent[b];
    scratch.parent_rotation[i] = lanes(is_set(p) ? pose.world_rotation[at(p)] : Quat{});
    scratch.parent_position[i] = lanes(is_set(p) ? pose.world_position[at(p)] : Vec3{});
  }
  const Vec3 goal = pose.world_position[chain.goal];
  if (options.ik_rule == IkRule::others) {
    solve_chain_as_others(chain, goal, scratch);
  } else if (!solve_chain(chain, goal, scratch) && options.ik_finishes) {
    finish_chain(chain, goal, scratch);
  }
  for (const ChainLink& link : chain.links) {
    const Quat q = quat_of(scratch.rotation[link.place]);
    pose.rotation[link.bone] = rests_turned ? conjugate(skeleton.rest_rotation[link.bone]) * q : q;
  }
}

void Evaluator::Plan::run(const Program& program, Pose& pose) {
  for (const Step& step : program.steps) {
    switch (step.kind) {
      case StepKind::place:
        for (std::uint32_t i = 0; i < step.count; ++i) place(program.placed[step.first + i], pose);
        break;
      case StepKind::place_all:
        place_all(pose);
        break;
      case StepKind::append:
        apply(appends[step.first], pose);
        break;
      case StepKind::ik:
        solve(step.first, pose);
        break;
    }
  }
}

void Evaluator::Plan::sample_weights(double frame, Pose& pose) {
  std::fill(pose.morph_weight.begin(), pose.morph_weight.end(), 0.f);
  for (std::size_t i = 0; i < binding->morphs.size(); ++i) {
    const float weight = sample_morph(binding->morphs[i].track, frame, morph_cursor[i]);
    for (const MorphIndex m : binding->morphs[i].morphs) pose.morph_weight[at(m)] = weight;
  }
}

// Flips choose first and overwrite what they choose; then groups add to their members. A group
// inside a group does nothing.
void Evaluator::Plan::spread_weights(Pose& pose) {
  const std::vector<Morph>& morphs = model->morphs;
  std::vector<float>& weight = pose.effective_weight;
  weight = pose.morph_weight;
  if (!expressions.empty()) hold_back(weight);
  if (!flip_morphs.empty()) {
    raw_weight = pose.morph_weight;
    for (const std::uint32_t g : group_morphs) {
      for (const MorphMember& m : morphs[g].members) {
        if (is_set(m.morph) && morphs[at(m.morph)].kind == MorphKind::flip) {
          weight[at(m.morph)] += raw_weight[g] * m.ratio;
        }
      }
    }
    for (const std::uint32_t f : flip_morphs) {
      const std::size_t count = morphs[f].members.size();
      const float w = std::clamp(weight[f], 0.f, 1.f);
      const auto chosen = static_cast<std::size_t>(static_cast<float>(count + 1) * w);
      if (chosen == 0 || count == 0) continue;
      const MorphMember& m = morphs[f].members[std::min(chosen, count) - 1];
      if (is_set(m.morph) && morphs[at(m.morph)].kind != MorphKind::flip)
        weight[at(m.morph)] = m.ratio;
    }
  }
  for (const std::uint32_t g : group_morphs) {
    if (weight[g] == 0) continue;
    for (const MorphMember& m : morphs[g].members) {
      if (!is_set(m.morph)) continue;
      const MorphKind kind = morphs[at(m.morph)].kind;
      if (kind == MorphKind::group || kind == MorphKind::flip) continue;
      weight[at(m.morph)] += weight[g] * m.ratio;
    }
  }
}

Evaluator::Evaluator(const Model& model, const Binding& binding, const EvaluateOptions& options)
    : plan_(std::make_unique<Plan>()) {
  Plan& plan = *plan_;
  plan.model = &model;
  plan.binding = &binding;
  plan.options = options;
  const Skeleton& skeleton = model.skeleton;
  for (const Quat& q : skeleton.rest_rotation) plan.rests_turned |= !(q == Quat{});
  if (plan.rests_turned) {
    for (std::size_t b = 0; b < skeleton.size(); ++b) {
      const BoneIndex p = skeleton.parent[b];
      const Quat above = is_set(p) ? conjugate(plan.rest_world_inverse[at(p)]) : Quat{};
      plan.rest_world_inverse.push_back(conjugate(above * skeleton.rest_rotation[b]));
    }
  }
  make_morph_lists(model, plan);
  build_programs(plan);
  build_expressions(plan);
  build_constraints(plan);
  plan.bone_cursor.resize(binding.bones.size());
  plan.morph_cursor.resize(binding.morphs.size());
  plan.ik_cursor.resize(binding.iks.size());
}

Evaluator::Evaluator(const Evaluator& other) : plan_(std::make_unique<Plan>(*other.plan_)) {}
Evaluator::Evaluator(Evaluator&&) noexcept = default;
Evaluator::~Evaluator() = default;

void Evaluator::sample(double frame, Pose& pose) {
  Plan& plan = *plan_;
  ODORI_ASSERT(pose.rotation.size() == plan.model->skeleton.size());
  const Binding& binding = *plan.binding;
  std::fill(pose.rotation.begin(), pose.rotation.end(), Quat{});
  std::fill(pose.translation.begin(), pose.translation.end(), Vec3{});
  std::fill(pose.physics_off.begin(), pose.physics_off.end(), std::uint8_t{0});
  for (std::size_t i = 0; i < binding.bones.size(); ++i) {
    const BoneValue value = plan.bone_cursor[i].sample(binding.bones[i].track, frame);
    const std::size_t b = at(binding.bones[i].bone);
    pose.rotation[b] = value.rotation;
    pose.translation[b] = value.translation;
    pose.physics_off[b] = value.physics_off;
  }
  plan.sample_weights(frame, pose);
  plan.spread_weights(pose);
  for (const PlannedOffset& offset : plan.bone_offsets) {
    const float w = pose.effective_weight[offset.morph];
    if (w == 0) continue;
    pose.translation[offset.bone] += offset.translation * w;
    if (offset.turns)
      pose.rotation[offset.bone] = share(offset.rotation, w) * pose.rotation[offset.bone];
  }
  for (std::size_t i = 0; i < binding.iks.size(); ++i) {
    const Binding::IkState& state = binding.iks[i];
    plan.ik_cursor[i] = keys_until(state.frame, frame, plan.ik_cursor[i]);
    pose.ik_enabled[i] = plan.ik_cursor[i] == 0 ? 1 : state.enabled[plan.ik_cursor[i] - 1];
  }
  plan.visible_cursor = keys_until(binding.visible_frame, frame, plan.visible_cursor);
  pose.visible = plan.visible_cursor == 0 || binding.visible[plan.visible_cursor - 1] != 0;
}

void Evaluator::solve_before_physics(Pose& pose) {
  Plan& plan = *plan_;
  for (PlannedAppend& planned : plan.appends) {
    planned.keyed_rotation = pose.rotation[at(planned.append.bone)];
    planned.keyed_translation = pose.translation[at(planned.append.bone)];
  }
  for (const std::uint32_t b : plan.links_before) plan.base_rotation[b] = pose.rotation[b];
  plan.run(plan.before_physics, pose);
  plan.constrain(pose);
}

void Evaluator::solve_after_physics(Pose& pose) {
  Plan& plan = *plan_;
  for (const std::uint32_t b : plan.links_after) plan.base_rotation[b] = pose.rotation[b];
  plan.run(plan.after_physics, pose);
}

void Evaluator::update_matrices(Pose& pose) {
  plan_->place_all(pose);
  plan_->make_skin(pose);
}

void Evaluator::Plan::make_skin(Pose& pose) const {
  const Skeleton& skeleton = model->skeleton;
  for (std::size_t b = 0; b < skeleton.size(); ++b) {
    const Quat turn =
        rests_turned ? pose.world_rotation[b] * rest_world_inverse[b] : pose.world_rotation[b];
    Affine& skin = pose.skin[b];
    skin = affine_from(turn, {});
    const Vec3 t = pose.world_position[b] - transform_direction(skin, skeleton.rest_position[b]);
    skin.t = {t.x, t.y, t.z, 1};
  }
}

void Evaluator::evaluate(double frame, Pose& pose) {
  evaluate_placement(frame, pose);
  plan_->make_skin(pose);
}

void Evaluator::evaluate_placement(double frame, Pose& pose) {
  Plan& plan = *plan_;
  sample(frame, pose);
  solve_before_physics(pose);
  for (const std::uint32_t b : plan.links_after) plan.base_rotation[b] = pose.rotation[b];
  plan.run(plan.after_pass, pose);
  plan.place_all(pose);
}

}  // namespace odori
