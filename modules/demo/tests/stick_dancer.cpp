#include "stick_dancer.h"

#include <string>

namespace odori::demo {
namespace {

class Builder {
 public:
  std::int32_t bone(const std::string& name, Vec3 position, const std::string& parent) {
    io::PmxBone b;
    b.name.text = name;
    b.position = mirror_z(position);
    b.parent = find(parent);
    b.flags |= io::kPmxTranslatable;
    out.bones.push_back(b);
    return static_cast<std::int32_t>(out.bones.size()) - 1;
  }

  std::int32_t find(const std::string& name) const {
    for (std::size_t i = 0; i < out.bones.size(); ++i) {
      if (out.bones[i].name.text == name) return static_cast<std::int32_t>(i);
    }
    return -1;
  }

  void ik(const std::string& name, const std::string& target, int loops, float unit) {
    io::PmxBone& b = out.bones[static_cast<std::size_t>(find(name))];
    b.flags |= io::kPmxIk;
    b.ik_target = find(target);
    b.ik_loops = loops;
    b.ik_unit_angle = unit;
  }

  void link(const std::string& name, const std::string& bone_name, bool knee) {
    io::PmxIkLink l;
    l.bone = find(bone_name);
    l.limited = knee;
    if (knee) {
      l.low = {-3.1415927f, 0, 0};
      l.high = {-0.0087266f, 0, 0};
    }
    out.bones[static_cast<std::size_t>(find(name))].ik_links.push_back(l);
  }

  io::PmxDocument out;
};

void add_arm(Builder& b, const std::string& side, float s) {
  const auto at = [&](Vec3 p) { return Vec3{p.x * s, p.y, p.z}; };
  const Vec3 way{0.7986f, -0.6018f, 0}, shoulder{1.18f, 14.13f, -0.10f};
  const Vec3 elbow = shoulder + way * 2.30f, wrist = elbow + way * 2.15f;
  b.bone(side + "肩", at({0.25f, 14.2f, -0.12f}), "上半身2");
  b.bone(side + "腕", at(shoulder), side + "肩");
  b.bone(side + "腕捩", at(lerp(shoulder, elbow, 0.6f)), side + "腕");
  b.bone(side + "ひじ", at(elbow), side + "腕捩");
  b.bone(side + "手捩", at(lerp(elbow, wrist, 0.6f)), side + "ひじ");
  b.bone(side + "手首", at(wrist), side + "手捩");
  float across = 0.2f;
  for (const char* finger : {"人指", "中指", "薬指", "小指"}) {
    std::string parent = side + "手首";
    const char* digits[] = {"１", "２", "３"};
    for (int k = 0; k < 3; ++k) {
      const std::string name = side + finger + digits[k];
      b.bone(name, at(wrist + way * (0.45f + 0.2f * static_cast<float>(k)) + Vec3{0, 0, across}),
             parent);
      parent = name;
    }
    across -= 0.13f;
  }
}

void add_leg(Builder& b, const std::string& side, float s) {
  const auto at = [&](Vec3 p) { return Vec3{p.x * s, p.y, p.z}; };
  b.bone(side + "足", at({0.69f, 9.25f, -0.02f}), "下半身");
  b.bone(side + "ひざ", at({0.63f, 5.05f, 0.04f}), side + "足");
  b.bone(side + "足首", at({0.66f, 1.05f, -0.10f}), side + "ひざ");
  b.bone(side + "つま先", at({0.64f, 0.0f, 1.15f}), side + "足首");
  b.bone(side + "足ＩＫ", at({0.66f, 1.05f, -0.10f}), "全ての親");
  b.bone(side + "つま先ＩＫ", at({0.64f, 0.0f, 1.15f}), side + "足ＩＫ");
  b.ik(side + "足ＩＫ", side + "足首", 40, 2);
  b.link(side + "足ＩＫ", side + "ひざ", true);
  b.link(side + "足ＩＫ", side + "足", false);
  b.ik(side + "つま先ＩＫ", side + "つま先", 3, 4);
  b.link(side + "つま先ＩＫ", side + "足首", false);
}

}  // namespace

io::PmxDocument make_stick_dancer() {
  Builder b;
  b.bone("全ての親", {}, "");
  b.bone("センター", {0, 8.0f, 0}, "全ての親");
  b.bone("グルーブ", {0, 8.2f, 0}, "センター");
  b.bone("腰", {0, 10.4f, -0.1f}, "グルーブ");
  b.bone("下半身", {0, 11.0f, 0}, "腰");
  b.bone("上半身", {0, 11.0f, 0}, "腰");
  b.bone("上半身2", {0, 12.5f, 0}, "上半身");
  b.bone("首", {0, 14.75f, -0.12f}, "上半身2");
  b.bone("頭", {0, 15.55f, -0.06f}, "首");
  b.bone("両目", {0, 18.6f, 0}, "頭");
  add_arm(b, "左", 1);
  add_arm(b, "右", -1);
  add_leg(b, "左", 1);
  add_leg(b, "右", -1);
  return b.out;
}

}  // namespace odori::demo
