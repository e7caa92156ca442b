#include "plan.h"

#include <algorithm>
#include <numeric>

namespace odori {
namespace {

constexpr std::uint32_t kNone = ~std::uint32_t{0};

std::uint32_t number(BoneIndex bone) { return static_cast<std::uint32_t>(at(bone)); }

// Appends that lead round in a circle are left out, as are those without a source.
std::vector<Append> usable_appends(const Skeleton& skeleton) {
  std::vector<BoneIndex> source(skeleton.size(), BoneIndex::none);
  for (const Append& a : skeleton.appends) {
    if (is_set(a.bone) && is_set(a.source) && a.source != a.bone) source[at(a.bone)] = a.source;
  }
  // 0 = not looked at, 1 = on the way, 2 = leads to an end, 3 = leads round.
  std::vector<std::uint8_t> state(skeleton.size(), 0);
  for (std::size_t i = 0; i < skeleton.size(); ++i) {
    std::vector<std::size_t> way;
    std::size_t b = i;
    while (state[b] == 0) {
      state[b] = 1;
      way.push_back(b);
      if (!is_set(source[b])) break;
      b = at(source[b]);
    }
    const bool round = state[b] == 1 && is_set(source[b]);
    bool in_circle = round;
    for (auto it = way.rbegin(); it != way.rend(); ++it) {
      state[*it] = in_circle ? 3 : 2;
      if (*it == b) in_circle = false;
    }
  }
  std::vector<Append> usable;
  for (const Append& a : skeleton.appends) {
    if (is_set(a.bone) && is_set(source[at(a.bone)]) && source[at(a.bone)] == a.source &&
        state[at(a.bone)] != 3) {
      usable.push_back(a);
    }
  }
  return usable;
}

// Writes programs. Keeps, bone by bone, which model-space transforms are up to date when a step
// runs, so that only those are worked out that a step reads.
class Writer {
 public:
  explicit Writer(Evaluator::Plan& plan)
      : plan_(plan),
        skeleton_(plan.model->skeleton),
        append_of_(skeleton_.size(), kNone),
        dependents_(skeleton_.size()),
        chains_of_(skeleton_.size()),
        moved_(skeleton_.size(), 1),
        placed_(skeleton_.size(), 0),
        done_(plan.appends.size(), false),
        busy_(plan.appends.size(), false) {
    for (std::uint32_t i = 0; i < plan.appends.size(); ++i) {
      const Append& a = plan.appends[i].append;
      append_of_[at(a.bone)] = i;
      if (!a.local) {
        dependents_[at(a.source)].push_back(i);
      } else {
        // Its source's model-space transform changes with every bone above.
        local_appends_.push_back(i);
      }
    }
    for (std::uint32_t i = 0; i < plan.chains.size(); ++i) {
      chains_of_[plan.chains[i].goal].push_back(i);
    }
    budget_ = 64 * (skeleton_.size() + 64);
  }

  void begin(Program& program) {
    program_ = &program;
    ++now_;
    std::fill(moved_.begin(), moved_.end(), now_);
  }

  // The bones of one pass in MMD's order: layer, then place in the file; parents of the same pass
  // first.
  void pass(bool after_physics) {
    std::vector<std::uint32_t> order;
    for (std::uint32_t b = 0; b < skeleton_.size(); ++b) {
      if (((skeleton_.flags[b] & kAfterPhysics) != 0) == after_physics) order.push_back(b);
    }
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
      return std::pair(skeleton_.layer[a], skeleton_.file_index[a]) <
             std::pair(skeleton_.layer[b], skeleton_.file_index[b]);
    });
    std::vector<bool> waiting(skeleton_.size(), false);
    for (const std::uint32_t b : order) waiting[b] = true;
    std::vector<std::uint32_t> way;
    for (const std::uint32_t b : order) {
      way.clear();
      for (std::uint32_t up = b; waiting[up];) {
        waiting[up] = false;
        way.push_back(up);
        if (!is_set(skeleton_.parent[up])) break;
        up = number(skeleton_.parent[up]);
      }
      for (auto it = way.rbegin(); it != way.rend(); ++it) visit(*it);
    }
  }

  // Once more the appends whose source (or its source) physics has moved.
  void redo_physics_driven() {
    std::vector<bool> driven(skeleton_.size(), false);
    for (const Body& body : plan_.model->bodies) {
      if (is_set(body.bone) && body.mode != BodyMode::follows_bone) driven[at(body.bone)] = true;
    }
    for (std::uint32_t b = 0; b < skeleton_.size(); ++b) {
      if (!driven[b]) continue;
      std::vector<std::uint32_t> changed{b};
      for (std::size_t i = 0; i < changed.size() && budget_ > 0; ++i) {
        for (const std::uint32_t d : dependents_[changed[i]]) {
          const std::uint32_t bone = number(plan_.appends[d].append.bone);
          if (driven[bone] || (skeleton_.flags[bone] & kAfterPhysics) != 0) continue;
          write_append(d);
          changed.push_back(bone);
        }
      }
    }
    for (const std::uint32_t d : local_appends_) {
      const Append& a = plan_.appends[d].append;
      if (driven[at(a.bone)] || (skeleton_.flags[at(a.bone)] & kAfterPhysics) != 0) continue;
      bool reads_physics = false;
      for (BoneIndex up = a.source; is_set(up); up = skeleton_.parent[at(up)]) {
        reads_physics |= driven[at(up)];
      }
      if (reads_physics) write_append(d);
    }
  }

 private:
  void visit(std::uint32_t bone) {
    if (append_of_[bone] != kNone) {
      write_append(append_of_[bone]);
      done_[append_of_[bone]] = true;
      refresh({bone});
    }
    for (const std::uint32_t c : chains_of_[bone]) {
      if (plan_.chains[c].links.empty() || plan_.chains[c].loops == 0) continue;
      write_chain(c);
      std::vector<std::uint32_t> turned;
      for (const ChainLink& link : plan_.chains[c].links) turned.push_back(link.bone);
      refresh(std::move(turned));
    }
  }

  // Appends that stood before what they depend on.
  void refresh(std::vector<std::uint32_t> changed) {
    if (!plan_.options.refresh_dependents) return;
    std::vector<std::uint32_t> used;
    for (std::size_t i = 0; i < changed.size(); ++i) {
      const auto redo = [&](std::uint32_t d) {
        if (!done_[d] || busy_[d] || budget_ == 0) return;
        --budget_;
        busy_[d] = true;
        used.push_back(d);
        write_append(d);
        changed.push_back(number(plan_.appends[d].append.bone));
      };
      for (const std::uint32_t d : dependents_[changed[i]]) redo(d);
      for (const std::uint32_t d : local_appends_) {
        if (done_[d] && below(number(plan_.appends[d].append.source), changed[i])) redo(d);
      }
    }
    for (const std::uint32_t d : used) busy_[d] = false;
  }

  bool below(std::uint32_t bone, std::uint32_t ancestor) const {
    while (bone > ancestor && is_set(skeleton_.parent[bone])) bone = number(skeleton_.parent[bone]);
    return bone == ancestor;
  }

  void write_append(std::uint32_t index) {
    const Append& a = plan_.appends[index].append;
    if (a.local) need({number(a.source)});
    program_->steps.push_back({StepKind::append, index, 1});
    moved_[at(a.bone)] = ++now_;
  }

  void write_chain(std::uint32_t index) {
    const Chain& chain = plan_.chains[index];
    std::vector<std::uint32_t> read{chain.goal};
    for (std::size_t i = 0; i < chain.path.size(); ++i) {
      if (chain.parent_place[i] < 0 && is_set(skeleton_.parent[chain.path[i]])) {
        read.push_back(number(skeleton_.parent[chain.path[i]]));
      }
    }
    need(read);
    program_->steps.push_back({StepKind::ik, index, 1});
    // A switched-off chain leaves its path as it was, so the path counts as moved, not as placed.
    ++now_;
    for (const ChainLink& link : chain.links) moved_[link.bone] = now_;
  }

  // Has the transforms of these bones worked out, with all that they hang on.
  void need(const std::vector<std::uint32_t>& bones) {
    std::vector<std::uint32_t> list;
    for (const std::uint32_t bone : bones) {
      std::vector<std::uint32_t> way;
      for (BoneIndex b{static_cast<std::int32_t>(bone)}; is_set(b); b = skeleton_.parent[at(b)]) {
        way.push_back(number(b));
      }
      std::uint64_t newest = 0;  // the last change above
      bool stale = false;
      for (auto it = way.rbegin(); it != way.rend(); ++it) {
        newest = std::max(newest, moved_[*it]);
        stale = stale || placed_[*it] < newest;
        if (!stale) continue;
        placed_[*it] = now_ + 1;
        list.push_back(*it);
      }
    }
    if (list.empty()) return;
    ++now_;
    if (list.size() > budget_) {  // a model made to waste memory: no list then
      program_->steps.push_back({StepKind::place_all, 0, 0});
      return;
    }
    budget_ -= list.size();
    program_->steps.push_back({StepKind::place, static_cast<std::uint32_t>(program_->placed.size()),
                               static_cast<std::uint32_t>(list.size())});
    program_->placed.insert(program_->placed.end(), list.begin(), list.end());
  }

  Evaluator::Plan& plan_;
  const Skeleton& skeleton_;
  Program* program_ = nullptr;
  std::vector<std::uint32_t> append_of_;
  std::vector<std::vector<std::uint32_t>> dependents_, chains_of_;
  std::vector<std::uint32_t> local_appends_;
  std::uint64_t now_ = 1;
  std::vector<std::uint64_t> moved_, placed_;  // when a bone's own rotation or translation changed,
                                               // and when its transform was worked out
  std::vector<bool> done_, busy_;
  std::size_t budget_ = 0;
};

}  // namespace

void build_programs(Evaluator::Plan& plan) {
  const Skeleton& skeleton = plan.model->skeleton;
  std::map<BoneIndex, Vec3> fixed;
  if (plan.options.ik_honours_fixed_axis) {
    for (const FixedAxis& f : skeleton.fixed_axes) {
      if (length_squared(f.axis) > 0.25f) fixed[f.bone] = f.axis;
    }
  }
  std::size_t longest = 0;
  for (const Ik& ik : skeleton.iks) {
    bool whole = is_set(ik.bone) && is_set(ik.effector);
    for (const IkLink& link : ik.links) whole &= is_set(link.bone);
    plan.chains.push_back(whole ? make_chain(skeleton, ik, fixed) : Chain{});
    longest = std::max(longest, plan.chains.back().path.size());
  }
  ChainScratch& s = plan.scratch;
  s.rotation.resize(longest);
  s.offset.resize(longest);
  s.world_rotation.resize(longest);
  s.world_position.resize(longest);
  s.parent_rotation.resize(longest);
  s.parent_position.resize(longest);

  plan.base_rotation.resize(skeleton.size());
  std::vector<std::uint8_t> link_of(skeleton.size(), 0);  // 1 = before physics, 2 = only after
  for (const Chain& chain : plan.chains) {
    const bool after = (skeleton.flags[chain.goal] & kAfterPhysics) != 0;
    for (const ChainLink& link : chain.links) {
      std::uint8_t& kind = link_of[link.bone];
      if (!after || kind == 0) kind = after ? 2 : 1;
    }
  }
  for (std::uint32_t b = 0; b < skeleton.size(); ++b) {
    if (link_of[b] == 1) plan.links_before.push_back(b);
    if (link_of[b] == 2) plan.links_after.push_back(b);
  }
  for (const Append& a : usable_appends(skeleton)) {
    plan.appends.push_back({a, {}, {}, link_of[at(a.bone)] != 0});
  }

  Writer writer(plan);
  writer.begin(plan.before_physics);
  writer.pass(false);
  Writer after = writer;  // both ways begin where the first pass ended
  after.begin(plan.after_pass);
  after.pass(true);
  writer.begin(plan.after_physics);
  writer.redo_physics_driven();
  writer.pass(true);
}

}  // namespace odori
