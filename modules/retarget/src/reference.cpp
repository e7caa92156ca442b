#include "reference.h"

#include <algorithm>
#include <limits>

#include "odori/math/trig.h"
#include "odori/pose/pose.h"

namespace odori {
namespace {

using H = HumanBone;

constexpr std::size_t kMostSamples = 512;  // of a motion, to learn a rig from
constexpr float kLean = 0.866f;            // a trunk bone within 30 degrees of upright is upright
constexpr double kFootDegrees = 40;        // below the horizontal, from ankle to toes

bool is_left(HumanBone b) { return to_text(b).starts_with("left"); }
bool in_arm(HumanBone b) { return b >= H::leftShoulder; }
bool in_spine(HumanBone b) { return b >= H::spine && b <= H::head; }
bool is_foot(HumanBone b) {
  return b == H::leftFoot || b == H::rightFoot || b == H::leftToes || b == H::rightToes;
}
bool is_limb(HumanBone b) {
  switch (b) {
    case H::leftUpperLeg:
    case H::leftLowerLeg:
    case H::rightUpperLeg:
    case H::rightLowerLeg:
    case H::leftUpperArm:
    case H::leftLowerArm:
    case H::rightUpperArm:
    case H::rightLowerArm:
      return true;
    default:
      return false;
  }
}

// Where a bone points in the reference pose.
Vec3 reference_direction(HumanBone b) {
  if (in_arm(b)) return {is_left(b) ? 1.f : -1.f, 0, 0};
  if (b == H::leftToes || b == H::rightToes) return {0, 0, 1};
  if (is_foot(b)) {
    const auto [s, c] = trig::sincos(kFootDegrees * trig::kPi / 180);
    return {0, -static_cast<float>(s), static_cast<float>(c)};
  }
  if (b >= H::leftUpperLeg) return {0, -1, 0};
  return {0, 1, 0};
}

// The axis across it that tells its roll: the body's left; for arms the hinge about which a forearm
// comes forwards.
Vec3 reference_side(HumanBone b) {
  if (in_arm(b)) return {0, is_left(b) ? -1.f : 1.f, 0};
  return {1, 0, 0};
}

// The rotation whose frame has `main` and, across it, `side` as near as can be.
Quat frame_of(Vec3 main, Vec3 side) {
  const Vec3 z = normalise(cross(side, main));
  return from_basis(cross(main, z), main, z);
}

class Maker {
 public:
  Maker(const Model& model, const DetectedHumanoid& rig, const HumanMotion* motion,
        CaptureFeet feet)
      : model_(model),
        h_(rig.humanoid),
        rig_(rig),
        motion_(motion),
        feet_(feet),
        rest_(make_pose(model)) {}

  Reference run() {
    const RestPose pose = find_rest_pose(model_, h_);
    const bool from_file = std::any_of(h_.source.begin(), h_.source.end(),
                                       [](BoneSource s) { return s == BoneSource::file; });
    out_.kind = pose.is_pose ? ReferenceKind::pose
                : from_file  ? ReferenceKind::file
                             : ReferenceKind::motion;
    out_.capture = !rig_.character || out_.kind == ReferenceKind::motion;
    aims();
    for (std::size_t i = 0; i < kHumanBones; ++i) {
      const HumanBone b = human_bone(i);
      if (!h_.has(b)) continue;
      if (out_.kind == ReferenceKind::pose)
        from_pose(b, pose.upright_from_model);
      else if (out_.kind == ReferenceKind::file)
        out_.world[i] = rest_.world_rotation[at(h_[b])];
      else
        from_motion(b);
    }
    lengths(pose.upright_from_model);
    return out_;
  }

 private:
  Quat rest_rotation(HumanBone b) const { return rest_.world_rotation[at(h_[b])]; }
  Vec3 rest_place(HumanBone b) const { return rest_.world_position[at(h_[b])]; }

  // The nearest bone above that the rig has.
  std::optional<HumanBone> above(HumanBone b) const {
    for (auto up = parent_of(b); up; up = parent_of(*up))
      if (h_.has(*up)) return up;
    return std::nullopt;
  }

  void aims() {
    for (std::size_t i = 0; i < kHumanBones; ++i) {
      const HumanBone b = human_bone(i);
      const Vec3 v = rest_direction(model_, h_, b);
      out_.aim[i] = normalise(h_.has(b) ? rotate(conjugate(rest_rotation(b)), v) : Vec3{});
      if (!(length(v) > 0)) continue;
      for (const auto& aim : aims_of(b)) {
        if (!aim || !h_.has(*aim)) continue;
        if (length(rest_place(*aim) - rest_place(b) - v) > 0) continue;
        out_.aim_bone[i] = aim;
        break;
      }
    }
    if (!motion_ || !out_.capture) return;
    // Joints of captures may move in their parents' frames: the mean over the motion counts.
    for (std::size_t i = 0; i < kHumanBones; ++i) {
      if (!out_.aim_bone[i]) continue;
      const std::size_t to = at(*out_.aim_bone[i]);
      Vec3 sum;
      for_samples([&](const Quat* r, const Vec3* p) {
        sum += normalise(rotate(conjugate(r[i]), p[to] - p[i]));
      });
      if (length(sum) > 0) out_.aim[i] = normalise(sum);
    }
  }

  // A rest pose that is one: each bone goes the shortest way to where it points in the reference.
  void from_pose(HumanBone b, Quat upright) {
    const Quat rest = upright * rest_rotation(b);
    const Vec3 points = rotate(rest, out_.aim[at(b)]);
    const bool known = length(points) > 0;
    const auto up = above(b);
    Quat swing;
    const bool foot = b == H::leftFoot || b == H::rightFoot;
    const bool points_as_reference =
        known && (is_limb(b) || (!rig_.character &&
                                 ((foot && feet_ == CaptureFeet::directions) ||
                                  (in_spine(b) && dot(points, reference_direction(b)) > kLean))));
    // What else has no direction of its own follows the bone above, but for what keeps the shape of
    // its rest pose.
    const bool keeps_shape = foot || b == H::leftShoulder || b == H::rightShoulder ||
                             b == H::leftUpperLeg || b == H::rightUpperLeg ||
                             (rig_.character && in_spine(b));
    if (points_as_reference)
      swing = between(points, reference_direction(b));
    else if (up && !keeps_shape)
      swing = swing_[at(*up)];
    swing_[at(b)] = swing;
    out_.world[at(b)] = swing * rest;
  }

  // Calls see(rotations, places) for frames all over the motion.
  template <class See>
  void for_samples(See see) const {
    const std::size_t n = motion_ ? std::min(motion_->frames, kMostSamples) : 0;
    for (std::size_t i = 0; i < n; ++i) {
      const std::size_t f = n < motion_->frames ? i * motion_->frames / n : i;
      see(motion_->rotations(f), motion_->places(f));
    }
  }

  // From the right one of a pair to the left one in a frame.
  Vec3 across(const Vec3* p, HumanBone left) const {
    const HumanBone right = mirror_of(left);
    return h_.has(left) && h_.has(right) ? normalise(p[at(left)] - p[at(right)]) : Vec3{};
  }
  Vec3 hip_line(const Vec3* p) const { return across(p, H::leftUpperLeg); }
  Vec3 shoulder_line(const Vec3* p) const {
    const Vec3 v = across(p, H::leftUpperArm);
    return length(v) > 0 ? v : hip_line(p);
  }

  // What tells a bone's roll in a frame, in the world; its length says how much it tells.
  Vec3 side_in_world(HumanBone b, const Quat* r, const Vec3* p) const {
    const auto dir = [&](HumanBone bone) {
      return out_.aim_bone[at(bone)] ? normalise(p[at(*out_.aim_bone[at(bone)])] - p[at(bone)])
                                     : Vec3{};
    };
    const auto up = above(b);
    switch (b) {
      case H::hips:
        return hip_line(p);
      case H::spine:
      case H::chest:
        if (h_.has(H::upperChest) || (b == H::spine && h_.has(H::chest)))
          return hip_line(p) + shoulder_line(p);
        return shoulder_line(p);
      case H::upperChest:
      case H::neck:
      case H::head:
        return shoulder_line(p);
      case H::leftUpperArm:
      case H::rightUpperArm:
      case H::leftUpperLeg:
      case H::rightUpperLeg:
        return cross(dir(b), dir(human_bone(at(b) + 1)));
      case H::leftLowerArm:
      case H::rightLowerArm:
      case H::leftLowerLeg:
      case H::rightLowerLeg:
        return up ? cross(dir(*up), dir(b)) : Vec3{};
      default:
        return up ? rotate(r[at(*up)], side_[at(*up)]) : Vec3{};
    }
  }

  bool follows_parent(HumanBone b) const {
    return b == H::leftEye || b == H::rightEye || b == H::jaw || b == H::leftShoulder ||
           b == H::rightShoulder;
  }

  void from_motion(HumanBone b) {
    const auto up = above(b);
    if (follows_parent(b) && up) {
      out_.world[at(b)] = out_.world[at(*up)] * mean_turn(*up, b);
      return;
    }
    Vec3 aim = out_.aim[at(b)];
    if (!(length(aim) > 0) && up)  // on as the bone above
      aim = rotate(conjugate(rest_rotation(b)) * rest_rotation(*up), out_.aim[at(*up)]);
    out_.aim[at(b)] = aim;
    Vec3 side;
    for_samples([&](const Quat* r, const Vec3* p) {
      side += rotate(conjugate(r[at(b)]), side_in_world(b, r, p));
    });
    side = normalise(side);
    // The line through the hips is surer than where the spine stands on it.
    const Vec3 across = b == H::hips ? side : side - aim * dot(side, aim);
    constexpr float kTelling = 0.1f;
    if (length(aim) > 0 && length(across) > kTelling) {
      side_[at(b)] = normalise(across);
      const Vec3 main = b == H::hips ? normalise(aim - side * dot(aim, side)) : aim;
      out_.world[at(b)] = frame_of(reference_direction(b), reference_side(b)) *
                          conjugate(frame_of(main, side_[at(b)]));
      return;
    }
    out_.world[at(b)] = swung_from_parent(b, aim);
    side_[at(b)] = rotate(conjugate(out_.world[at(b)]), reference_side(b));
  }

  // Neither hinge nor line: the rest pose's turn against the bone above, then the shortest way.
  Quat swung_from_parent(HumanBone b, Vec3 aim) const {
    const auto up = above(b);
    const Quat rest = up ? out_.world[at(*up)] * conjugate(rest_rotation(*up)) * rest_rotation(b)
                         : rest_rotation(b);
    const Vec3 points = rotate(rest, aim), wanted = reference_direction(b);
    if (dot(points, wanted) < -0.99f) return between(-points, wanted) * Quat{1, 0, 0, 0} * rest;
    return between(points, wanted) * rest;
  }

  // The mean of a bone's rotation against another's.
  Quat mean_turn(HumanBone above, HumanBone b) const {
    Quat sum{0, 0, 0, 0};
    for_samples([&](const Quat* r, const Vec3*) {
      Quat q = conjugate(r[at(above)]) * r[at(b)];
      if (dot(q, sum) < 0) q = -q;
      sum = {sum.x + q.x, sum.y + q.y, sum.z + q.z, sum.w + q.w};
    });
    if (!(dot(sum, sum) > 0)) return conjugate(rest_rotation(above)) * rest_rotation(b);
    return normalise(sum);
  }

  void lengths(Quat upright) {
    int legs = 0;
    for (const H hip : {H::leftUpperLeg, H::rightUpperLeg}) {
      const H knee = human_bone(at(hip) + 1), ankle = human_bone(at(hip) + 2);
      if (!h_.has(hip) || !h_.has(knee) || !h_.has(ankle)) continue;
      out_.leg +=
          length(rest_place(knee) - rest_place(hip)) + length(rest_place(ankle) - rest_place(knee));
      out_.ankle += rotate(upright, rest_place(ankle)).y;
      ++legs;
    }
    if (legs > 0) {
      out_.leg /= static_cast<float>(legs);
      out_.ankle /= static_cast<float>(legs);
    }
    if (h_.has(H::head) && h_.has(H::hips)) {
      H below = H::hips;
      for (const H b : {H::spine, H::chest, H::upperChest, H::neck, H::head}) {
        if (!h_.has(b)) continue;
        out_.body += length(rest_place(b) - rest_place(below));
        below = b;
      }
    }
    if (!out_.capture) return;
    if (motion_)
      ankle_from_motion();
    else
      out_.ankle -= lowest_at_rest(upright);
  }

  float lowest_at_rest(Quat upright) const {
    float low = std::numeric_limits<float>::max();
    for (std::size_t i = 0; i < kHumanBones; ++i)
      if (h_.has(human_bone(i))) low = std::fmin(low, rotate(upright, rest_place(human_bone(i))).y);
    return low;
  }

  // Captures often rest around their own hips: the floor is where the lower ankle is at its lowest.
  void ankle_from_motion() {
    std::vector<float> lowest;
    for_samples([&](const Quat*, const Vec3* p) {
      float low = std::numeric_limits<float>::max();
      for (const H foot : {H::leftFoot, H::rightFoot})
        if (h_.has(foot)) low = std::fmin(low, p[at(foot)].y);
      lowest.push_back(low);
    });
    if (lowest.empty() || (!h_.has(H::leftFoot) && !h_.has(H::rightFoot))) return;
    std::sort(lowest.begin(), lowest.end());
    out_.ankle = lowest[lowest.size() / 20];
  }

  const Model& model_;
  const Humanoid& h_;
  const DetectedHumanoid& rig_;
  const HumanMotion* motion_;
  const CaptureFeet feet_;
  const Pose rest_;
  HumanRotations swing_{};
  HumanVectors side_{};  // in the bone's own frame: the reference side
  Reference out_;
};

}  // namespace

bool has_legs(const Humanoid& humanoid) {
  return humanoid.has(H::leftUpperLeg) && humanoid.has(H::rightUpperLeg);
}

Vec3 pelvis(const Vec3* places, bool legs) {
  return legs ? (places[at(H::leftUpperLeg)] + places[at(H::rightUpperLeg)]) * 0.5f
              : places[at(H::hips)];
}

Reference make_reference(const Model& model, const DetectedHumanoid& rig, const HumanMotion* motion,
                         CaptureFeet feet) {
  return Maker(model, rig, motion, feet).run();
}

}  // namespace odori
