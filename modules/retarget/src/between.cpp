#include "between.h"

#include <algorithm>
#include <optional>

namespace odori {
namespace {

const Append* append_of(const Skeleton& s, BoneIndex bone) {
  const auto it = std::find_if(s.appends.begin(), s.appends.end(), [&](const Append& a) {
    return a.bone == bone && a.rotation && is_set(a.source);
  });
  return it != s.appends.end() ? &*it : nullptr;
}

bool is_link(const Skeleton& s, BoneIndex bone) {
  return std::any_of(s.iks.begin(), s.iks.end(), [&](const Ik& ik) {
    return ik.bone == bone || std::any_of(ik.links.begin(), ik.links.end(),
                                          [&](const IkLink& link) { return link.bone == bone; });
  });
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
      : from_(from.skeleton), to_(target.model->skeleton), target_(target) {
    const std::vector<bool> above = above_driven(target);
    source_.assign(to_.size(), BoneIndex::none);
    for (std::size_t b = 0; b < to_.size(); ++b) {
      const auto bone = static_cast<BoneIndex>(b);
      if (!above[b] || target.driven[b] >= 0 || is_link(to_, bone)) continue;
      const BoneIndex source = find_bone(from_, to_.names[b]);
      const auto& human = from_human.bone;
      if (is_set(source) && !is_link(from_, source) &&
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
      if (is_set(source_[b])) out.push_back({source_[b], bone, append_of(to_, bone) == nullptr});
    }
    return out;
  }

 private:
  // What it appends and what appends it must be carried over too, or nothing fits.
  bool fits(BoneIndex bone) const {
    const Append* mine = append_of(to_, bone);
    const Append* theirs = append_of(from_, source_[at(bone)]);
    if ((mine == nullptr) != (theirs == nullptr)) return false;
    if (mine && (mine->ratio != theirs->ratio || mine->local != theirs->local ||
                 source_[at(mine->source)] != theirs->source))
      return false;
    return std::all_of(to_.appends.begin(), to_.appends.end(), [&](const Append& a) {
      if (a.source != bone || !a.rotation || !is_set(a.bone)) return true;
      if (target_.driven[at(a.bone)] >= 0) return false;
      return !needed_[at(a.bone)] || is_set(source_[at(a.bone)]);
    });
  }

  const Skeleton &from_, &to_;
  const Target& target_;
  std::vector<BoneIndex> source_;  // by the target's bones
  std::vector<bool> needed_;       // the target's bones above driven ones
};

}  // namespace

std::vector<Between> find_between(const Model& from, const Humanoid& from_human,
                                  const Target& target) {
  if (from_human.map != "mmd" || target.humanoid.map != "mmd") return {};
  return Finder(from, from_human, target).run();
}

}  // namespace odori
