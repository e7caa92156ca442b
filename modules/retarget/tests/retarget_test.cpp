#include "odori/retarget/retarget.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "odori/math/trig.h"
#include "odori/model/standard.h"
#include "rigs.h"

namespace odori {
namespace {

using rigs::BodyOptions;
using H = HumanBone;

constexpr int kFrames = 40;

Retargeted go(const Model& from, const Clip& clip, const Model& to,
              const RetargetOptions& options = {}) {
  auto result = retarget(from, clip, to, options);
  EXPECT_TRUE(result) << to_text(result.error());
  return result ? *std::move(result) : Retargeted{};
}

Quat degrees(Vec3 axis, float angle) {
  return from_axis_angle(normalise(axis), trig::degrees_to_radians(angle));
}

// Onto another body and back: the largest angle and distance, in degrees and units of the first.
struct Loss {
  float degrees, distance;
};
Loss there_and_back(const Model& a, const Model& b, std::uint64_t seed) {
  const Clip clip = rigs::dance(a, seed, kFrames);
  const Retargeted there = go(a, clip, b);
  const Retargeted back = go(b, there.clip, a);
  EXPECT_EQ(last_frame(back.clip), kFrames - 1);
  const BakedClip before = rigs::baked(a, clip, kFrames),
                  after = rigs::baked(a, back.clip, kFrames);
  return {rigs::worst_degrees(a, before, after), rigs::worst_distance(a, before, after)};
}

TEST(Retarget, RefusesWhatMakesNoSense) {
  const Model body = rigs::body();
  const Clip clip = rigs::dance(body, 1);
  EXPECT_EQ(retarget({}, clip, body).error().code, Code::usage);
  EXPECT_EQ(retarget(body, clip, {}).error().code, Code::usage);
  Model stranger = standard_skeleton();
  for (std::size_t b = 0; b < stranger.skeleton.size(); ++b)
    stranger.skeleton.names[b] = stranger.skeleton.names_en[b] = "bone " + std::to_string(b);
  const auto refused = retarget(body, clip, stranger);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().what.find("hips"), std::string::npos);
  for (const auto& [first, last, rate] : {std::array<double, 3>{3, 2, 30},
                                          {-1, 2, 30},
                                          {0, 1e12, 30},
                                          {0, 2, 1e12},
                                          {0, std::numeric_limits<double>::quiet_NaN(), 30}}) {
    RetargetOptions options;
    options.first_frame = first;
    options.last_frame = last;
    options.rate = rate;
    EXPECT_EQ(retarget(body, clip, body, options).error().code, Code::usage)
        << first << ' ' << last;
  }
  Clip timeless = clip;
  timeless.rate = 0;
  EXPECT_EQ(retarget(body, timeless, body).error().code, Code::usage);
}

TEST(Retarget, OntoItselfNothingChanges) {
  for (const Model& a :
       {rigs::body(), rigs::with_turned_axes(rigs::body(), degrees({1, 2, 3}, 45))}) {
    const Clip clip = rigs::dance(a, 3, kFrames);
    const BakedClip before = rigs::baked(a, clip, kFrames),
                    after = rigs::baked(a, go(a, clip, a).clip, kFrames);
    EXPECT_LT(rigs::worst_degrees(a, before, after), 0.001f);
    EXPECT_LT(rigs::worst_distance(a, before, after), 1e-5f);
  }
}

TEST(Retarget, RestRotationsOf45DegreesSurviveARoundTrip) {
  const Model straight = rigs::body();
  for (const Vec3 axis : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}, Vec3{1, -1, 1}}) {
    // The same pose said with turned axes, and a file whose bones all rest turned: no pose at all.
    for (const Model& turned : {rigs::with_turned_axes(straight, degrees(axis, 45)),
                                rigs::with_turned_bones(straight, degrees(axis, 45))}) {
      for (const auto& [a, b] : {std::pair{straight, turned}, {turned, straight}}) {
        const Loss loss = there_and_back(a, b, 7);
        EXPECT_LT(loss.degrees, 0.01f);
        EXPECT_LT(loss.distance, 1e-4f);
      }
    }
  }
}

TEST(Retarget, HumanoidToMmdAndBackIsExact) {
  const Model mmd = standard_skeleton();
  for (const Model& body :
       {rigs::body(), rigs::with_turned_axes(rigs::body(), degrees({1, 1, 0}, 45))}) {
    const Loss loss = there_and_back(body, mmd, 11);
    EXPECT_LT(loss.degrees, 0.01f);
    EXPECT_LT(loss.distance, 1e-3f);
  }
}

TEST(Retarget, AxesOfBonesDoNotMatter) {
  const Model body = rigs::body(), mmd = standard_skeleton();
  const Model turned = rigs::with_turned_axes(body, degrees({2, 1, -1}, 70));
  const Clip dance = go(body, rigs::dance(body, 5), mmd).clip;
  const BakedClip a = rigs::baked(body, go(mmd, dance, body).clip, kFrames),
                  b = rigs::baked(turned, go(mmd, dance, turned).clip, kFrames);
  EXPECT_LT(rigs::worst_distance(body, a, b), 1e-5f);
}

TEST(Retarget, TheMotionOfAnotherSizeTravelsBySize) {
  BodyOptions tall;
  tall.scale = 2;
  const Model a = rigs::body(), b = rigs::body(tall);
  const Clip clip = rigs::dance(a, 2, kFrames);
  const Retargeted result = go(a, clip, b);
  EXPECT_NEAR(result.scale, 2, 1e-5f);
  const BakedClip before = rigs::baked(a, clip, kFrames),
                  after = rigs::baked(b, result.clip, kFrames);
  for (std::size_t i = 0; i < before.world_position.size(); ++i)
    EXPECT_LT(length(after.world_position[i] - before.world_position[i] * 2), 1e-4f);
}

TEST(Retarget, MmdIkComesBackAsTheEvaluatedMotion) {
  const Model mmd = standard_skeleton();
  Clip clip;
  const auto key = [&](const char* name, double frame, Quat q, Vec3 t) {
    auto it = std::find_if(clip.bones.begin(), clip.bones.end(),
                           [&](const BoneTrack& track) { return track.name.text == name; });
    if (it == clip.bones.end()) {
      it = clip.bones.emplace(clip.bones.end());
      it->name.text = name;
    }
    it->frame.push_back(frame);
    it->rotation.push_back(q);
    it->translation.push_back(t);
    it->curve.emplace_back();
  };
  key("センター", 0, {}, {0, -1, 0});
  key("センター", 30, degrees({0, 1, 0}, 40), {2, -2, 1});
  key("左足ＩＫ", 0, {}, {0.5f, 0, 0});
  key("左足ＩＫ", 30, degrees({1, 0, 0}, 20), {0.5f, 2, 1});
  key("右足ＩＫ", 0, {}, {});
  key("上半身", 0, degrees({1, 1, 0}, 20), {});
  key("左腕", 30, degrees({0, 0, 1}, 50), {});
  key("両目", 0, degrees({0, 1, 0}, 10), {});
  for (const LegKeys legs : {LegKeys::automatic, LegKeys::ik, LegKeys::fk}) {
    RetargetOptions options;
    options.legs = legs;
    const Retargeted result = go(mmd, clip, mmd, options);
    Model known = mmd;
    known.humanoid = result.to.humanoid;
    const BakedClip before = rigs::baked(mmd, clip, 31), after = rigs::baked(mmd, result.clip, 31);
    EXPECT_LT(rigs::worst_degrees(known, before, after), 0.01f);
    EXPECT_LT(rigs::worst_distance(known, before, after), 1e-3f);
    ASSERT_FALSE(result.clip.property.frame.empty());
    EXPECT_EQ(result.clip.property.frame[0], 0);
    ASSERT_EQ(result.clip.property.ik[0].size(), 4u);
    for (const IkSwitch& s : result.clip.property.ik[0]) EXPECT_EQ(s.enabled, legs != LegKeys::fk);
    const bool has_goal = std::any_of(result.clip.bones.begin(), result.clip.bones.end(),
                                      [](const BoneTrack& t) { return t.name.text == "左足ＩＫ"; });
    EXPECT_EQ(has_goal, legs != LegKeys::fk);
  }
}

TEST(Retarget, LegsBecomeRotationsWhereTheTargetsIkWouldTurnThem) {
  Model odd = standard_skeleton();
  // A chain that pulls one arm to the other hand cannot be satisfied by placing its goal.
  Ik pull;
  pull.bone = find_bone(odd.skeleton, "右手首");
  pull.effector = find_bone(odd.skeleton, "左ひじ");
  pull.loops = 10;
  pull.unit_angle = 1;
  pull.links = {{find_bone(odd.skeleton, "左腕"), false, {}, {}}};
  odd.skeleton.iks.push_back(pull);
  const Model body = rigs::body();
  const Retargeted result = go(body, rigs::dance(body, 9), odd);
  EXPECT_LT(result.worst_degrees, 0.1f);
  for (const IkSwitch& s : result.clip.property.ik.at(0)) EXPECT_FALSE(s.enabled) << s.name.text;
  RetargetOptions options;
  options.legs = LegKeys::ik;
  EXPECT_GT(go(body, rigs::dance(body, 9), odd, options).worst_degrees, 1.f);
}

TEST(Retarget, MirroredInGivesMirroredOut) {
  const Model mmd = standard_skeleton();
  for (int kind = 0; kind < 3; ++kind) {
    const Model from = kind == 1 ? mmd : rigs::body({.named = kind == 0});
    const Model to = kind == 1 ? rigs::body() : mmd;
    Clip clip =
        kind == 1 ? go(rigs::body(), rigs::dance(rigs::body(), 4), mmd).clip : rigs::dance(from, 4);
    clip.property = {};
    const Clip straight = rigs::mirrored(to, go(from, clip, to).clip);
    const Clip other =
        rigs::mirrored(to, rigs::mirrored(to, go(from, rigs::mirrored(from, clip), to).clip));
    ASSERT_EQ(straight.bones.size(), other.bones.size());
    const BakedClip a = rigs::baked(to, straight, kFrames), b = rigs::baked(to, other, kFrames);
    Model known = to;
    known.humanoid = detect_humanoid(to).humanoid;
    EXPECT_LT(rigs::worst_degrees(known, a, b), 0.002f) << kind;
    EXPECT_LT(rigs::worst_distance(known, a, b), 1e-4f) << kind;
  }
}

// Directions between joints, by standard bone and the next along the limb.
float worst_direction(const Model& a, const Humanoid& ha, const BakedClip& pa, const Humanoid& hb,
                      const BakedClip& pb) {
  float worst = 0;
  for (const H upper : {H::leftUpperArm, H::rightUpperArm, H::leftUpperLeg, H::rightUpperLeg}) {
    for (std::size_t i = at(upper); i < at(upper) + 2; ++i) {
      if (!is_set(ha.bone[i]) || !is_set(ha.bone[i + 1]) || !is_set(hb.bone[i]) ||
          !is_set(hb.bone[i + 1]))
        continue;
      for (std::size_t f = 0; f < pa.frames; ++f) {
        const Vec3 x = pa.world_position[f * pa.bones + at(ha.bone[i + 1])] -
                       pa.world_position[f * pa.bones + at(ha.bone[i])];
        const Vec3 y = pb.world_position[f * pb.bones + at(hb.bone[i + 1])] -
                       pb.world_position[f * pb.bones + at(hb.bone[i])];
        if (length(x) > 1e-3f && length(y) > 1e-3f)
          worst = std::max(worst, angle_between(between(x, y), Quat{}));
      }
    }
  }
  EXPECT_GT(a.skeleton.size(), 0u);
  return trig::radians_to_degrees(worst);
}

TEST(Retarget, ARestPoseAlongOneLineIsReadFromTheMotion) {
  const Model straight = rigs::body({.eyes = false, .named = false});
  const Clip clip = rigs::dance(straight, 21, 200);
  Model flat = straight;
  Clip laid = clip;
  rigs::lay_flat(flat, laid);
  // The same dance: every joint is where it was.
  const BakedClip before = rigs::baked(straight, clip, 200), same = rigs::baked(flat, laid, 200);
  Model known = straight;
  known.humanoid = detect_humanoid(straight).humanoid;
  ASSERT_LT(rigs::worst_distance(known, before, same), 1e-4f);
  const Model mmd = standard_skeleton();
  const Retargeted result = go(flat, laid, mmd);
  const BakedClip after = rigs::baked(mmd, result.clip, 200);
  EXPECT_LT(worst_direction(flat, known.humanoid, before, result.to.humanoid, after), 0.05f);
  // Rolls too: knees bend about the thigh's own left, heads look where they looked.
  const BakedClip wanted = rigs::baked(mmd, go(straight, clip, mmd).clip, 200);
  for (const H b : {H::hips, H::spine, H::head, H::leftUpperLeg, H::rightUpperLeg, H::leftUpperArm,
                    H::rightLowerArm}) {
    double sum = 0;
    const std::size_t bone = at(result.to.humanoid[b]);
    for (std::size_t f = 0; f < 200; ++f)
      sum += static_cast<double>(angle_between(after.world_rotation[f * after.bones + bone],
                                               wanted.world_rotation[f * wanted.bones + bone]));
    EXPECT_LT(sum / 200 * 180 / trig::kPi, 25) << to_text(b);
  }
}

TEST(Retarget, ZUpComesOutAsYUpAndBack) {
  const Model straight = rigs::body({.named = false}), mmd = standard_skeleton();
  const Clip clip = rigs::dance(straight, 8, kFrames);
  Model lying = straight;
  Clip same = clip;
  const Quat up = between({0, 1, 0}, {0, 0, 1});
  lying.skeleton.rest_rotation[0] = up;
  lying.skeleton.rest_translation[0] = rotate(up, lying.skeleton.rest_translation[0]);
  lying = rigs::with_turned_bones(lying, {});
  for (Vec3& t : same.bones[0].translation) t = rotate(up, t);
  const Retargeted a = go(straight, clip, mmd), b = go(lying, same, mmd);
  EXPECT_NE(b.lines.front().find("up is Z"), std::string::npos);
  const BakedClip x = rigs::baked(mmd, a.clip, kFrames), y = rigs::baked(mmd, b.clip, kFrames);
  for (std::size_t i = 0; i < x.world_position.size(); ++i)
    EXPECT_LT(length(x.world_position[i] - y.world_position[i]), 1e-3f);
  const BakedClip before = rigs::baked(lying, same, kFrames),
                  after = rigs::baked(lying, go(mmd, b.clip, lying).clip, kFrames);
  Model known = lying;
  known.humanoid = detect_humanoid(lying).humanoid;
  EXPECT_LT(rigs::worst_degrees(known, before, after), 0.01f);
  EXPECT_LT(rigs::worst_distance(known, before, after), 1e-3f);
}

TEST(Retarget, SwitchesFromOneRateToAnother) {
  const Model body = rigs::body(), mmd = standard_skeleton();
  Clip fast = rigs::dance(body, 6, 121);
  fast.rate = 120;
  const Retargeted result = go(body, fast, mmd);
  EXPECT_EQ(result.clip.rate, 30);
  EXPECT_EQ(last_frame(result.clip), 30);
  RetargetOptions range;
  range.first_frame = 40;
  range.last_frame = 80;
  const Retargeted part = go(body, fast, mmd, range);
  EXPECT_EQ(last_frame(part.clip), 10);
  const BakedClip whole = rigs::baked(mmd, result.clip, 31),
                  piece = rigs::baked(mmd, part.clip, 11);
  for (std::size_t b = 0; b < whole.bones; ++b)
    EXPECT_LT(length(whole.world_position[10 * whole.bones + b] - piece.world_position[b]), 1e-4f);
}

bool is_sound(const Clip& clip) {
  for (const BoneTrack& t : clip.bones) {
    if (t.frame.empty() || t.rotation.size() != t.frame.size() ||
        t.translation.size() != t.frame.size())
      return false;
    for (const Quat& q : t.rotation)
      if (!(std::fabs(dot(q, q) - 1) < 1e-4f)) return false;
    for (const Vec3& v : t.translation)
      if (!is_finite(v)) return false;
  }
  return true;
}

// Any skeleton that has hips gives numbers: bones missing, bones of no length, all in one point.
TEST(Retarget, RandomBodiesGiveFiniteMotion) {
  const Model mmd = standard_skeleton();
  for (std::uint64_t seed = 1; seed <= 120; ++seed) {
    rigs::Dice dice(seed);
    BodyOptions options;
    options.fingers = dice() > 0;
    options.toes = dice() > 0;
    options.upper_chest = dice() > 0;
    options.shoulders = dice() > 0;
    options.trunk = seed % 4 == 0 ? 0 : seed % 4 == 1 ? 1 : 2;
    options.named = dice() > 0;
    Model model = rigs::body(options);
    const Clip clip = rigs::dance(model, seed, 12);
    Skeleton& s = model.skeleton;
    for (std::size_t b = 1; b < s.size(); ++b) {
      if (dice() > 0.8f) s.names[b] = s.names_en[b] = "nameless " + std::to_string(b);
      if (dice() > 0.8f) s.rest_translation[b] = {};
      if (dice() > 0.9f) s.rest_translation[b] = {dice(), dice(), dice()};
      if (dice() > 0.9f)
        s.rest_rotation[b] = degrees({dice(), dice(), dice() + 1.5f}, 180 * dice());
      if (seed % 10 == 0) s.rest_translation[b] = {};
      if (dice() > 0.9f)
        for (BoneIndex& human : model.humanoid.bone)
          if (human == static_cast<BoneIndex>(b)) human = BoneIndex::none;
    }
    model = rigs::with_turned_bones(model, {});
    for (const bool there : {true, false}) {
      const auto result =
          there ? retarget(model, clip, mmd)
                : retarget(mmd, go(rigs::body(), rigs::dance(rigs::body(), seed, 12), mmd).clip,
                           model);
      ASSERT_TRUE(result) << seed << ' ' << to_text(result.error());
      EXPECT_TRUE(is_sound(result->clip)) << seed;
      EXPECT_TRUE(std::isfinite(result->worst_degrees)) << seed;
      EXPECT_TRUE(std::isfinite(result->scale)) << seed;
    }
  }
}

TEST(Retarget, OneSpineBoneCarriesTheChest) {
  const Model many = rigs::body({.upper_chest = true}), one = rigs::body({.trunk = 1});
  const Clip clip = rigs::dance(many, 13, kFrames);
  const Retargeted result = go(many, clip, one);
  const BakedClip before = rigs::baked(many, clip, kFrames),
                  after = rigs::baked(one, result.clip, kFrames);
  const std::size_t from = at(many.humanoid[H::upperChest]), to = at(one.humanoid[H::spine]);
  for (std::size_t f = 0; f < kFrames; ++f)
    EXPECT_LT(angle_between(before.world_rotation[f * before.bones + from],
                            after.world_rotation[f * after.bones + to]),
              1e-4f);
  // And the other way the bones share.
  const Retargeted back = go(one, result.clip, many);
  const BakedClip again = rigs::baked(many, back.clip, kFrames);
  for (std::size_t f = 0; f < kFrames; ++f) {
    const auto at_bone = [&](H b) {
      return again.world_rotation[f * again.bones + at(many.humanoid[b])];
    };
    EXPECT_LT(angle_between(at_bone(H::upperChest), after.world_rotation[f * after.bones + to]),
              1e-4f);
    EXPECT_NEAR(angle_between(at_bone(H::hips), at_bone(H::spine)),
                angle_between(at_bone(H::spine), at_bone(H::chest)), 2e-3f);
  }
}

TEST(Retarget, MmdToABodyWithMoreTrunkBonesAndBackIsExact) {
  const Model mmd = standard_skeleton(), body = rigs::body({.toes = true, .upper_chest = true});
  const Clip clip = go(rigs::body(), rigs::dance(rigs::body(), 17, kFrames), mmd).clip;
  const Retargeted there = go(mmd, clip, body), back = go(body, there.clip, mmd);
  Model known = mmd;
  known.humanoid = back.to.humanoid;
  const BakedClip before = rigs::baked(mmd, clip, kFrames),
                  after = rigs::baked(mmd, back.clip, kFrames);
  EXPECT_LT(rigs::worst_degrees(known, before, after), 0.01f);
  EXPECT_LT(rigs::worst_distance(known, before, after), 1e-3f);
}

TEST(Retarget, SaysWhatItMatchedAndWhatNot) {
  const Model body = rigs::body({.upper_chest = true}), mmd = standard_skeleton();
  Clip clip = rigs::dance(body, 1);
  clip.bones.push_back(clip.bones[0]);
  clip.bones.back().name.text = "Tail";
  const Retargeted result = go(body, clip, mmd);
  const auto told = [&](std::string_view part) {
    return std::any_of(result.lines.begin(), result.lines.end(),
                       [&](const std::string& l) { return l.find(part) != std::string::npos; });
  };
  EXPECT_TRUE(told("upperChest"));
  EXPECT_TRUE(told("Tail"));
  EXPECT_TRUE(told("leg and toe IK"));
  const auto match = std::find_if(result.matches.begin(), result.matches.end(),
                                  [](const auto& m) { return m.human == H::hips; });
  ASSERT_NE(match, result.matches.end());
  EXPECT_EQ(match->from, "Hips");
  EXPECT_EQ(match->to, "下半身");
}

}  // namespace
}  // namespace odori
