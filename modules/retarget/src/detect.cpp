#include "odori/retarget/detect.h"

#include <algorithm>
#include <array>
#include <map>

#include "maps.h"
#include "rest.h"
#include "shape.h"

namespace odori {
namespace {

using H = HumanBone;

bool in_trunk(HumanBone b) { return b <= H::upperChest; }

bool is_below(const Skeleton& s, BoneIndex bone, BoneIndex above) {
  for (BoneIndex b = bone; is_set(b); b = s.parent[at(b)])
    if (b == above) return true;
  return false;
}

// Where each plain name stands, Japanese (or only) names before English ones.
class Names {
 public:
  explicit Names(const Skeleton& s) {
    for (const auto* names : {&s.names, &s.names_en}) {
      for (std::size_t b = 0; b < names->size() && b < s.size(); ++b) {
        add(plain_name((*names)[b]), static_cast<BoneIndex>(b));
        add(plain_full_name((*names)[b]), static_cast<BoneIndex>(b));
      }
    }
    places_.erase(std::string());
  }

  const std::vector<BoneIndex>& find(const std::string& plain) const {
    static const std::vector<BoneIndex> kNothing;
    const auto it = places_.find(plain);
    return it != places_.end() ? it->second : kNothing;
  }

 private:
  void add(const std::string& plain, BoneIndex bone) {
    std::vector<BoneIndex>& found = places_[plain];
    constexpr std::size_t kMost = 16;  // bones of one name: no real rig has more that matter
    if (found.size() < kMost && std::find(found.begin(), found.end(), bone) == found.end())
      found.push_back(bone);
  }

  std::map<std::string, std::vector<BoneIndex>> places_;
};

// What one map makes of a skeleton.
class Match {
 public:
  Match(const Skeleton& s, const Names& names, const RigMap& map) : s_(s), map_(map) {
    taken_.resize(s.size(), false);
    for (const std::string_view prefix : map.prefixes) prefixes_.push_back(plain_name(prefix));
    // Required bones choose first: LeftShoulder is the arm where nothing else is.
    for (const bool required : {true, false}) {
      for (std::size_t i = 0; i < kHumanBones; ++i) {
        if (is_required(human_bone(i)) == required) choose(human_bone(i), names);
      }
    }
    out_.map = map.name;
  }

  int score() const {
    int sum = prefixed_ ? 1 : 0;
    for (std::size_t i = 0; i < kHumanBones; ++i)
      if (is_set(out_.bone[i])) sum += is_required(human_bone(i)) ? 4 : 1;
    return sum;
  }
  const Humanoid& humanoid() const { return out_; }

 private:
  void choose(HumanBone human, const Names& names) {
    BoneIndex above = BoneIndex::none;
    for (auto up = parent_of(human); up && !is_set(above); up = parent_of(*up))
      if (!in_trunk(*up)) above = out_[*up];
    for (const MapName& entry : map_.names) {
      if (entry.bone != human) continue;
      const std::string plain = plain_name(entry.name);
      for (const std::string& prefix : prefixes_) {
        if (!take(human, names.find(prefix + plain), above)) continue;
        prefixed_ = true;
        return;
      }
      if (take(human, names.find(plain), above)) return;
    }
  }

  bool take(HumanBone human, const std::vector<BoneIndex>& found, BoneIndex above) {
    for (const BoneIndex b : found) {
      if (taken_[at(b)] || (is_set(above) && !is_below(s_, b, above))) continue;
      taken_[at(b)] = true;
      out_.set(human, b, BoneSource::name_table);
      return true;
    }
    return false;
  }

  const Skeleton& s_;
  const RigMap& map_;
  std::vector<std::string> prefixes_;
  std::vector<bool> taken_;
  Humanoid out_;
  bool prefixed_ = false;
};

void swap_sides(Humanoid& h) {
  for (std::size_t i = 0; i < kHumanBones; ++i) {
    const std::size_t j = at(mirror_of(human_bone(i)));
    if (i >= j) continue;
    std::swap(h.bone[i], h.bone[j]);
    std::swap(h.source[i], h.source[j]);
  }
}

void override_bones(const Skeleton& s, std::span<const BoneOverride> overrides,
                    DetectedHumanoid& out) {
  for (const BoneOverride& o : overrides) {
    if (o.bone.empty()) {
      out.humanoid.set(o.human, BoneIndex::none, BoneSource::user);
      continue;
    }
    const BoneIndex b = find_bone(s, o.bone);
    if (!is_set(b)) {
      out.lines.push_back("there is no bone '" + o.bone + "' for " + std::string(to_text(o.human)));
      continue;
    }
    for (std::size_t i = 0; i < kHumanBones; ++i)
      if (out.humanoid.bone[i] == b)
        out.humanoid.set(human_bone(i), BoneIndex::none, BoneSource::none);
    out.humanoid.set(o.human, b, BoneSource::user);
  }
}

void tell_missing(DetectedHumanoid& out) {
  std::string missing;
  for (std::size_t i = 0; i < kHumanBones; ++i) {
    if (!is_required(human_bone(i)) || is_set(out.humanoid.bone[i])) continue;
    missing += (missing.empty() ? "" : ", ") + std::string(to_text(human_bone(i)));
  }
  if (!missing.empty()) out.lines.push_back("standard bones that were not found: " + missing);
}

}  // namespace

DetectedHumanoid detect_humanoid(const Model& model, std::span<const BoneOverride> overrides) {
  const Skeleton& s = model.skeleton;
  DetectedHumanoid out;
  out.humanoid = model.humanoid;
  for (std::size_t i = 0; i < kHumanBones; ++i) {
    if (is_set(out.humanoid.bone[i]) && at(out.humanoid.bone[i]) >= s.size())
      out.humanoid.set(human_bone(i), BoneIndex::none, BoneSource::none);
  }
  const bool from_file = count(out.humanoid) > 0;
  const RigMap* best = nullptr;
  if (!from_file) {
    const Names names(s);
    int most = 0;
    for (const RigMap& map : rig_maps()) {
      const Match match(s, names, map);
      if (match.score() <= most) continue;
      most = match.score();
      best = &map;
      out.humanoid = match.humanoid();
    }
  }
  if (!from_file && !is_whole(out.humanoid)) {
    const Humanoid shape = find_by_shape(model);
    if (is_whole(shape)) {
      out.humanoid = shape;
      best = nullptr;
      out.lines.emplace_back("its names say too little: bones were found by the shape of the body");
    }
  }
  override_bones(s, overrides, out);
  out.character = from_file || !model.mesh.positions.empty() || (best && best->character);
  switch (sides_by_feet(model, out.humanoid)) {
    case Sides::swapped:
      if (from_file) {
        out.lines.push_back("the file calls left what stands on the right");
      } else {
        swap_sides(out.humanoid);
        override_bones(s, overrides, out);
        out.lines.push_back("left and right are swapped in the names: put right");
      }
      break;
    case Sides::right:
    case Sides::unknown:
      break;
  }
  out.mover = out.humanoid[H::hips];
  if (best) {
    for (std::size_t i = best->movers.size(); i-- > 0;) {
      const BoneIndex b = find_bone(s, best->movers[i]);
      if (is_set(b) && is_set(out.mover) && is_below(s, out.mover, b)) out.mover = b;
    }
  }
  tell_missing(out);
  return out;
}

std::vector<std::string_view> rig_map_names() {
  std::vector<std::string_view> names;
  for (const RigMap& map : rig_maps()) names.push_back(map.name);
  return names;
}

}  // namespace odori
