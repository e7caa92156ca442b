#include "odori/demo/dance.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "odori/convert/mmd.h"
#include "odori/demo/figure.h"
#include "odori/pose/evaluate.h"
#include "stick_dancer.h"

namespace odori::demo {
namespace {

constexpr float kMillimetres = 80;  // of an MMD unit
constexpr int kLastFrame = kBars * kBeatsPerBar * kFramesPerBeat;

const Dance& dance() {
  static const Dance made = [] {
    Result<Dance> d = make_dance(make_stick_dancer(), make_song_timing());
    return d ? *d : Dance{};
  }();
  return made;
}

// Every half frame of the dance, as the product's evaluator sees it.
struct Stage {
  Model model;
  std::vector<Pose> poses;
  BoneIndex bone(const std::string& name) const { return find_bone(model.skeleton, name); }
  Vec3 at(std::size_t i, const std::string& name, Vec3 offset = {}) const {
    const std::size_t b = odori::at(bone(name));
    return poses[i].world_position[b] + rotate(poses[i].world_rotation[b], offset);
  }
};

const Stage& stage() {
  static const Stage made = [] {
    Stage s;
    Result<Model> model = import_pmx(make_stick_dancer());
    if (!model) return s;
    s.model = std::move(*model);
    const Clip clip = import_vmd(dance().body);
    const Binding binding = bind(clip, s.model);
    Evaluator evaluator(s.model, binding);
    Pose pose = make_pose(s.model);
    for (int half = 0; half <= 2 * kLastFrame; ++half) {
      evaluator.evaluate(half / 2.0, pose);
      s.poses.push_back(pose);
    }
    return s;
  }();
  return made;
}

TEST(Dance, NamesTheBoneThatTheDancerDoesNotHave) {
  io::PmxDocument dancer = make_stick_dancer();
  for (io::PmxBone& bone : dancer.bones) {
    if (bone.name.text == "グルーブ") bone.name.text = "something else";
  }
  const Result<Dance> d = make_dance(dancer, make_song_timing());
  ASSERT_FALSE(d);
  EXPECT_EQ(d.error().code, Code::not_found);
  EXPECT_NE(d.error().what.find("グルーブ"), std::string::npos);
}

TEST(Dance, RefusesADancerWithoutALegLength) {
  io::PmxDocument dancer = make_stick_dancer();
  for (io::PmxBone& bone : dancer.bones) bone.position = {};
  EXPECT_FALSE(make_dance(dancer, make_song_timing()));
}

TEST(Dance, IsTheSameEveryTime) {
  const Result<Dance> again = make_dance(make_stick_dancer(), make_song_timing());
  ASSERT_TRUE(again);
  EXPECT_EQ(io::encode_vmd(again->body), io::encode_vmd(dance().body));
  EXPECT_EQ(io::encode_vmd(again->camera), io::encode_vmd(dance().camera));
}

TEST(Dance, ReadsBackAsItWasWrittenWithoutWarnings) {
  for (const io::VmdDocument* d : {&dance().body, &dance().camera}) {
    const std::vector<std::byte> bytes = io::encode_vmd(*d);
    const Result<io::VmdDocument> read = io::decode_vmd(bytes);
    ASSERT_TRUE(read);
    EXPECT_TRUE(read->warnings.empty());
    EXPECT_EQ(io::encode_vmd(*read), bytes);
    EXPECT_TRUE(import_vmd(*read).warnings.empty());
  }
}

TEST(Dance, KeepsToTheSongAndLeavesPhysicsOn) {
  for (const io::VmdBoneKey& key : dance().body.bones) {
    EXPECT_LE(key.frame, static_cast<std::uint32_t>(kLastFrame));
    EXPECT_EQ(key.curve[2], 0);
    EXPECT_EQ(key.curve[3], 0);
    EXPECT_NEAR(dot(key.rotation, key.rotation), 1, 1e-4f);
    EXPECT_TRUE(is_finite(key.translation));
  }
  for (const io::VmdMorphKey& key : dance().body.morphs) {
    EXPECT_LE(key.frame, static_cast<std::uint32_t>(kLastFrame));
    EXPECT_TRUE(key.weight >= 0 && key.weight <= 1);
  }
  for (const io::VmdCameraKey& key : dance().camera.cameras) {
    EXPECT_LE(key.frame, static_cast<std::uint32_t>(kLastFrame));
  }
}

TEST(Dance, SwitchesAllLegIkOnAtTheStart) {
  ASSERT_EQ(dance().body.properties.size(), 1u);
  const io::VmdPropertyKey& key = dance().body.properties[0];
  EXPECT_EQ(key.frame, 0u);
  EXPECT_EQ(key.ik.size(), 4u);
  for (const io::VmdIkSwitch& ik : key.ik) EXPECT_EQ(ik.enabled, 1);
}

TEST(Dance, HasSparseKeysForManyBones) {
  std::map<io::VmdName15, int> tracks;
  for (const io::VmdBoneKey& key : dance().body.bones) ++tracks[key.name];
  EXPECT_GE(tracks.size(), 55u);
  EXPECT_LE(static_cast<double>(dance().body.bones.size()),
            0.12 * static_cast<double>(tracks.size()) * (kLastFrame + 1));
}

TEST(Dance, RotationsNeverGoTheLongWayRound) {
  std::map<io::VmdName15, Quat> last;
  for (const io::VmdBoneKey& key : dance().body.bones) {
    const auto it = last.find(key.name);
    if (it != last.end()) {
      EXPECT_GE(dot(it->second, key.rotation), 0);
    }
    last[key.name] = key.rotation;
  }
}

TEST(Dance, TwistBonesStayOnTheirAxis) {
  const Vec3 along = normalise(Vec3{0.7986f, -0.6018f, 0});
  for (const io::VmdBoneKey& key : dance().body.bones) {
    const std::string name = io::vmd_text(key.name).text;
    if (name != "左腕捩" && name != "左手捩") continue;
    const Vec3 axis{key.rotation.x, key.rotation.y, -key.rotation.z};
    EXPECT_LT(length(cross(axis, along)), 2e-3f);
  }
}

TEST(Dance, PlantedFeetDoNotSlideOrSink) {
  const Stage& s = stage();
  ASSERT_FALSE(s.poses.empty());
  double sum = 0, lowest = 0;
  int count = 0;
  for (const char* side : {"左", "右"}) {
    const float x = side == std::string("左") ? 1.0f : -1.0f;
    const std::string ik = std::string(side) + "足ＩＫ";
    const Vec3 ball{-0.02f * x, -1.05f, 1.20f}, heel{0, -1.05f, -0.35f},
        tip{-0.02f * x, -1.05f, 1.25f};
    for (std::size_t i = 0; i < s.poses.size(); ++i) {
      for (const Vec3 offset : {ball, heel, tip}) {
        lowest = std::min(lowest, static_cast<double>(s.at(i, ik, offset).y));
      }
      if (i == 0) continue;
      const Vec3 now = s.at(i, ik, ball), before = s.at(i - 1, ik, ball);
      if (now.y > 0.012f || before.y > 0.012f) continue;
      const double slide = std::hypot(now.x - before.x, now.z - before.z) * 2 * kMillimetres;
      EXPECT_LE(slide, 4.0) << side << " at frame " << static_cast<double>(i) / 2;
      sum += slide;
      ++count;
    }
  }
  ASSERT_GT(count, 1000);
  EXPECT_LE(sum / count, 0.4);
  EXPECT_GE(lowest * kMillimetres, -5.0);
}

TEST(Dance, LegsReachEveryStepAndKneesPointForward) {
  const Stage& s = stage();
  ASSERT_FALSE(s.poses.empty());
  for (const std::string side : {"左", "右"}) {
    const float leg = 4.2005f + 4.0026f;
    int behind = 0;
    float longest = 0;
    for (std::size_t i = 0; i < s.poses.size(); ++i) {
      const Vec3 hip = s.at(i, side + "足"), goal = s.at(i, side + "足ＩＫ");
      longest = std::max(longest, length(goal - hip) / leg);
      const Vec3 ankle = s.at(i, side + "足首"), knee = s.at(i, side + "ひざ");
      const Vec3 forward = s.at(i, side + "足", {0, 0, 1}) - hip;
      if (dot(knee - (hip + ankle) * 0.5f, forward) < -0.02f) ++behind;
    }
    EXPECT_LE(longest, 0.995f) << side;
    EXPECT_EQ(behind, 0) << side;
  }
}

float segment_distance(Vec3 a, Vec3 b, Vec3 c, Vec3 d) {
  float best = 1e9f;
  for (int i = 0; i <= 12; ++i) {  // points of one against the other
    const Vec3 p = lerp(a, b, static_cast<float>(i) / 12);
    const Vec3 v = d - c;
    const float t = std::clamp(dot(p - c, v) / dot(v, v), 0.0f, 1.0f);
    best = std::min(best, length(p - (c + v * t)));
  }
  return best;
}

TEST(Dance, HandsAndForearmsStayOutOfTheBody) {
  struct Capsule {
    const char* bone;
    Vec3 from, to;
    float radius;
  };
  static constexpr Capsule kBody[] = {{"上半身", {0, .4f, .05f}, {0, 1.2f, .05f}, .66f},
                                      {"上半身2", {0, .2f, .10f}, {0, 1.2f, .08f}, .82f},
                                      {"頭", {0, 1.45f, 0}, {0, 2.1f, 0}, 1.22f},
                                      {"下半身", {0, -.4f, 0}, {0, -.9f, 0}, .92f}};
  const Stage& s = stage();
  ASSERT_FALSE(s.poses.empty());
  for (std::size_t i = 0; i < s.poses.size(); ++i) {
    for (const std::string side : {"左", "右"}) {
      const Vec3 wrist = s.at(i, side + "手首"), knuckle = s.at(i, side + "中指２");
      const Vec3 fore = lerp(s.at(i, side + "ひじ"), wrist, 0.35f);
      for (const Capsule& c : kBody) {
        const Vec3 a = s.at(i, c.bone, c.from), b = s.at(i, c.bone, c.to);
        const float hand = segment_distance(wrist, knuckle, a, b) - c.radius - 0.16f;
        const float arm = segment_distance(fore, wrist, a, b) - c.radius - 0.22f;
        EXPECT_GE(std::min(hand, arm) * kMillimetres, -30)
            << side << " in " << c.bone << " at frame " << static_cast<double>(i) / 2;
      }
    }
  }
}

TEST(Dance, UsesTheStage) {
  const Stage& s = stage();
  ASSERT_FALSE(s.poses.empty());
  Vec3 low{99, 99, 99}, high{-99, -99, -99};
  for (std::size_t i = 0; i < s.poses.size(); ++i) {
    const Vec3 p = s.at(i, "センター");
    low = {std::min(low.x, p.x), 0, std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), 0, std::max(high.z, p.z)};
  }
  EXPECT_GT((high.x - low.x) * kMillimetres, 1000);
  EXPECT_GT((high.z - low.z) * kMillimetres, 1000);
}

TEST(Dance, EyesAreNeverHalfShutOnABeat) {
  const Clip clip = import_vmd(dance().body);
  int blinks = 0;
  for (const MorphTrack& track : clip.morphs) {
    if (track.name.text != "まばたき") continue;
    for (std::size_t i = 0; i < track.frame.size(); ++i) {
      if (track.weight[i] <= 0) continue;
      ++blinks;
      const int phase = static_cast<int>(track.frame[i]) % kFramesPerBeat;
      EXPECT_TRUE(phase >= 2 && phase <= kFramesPerBeat - 3) << "frame " << track.frame[i];
    }
  }
  EXPECT_GE(blinks, 12);
}

TEST(Dance, LipsFollowTheSong) {
  const Clip clip = import_vmd(dance().body);
  for (const char* vowel : {"あ", "い", "う", "え", "お"}) {
    const auto track = std::find_if(clip.morphs.begin(), clip.morphs.end(),
                                    [&](const MorphTrack& t) { return t.name.text == vowel; });
    ASSERT_NE(track, clip.morphs.end()) << vowel;
    EXPECT_GT(*std::max_element(track->weight.begin(), track->weight.end()), 0.5f) << vowel;
  }
}

TEST(Dance, CameraCutsBetweenNeighbouringFrames) {
  const std::vector<io::VmdCameraKey>& keys = dance().camera.cameras;
  ASSERT_GT(keys.size(), 20u);
  EXPECT_EQ(keys.front().frame, 0u);
  int cuts = 0;
  for (std::size_t i = 1; i < keys.size(); ++i) {
    ASSERT_GT(keys[i].frame, keys[i - 1].frame);
    if (keys[i].frame == keys[i - 1].frame + 1) ++cuts;
  }
  EXPECT_GE(cuts, 8);
}

TEST(Dance, MovesOnlyWhatTheProjectsOwnDancerHas) {
  const io::PmxDocument dancer = make_dancer().model;
  const Result<Dance> d = make_dance(dancer, make_song_timing());
  ASSERT_TRUE(d);
  const Result<Model> model = import_pmx(dancer);
  ASSERT_TRUE(model);
  const Binding binding = bind(import_vmd(d->body), *model);
  EXPECT_TRUE(binding.unbound_bones.empty());
  EXPECT_TRUE(binding.unbound_morphs.empty());
}

TEST(Dance, FitsADancerOfAnotherSize) {
  io::PmxDocument tall = make_stick_dancer();
  for (io::PmxBone& bone : tall.bones) bone.position = bone.position * 1.25f;
  const Result<Dance> d = make_dance(tall, make_song_timing());
  ASSERT_TRUE(d);
  ASSERT_EQ(d->body.bones.size(), dance().body.bones.size());
  for (std::size_t i = 0; i < d->body.bones.size(); ++i) {
    EXPECT_LT(length(d->body.bones[i].translation - dance().body.bones[i].translation * 1.25f),
              0.05f);
  }
}

}  // namespace
}  // namespace odori::demo
