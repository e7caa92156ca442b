#include "shape.h"

#include <algorithm>
#include <array>

namespace odori {
namespace {

using H = HumanBone;
using Path = std::vector<std::size_t>;  // bones, each below the one before

constexpr float kSame = 0.03f;  // of the body's height: two places are one, a bone is in the middle
constexpr float kAnkle = 0.2f;  // of the hips' height: an ankle is lower
constexpr float kReach = 0.25f;  // of the body's height: arms reach out at least so far

class Shape {
 public:
  Shape(const Model& model, bool z_up) : s_(model.skeleton) {
    const std::size_t n = s_.size();
    children_.resize(n);
    for (std::size_t b = 0; b < n; ++b) {
      const Vec3 p = s_.rest_position[b];
      place_.push_back(z_up ? Vec3{p.x, p.z, -p.y} : p);
      if (is_set(s_.parent[b])) children_[at(s_.parent[b])].push_back(b);
    }
    float low = 0, high = 0;
    for (std::size_t b = 0; b < n; ++b) {
      low = b == 0 ? place_[b].y : std::fmin(low, place_[b].y);
      high = b == 0 ? place_[b].y : std::fmax(high, place_[b].y);
    }
    floor_ = low;
    height_ = high - low;
  }

  Humanoid run() {
    if (!(height_ > 0) || !std::isfinite(height_)) return {};
    find_reach();
    find_pairs();
    const Pair* legs = nullptr;
    for (const Pair& p : pairs_)
      if (!legs || lowest_[p.left] < lowest_[legs->left]) legs = &p;
    if (!legs) return {};
    const Pair* arms = nullptr;
    for (const Pair& p : pairs_) {
      if (&p == legs || place_[p.left].y < place_[legs->left].y + kSame * height_) continue;
      if (!arms || left_[p.left] > left_[arms->left]) arms = &p;
    }
    if (!arms || left_[arms->left] < kReach * height_) return {};
    const bool whole = leg(legs->left, H::leftUpperLeg) && leg(legs->right, H::rightUpperLeg) &&
                       arm(arms->left, H::leftShoulder) && arm(arms->right, H::rightShoulder) &&
                       trunk(*legs, *arms);
    if (!whole || !is_whole(out_)) return {};
    face_forward();
    return out_;
  }

 private:
  struct Pair {
    std::size_t left, right;  // left: at greater x
  };

  bool in_middle(std::size_t b) const { return std::fabs(place_[b].x) < kSame * height_; }

  // Pairs that hang on bones of the middle, nearest to the root of the limb.
  void find_pairs() {
    for (std::size_t a = 0; a < s_.size(); ++a) {
      if (place_[a].x < 0 || !is_set(s_.parent[a])) continue;
      for (const std::size_t b : siblings(a)) {
        const Vec3 mirror{-place_[b].x, place_[b].y, place_[b].z};
        if (b != a && place_[b].x <= 0 && length(place_[a] - mirror) < kSame * height_ &&
            left_[a] > kSame * height_ && right_[b] > kSame * height_) {
          pairs_.push_back({a, b});
          break;
        }
      }
    }
  }
  const Path& siblings(std::size_t b) const { return children_[at(s_.parent[b])]; }

  // Over a bone and all below it. Parents come first: one loop backwards.
  void find_reach() {
    for (const Vec3& p : place_) {
      lowest_.push_back(p.y);
      highest_.push_back(p.y);
      left_.push_back(p.x);
      right_.push_back(-p.x);
    }
    for (std::size_t b = s_.size(); b-- > 0;) {
      if (!is_set(s_.parent[b])) continue;
      const std::size_t p = at(s_.parent[b]);
      lowest_[p] = std::fmin(lowest_[p], lowest_[b]);
      highest_[p] = std::fmax(highest_[p], highest_[b]);
      left_[p] = std::fmax(left_[p], left_[b]);
      right_[p] = std::fmax(right_[p], right_[b]);
    }
  }

  // From a bone down to its end, always to the child for which `value` of its subtree is best
  // (greatest).
  template <class Value>
  Path walk(std::size_t from, Value value) const {
    Path path = {from};
    while (!children_[path.back()].empty()) {
      const Path& next = children_[path.back()];
      std::size_t best = next.front();
      for (const std::size_t c : next)
        if (value(c) > value(best)) best = c;
      path.push_back(best);
    }
    return path;
  }

  float along(const Path& path, std::size_t from, std::size_t to) const {
    float sum = 0;
    for (std::size_t i = from; i < to; ++i) sum += length(place_[path[i + 1]] - place_[path[i]]);
    return sum;
  }
  // The bone strictly between two of a path that is nearest to its middle; `from` if there is none.
  std::size_t middle(const Path& path, std::size_t from, std::size_t to) const {
    const float half = along(path, from, to) / 2;
    std::size_t best = from;
    for (std::size_t i = from + 1; i < to; ++i)
      if (best == from ||
          std::fabs(along(path, from, i) - half) < std::fabs(along(path, from, best) - half))
        best = i;
    return best;
  }

  void set(HumanBone b, std::size_t bone) {
    out_.set(b, static_cast<BoneIndex>(bone), BoneSource::geometry);
  }

  bool leg(std::size_t root, HumanBone hip) {
    const Path path = walk(root, [&](std::size_t b) { return -lowest_[b]; });
    const float up = place_[root].y - floor_;
    std::size_t ankle = 0;
    while (ankle < path.size() && place_[path[ankle]].y - floor_ > kAnkle * up) ++ankle;
    if (ankle == path.size()) return false;
    // A bone that only leads from the hips to the joint.
    const std::size_t first = ankle > 2 && along(path, 0, 1) < 0.15f * up ? 1 : 0;
    const std::size_t knee = middle(path, first, ankle);
    if (knee == first) return false;
    set(hip, path[first]);
    set(human_bone(at(hip) + 1), path[knee]);
    set(human_bone(at(hip) + 2), path[ankle]);
    if (ankle + 1 < path.size() && length(place_[path[ankle + 1]] - place_[path[ankle]]) > 0)
      set(human_bone(at(hip) + 3), path[ankle + 1]);
    return true;
  }

  bool arm(std::size_t root, HumanBone shoulder) {
    const float side = shoulder == H::leftShoulder ? 1.f : -1.f;
    const Path path = walk(root, [&](std::size_t b) { return side > 0 ? left_[b] : right_[b]; });
    if (path.size() < 3) return false;
    // The hand is where fingers part; else the bone before an end that is short, else the end.
    std::size_t hand = 0;
    for (std::size_t i = 1; i < path.size() && hand == 0; ++i)
      if (children_[path[i]].size() >= 3 &&
          along(path, 0, i) > 0.4f * along(path, 0, path.size() - 1))
        hand = i;
    const std::size_t end = path.size() - 1;
    if (hand == 0)
      hand = end > 2 && along(path, end - 1, end) < 0.25f * along(path, 0, end) ? end - 1 : end;
    // A shoulder is short, and starts near the middle.
    std::size_t upper = 0;
    if (hand > 2 && along(path, 0, 1) < 0.35f * along(path, 0, hand)) upper = 1;
    const std::size_t elbow = middle(path, upper, hand);
    if (elbow == upper) return false;
    if (upper > 0) set(shoulder, path[0]);
    set(human_bone(at(shoulder) + 1), path[upper]);
    set(human_bone(at(shoulder) + 2), path[elbow]);
    set(human_bone(at(shoulder) + 3), path[hand]);
    return true;
  }

  bool trunk(const Pair& legs, const Pair& arms) {
    const std::size_t hips = at(s_.parent[legs.left]), chest = at(s_.parent[arms.left]);
    Path spine;  // from the hips' child to the arms' parent
    for (std::size_t b = chest; b != hips;) {
      spine.push_back(b);
      if (!is_set(s_.parent[b])) return false;
      b = at(s_.parent[b]);
    }
    std::reverse(spine.begin(), spine.end());
    if (spine.empty()) return false;
    set(H::hips, hips);
    set(H::spine, spine.front());
    if (spine.size() > 1) set(spine.size() > 2 ? H::upperChest : H::chest, spine.back());
    if (spine.size() > 2) set(H::chest, spine[spine.size() / 2]);
    Path up;
    for (std::size_t b = chest;;) {
      std::size_t best = s_.size();
      for (const std::size_t c : children_[b])
        if (in_middle(c) && place_[c].y >= place_[b].y &&
            (best == s_.size() || highest_[c] > highest_[best]))
          best = c;
      if (best == s_.size()) break;
      up.push_back(best);
      b = best;
    }
    if (up.empty()) return false;
    if (up.size() > 1) set(H::neck, up[0]);
    set(H::head, up[up.size() > 1 ? 1 : 0]);
    return true;
  }

  // Left is left where the toes point forwards.
  void face_forward() {
    float forward = 0;
    for (const H foot : {H::leftFoot, H::rightFoot}) {
      const HumanBone toes = human_bone(at(foot) + 1);
      if (out_.has(toes)) forward += place_[at(out_[toes])].z - place_[at(out_[foot])].z;
    }
    if (!(forward < 0)) return;
    for (std::size_t i = 0; i < kHumanBones; ++i) {
      const std::size_t j = at(mirror_of(human_bone(i)));
      if (i >= j) continue;
      std::swap(out_.bone[i], out_.bone[j]);
      std::swap(out_.source[i], out_.source[j]);
    }
  }

  const Skeleton& s_;
  std::vector<Path> children_;
  std::vector<Vec3> place_;  // +Y up
  float floor_ = 0, height_ = 0;
  std::vector<float> lowest_, highest_, left_, right_;  // of a bone and all below it: y, x, -x
  std::vector<Pair> pairs_;
  Humanoid out_;
};

}  // namespace

Humanoid find_by_shape(const Model& model) {
  for (const bool z_up : {false, true}) {
    Humanoid found = Shape(model, z_up).run();
    if (is_whole(found)) return found;
  }
  return {};
}

}  // namespace odori
