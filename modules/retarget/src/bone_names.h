// Bones by name for many questions: as find_bone (exactly, then with widths folded), made once.
#pragma once

#include <map>
#include <string>

#include "odori/base/text.h"
#include "odori/model/skeleton.h"

namespace odori {

class BoneNames {
 public:
  explicit BoneNames(const Skeleton& skeleton) {
    for (std::size_t b = 0; b < skeleton.size(); ++b) {
      exact_.emplace(skeleton.names[b], static_cast<BoneIndex>(b));
      folded_.emplace(normalise_width(skeleton.names[b]), static_cast<BoneIndex>(b));
    }
  }

  BoneIndex find(const std::string& name) const {
    if (const auto it = exact_.find(name); it != exact_.end()) return it->second;
    const auto it = folded_.find(normalise_width(name));
    return it != folded_.end() ? it->second : BoneIndex::none;
  }

 private:
  std::map<std::string, BoneIndex> exact_, folded_;
};

}  // namespace odori
