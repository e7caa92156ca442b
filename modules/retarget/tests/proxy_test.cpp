// Bodies of every build dance as the proxy that was made for them: what the proxy's joints do, as
// the evaluator alone has it, is the truth for the joints of the rig.
#include "odori/retarget/proxy.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "odori/math/trig.h"
#include "odori/model/standard.h"
#include "proxied.h"
#include "rigs.h"

namespace odori {
namespace {

using proxied::Danced;
using proxied::degrees_between;
using H = HumanBone;

constexpr int kFrames = 60;

Danced dance_on(const Model& rig, const Clip& clip, const RetargetOptions& options = {}) {
  return proxied::dance_on(rig, clip, kFrames, options);
}

struct Case {
  std::string name;
  Model rig;
};

// Odd axes, other rests, missing and extra bones.
std::vector<Case> cases() {
  const Quat odd = from_axis_angle(normalise(Vec3{1, 2, -0.7f}), 1.9f);
  std::vector<Case> out;
  out.push_back({"T", rigs::body({.toes = true, .upper_chest = true})});
  out.push_back({"A", rigs::with_arms_down(rigs::body({.toes = true}), 40)});
  out.push_back({"arms hang, elbows bent", rigs::with_arms_down(rigs::body(), 65, 15)});
  out.push_back({"arms up a little", rigs::with_arms_down(rigs::body(), -8)});
  out.push_back({"odd axes", rigs::with_turned_axes(rigs::body({.toes = true}), odd)});
  out.push_back({"odd axes, A", rigs::with_turned_axes(rigs::with_arms_down(rigs::body(), 45, 5),
                                                       conjugate(odd))});
  out.push_back({"no toes, no fingers", rigs::body({.fingers = false})});
  out.push_back({"one spine bone", rigs::body({.trunk = 1})});
  out.push_back({"no shoulders, no eyes", rigs::body({.shoulders = false, .eyes = false})});
  out.push_back({"by names alone, large", rigs::body({.scale = 12.5f, .named = false})});
  Model extra = rigs::body({.upper_chest = true});  // a spine of five bones
  for (const char* name : {"Spine", "UpperChest"}) {
    Skeleton& s = extra.skeleton;
    const BoneIndex below = find_bone(s, name), above = s.parent[at(below)];
    // The last bone of all takes the middle's place: a bone between, of no standard name.
    const Vec3 place = (s.rest_position[at(below)] + s.rest_position[at(above)]) * 0.5f;
    const auto insert = [&](auto& list, auto value) {
      list.insert(list.begin() + static_cast<std::ptrdiff_t>(at(below)), value);
    };
    for (BoneIndex& p : s.parent)
      if (is_set(p) && p >= below) p = static_cast<BoneIndex>(at(p) + 1);
    for (BoneIndex& b : extra.humanoid.bone)
      if (is_set(b) && b >= below) b = static_cast<BoneIndex>(at(b) + 1);
    insert(s.names, std::string("between ") + name);
    insert(s.names_en, std::string("between ") + name);
    insert(s.parent, above);
    s.parent[at(below) + 1] = below;
    insert(s.rest_position, place);
    insert(s.rest_translation, place - s.rest_position[at(above)]);
    s.rest_translation[at(below) + 1] = s.rest_position[at(below) + 1] - place;
    insert(s.rest_rotation, Quat{});
    insert(s.tail, place);
    insert(s.flags, s.flags[0]);
    insert(s.layer, std::int32_t{0});
    s.file_index.push_back(static_cast<std::int32_t>(s.file_index.size()));
    s.from_file_index.push_back(static_cast<BoneIndex>(s.from_file_index.size()));
  }
  out.push_back({"five spine bones", std::move(extra)});
  return out;
}

TEST(MakeProxy, RefusesWhatMakesNoSense) {
  const Model rig = rigs::body();
  const DetectedHumanoid body = detect_humanoid(rig);
  EXPECT_EQ(make_proxy({}, {}).error().code, Code::usage);
  EXPECT_EQ(make_proxy(rig, {}).error().code, Code::usage);
  EXPECT_EQ(make_proxy(rig, body, {.scale = -1}).error().code, Code::usage);
  EXPECT_EQ(make_proxy(rig, body, {.arm_degrees = 91}).error().code, Code::usage);
  Model point = rig;  // all joints in one place
  for (Vec3& p : point.skeleton.rest_position) p = {};
  for (Vec3& p : point.skeleton.rest_translation) p = {};
  for (Vec3& p : point.skeleton.tail) p = {};
  point.metres_per_unit = 0;
  EXPECT_EQ(make_proxy(point, body).error().code, Code::usage);
}

TEST(MakeProxy, StandsWhereTheRigDoesWithItsArmsInTheAPose) {
  for (const Case& c : cases()) {
    SCOPED_TRACE(c.name);
    const DetectedHumanoid body = detect_humanoid(c.rig);
    const auto proxy = make_proxy(c.rig, body);
    ASSERT_TRUE(proxy);
    const Skeleton& s = proxy->model.skeleton;
    EXPECT_EQ(s.names, full_standard_skeleton().skeleton.names);
    const auto place = [&](const char* name) {
      return s.rest_position[at(find_bone(s, name))] * proxy->scale;
    };
    const auto rest = [&](H b) { return c.rig.skeleton.rest_position[at(body.humanoid[b])]; };
    const float size = c.rig.metres_per_unit > 0 ? 1 / c.rig.metres_per_unit : 1;
    for (const auto& [name, bone] : {std::pair{"左足", H::leftUpperLeg},
                                     {"右ひざ", H::rightLowerLeg},
                                     {"左足首", H::leftFoot},
                                     {"左足ＩＫ", H::leftFoot},
                                     {"左腕", H::leftUpperArm},
                                     {"上半身", H::spine},
                                     {"下半身", H::spine},
                                     {"首", H::neck},
                                     {"頭", H::head}})
      EXPECT_LT(length(place(name) - rest(bone)), 1e-5f * size) << name;
    const float leg =
        length(place("左ひざ") - place("左足")) + length(place("左足首") - place("左ひざ"));
    EXPECT_NEAR(leg / proxy->scale, kStandardLeg, 1e-4f);
    for (const auto& [from, to, x] : {std::tuple{"左腕", "左ひじ", 1.f},
                                      {"左ひじ", "左手首", 1.f},
                                      {"右腕", "右ひじ", -1.f},
                                      {"右ひじ", "右手首", -1.f}}) {
      const Vec3 down{x * static_cast<float>(trig::cos(37 * trig::kPi / 180)),
                      -static_cast<float>(trig::sin(37 * trig::kPi / 180)), 0};
      EXPECT_LT(degrees_between(place(to) - place(from), down), 0.01f) << from;
    }
    EXPECT_NEAR(proxy->model.metres_per_unit, proxy->scale * c.rig.metres_per_unit, 1e-6f);
    const DetectedHumanoid again = detect_humanoid(proxy->model);
    EXPECT_TRUE(is_whole(again.humanoid));
    EXPECT_TRUE(again.lines.empty()) << again.lines.front();
  }
}

TEST(MmdOnRig, LimbsPointAsTheProxysDoOnEveryBody) {
  for (const Case& c : cases()) {
    for (const std::uint64_t seed : {1u, 2u, 3u}) {
      SCOPED_TRACE(c.name + ", dance " + std::to_string(seed));
      const Danced d = dance_on(c.rig, rigs::mmd_dance(seed, kFrames));
      const float size = 1 / c.rig.metres_per_unit;
      const proxied::Apart apart = proxied::compare(d);
      EXPECT_LT(apart.degrees, 0.1f);
      EXPECT_LT(apart.distance, 1e-3f * size);
      EXPECT_GT(apart.legs_reached, 0.5) << "a test of legs that do not reach says little";
    }
  }
}

// R_rig(b, f) = D_proxy(b, f) * R_rig_A(b): from frame to frame both turn by the same.
TEST(MmdOnRig, BonesTurnAsTheProxysDo) {
  for (const Case& c : cases()) {
    SCOPED_TRACE(c.name);
    const Danced d = dance_on(c.rig, rigs::mmd_dance(7, kFrames));
    for (std::size_t f = 1; f < d.rig.frames; ++f)
      for (const H b : {H::hips, H::spine, H::neck, H::head, H::leftHand, H::rightHand, H::leftFoot,
                        H::rightFoot, H::leftIndexProximal, H::leftToes}) {
        if (!d.both(b)) continue;
        if ((b == H::leftFoot || b == H::leftToes) &&
            !(d.reached(f, H::leftFoot) && d.reached(0, H::leftFoot)))
          continue;
        if (b == H::rightFoot && !(d.reached(f, H::rightFoot) && d.reached(0, H::rightFoot)))
          continue;
        // A rig with one spine bone turns it as the upper of MMD's two.
        const bool one = b == H::spine && !d.both(H::chest);
        const H source = one ? H::chest : b;
        const Quat proxy = d.proxy_turn(f, source) * conjugate(d.proxy_turn(0, source)),
                   rig = d.rig_turn(f, b) * conjugate(d.rig_turn(0, b));
        EXPECT_LT(trig::radians_to_degrees(angle_between(proxy, rig)), 0.1f)
            << to_text(b) << " in frame " << f;
      }
  }
}

TEST(MmdOnRig, TwistsAreSharedHalfAndHalf) {
  const Model rig = rigs::body();
  const auto proxy = make_proxy(rig, detect_humanoid(rig));
  ASSERT_TRUE(proxy);
  Clip clip;
  for (const char* name : {"左腕捩", "左手捩"}) {
    const Skeleton& s = proxy->model.skeleton;
    const auto axis =
        std::find_if(s.fixed_axes.begin(), s.fixed_axes.end(),
                     [&](const FixedAxis& a) { return a.bone == find_bone(s, name); });
    ASSERT_NE(axis, s.fixed_axes.end());
    BoneTrack& t = clip.bones.emplace_back();
    t.name.text = name;
    t.frame = {0};
    t.rotation = {from_axis_angle(axis->axis, name == std::string("左腕捩") ? 0.8f : 0.5f)};
    t.translation.resize(1);
    t.curve.resize(1);
  }
  const Danced d = dance_on(rig, clip), still = dance_on(rig, Clip{});
  const auto turned = [&](H b) { return angle_between(d.rig_turn(0, b), still.rig_turn(0, b)); };
  EXPECT_NEAR(turned(H::leftUpperArm), 0.4f, 1e-3f);
  EXPECT_NEAR(turned(H::leftLowerArm), 0.8f + 0.25f, 1e-3f);
  EXPECT_NEAR(turned(H::leftHand), 1.3f, 1e-3f);
  EXPECT_NEAR(turned(H::rightUpperArm), 0, 1e-4f);
}

TEST(MmdOnRig, LeftIsTheMirrorOfRight) {
  for (const Case& c : cases()) {
    if (c.name.starts_with("odd axes")) continue;  // mirrored() knows bodies of straight axes
    SCOPED_TRACE(c.name);
    const Clip clip = rigs::mmd_dance(4, kFrames);
    const Danced d = dance_on(c.rig, clip),
                 m = dance_on(c.rig, rigs::mirrored(d.proxy.model, clip));
    for (std::size_t f = 0; f < d.rig.frames; ++f)
      for (std::size_t i = 0; i < kHumanBones; ++i) {
        const H b = human_bone(i), other = mirror_of(b);
        if (!d.both(b) || !d.both(other)) continue;
        const Vec3 p = d.rig_place(f, b);
        const Quat q = d.rig_turn(f, b);
        EXPECT_LT(length(m.rig_place(f, other) - Vec3{-p.x, p.y, p.z}),
                  1e-3f / c.rig.metres_per_unit)
            << to_text(b) << " in frame " << f;
        EXPECT_LT(angle_between(m.rig_turn(f, other), Quat{q.x, -q.y, -q.z, q.w}), 2e-3f)
            << to_text(b) << " in frame " << f;
      }
  }
}

// One foot keeps to its place while the body sways.
TEST(MmdOnRig, PlantedFeetStayPlanted) {
  for (const Case& c : cases()) {
    SCOPED_TRACE(c.name);
    Clip clip = rigs::mmd_dance(5, kFrames);
    std::erase_if(clip.bones, [](const BoneTrack& t) {
      return t.name.text.ends_with("ＩＫ") || t.name.text == "全ての親";
    });
    for (BoneTrack& t : clip.bones)
      if (t.name.text == "センター")
        for (Vec3& v : t.translation) v = {v.x * 0.5f, -1 + 0.3f * v.y, v.z * 0.5f};
    const Danced d = dance_on(c.rig, clip);
    for (const H foot : {H::leftFoot, H::rightFoot})
      for (std::size_t f = 1; f < d.rig.frames; ++f)
        EXPECT_LT(length(d.rig_place(f, foot) - d.rig_place(0, foot)) * c.rig.metres_per_unit,
                  2e-4f)
            << "in frame " << f;
  }
}

TEST(MmdOnRig, LegsThatAreAskedForTooMuchAreStretchedAndCounted) {
  const Model rig = rigs::body();
  Clip clip;
  BoneTrack& t = clip.bones.emplace_back();
  t.name.text = "左足ＩＫ";
  t.interpolation = Interpolation::linear;
  t.frame = {0, 10};
  t.rotation.resize(2);
  t.translation = {{}, {0, -2, 0}};
  t.curve.resize(2);
  const Danced d = dance_on(rig, clip);
  EXPECT_EQ(d.result.clamped_legs[0].frames, 10u);
  EXPECT_EQ(d.result.clamped_legs[1].frames, 0u);
  EXPECT_NEAR(d.result.clamped_legs[0].most, 2 * d.proxy.scale, 0.01f);
  EXPECT_TRUE(std::any_of(d.result.lines.begin(), d.result.lines.end(), [](const std::string& l) {
    return l.starts_with("left leg: asked for more than its length in 10 of 11 frames");
  }));
  const Vec3 hip = d.rig_place(10, H::leftUpperLeg), knee = d.rig_place(10, H::leftLowerLeg),
             ankle = d.rig_place(10, H::leftFoot);
  EXPECT_GT(dot(normalise(knee - hip), normalise(ankle - knee)), 0.995f);  // as at rest
}

TEST(MmdOnRig, AScaleByHandMovesTheBodyByThatMuch) {
  const Model rig = rigs::body();
  Clip clip;
  BoneTrack& t = clip.bones.emplace_back();
  t.name.text = "全ての親";
  t.frame = {0};
  t.rotation.resize(1);
  t.translation = {{3, 0, 5}};
  t.curve.resize(1);
  RetargetOptions options;
  const float automatic = dance_on(rig, clip).rig_place(0, H::hips).x;
  options.scale = 0.05f;
  const Danced d = dance_on(rig, clip, options);
  EXPECT_EQ(d.proxy.scale, 0.05f);
  EXPECT_NEAR(d.rig_place(0, H::hips).x, 0.15f, 1e-5f);
  const float leg = 0.37013511f + 0.37053475f;  // of rigs::body()
  EXPECT_NEAR(automatic, 3 * leg / kStandardLeg, 1e-4f);
}

TEST(MmdOnRig, TheArmAngleIsHowArmsRest) {
  const Model rig = rigs::body();
  for (const float angle : {0.f, 30.f, 45.f}) {
    RetargetOptions options;
    options.arm_degrees = angle;
    const Danced d = dance_on(rig, Clip{}, options);
    const Vec3 arm = d.rig_place(0, H::rightHand) - d.rig_place(0, H::rightUpperArm);
    EXPECT_NEAR(
        trig::atan2(static_cast<double>(-arm.y), static_cast<double>(-arm.x)) * 180 / trig::kPi,
        static_cast<double>(angle), 0.02);
  }
}

TEST(MmdOnRig, ARangeIsThatPartOfTheWhole) {
  const Model rig = rigs::body();
  const Clip clip = rigs::mmd_dance(6, kFrames);
  RetargetOptions options;
  options.first_frame = 20;
  options.last_frame = 30;
  const auto whole = retarget_mmd(clip, rig), part = retarget_mmd(clip, rig, options);
  ASSERT_TRUE(whole && part);
  EXPECT_EQ(last_frame(part->clip), 10);
  const BakedClip a = bake(rig, bind(whole->clip, rig), 20, 11, 1),
                  b = bake(rig, bind(part->clip, rig), 0, 11, 1);
  EXPECT_EQ(a.world_rotation, b.world_rotation);
  EXPECT_EQ(a.world_position, b.world_position);
}

TEST(MmdOnRig, EveryNumberOfThreadsGivesTheSameBits) {
  const Model rig = rigs::body();
  const Clip clip = rigs::mmd_dance(8, 300);
  RetargetOptions many;
  many.threads = 3;
  const auto a = retarget_mmd(clip, rig), b = retarget_mmd(clip, rig, many);
  ASSERT_TRUE(a && b);
  EXPECT_EQ(fingerprint(rigs::baked(rig, a->clip, 300)),
            fingerprint(rigs::baked(rig, b->clip, 300)));
  EXPECT_EQ(a->clamped_legs[0].frames, b->clamped_legs[0].frames);
}

// As in Biped's rigs: what travels is what carries both.
TEST(MmdOnRig, ASpineBesideTheHipsTravelsWithThem) {
  Model rig = rigs::body();
  Skeleton& s = rig.skeleton;
  const auto add = [&](auto& list, auto value) { list.insert(list.begin(), value); };
  for (BoneIndex& p : s.parent) p = is_set(p) ? static_cast<BoneIndex>(at(p) + 1) : BoneIndex{0};
  for (BoneIndex& b : rig.humanoid.bone)
    if (is_set(b)) b = static_cast<BoneIndex>(at(b) + 1);
  add(s.names, std::string("root"));
  add(s.names_en, std::string("root"));
  add(s.parent, BoneIndex::none);
  add(s.rest_position, Vec3{});
  add(s.rest_translation, Vec3{});
  add(s.rest_rotation, Quat{});
  add(s.tail, Vec3{});
  add(s.flags, s.flags[0]);
  add(s.layer, std::int32_t{0});
  s.file_index.push_back(static_cast<std::int32_t>(s.file_index.size()));
  s.from_file_index.push_back(static_cast<BoneIndex>(s.from_file_index.size()));
  const std::size_t spine = at(rig.humanoid[H::spine]);
  s.parent[spine] = BoneIndex{0};
  s.rest_translation[spine] = s.rest_position[spine];
  Clip clip;
  BoneTrack& t = clip.bones.emplace_back();
  t.name.text = "センター";
  t.frame = {0};
  t.rotation = {from_axis_angle({0, 1, 0}, 0.7f)};
  t.translation = {{0.5f, -1, 0.5f}};
  t.curve.resize(1);
  const Danced d = dance_on(rig, clip);
  for (const H b : {H::leftUpperLeg, H::spine, H::head, H::leftHand, H::rightFoot}) {
    EXPECT_LT(length(d.proxy_place(0, b) - d.rig_place(0, b)), 2e-3f) << to_text(b);
  }
}

// Bodies that lack what MMD's motions are made of: something sensible, never a number that is none.
TEST(MmdOnRig, OddBodiesGetFiniteMotions) {
  const Clip clip = rigs::mmd_dance(9, kFrames, 3);
  std::vector<Case> odd;
  const auto without = [](const char* name, std::initializer_list<H> bones) {
    Case c{name, rigs::body()};
    for (const H b : bones) c.rig.humanoid.set(b, BoneIndex::none, BoneSource::none);
    return c;
  };
  odd.push_back(without("no legs", {H::leftUpperLeg, H::leftLowerLeg, H::leftFoot, H::rightUpperLeg,
                                    H::rightLowerLeg, H::rightFoot}));
  odd.push_back(without("one leg", {H::rightUpperLeg, H::rightLowerLeg, H::rightFoot}));
  odd.push_back(without("no knees", {H::leftLowerLeg, H::rightLowerLeg}));
  odd.push_back(without("no arms", {H::leftUpperArm, H::leftLowerArm, H::leftHand, H::rightUpperArm,
                                    H::rightLowerArm, H::rightHand}));
  odd.push_back(without("hips and head", {H::spine, H::chest, H::neck}));
  odd.push_back(
      {"no pose at all", rigs::with_turned_bones(rigs::body(), from_axis_angle({0, 0, 1}, 1.2f))});
  Case folded{"legs of no length", rigs::body()};
  for (const H b : {H::leftLowerLeg, H::leftFoot, H::rightLowerLeg, H::rightFoot}) {
    Skeleton& s = folded.rig.skeleton;
    s.rest_translation[at(folded.rig.humanoid[b])] = {};
    s.rest_position[at(folded.rig.humanoid[b])] =
        s.rest_position[at(s.parent[at(folded.rig.humanoid[b])])];
  }
  odd.push_back(std::move(folded));
  for (const Case& c : odd) {
    SCOPED_TRACE(c.name);
    const auto result = retarget_mmd(clip, c.rig);
    ASSERT_TRUE(result) << to_text(result.error());
    const BakedClip baked = rigs::baked(c.rig, result->clip, kFrames);
    for (const Quat& q : baked.world_rotation)
      ASSERT_NEAR(dot(q, q), 1, 1e-3f);  // also what is not a number
    for (const Vec3& p : baked.world_position) ASSERT_LT(length(p), 10.f);
  }
}

}  // namespace
}  // namespace odori
