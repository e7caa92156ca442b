#include "solve.h"

#include <algorithm>

#include "odori/math/trig.h"
#include "odori/pose/pose.h"

namespace odori {
namespace {

using H = HumanBone;

bool is_trunk(HumanBone b) { return b == H::spine || b == H::chest || b == H::upperChest; }

bool has_trunk(const Humanoid& h) {
  return h.has(H::spine) || h.has(H::chest) || h.has(H::upperChest);
}

bool is_ancestor(const Skeleton& s, BoneIndex above, BoneIndex bone) {
  for (BoneIndex b = bone; is_set(b); b = s.parent[at(b)])
    if (b == above) return true;
  return false;
}

// The tip of a toe chain turns nothing: it is there for its place.
bool is_bare_effector(const Skeleton& s, BoneIndex bone) {
  const bool effector =
      std::any_of(s.iks.begin(), s.iks.end(), [&](const Ik& ik) { return ik.effector == bone; });
  return effector && std::find(s.parent.begin(), s.parent.end(), bone) == s.parent.end();
}

// Of a leg's length when its knee is as straight as MMD's limits let it be.
float reach_of(Vec3 hip, Vec3 knee, Vec3 ankle, Vec3 front) {
  const float thigh = length(knee - hip), shin = length(ankle - knee);
  if (!(thigh > 0) || !(shin > 0)) return 1;
  const Vec3 way = normalise(ankle - hip), off = (knee - hip) - way * dot(knee - hip, way);
  const bool bent = dot(off, front) > 0;  // else straight, or backwards
  constexpr float kStanding = 0.866f;     // more than 30 degrees are no way to stand
  const float rest = dot(normalise(knee - hip), normalise(ankle - knee));
  const double least = 0.5 * trig::kPi / 180;
  const double bend =
      (bent && rest > kStanding ? trig::acos(static_cast<double>(rest)) : 0) + least;
  const auto cosine = static_cast<float>(trig::cos(bend));
  return std::sqrt(thigh * thigh + shin * shin + 2 * thigh * shin * cosine) / (thigh + shin);
}

void find_legs(Target& t) {
  const Skeleton& s = t.model->skeleton;
  for (const Side side : kSides) {
    const std::size_t hip = at(side == Side::left ? H::leftUpperLeg : H::rightUpperLeg);
    bool whole = true;
    for (std::size_t i = hip; i < hip + 3; ++i)
      whole = whole && is_set(t.humanoid.bone[i]) && t.driven[at(t.humanoid.bone[i])] >= 0 &&
              is_ancestor(s, t.humanoid.bone[hip], t.humanoid.bone[i]);
    if (!whole) continue;
    const auto rest = [&](std::size_t i) { return s.rest_position[at(t.humanoid.bone[i])]; };
    const RestPose pose = find_rest_pose(*t.model, t.humanoid);
    if (pose.is_pose)
      t.leg_reach[static_cast<std::size_t>(side)] =
          reach_of(rest(hip), rest(hip + 1), rest(hip + 2),
                   rotate(conjugate(pose.upright_from_model), Vec3{0, 0, 1}));
    for (std::size_t b = at(t.humanoid.bone[hip]); b < s.size(); ++b)
      if (is_ancestor(s, t.humanoid.bone[hip], static_cast<BoneIndex>(b)))
        t.leg_bones[static_cast<std::size_t>(side)].push_back(static_cast<BoneIndex>(b));
  }
}

void find_goals(Target& t) {
  const Skeleton& s = t.model->skeleton;
  for (const Ik& ik : s.iks) {
    if (!is_set(ik.bone) || !is_set(ik.effector)) continue;
    const auto links_to = [&](BoneIndex b) {
      return std::any_of(ik.links.begin(), ik.links.end(),
                         [&](const IkLink& link) { return link.bone == b; });
    };
    const bool turns = std::any_of(ik.links.begin(), ik.links.end(), [&](const IkLink& link) {
      return is_set(link.bone) && t.driven[at(link.bone)] >= 0;
    });
    if (!turns) continue;
    Goal goal{ik.bone, ik.effector, BoneIndex::none,
              t.driven[at(ik.bone)] < 0 && ik.bone != t.mover};
    for (const H foot : {H::leftFoot, H::rightFoot}) {
      const BoneIndex knee = t.humanoid[human_bone(at(foot) - 1)];
      if (t.humanoid.has(foot) && is_set(knee) && links_to(knee)) goal.foot = t.humanoid[foot];
    }
    t.goals.push_back(goal);
  }
  std::stable_sort(t.goals.begin(), t.goals.end(),
                   [](const Goal& a, const Goal& b) { return a.bone < b.bone; });
}

void place(const Target& t, TargetPose& out) {
  const Skeleton& s = t.model->skeleton;
  for (std::size_t b = 0; b < s.size(); ++b) {
    const BoneIndex p = s.parent[b];
    const Vec3 from = s.rest_translation[b] + out.translation[b];
    out.world_position[b] =
        is_set(p) ? out.world_position[at(p)] + rotate(out.world_rotation[at(p)], from) : from;
  }
}

Quat world_of_parent(const Skeleton& s, std::size_t b, const TargetPose& pose) {
  const BoneIndex p = s.parent[b];
  return is_set(p) ? pose.world_rotation[at(p)] : Quat{};
}

// Puts a goal where its chain's end is, so that the chain has nothing to do; the goal of a leg
// turns with the foot, which carries the toes' goal along.
void set_goal(const Target& t, const Goal& g, TargetPose& out) {
  const Skeleton& s = t.model->skeleton;
  const std::size_t b = at(g.bone);
  const BoneIndex p = s.parent[b];
  const Quat above = world_of_parent(s, b, out);
  const Vec3 origin = is_set(p) ? out.world_position[at(p)] : Vec3{};
  const Vec3 wanted = out.world_position[at(g.effector)];
  out.translation[b] = rotate(conjugate(above), wanted - origin) - s.rest_translation[b];
  out.world_position[b] = wanted;
  if (is_set(g.foot)) {
    const Quat turn = out.world_rotation[at(g.foot)] * conjugate(t.rest_world[at(g.foot)]);
    out.rotation[b] = normalise(conjugate(above * s.rest_rotation[b]) * turn * t.rest_world[b]);
  }
  out.world_rotation[b] = normalise(above * s.rest_rotation[b] * out.rotation[b]);
}

}  // namespace

Target make_target(const Model& model, const DetectedHumanoid& rig, const Humanoid& from) {
  const Skeleton& s = model.skeleton;
  Target t;
  t.model = &model;
  t.humanoid = rig.humanoid;
  t.rest_world = make_pose(model).world_rotation;
  t.driven.assign(s.size(), -1);
  const bool mmd = rig.humanoid.map == "mmd";
  for (std::size_t i = 0; i < kHumanBones; ++i) {
    const HumanBone b = human_bone(i);
    if (!t.humanoid.has(b)) continue;
    const bool known = from.has(b) || (is_trunk(b) && has_trunk(from));
    if (known && !(mmd && is_bare_effector(s, t.humanoid[b])))
      t.driven[at(t.humanoid[b])] = static_cast<std::int32_t>(i);
  }
  const BoneIndex hips = t.humanoid[H::hips];
  t.mover = is_set(rig.mover) && is_ancestor(s, rig.mover, hips) ? rig.mover : hips;
  // Where the spine stands beside the hips, what carries both travels.
  for (const H b : {H::spine, H::chest, H::neck, H::head}) {
    if (!t.humanoid.has(b) || is_ancestor(s, t.mover, t.humanoid[b])) continue;
    BoneIndex both = t.mover;
    while (is_set(both) && !is_ancestor(s, both, t.humanoid[b])) both = s.parent[at(both)];
    if (is_set(both)) t.mover = both;
  }
  t.below_mover.resize(s.size());
  for (std::size_t b = 0; b < s.size(); ++b) {
    const BoneIndex p = s.parent[b];
    t.below_mover[b] = b == at(t.mover) || (is_set(p) && t.below_mover[at(p)]);
  }
  t.legs = has_legs(t.humanoid) && has_legs(from);
  const Quat upright = find_rest_pose(model, t.humanoid).upright_from_model;
  for (std::size_t i = 0; i < kHumanBones; ++i)
    if (is_set(t.humanoid.bone[i])) t.standing[i] = upright * t.rest_world[at(t.humanoid.bone[i])];
  find_legs(t);
  find_goals(t);
  return t;
}

void solve(const Target& t, const HumanPose& pose, const Quat* between, TargetPose& out) {
  const Skeleton& s = t.model->skeleton;
  out.rotation.assign(s.size(), Quat{});
  out.translation.assign(s.size(), Vec3{});
  out.world_rotation.resize(s.size());
  out.world_position.resize(s.size());
  for (std::size_t i = 0; i < t.between.size(); ++i) out.rotation[at(t.between[i].to)] = between[i];
  for (std::size_t b = 0; b < s.size(); ++b) {
    const Quat rest = world_of_parent(s, b, out) * s.rest_rotation[b];
    const std::int32_t human = t.driven[b];
    if (human >= 0) {
      const auto i = static_cast<std::size_t>(human);
      out.world_rotation[b] = normalise(pose.turn[i] * t.reference.world[i]);
      out.rotation[b] = normalise(conjugate(rest) * out.world_rotation[b]);
    } else {
      out.world_rotation[b] = normalise(rest * out.rotation[b]);
    }
  }
  place(t, out);
  HumanVectors places;
  for (std::size_t i = 0; i < kHumanBones; ++i)
    if (is_set(t.humanoid.bone[i])) places[i] = out.world_position[at(t.humanoid.bone[i])];
  const Vec3 shift = pose.pelvis - pelvis(places.data(), t.legs);
  out.translation[at(t.mover)] = rotate(conjugate(world_of_parent(s, at(t.mover), out)), shift);
  for (std::size_t b = 0; b < s.size(); ++b)
    if (t.below_mover[b]) out.world_position[b] += shift;
}

void place_goals(const Target& t, TargetPose& out) {
  for (const Goal& g : t.goals)
    if (g.placed) set_goal(t, g, out);
}

}  // namespace odori
