#include "odori/retarget/proxy.h"

#include <algorithm>

#include "odori/math/trig.h"
#include "odori/model/standard.h"
#include "retargeting.h"
#include "solve.h"

namespace odori {
namespace {

using H = HumanBone;

constexpr float kMmdMetres = 0.08f;

bool is_left(HumanBone b) { return to_text(b).starts_with("left"); }
bool in_arm(HumanBone b) {
  return b >= H::leftShoulder && b != H::leftShoulder && b != H::rightShoulder;
}
bool in_leg(HumanBone b) { return b >= H::leftUpperLeg && b <= H::rightToes; }

// The rig in the pose in which the proxy rests.
struct Standing {
  HumanRotations from_reference;  // world rotations
  HumanVectors place;             // +Y up, facing +Z, the floor at 0; of the bones that the rig has
  Reference reference;
};

Standing stand(const Model& rig, const DetectedHumanoid& body, float arm_degrees) {
  Standing out;
  Target target = make_target(rig, body, body.humanoid);
  out.reference = make_reference(rig, body, nullptr, CaptureFeet::flat_at_rest);
  target.reference = out.reference;
  const Quat left_down = from_axis_angle({0, 0, 1}, -trig::degrees_to_radians(arm_degrees));
  for (std::size_t i = 0; i < kHumanBones; ++i) {
    const HumanBone b = human_bone(i);
    Quat& turn = out.from_reference[i];
    if (in_arm(b)) turn = is_left(b) ? left_down : conjugate(left_down);
    // Legs stand as they rest, where that is a pose.
    if (in_leg(b) && body.humanoid.has(b) && out.reference.kind != ReferenceKind::motion)
      turn = normalise(target.standing[i] * conjugate(out.reference.world[i]));
  }
  const Quat upright = find_rest_pose(rig, body.humanoid).upright_from_model;
  HumanVectors rest;
  for (std::size_t i = 0; i < kHumanBones; ++i)
    if (is_set(body.humanoid.bone[i]))
      rest[i] = rotate(upright, rig.skeleton.rest_position[at(body.humanoid.bone[i])]);
  HumanPose pose{out.from_reference, pelvis(rest.data(), target.legs)};
  if (target.legs && body.humanoid.has(H::leftFoot) && body.humanoid.has(H::rightFoot))
    pose.pelvis.y +=
        out.reference.ankle - (rest[at(H::leftFoot)].y + rest[at(H::rightFoot)].y) * 0.5f;
  TargetPose posed;
  solve(target, pose, nullptr, posed);
  for (std::size_t i = 0; i < kHumanBones; ++i)
    if (is_set(body.humanoid.bone[i]))
      out.place[i] = posed.world_position[at(body.humanoid.bone[i])];
  return out;
}

// Joints for all bones of the full standard skeleton, in MMD units.
class Placer {
 public:
  Placer(const Humanoid& rig, const Standing& standing, float scale, float arm_degrees)
      : rig_(rig),
        standing_(standing),
        scale_(scale),
        arm_degrees_(arm_degrees),
        model_(full_standard_skeleton()),
        s_(model_.skeleton),
        mmd_(detect_humanoid(model_).humanoid),
        place_(s_.size()),
        known_(s_.size(), false) {}

  std::vector<Vec3> run() {
    for (std::size_t i = 0; i < kHumanBones; ++i)
      if (rig_.has(human_bone(i)) && is_set(mmd_.bone[i]))
        put(mmd_.bone[i], standing_.place[i] * (1 / scale_));
    trunk();
    fill();
    carriers();
    for (const std::string side : {"左", "右"}) {
      put(side + "腕捩", middle(side + "腕", side + "ひじ"));
      put(side + "手捩", middle(side + "ひじ", side + "手首"));
      foot(side);
    }
    return place_;
  }

  const Humanoid& mmd() const { return mmd_; }

 private:
  BoneIndex bone(const std::string& name) const { return find_bone(s_, name); }
  Vec3 place(const std::string& name) const { return place_[at(bone(name))]; }
  Vec3 standard(const std::string& name) const { return s_.rest_position[at(bone(name))]; }
  Vec3 middle(const std::string& a, const std::string& b) const {
    return (place(a) + place(b)) * 0.5f;
  }
  void put(BoneIndex bone, Vec3 place) {
    place_[at(bone)] = place;
    known_[at(bone)] = true;
  }
  void put(const std::string& name, Vec3 place) { put(bone(name), place); }

  // Upper and lower body turn about the waist, where the rig's spine begins. What they carry then
  // stands where the rig has it, however they turn.
  void trunk() {
    const auto first = [&](std::initializer_list<HumanBone> bones) {
      for (const HumanBone b : bones)
        if (rig_.has(b)) return standing_.place[at(b)] * (1 / scale_);
      return Vec3{};
    };
    const Vec3 waist = first({H::spine, H::chest, H::upperChest, H::hips});
    put("上半身", waist);
    put("下半身", waist);
    put("上半身2", first({H::chest, H::upperChest, H::spine, H::hips}));
  }

  // What the rig lacks.
  void fill() {
    for (std::size_t b = 0; b < s_.size(); ++b) {
      if (known_[b]) continue;
      const auto bone = static_cast<BoneIndex>(b);
      const BoneIndex below = known_below(bone), up = s_.parent[b];
      if (is_set(below))
        place_[b] = place_[at(below)];
      else
        place_[b] =
            (is_set(up) ? place_[at(up)] : Vec3{}) + rotate(turn_of(bone), s_.rest_translation[b]);
    }
  }

  BoneIndex known_below(BoneIndex above) const {
    for (std::size_t b = at(above) + 1; b < s_.size(); ++b) {
      if (!known_[b]) continue;
      for (BoneIndex up = s_.parent[b]; is_set(up); up = s_.parent[at(up)])
        if (up == above) return static_cast<BoneIndex>(b);
    }
    return BoneIndex::none;
  }

  // Of the standard skeleton's arms to those of the proxy.
  Quat turn_of(BoneIndex b) const {
    for (const H arm : {H::leftUpperArm, H::rightUpperArm})
      for (BoneIndex up = s_.parent[at(b)]; is_set(up); up = s_.parent[at(up)])
        if (up == mmd_[arm]) {
          constexpr float kStandardDegrees = 37;
          const float more = trig::degrees_to_radians(arm_degrees_ - kStandardDegrees);
          return from_axis_angle({0, 0, 1}, arm == H::leftUpperArm ? -more : more);
        }
    return {};
  }

  // The bones that carry the body stand between its hip joints, as high as they do in the standard
  // body between ankles and hips.
  void carriers() {
    const Vec3 hips = middle("左足", "右足"), ankles = middle("左足首", "右足首");
    const float standard_hips = standard("左足").y, standard_ankles = standard("左足首").y;
    put("全ての親", {});
    for (const char* name : {"センター", "グルーブ", "腰"}) {
      const float up = (standard(name).y - standard_ankles) / (standard_hips - standard_ankles);
      put(name, {hips.x, ankles.y + (hips.y - ankles.y) * up, hips.z});
    }
  }

  // Toe IK turns a foot the shortest way, so that how steeply its tip lies below the ankle decides
  // how it rolls: the tip is where a standard body has it, whatever the height of the rig's ankle.
  void foot(const std::string& side) {
    const Vec3 ankle = place(side + "足首"),
               tip = ankle + standard(side + "つま先") - standard(side + "足首");
    put(side + "つま先", tip);
    put(side + "つま先ＩＫ", tip);
    put(side + "足ＩＫ", ankle);
    put(side + "足IK親", {ankle.x, 0, ankle.z});
  }

  const Humanoid& rig_;
  const Standing& standing_;
  const float scale_, arm_degrees_;
  const Model model_;
  const Skeleton& s_;
  const Humanoid mmd_;
  std::vector<Vec3> place_;
  std::vector<bool> known_;
};

// The rig's units in one MMD unit.
float scale_of(const Model& rig, const Reference& reference) {
  if (reference.leg > 0) return reference.leg / kStandardLeg;
  const Model standard = standard_skeleton();
  const float body =
      make_reference(standard, detect_humanoid(standard), nullptr, CaptureFeet::flat_at_rest).body;
  if (reference.body > 0) return reference.body / body;
  return rig.metres_per_unit > 0 ? kMmdMetres / rig.metres_per_unit : 0;
}

bool is_finite(const std::vector<Vec3>& places) {
  return std::all_of(places.begin(), places.end(), [](Vec3 p) {
    return std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z);
  });
}

}  // namespace

Result<Proxy> make_proxy(const Model& rig, const DetectedHumanoid& body,
                         const ProxyOptions& options) {
  if (rig.skeleton.size() == 0 || !body.humanoid.has(H::hips))
    return fail(Code::usage, "the character has no bone that is known as the hips",
                Error::kNoOffset, "name them by hand, in a project: [bones] hips = \"...\"");
  if (!(std::fabs(options.arm_degrees) <= 90) || !(options.scale >= 0))
    return fail(Code::usage,
                "arms rest within 90 degrees of the horizontal, and scales are positive");
  const Standing standing = stand(rig, body, options.arm_degrees);
  Proxy out;
  out.scale = options.scale > 0 ? options.scale : scale_of(rig, standing.reference);
  out.from_reference = standing.from_reference;
  if (!(out.scale > 0) || !std::isfinite(out.scale))
    return fail(Code::usage, "the character's size is not known: it has neither legs nor a body",
                Error::kNoOffset, "give a scale: [motion] scale = 0.08");
  Placer placer(body.humanoid, standing, out.scale, options.arm_degrees);
  const std::vector<Vec3> places = placer.run();
  if (!is_finite(places))
    return fail(Code::usage, "the character's joints lie too far away for this scale");
  out.model = full_standard_skeleton(places);
  out.model.metres_per_unit = rig.metres_per_unit * out.scale;
  for (std::size_t i = 0; i < kHumanBones; ++i)
    out.model.humanoid.set(human_bone(i), placer.mmd().bone[i], BoneSource::file);
  out.model.humanoid.map = "mmd";
  return out;
}

Result<Retargeted> retarget_mmd(const Clip& clip, const Model& rig,
                                const RetargetOptions& options) {
  const DetectedHumanoid body = detect_humanoid(rig, options.to_bones);
  const auto proxy = make_proxy(rig, body, {options.arm_degrees, options.scale});
  if (!proxy) return tl::unexpected(proxy.error());
  RetargetOptions own = options;
  own.scale = proxy->scale;
  own.from_bones.clear();
  return retarget_from(proxy->model, clip, rig, own, &*proxy);
}

}  // namespace odori
