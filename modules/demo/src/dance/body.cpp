#include "body.h"

#include <string>

#include "odori/base/text.h"
#include "tables.h"

namespace odori::demo {
namespace {

const io::PmxBone* find(const io::PmxDocument& dancer, std::string_view name) {
  for (const io::PmxBone& bone : dancer.bones) {
    if (bone.name.text == name) return &bone;
  }
  const std::string wanted = normalise_width(name);
  for (const io::PmxBone& bone : dancer.bones) {
    if (normalise_width(bone.name.text) == wanted) return &bone;
  }
  return nullptr;
}

}  // namespace

float Body::leg_length(int side) const {
  const auto s = static_cast<std::size_t>(side);
  return length(knee[s] - hip[s]) + length(ankle[s] - knee[s]);
}

Result<Body> measure(const io::PmxDocument& dancer) {
  Body body;
  struct Wanted {
    const char* name;
    Vec3* place;
  };
  const Wanted wanted[] = {
      {"左肩", &body.shoulder},      {"左腕", &body.upper_arm},  {"左ひじ", &body.elbow},
      {"左手首", &body.wrist},       {"センター", &body.centre}, {"グルーブ", &body.groove},
      {"腰", &body.waist},           {"下半身", &body.lower},    {"左足", &body.hip[0]},
      {"右足", &body.hip[1]},        {"左ひざ", &body.knee[0]},  {"右ひざ", &body.knee[1]},
      {"左足首", &body.ankle[0]},    {"右足首", &body.ankle[1]}, {"左足ＩＫ", &body.heel_ik[0]},
      {"右足ＩＫ", &body.heel_ik[1]}};
  for (const Wanted& w : wanted) {
    const io::PmxBone* bone = find(dancer, w.name);
    if (!bone || !is_finite(bone->position)) {
      return fail(Code::not_found, std::string("the dancer has no bone ") + w.name,
                  Error::kNoOffset, "the dance needs MMD's standard bones");
    }
    *w.place = mirror_z(bone->position);
  }
  const float arm = length(body.elbow - body.upper_arm) + length(body.wrist - body.elbow);
  if (arm <= 0 || body.leg_length(0) <= 0 || body.leg_length(1) <= 0) {
    return fail(Code::malformed, "the dancer's arms or legs have no length");
  }
  body.arm_scale = arm / kTableArm;
  body.leg_scale = body.leg_length(0) / kTableLeg;
  return body;
}

}  // namespace odori::demo
