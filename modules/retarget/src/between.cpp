#include "between.h"

#include <algorithm>

#include "bone_names.h"

namespace odori {
namespace {

// By bone: its append of rotations, or null.
std::vector<const Append*> appends_of(const Skeleton& s) {
  std::vector<const Append*> out(s.size(), nullptr);
  for (const Append& a : s.appends)
    if (is_set(a.bone) && is_set(a.source) && a.rotation && !out[at(a.bone)]) out[at(a.bone)] = &a;
  return out;
}

// By bone: whether IK turns it or it is a goal.
std::vector<bool> linked(const Skeleton& s) {
  std::vector<bool> out(s.size(), false);
  for (const Ik& ik : s.iks) {
    if (is_set(ik.bone)) out[at(ik.bone)] = true;
    for (const IkLink& link : ik.links)
      if (is_set(link.bone)) out[at(link.bone)] = true;
  }
  return out;
}

// Size: bones. Those above driven ones.
std::vector<bool> above_driven(const Target& t) {
  const Skeleton& s = t.model->skeleton;
  std::vector<bool> above(s.size(), false);
  for (std::size_t b = s.size(); b-- > 0;)
    if ((t.driven[b] >= 0 || above[b]) && is_set(s.parent[b])) above[at(s.parent[b])] = true;
  return above;
}

class Finder {
 public:
  Finder(const Model& from, const Humanoid& from_human, const Target& target)
      : to_(target.model->skeleton),
        target_(target),
        from_appends_(appends_of(from.skeleton)),
        to_appends_(appends_of(to_)) {
    const std::vector<bool> above = above_driven(target), from_linked = linked(from.skeleton),
                            to_linked = linked(to_);
    const BoneNames names(from.skeleton);
    takers_.resize(to_.size());
    for (const Append& a : to_.appends)
      if (is_set(a.bone) && is_set(a.source) && a.rotation) takers_[at(a.source)].push_back(a.bone);
    source_.assign(to_.size(), BoneIndex::none);
    for (std::size_t b = 0; b < to_.size(); ++b) {
      if (!above[b] || target.driven[b] >= 0 || to_linked[b]) continue;
      const BoneIndex source = names.find(to_.names[b]);
      const auto& human = from_human.bone;
      if (is_set(source) && !from_linked[at(source)] &&
          std::find(human.begin(), human.end(), source) == human.end())
        source_[b] = source;
    }
    needed_ = above;
  }

  std::vector<Between> run() {
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t b = 0; b < to_.size(); ++b) {
        if (!is_set(source_[b]) || fits(static_cast<BoneIndex>(b))) continue;
        source_[b] = BoneIndex::none;
        changed = true;
      }
    }
    std::vector<Between> out;
    for (std::size_t b = 0; b < to_.size(); ++b) {
      const auto bone = static_cast<BoneIndex>(b);
      if (is_set(source_[b])) out.push_back({source_[b], bone, to_appends_[b] == nullptr});
    }
    return out;
  }

 private:
  // What it appends and what appends it must be carried over too, or nothing fits.
  bool fits(BoneIndex bone) const {
    const Append* mine = to_appends_[at(bone)];
    const Append* theirs = from_appends_[at(source_[at(bone)])];
    if ((mine == nullptr) != (theirs == nullptr)) return false;
    if (mine && (mine->ratio != theirs->ratio || mine->local != theirs->local ||
                 source_[at(mine->source)] != theirs->source))
      return false;
    const std::vector<BoneIndex>& takers = takers_[at(bone)];
    return std::all_of(takers.begin(), takers.end(), [&](BoneIndex taker) {
      if (target_.driven[at(taker)] >= 0) return false;
      return !needed_[at(taker)] || is_set(source_[at(taker)]);
    });
  }

  const Skeleton& to_;
  const Target& target_;
  const std::vector<const Append*> from_appends_, to_appends_;  // by bone
  std::vector<std::vector<BoneIndex>> takers_;  // by the target's bones: what appends them
  std::vector<BoneIndex> source_;               // by the target's bones
  std::vector<bool> needed_;                    // the target's bones above driven ones
};

}  // namespace

std::vector<Between> find_between(const Model& from, const Humanoid& from_human,
                                  const Target& target) {
  if (from_human.map != "mmd" || target.humanoid.map != "mmd") return {};
  return Finder(from, from_human, target).run();
}

}  // namespace odori
