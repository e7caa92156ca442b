#include "figure/rig.h"

#include "figure/body.h"
#include "figure/clothes.h"
#include "figure/eye.h"
#include "figure/head.h"
#include "figure/landmarks.h"

namespace odori::demo::figure {
namespace {

using io::PmxBone;

constexpr std::uint16_t kTurns = io::kPmxRotatable | io::kPmxVisible | io::kPmxOperable;
constexpr std::uint16_t kMoves = kTurns | io::kPmxTranslatable;
constexpr std::uint16_t kHidden = io::kPmxRotatable;

Vec3 on_side(Vec3 p, int side) { return side > 0 ? p : mirror_x(p); }
std::string jp(int side, const char* name) { return (side > 0 ? "左" : "右") + std::string(name); }
std::string en(const std::string& name, int side) { return name + (side > 0 ? "_L" : "_R"); }

class Builder {
 public:
  explicit Builder(Rig& rig) : rig_(rig) {}

  PmxBone& bone(const std::string& name, const std::string& english, Vec3 position,
                const std::string& parent, std::uint16_t flags = kTurns) {
    PmxBone b;
    b.name.text = name;
    b.name_en.text = english;
    b.position = position;
    b.parent = parent.empty() ? -1 : rig_.at(parent);
    b.flags = flags;
    rig_.index[name] = static_cast<std::int32_t>(rig_.bones.size());
    rig_.bones.push_back(b);
    return rig_.bones.back();
  }

  void append_rotation(PmxBone& b, const std::string& source, float ratio) const {
    b.flags |= io::kPmxAppendRotation;
    b.append_source = rig_.at(source);
    b.append_ratio = ratio;
  }

  void tail(const std::string& name, const std::string& target) {
    PmxBone& b = rig_.bones[static_cast<std::size_t>(rig_.at(name))];
    b.flags |= io::kPmxTailIsBone;
    b.tail = rig_.at(target);
  }
  void tail(const std::string& name, Vec3 offset) {
    rig_.bones[static_cast<std::size_t>(rig_.at(name))].tail_offset = offset;
  }

  void segment(const std::string& bone, Vec3 a, Vec3 b, float radius, int side,
               bool finger = false) {
    const int turn = side < 0 ? -1 : 1;
    rig_.segments.push_back(
        {rig_.at(bone), on_side(a, turn), on_side(b, turn), radius, side, finger});
  }

 private:
  Rig& rig_;
};

void local_axes(PmxBone& b, Vec3 x) {
  b.flags |= io::kPmxLocalAxes;
  b.local_x = normalise(x);
  // z to the back, so that in MMD's axes turning about z raises the arm and about y swings it.
  b.local_z = normalise(Vec3{0, 0, 1} - b.local_x * b.local_x.z);
}

void add_trunk(Builder& r) {
  r.bone("全ての親", "master", {}, "", kMoves);
  r.bone("センター", "center", {0, 8.0f, 0}, "全ての親", kMoves);
  r.bone("グルーブ", "groove", {0, 8.2f, 0}, "センター", kMoves);
  r.bone("腰", "waist", {0, 10.4f, -0.1f}, "グルーブ");
  r.bone("下半身", "lower body", {0, 11.0f, 0}, "腰");
  r.bone("上半身", "upper body", {0, 11.0f, 0}, "腰");
  r.bone("上半身2", "upper body2", {0, 12.5f, 0}, "上半身");
  r.bone("首", "neck", {0, 14.75f, -0.12f}, "上半身2");
  r.bone("頭", "head", {0, 15.55f, -0.06f}, "首");
  r.bone("両目", "eyes", {0, 18.6f, 0}, "頭");
  r.tail("全ての親", Vec3{0, 8.0f, 0});
  r.tail("センター", Vec3{0, -1.0f, 0});
  r.tail("グルーブ", Vec3{0, 1.0f, 0});
  r.tail("腰", Vec3{0, 0.6f, 0.1f});
  r.tail("下半身", Vec3{0, -1.7f, 0});
  r.tail("上半身", "上半身2");
  r.tail("上半身2", "首");
  r.tail("首", "頭");
  r.tail("頭", Vec3{0, 1.6f, 0});
  r.tail("両目", Vec3{0, 0, 1.0f});
}

// A twist bone with three hidden ones that take a quarter, a half and three quarters of its turn.
void add_twist(Builder& r, int side, const char* name, const char* english, const char* from,
               Vec3 a, Vec3 b) {
  const std::string twist = jp(side, name);
  PmxBone& main = r.bone(twist, en(english, side), on_side(lerp(a, b, 0.6f), side), jp(side, from));
  main.flags |= io::kPmxFixedAxis;
  main.fixed_axis = on_side(kArm, side);
  for (int i = 1; i <= 3; ++i) {
    const float ratio = 0.25f * static_cast<float>(i);
    PmxBone& part =
        r.bone(twist + std::to_string(i), en(std::string(english) + std::to_string(i), side),
               on_side(lerp(a, b, ratio), side), jp(side, from), kHidden);
    r.append_rotation(part, twist, ratio);
  }
}

void add_fingers(Builder& r, int side) {
  constexpr const char* kNames[5] = {"親指", "人指", "中指", "薬指", "小指"};
  constexpr const char* kEnglish[5] = {"thumb", "fore", "middle", "third", "little"};
  constexpr const char* kDigits[4] = {"０", "１", "２", "３"};
  const std::array<Finger, 5> all = fingers();
  for (std::size_t k = 0; k < 5; ++k) {
    std::string parent = jp(side, "手首");
    for (std::size_t i = 0; i < 3; ++i) {
      const std::size_t digit = k == 0 ? i : i + 1;
      const std::string name = jp(side, kNames[k]) + kDigits[digit];
      const Vec3 a = from_hand(all[k].joint[i]), b = from_hand(all[k].joint[i + 1]);
      PmxBone& bone =
          r.bone(name, en(kEnglish[k] + std::to_string(digit), side), on_side(a, side), parent);
      local_axes(bone, on_side(b - a, side));
      bone.tail_offset = on_side(b - a, side);
      if (i > 0) r.tail(parent, name);
      r.segment(name, a, b, 0.09f, side, true);
      parent = name;
    }
  }
}

void add_arm_segments(Builder& r, int side) {
  const auto upper = [&](const char* n, float a, float b, float radius) {
    r.segment(jp(side, n), lerp(kShoulder, kElbow, a), lerp(kShoulder, kElbow, b), radius, side);
  };
  const auto fore = [&](const char* n, float a, float b, float radius) {
    r.segment(jp(side, n), lerp(kElbow, kWrist, a), lerp(kElbow, kWrist, b), radius, side);
  };
  r.segment(jp(side, "肩"), {0.45f, 14.3f, -0.1f}, lerp(kShoulder, {0.3f, 14.3f, -0.1f}, 0.25f),
            0.36f, side);
  upper("腕", 0.05f, 0.20f, 0.40f);
  upper("腕捩1", 0.25f, 0.40f, 0.37f);
  upper("腕捩2", 0.45f, 0.60f, 0.34f);
  upper("腕捩3", 0.65f, 0.80f, 0.32f);
  upper("腕捩", 0.85f, 1.0f, 0.32f);
  fore("ひじ", 0, 0.18f, 0.32f);
  fore("手捩1", 0.24f, 0.40f, 0.30f);
  fore("手捩2", 0.46f, 0.60f, 0.29f);
  fore("手捩3", 0.66f, 0.78f, 0.28f);
  fore("手捩", 0.84f, 0.95f, 0.28f);
  r.segment(jp(side, "手首"), kWrist, kWrist + kArm * 0.6f, 0.28f, side);
}

void add_arm(Builder& r, int side) {
  const Vec3 root = on_side({0.28f, 14.35f, -0.1f}, side);
  r.bone(jp(side, "肩P"), en("shoulderP", side), root, "上半身2");
  local_axes(r.bone(jp(side, "肩"), en("shoulder", side), root, jp(side, "肩P")),
             on_side(kArm, side));
  r.append_rotation(r.bone(jp(side, "肩C"), en("shoulderC", side), on_side(kShoulder, side),
                           jp(side, "肩"), kHidden),
                    jp(side, "肩P"), -1);
  local_axes(r.bone(jp(side, "腕"), en("arm", side), on_side(kShoulder, side), jp(side, "肩C")),
             on_side(kArm, side));
  add_twist(r, side, "腕捩", "arm twist", "腕", kShoulder, kElbow);
  local_axes(r.bone(jp(side, "ひじ"), en("elbow", side), on_side(kElbow, side), jp(side, "腕捩")),
             on_side(kArm, side));
  add_twist(r, side, "手捩", "wrist twist", "ひじ", kElbow, kWrist);
  local_axes(r.bone(jp(side, "手首"), en("wrist", side), on_side(kWrist, side), jp(side, "手捩")),
             on_side(kArm, side));
  r.tail(jp(side, "肩P"), Vec3{0, 0.8f, 0});
  r.tail(jp(side, "肩"), jp(side, "腕"));
  r.tail(jp(side, "腕"), jp(side, "ひじ"));
  r.tail(jp(side, "ひじ"), jp(side, "手首"));
  r.tail(jp(side, "手首"), on_side(kArm, side) * 0.8f);
  add_fingers(r, side);
  add_arm_segments(r, side);
}

void add_leg(Builder& r, int side) {
  const std::string cancel = side > 0 ? "腰キャンセル左" : "腰キャンセル右";
  r.append_rotation(
      r.bone(cancel, en("waist cancel", side), on_side(kHip, side), "下半身", kHidden), "腰", -1);
  r.bone(jp(side, "足"), en("leg", side), on_side(kHip, side), cancel);
  r.bone(jp(side, "ひざ"), en("knee", side), on_side(kKnee, side), jp(side, "足"));
  r.bone(jp(side, "足首"), en("ankle", side), on_side(kAnkle, side), jp(side, "ひざ"));
  r.bone(jp(side, "つま先"), en("toe", side), on_side(kToe, side), jp(side, "足首"), kTurns);
  r.tail(jp(side, "足"), jp(side, "ひざ"));
  r.tail(jp(side, "ひざ"), jp(side, "足首"));
  r.tail(jp(side, "足首"), jp(side, "つま先"));
}

void add_leg_ik(Builder& r, Rig& rig, int side) {
  const Vec3 ankle = on_side(kAnkle, side), toe = on_side(kToe, side);
  r.bone(jp(side, "足IK親"), en("leg IK parent", side), {ankle.x, 0, ankle.z}, "全ての親", kMoves);
  r.tail(jp(side, "足IK親"), Vec3{0, 1.05f, 0});
  PmxBone& leg = r.bone(jp(side, "足ＩＫ"), en("leg IK", side), ankle, jp(side, "足IK親"),
                        kMoves | io::kPmxIk);
  leg.tail_offset = {0, 0, -1.3f};
  leg.ik_target = rig.at(jp(side, "足首"));
  leg.ik_loops = 40;
  leg.ik_unit_angle = 2.0f;
  // MMD's own axes: the knee bends about x, from straight (half a degree) backwards.
  leg.ik_links = {{rig.at(jp(side, "ひざ")), true, {-kPi, 0, 0}, {radians(-0.5f), 0, 0}},
                  {rig.at(jp(side, "足")), false, {}, {}}};
  PmxBone& tip = r.bone(jp(side, "つま先ＩＫ"), en("toe IK", side), toe, jp(side, "足ＩＫ"),
                        kMoves | io::kPmxIk);
  tip.tail_offset = {0, -1.0f, 0};
  tip.ik_target = rig.at(jp(side, "つま先"));
  tip.ik_loops = 3;
  tip.ik_unit_angle = 4.0f;
  tip.ik_links = {{rig.at(jp(side, "足首")), false, {}, {}}};
}

// The bones that skin hangs on: they copy the leg after its IK, and may be turned on top of it.
void add_deform_leg(Builder& r, int side) {
  const std::string cancel = side > 0 ? "腰キャンセル左" : "腰キャンセル右";
  const auto copy = [&](const char* name, const char* english, Vec3 p, const std::string& parent,
                        const char* source) {
    PmxBone& b = r.bone(jp(side, name), en(english, side), on_side(p, side), parent);
    b.layer = 1;
    r.append_rotation(b, jp(side, source), 1);
  };
  copy("足D", "legD", kHip, cancel, "足");
  copy("ひざD", "kneeD", kKnee, jp(side, "足D"), "ひざ");
  copy("足首D", "ankleD", kAnkle, jp(side, "ひざD"), "足首");
  PmxBone& toes = r.bone(jp(side, "足先EX"), en("toe EX", side),
                         on_side({0.70f, 0.25f, 0.62f}, side), jp(side, "足首D"));
  toes.layer = 1;
  toes.tail_offset = {0, 0, 0.7f};
  r.tail(jp(side, "足D"), jp(side, "ひざD"));
  r.tail(jp(side, "ひざD"), jp(side, "足首D"));
  r.tail(jp(side, "足首D"), jp(side, "足先EX"));
  r.segment(jp(side, "足D"), kHip - Vec3{0, 0.25f, 0}, kKnee, 0.72f, side);
  r.segment(jp(side, "ひざD"), kKnee, kAnkle, 0.62f, side);
  r.segment(jp(side, "足首D"), kAnkle - Vec3{0, 0.1f, 0}, {0.6f, 0.2f, 0.9f}, 0.5f, side);
}

void add_eyes(Builder& r, int side) {
  const Vec3 p{kEye.x - 0.32f, kEye.y, face_z(kEye.x, kEye.y) - 1.15f};
  PmxBone& eye = r.bone(jp(side, "目"), en("eye", side), on_side(p, side), "頭");
  eye.tail_offset = {0, 0, 0.6f};
  r.append_rotation(eye, "両目", 1);
}

template <std::size_t N>
void add_chain(Builder& r, const std::string& name, const std::string& english,
               const std::string& parent, const std::array<Vec3, N>& points, int layer = 0) {
  std::string above = parent;
  for (std::size_t i = 0; i + 1 < N; ++i) {
    const std::string n = name + std::to_string(i);
    r.bone(n, english + std::to_string(i), points[i], above).layer = layer;
    r.tail(n, points[i + 1] - points[i]);
    if (i > 0) r.tail(above, n);
    above = n;
  }
}

// Where no physics runs the skirt still makes room for a raised thigh: every column hangs on hidden
// bones that take a share of each leg's turn. Physics overrules them.
std::string add_leg_followers(Builder& r, int column, Vec3 root) {
  // By the column's distance from the front, on the leg's own side and on the other.
  constexpr std::array<float, 7> kOwn{0.36f, 0.60f, 0.50f, 0.34f, 0.24f, 0.20f, 0.12f};
  constexpr std::array<float, 7> kOther{0.36f, 0.10f, 0, 0, 0, 0.04f, 0.12f};
  const bool on_left = column <= kSkirtColumns / 2;
  const auto from_front = static_cast<std::size_t>(on_left ? column : kSkirtColumns - column);
  std::string parent = "下半身";
  for (const int side : {1, -1}) {
    const float share = ((side > 0) == on_left ? kOwn : kOther)[from_front];
    if (share <= 0) continue;
    const std::string name = (side > 0 ? "裾左_" : "裾右_") + std::to_string(column);
    PmxBone& b = r.bone(name, en("hem" + std::to_string(column), side), root, parent, kHidden);
    b.layer = 1;  // after the legs' IK
    r.append_rotation(b, jp(side, "足"), share);
    parent = name;
  }
  return parent;
}

void add_chains(Builder& r) {
  for (int k = 0; k < kSkirtColumns; ++k) {
    const float a = static_cast<float>(k) / kSkirtColumns * 2 * kPi;
    std::array<Vec3, kSkirtRows + 1> points;
    for (std::size_t i = 0; i < points.size(); ++i) {
      points[i] = skirt_bone_point(a, static_cast<float>(i) / kSkirtRows);
    }
    const std::string k_text = std::to_string(k) + "_";
    add_chain(r, "スカート_" + k_text, "skirt_" + k_text, add_leg_followers(r, k, points[0]),
              points, 1);
  }
  for (const int side : {1, -1}) {
    std::array<Vec3, kTailBones + 1> points;
    for (std::size_t i = 0; i < points.size(); ++i) {
      points[i] = on_side(along(kTail, static_cast<float>(i) / kTailBones), side);
    }
    add_chain(r, jp(side, "髪_"), side > 0 ? "tail_L_" : "tail_R_", "頭", points);
    std::array<Vec3, 4> lock = side_hair_joints();
    for (Vec3& p : lock) p = on_side(p, side);
    add_chain(r, jp(side, "横髪_"), side > 0 ? "side hair_L_" : "side hair_R_", "頭", lock);
  }
}

void scale_head_bones(Rig& rig) {
  std::vector<bool> on_head(rig.bones.size(), false);
  for (std::size_t i = 0; i < rig.bones.size(); ++i) {
    PmxBone& b = rig.bones[i];
    const bool below =
        b.parent >= 0 && (on_head[static_cast<std::size_t>(b.parent)] || b.parent == rig.at("頭"));
    on_head[i] = below;
    if (!below) continue;
    b.position = scaled_head(rig, b.position);
    b.tail_offset *= rig.head_scale;
  }
}

}  // namespace

std::array<Vec3, 4> side_hair_joints() {
  return {{{1.33f, 16.95f, 0.08f},
           {1.31f, 16.25f, 0.10f},
           {1.26f, 15.55f, 0.13f},
           {1.16f, 14.80f, 0.18f}}};
}

Vec3 scaled_head(const Rig& rig, Vec3 p) { return kHeadPivot + (p - kHeadPivot) * rig.head_scale; }

Rig make_rig(float head_scale) {
  Rig rig;
  rig.head_scale = head_scale;
  Builder r(rig);
  add_trunk(r);
  for (const int side : {1, -1}) add_eyes(r, side);
  for (const int side : {1, -1}) add_arm(r, side);
  for (const int side : {1, -1}) add_leg(r, side);
  for (const int side : {1, -1}) add_leg_ik(r, rig, side);
  for (const int side : {1, -1}) add_deform_leg(r, side);
  r.segment("下半身", {0, 9.7f, -0.05f}, {0, 10.8f, 0}, 1.0f, 0);
  r.segment("上半身", {0, 11.2f, 0}, {0, 12.2f, 0}, 0.9f, 0);
  r.segment("上半身2", {0, 12.8f, 0}, {0, 14.1f, -0.05f}, 1.0f, 0);
  r.segment("首", {0, 14.9f, -0.1f}, {0, 15.45f, -0.1f}, 0.42f, 0);
  r.segment("頭", {0, 15.9f, 0}, {0, 17, 0}, 0.7f, 0);
  add_chains(r);
  scale_head_bones(rig);
  return rig;
}

}  // namespace odori::demo::figure
