// Expressions hold each other back. Source: VRMC_vrm-1.0, expressions.md ("override").
#include <algorithm>

#include "plan.h"

namespace odori {

void build_expressions(Evaluator::Plan& plan) {
  for (const Expression& e : plan.model->expressions) {
    if (!is_set(e.morph) || at(e.morph) >= plan.model->morphs.size()) continue;
    plan.expressions.push_back({static_cast<std::uint32_t>(at(e.morph)),
                                e.binary,
                                e.preset ? kind_of(e.name) : ExpressionKind::other,
                                {e.blink, e.look_at, e.mouth}});
  }
}

void Evaluator::Plan::hold_back(std::vector<float>& weight) const {
  std::array<float, 3> held{};  // by ExpressionKind
  for (const PlannedExpression& e : expressions) {
    float& w = weight[e.morph];
    w = std::clamp(w, 0.0f, 1.0f);
    if (e.binary) w = w > 0.5f ? 1.0f : 0.0f;
    for (std::size_t k = 0; k < held.size(); ++k) {
      // Those of one kind do not hold back each other.
      if (e.over[k] == Overriding::none || static_cast<std::size_t>(e.kind) == k) continue;
      held[k] += e.over[k] == Overriding::blend ? w : w > 0 ? 1.0f : 0.0f;
    }
  }
  for (const PlannedExpression& e : expressions) {
    if (e.kind == ExpressionKind::other) continue;
    const float amount = held[static_cast<std::size_t>(e.kind)];
    if (!(amount > 0)) continue;
    weight[e.morph] *= e.binary ? 0.0f : std::max(1 - amount, 0.0f);
  }
}

}  // namespace odori
