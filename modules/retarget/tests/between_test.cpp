// What MMD bodies keep beside the standard bones.
#include <gtest/gtest.h>

#include <algorithm>

#include "odori/math/trig.h"
#include "odori/model/standard.h"
#include "odori/retarget/retarget.h"
#include "rigs.h"

namespace odori {
namespace {

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

void add_bone(Model& m, const std::string& name, const std::string& parent, Vec3 place) {
  Skeleton& s = m.skeleton;
  s.names.push_back(name);
  s.names_en.push_back("");
  s.parent.push_back(find_bone(s, parent));
  s.rest_position.push_back(place);
  s.rest_translation.push_back(place - s.rest_position[at(s.parent.back())]);
  s.rest_rotation.push_back({});
  s.tail.push_back(place);
  s.flags.push_back(kRotatable);
  s.layer.push_back(0);
  s.file_index.push_back(static_cast<std::int32_t>(s.size() - 1));
  s.from_file_index.push_back(static_cast<BoneIndex>(s.size() - 1));
}

// An MMD body with a waist that legs take back (腰, 腰キャンセル) and a twist bone in an arm.
Model mmd_with_helpers(float cancel) {
  Model m;
  const Model standard = standard_skeleton();
  const Skeleton& s = standard.skeleton;
  for (std::size_t b = 0; b < s.size(); ++b) {
    std::string parent = is_set(s.parent[b]) ? s.names[at(s.parent[b])] : "";
    if (s.names[b] == "上半身") add_bone(m, "腰", "グルーブ", {0, 12, 0.2f});
    if (s.names[b] == "上半身" || s.names[b] == "下半身") parent = "腰";
    if (s.names[b] == "左足") add_bone(m, "腰キャンセル左", "下半身", s.rest_position[b]);
    if (s.names[b] == "左足") parent = "腰キャンセル左";
    if (s.names[b] == "左ひじ") {
      const Vec3 shoulder = s.rest_position[at(s.parent[b])];
      add_bone(m, "左腕捩", "左腕", (shoulder + s.rest_position[b]) * 0.5f);
      parent = "左腕捩";
    }
    if (parent.empty()) {
      m.skeleton.parent.push_back(BoneIndex::none);
      for (auto* names : {&m.skeleton.names, &m.skeleton.names_en}) names->push_back(s.names[b]);
      for (auto* places :
           {&m.skeleton.rest_position, &m.skeleton.rest_translation, &m.skeleton.tail})
        places->emplace_back();
      m.skeleton.rest_rotation.emplace_back();
      m.skeleton.flags.push_back(kRotatable);
      m.skeleton.layer.push_back(0);
      m.skeleton.file_index.push_back(0);
      m.skeleton.from_file_index.push_back(BoneIndex{0});
      continue;
    }
    add_bone(m, s.names[b], parent, s.rest_position[b]);
  }
  const auto same = [&](BoneIndex b) { return find_bone(m.skeleton, s.names[at(b)]); };
  for (Ik ik : s.iks) {
    ik.bone = same(ik.bone);
    ik.effector = same(ik.effector);
    for (IkLink& link : ik.links) link.bone = same(link.bone);
    m.skeleton.iks.push_back(ik);
  }
  if (cancel != 0)
    m.skeleton.appends.push_back({find_bone(m.skeleton, "腰キャンセル左"),
                                  find_bone(m.skeleton, "腰"), cancel, true, false, false});
  return m;
}

TEST(RetargetMmd, WaistAndTwistsOfMmdTurnAsTheyDid) {
  const Model mmd = mmd_with_helpers(-1);
  Clip clip = go(rigs::body(), rigs::dance(rigs::body(), 19, kFrames), mmd).clip;
  clip.property = {};
  const Vec3 along_arm = mmd.skeleton.rest_translation[at(find_bone(mmd.skeleton, "左ひじ"))];
  for (const auto& [name, axis] : {std::pair{"腰", Vec3{1, -1, 0}}, {"左腕捩", along_arm}}) {
    BoneTrack& t = clip.bones.emplace_back();
    t.name.text = name;
    t.frame = {0, 30};
    t.rotation = {{}, degrees(axis, 50)};
    t.translation = {{}, {}};
    t.curve.resize(2);
  }
  const BakedClip before = rigs::baked(mmd, clip, kFrames);
  // A body of other appends cannot take the waist over: still the limbs are right.
  for (const Model& to : {mmd, mmd_with_helpers(0.5f), mmd_with_helpers(0)}) {
    const Retargeted result = go(mmd, clip, to);
    EXPECT_LT(result.worst_degrees, 0.05f);
    const BakedClip after = rigs::baked(to, result.clip, kFrames);
    Model known = to;
    known.humanoid = result.to.humanoid;
    EXPECT_LT(rigs::worst_degrees(known, before, after), 0.01f);
    const auto has = [&](std::string_view name) {
      return std::any_of(result.clip.bones.begin(), result.clip.bones.end(),
                         [&](const BoneTrack& t) { return t.name.text == name; });
    };
    const bool alike = !to.skeleton.appends.empty() && to.skeleton.appends[0].ratio == -1;
    EXPECT_EQ(has("腰"), to.skeleton.appends.empty() || alike);
    EXPECT_TRUE(has("左腕捩"));
    EXPECT_FALSE(has("腰キャンセル左"));
    if (alike) {
      for (std::size_t i = 0; i < before.world_position.size(); ++i) {
        const std::string& name = to.skeleton.names[i % before.bones];
        if (name.ends_with("ＩＫ")) continue;  // a goal lies where its chain ends
        EXPECT_LT(length(before.world_position[i] - after.world_position[i]), 1e-3f) << name;
        EXPECT_LT(angle_between(before.world_rotation[i], after.world_rotation[i]), 2e-4f) << name;
      }
    }
  }
}

TEST(RetargetMmd, KeepsHairByNameAndNotWhatTheBodyNeeds) {
  Model mmd = standard_skeleton();
  add_bone(mmd, "前髪", "頭", {0, 18, 1});
  Clip clip;
  for (const char* name : {"前髪", "両目", "グルーブ"}) {
    BoneTrack& t = clip.bones.emplace_back();
    t.name.text = name;
    t.frame = {0, 20};
    t.rotation = {{}, degrees({1, 0, 0}, 30)};
    t.translation = {{}, {}};
    t.curve.resize(2);
  }
  const Retargeted result = go(mmd, clip, mmd);
  const auto keys = [&](std::string_view name) -> std::size_t {
    for (const BoneTrack& t : result.clip.bones)
      if (t.name.text == name) return t.frame.size();
    return 0;
  };
  EXPECT_EQ(keys("前髪"), 2u);
  EXPECT_EQ(keys("両目"), 0u);       // the eyes themselves have it
  EXPECT_EQ(keys("グルーブ"), 21u);  // above the body: turns as it did
  EXPECT_EQ(keys("左目"), 21u);
  RetargetOptions options;
  options.other_bones = false;
  for (const BoneTrack& t : go(mmd, clip, mmd, options).clip.bones) EXPECT_NE(t.name.text, "前髪");
}

TEST(RetargetMmd, CarriedTracksKeepWhatTheyShowInARange) {
  Model mmd = standard_skeleton();
  add_bone(mmd, "前髪", "頭", {0, 18, 1});
  for (const Interpolation kind :
       {Interpolation::bezier, Interpolation::linear, Interpolation::step}) {
    Clip clip;
    BoneTrack& t = clip.bones.emplace_back();
    t.name.text = "前髪";
    t.interpolation = kind;
    t.frame = {0, 10, 20, 30};
    for (const float angle : {0.f, 40.f, 10.f, 60.f})
      t.rotation.push_back(degrees({1, 0, 0}, angle));
    t.translation.resize(4);
    t.curve.resize(4);
    RetargetOptions options;
    options.first_frame = 5;
    clip.morphs.push_back({{"あ", {}, false}, {0, 30}, {0, 1}});
    clip.property.frame = {0};
    clip.property.visible = {0};
    clip.property.ik.resize(1);
    options.last_frame = 25;
    const Retargeted result = go(mmd, clip, mmd, options);
    const BakedClip before = rigs::baked(mmd, clip, 31), after = rigs::baked(mmd, result.clip, 21);
    ASSERT_EQ(result.clip.morphs.size(), 1u);
    EXPECT_EQ(result.clip.morphs[0].frame.front(), 0);
    EXPECT_NEAR(result.clip.morphs[0].weight.front(), 5 / 30.f, 1e-6f);
    EXPECT_EQ(result.clip.morphs[0].frame.back(), 20);
    ASSERT_FALSE(result.clip.property.frame.empty());
    EXPECT_EQ(result.clip.property.visible[0], 0);
    EXPECT_EQ(last_frame(result.clip), 20);
    const std::size_t bone = at(find_bone(mmd.skeleton, "前髪"));
    for (std::size_t f = 0; f <= 20; ++f)
      EXPECT_LT(angle_between(before.world_rotation[(5 + f) * before.bones + bone],
                              after.world_rotation[f * after.bones + bone]),
                1e-3f)
          << f;
  }
}

}  // namespace
}  // namespace odori
