// What a VRM character has and no other format's character does.
#pragma once

#include <algorithm>

#include "odori/model/model.h"

namespace odori {

// `tell` takes a number and what there are so many of.
template <class Tell>
void tell_vrm_losses(const Model& model, Tell tell) {
  tell(model.springs.chains.size(), "spring chains, by which hair and clothes swing");
  tell(model.constraints.size(), "node constraints");
  tell(static_cast<std::size_t>(model.look_at ? 1 : 0), "rule of where the eyes look");
  const auto holding =
      std::count_if(model.expressions.begin(), model.expressions.end(), [](const Expression& e) {
        return e.blink != Overriding::none || e.look_at != Overriding::none ||
               e.mouth != Overriding::none;
      });
  tell(static_cast<std::size_t>(holding), "expressions that held others back: now they add up");
}

}  // namespace odori
