// Real captures onto the standard skeleton, by way of a VMD file: where limbs point is measured
// between joints on both sides, not with what the room computes.
#include <gtest/gtest.h>

#include "odori/convert/bvh.h"
#include "odori/convert/mmd.h"
#include "odori/convert/vrma.h"
#include "odori/io/gltf.h"
#include "odori/io/vrm.h"
#include "odori/math/trig.h"
#include "odori/model/standard.h"
#include "odori/motion/resample.h"
#include "odori/pose/evaluate.h"
#include "odori/retarget/retarget.h"
#include "rigs.h"
#include "test_files.h"

namespace odori {
namespace {

struct Pair {  // two joints of the source, two bones of the target
  const char *from_a, *from_b, *to_a, *to_b;
};

const std::vector<Pair> kBandai = {{"UpperArm_L", "LowerArm_L", "左腕", "左ひじ"},
                                   {"LowerArm_L", "Hand_L", "左ひじ", "左手首"},
                                   {"UpperArm_R", "LowerArm_R", "右腕", "右ひじ"},
                                   {"LowerArm_R", "Hand_R", "右ひじ", "右手首"},
                                   {"UpperLeg_L", "LowerLeg_L", "左足", "左ひざ"},
                                   {"LowerLeg_L", "Foot_L", "左ひざ", "左足首"},
                                   {"UpperLeg_R", "LowerLeg_R", "右足", "右ひざ"},
                                   {"LowerLeg_R", "Foot_R", "右ひざ", "右足首"},
                                   {"Foot_L", "Toes_L", "左足首", "左つま先"},
                                   {"Foot_R", "Toes_R", "右足首", "右つま先"},
                                   {"UpperLeg_R", "UpperLeg_L", "右足", "左足"},
                                   {"Spine", "Chest", "上半身", "上半身2"},
                                   {"Chest", "Neck", "上半身2", "首"},
                                   {"Neck", "Head", "首", "頭"}};
const std::vector<Pair> kCmu = {{"LeftArm", "LeftForeArm", "左腕", "左ひじ"},
                                {"LeftForeArm", "LeftHand", "左ひじ", "左手首"},
                                {"RightArm", "RightForeArm", "右腕", "右ひじ"},
                                {"RightForeArm", "RightHand", "右ひじ", "右手首"},
                                {"LeftUpLeg", "LeftLeg", "左足", "左ひざ"},
                                {"LeftLeg", "LeftFoot", "左ひざ", "左足首"},
                                {"RightUpLeg", "RightLeg", "右足", "右ひざ"},
                                {"RightLeg", "RightFoot", "右ひざ", "右足首"},
                                {"LeftFoot", "LeftToeBase", "左足首", "左つま先"},
                                {"RightFoot", "RightToeBase", "右足首", "右つま先"},
                                {"RightUpLeg", "LeftUpLeg", "右足", "左足"},
                                {"Spine1", "Neck1", "上半身2", "首"},
                                {"Neck1", "Head", "首", "頭"}};

Clip through_vmd(const Clip& clip) {
  const VmdExport out = export_vmd(clip);
  EXPECT_TRUE(out.losses.empty());
  const auto again = io::decode_vmd(io::encode_vmd(out.document));
  EXPECT_TRUE(again);
  return import_vmd(*again);
}

double degrees_between(Vec3 a, Vec3 b) {
  const Vec3 c = cross(a, b);
  return trig::atan2(static_cast<double>(length(c)), static_cast<double>(dot(a, b))) * 180 /
         trig::kPi;
}

class Places {
 public:
  Places(const Model& model, const Clip& clip)
      : model_(model),
        binding_(bind(clip, model)),
        evaluator_(model, binding_),
        pose_(make_pose(model)) {}
  void go(double frame) { evaluator_.evaluate_placement(frame, pose_); }
  Vec3 between(const char* a, const char* b) const { return place(b) - place(a); }
  Vec3 place(const char* name) const {
    const BoneIndex bone = find_bone(model_.skeleton, name);
    EXPECT_TRUE(is_set(bone)) << name;
    return pose_.world_position[at(bone)];
  }

 private:
  const Model& model_;
  Binding binding_;
  Evaluator evaluator_;
  Pose pose_;
};

std::vector<std::pair<std::string, Capture>> captures() {
  std::vector<std::pair<std::string, Capture>> out;
  for (const auto& path : testing_files::shared_data({".bvh"})) {
    const auto document = io::decode_bvh(testing_files::bytes_of(path));
    if (!document) continue;
    out.emplace_back(path.filename().string(), *import_bvh(*document));
  }
  return out;
}

void expect_directions(const Capture& source, const Retargeted& result, const Model& target,
                       const std::vector<Pair>& pairs, double most) {
  const Clip clip = through_vmd(result.clip);
  Places from(source.model, source.clip), to(target, clip);
  std::vector<double> worst(pairs.size(), 0);
  const double last = last_frame(clip);
  for (double f = 0; f <= last; ++f) {
    from.go(f * source.clip.rate / 30);
    to.go(f);
    for (std::size_t i = 0; i < pairs.size(); ++i)
      worst[i] = std::max(worst[i], degrees_between(from.between(pairs[i].from_a, pairs[i].from_b),
                                                    to.between(pairs[i].to_a, pairs[i].to_b)));
  }
  for (std::size_t i = 0; i < pairs.size(); ++i) EXPECT_LT(worst[i], most) << pairs[i].to_a;
}

TEST(RetargetFiles, LimbsPointAsInTheCaptureOnEveryFrame) {
  const auto all = captures();
  if (all.empty()) GTEST_SKIP() << "no captures";
  const Model target = standard_skeleton();
  for (const auto& [name, source] : all) {
    SCOPED_TRACE(name);
    for (const LegKeys legs : {LegKeys::automatic, LegKeys::ik, LegKeys::fk}) {
      RetargetOptions options;
      options.legs = legs;
      options.capture_feet = CaptureFeet::directions;
      const auto result = retarget(source.model, source.clip, target, options);
      ASSERT_TRUE(result) << to_text(result.error());
      EXPECT_LT(result->worst_degrees, 0.05f);
      expect_directions(source, *result, target, name.starts_with("cmu") ? kCmu : kBandai, 0.1);
    }
  }
}

TEST(RetargetFiles, FeetOfTheStandingAreFlatOnTheFloor) {
  const auto all = captures();
  if (all.empty()) GTEST_SKIP() << "no captures";
  const Model target = standard_skeleton();
  for (const auto& [name, source] : all) {
    SCOPED_TRACE(name);
    const auto result = retarget(source.model, source.clip, target);
    ASSERT_TRUE(result);
    Places to(target, result->clip);
    std::vector<double> ankles, toes;
    for (double f = 0; f <= last_frame(result->clip); ++f) {
      to.go(f);
      for (const char* b : {"左足首", "右足首"})
        ankles.push_back(static_cast<double>(to.place(b).y));
      for (const char* b : {"左つま先", "右つま先"})
        toes.push_back(static_cast<double>(to.place(b).y));
    }
    std::sort(ankles.begin(), ankles.end());
    std::sort(toes.begin(), toes.end());
    EXPECT_NEAR(ankles[ankles.size() / 20], 1.43, 0.25);
    EXPECT_NEAR(toes[toes.size() / 20], 0, 0.35);
  }
}

TEST(RetargetFiles, MmdModelsAreKnownAndFollow) {
  const auto all = captures();
  int seen = 0;
  for (const auto& path : testing_files::shared_data({".pmx"})) {
    const auto document = io::decode_pmx(testing_files::bytes_of(path));
    if (!document) continue;
    const auto model = import_pmx(*document);
    if (!model || model->skeleton.size() < 60) continue;
    SCOPED_TRACE(path.filename().string());
    const DetectedHumanoid d = detect_humanoid(*model);
    if (!is_whole(d.humanoid)) continue;
    ++seen;
    EXPECT_EQ(d.humanoid.map, "mmd");
    EXPECT_EQ(d.mover, find_bone(model->skeleton, "センター"));
    if (all.empty()) continue;
    const auto result = retarget(all.back().second.model, all.back().second.clip, *model);
    ASSERT_TRUE(result);
    EXPECT_LT(result->worst_degrees, 0.05f);
  }
  if (seen == 0) GTEST_SKIP() << "no models";
}

TEST(RetargetFiles, DancesGoToAnotherBodyAndBack) {
  const Model mmd = standard_skeleton(), body = rigs::body({.toes = true, .upper_chest = true});
  int seen = 0;
  for (const auto& path : testing_files::shared_data({".vmd"})) {
    const auto document = io::decode_vmd(testing_files::bytes_of(path));
    if (!document) continue;
    const Clip clip = import_vmd(*document);
    const auto frames = static_cast<std::size_t>(last_frame(clip)) + 1;
    if (clip.bones.size() < 20 || frames < 2) continue;
    SCOPED_TRACE(path.filename().string());
    ++seen;
    const auto there = retarget(mmd, clip, body);
    ASSERT_TRUE(there) << to_text(there.error());
    EXPECT_LT(there->worst_degrees, 0.05f);
    const auto back = retarget(body, there->clip, mmd);
    ASSERT_TRUE(back) << to_text(back.error());
    Model known = mmd;
    known.humanoid = back->to.humanoid;
    for (const HumanBone toes : {HumanBone::leftToes, HumanBone::rightToes})
      known.humanoid.set(toes, BoneIndex::none, BoneSource::none);
    const BakedClip before = rigs::baked(mmd, clip, frames),
                    after = rigs::baked(mmd, through_vmd(back->clip), frames);
    EXPECT_LT(rigs::worst_degrees(known, before, after), 0.01f);
    EXPECT_LT(rigs::worst_distance(known, before, after), 2e-3f);
  }
  if (seen == 0) GTEST_SKIP() << "no dances";
}

TEST(RetargetFiles, DancesOntoTheirOwnModelStayAsTheyAre) {
  std::vector<Clip> dances;
  for (const auto& path : testing_files::shared_data({".vmd"})) {
    const auto document = io::decode_vmd(testing_files::bytes_of(path));
    if (!document) continue;
    Clip clip = import_vmd(*document);
    if (clip.bones.size() >= 20 && last_frame(clip) > 1) dances.push_back(std::move(clip));
  }
  int seen = 0;
  for (const auto& path : testing_files::shared_data({".pmx"})) {
    const auto document = io::decode_pmx(testing_files::bytes_of(path));
    if (!document) continue;
    const auto model = import_pmx(*document);
    if (!model || !is_whole(detect_humanoid(*model).humanoid)) continue;
    for (const Clip& clip : dances) {
      SCOPED_TRACE(path.filename().string() + " " + clip.model_name);
      ++seen;
      RetargetOptions options;
      options.last_frame = std::min(last_frame(clip), 600.0);
      const auto result = retarget(*model, clip, *model, options);
      ASSERT_TRUE(result);
      const auto frames = static_cast<std::size_t>(options.last_frame) + 1;
      Model known = *model;
      known.humanoid = result->to.humanoid;
      const BakedClip before = rigs::baked(*model, clip, frames),
                      after = rigs::baked(*model, result->clip, frames);
      for (const HumanBone toes : {HumanBone::leftToes, HumanBone::rightToes})
        known.humanoid.set(toes, BoneIndex::none, BoneSource::none);
      EXPECT_LT(rigs::worst_degrees(known, before, after), 0.01f);
      EXPECT_LT(rigs::worst_distance(known, before, after), 1.25e-3f);  // 0.1 mm
    }
  }
  if (seen == 0) GTEST_SKIP() << "no models or no dances";
}

TEST(RetargetFiles, EveryNumberOfThreadsGivesTheSameBits) {
  const auto all = captures();
  if (all.empty()) GTEST_SKIP() << "no captures";
  const Model target = standard_skeleton();
  const Capture& source = all.back().second;
  RetargetOptions one, many;
  many.threads = 3;
  const auto a = retarget(source.model, source.clip, target, one);
  const auto b = retarget(source.model, source.clip, target, many);
  EXPECT_EQ(io::encode_vmd(export_vmd(a->clip).document),
            io::encode_vmd(export_vmd(b->clip).document));
}

// What each standard bone has turned in the world since its rest, frame by frame.
std::vector<Quat> turns_since_rest(const Model& model, const Clip& clip, HumanBone human,
                                   std::size_t frames) {
  const auto bone = at(model.humanoid[human]);
  const BakedClip moved = rigs::baked(model, clip, frames), rest = rigs::baked(model, {}, 1);
  std::vector<Quat> out;
  for (std::size_t f = 0; f < frames; ++f)
    out.push_back(moved.world_rotation[f * moved.bones + bone] *
                  conjugate(rest.world_rotation[bone]));
  return out;
}

TEST(RetargetFiles, AVrmAnimationGoesToAVmdAndBack) {
  const Model mmd = standard_skeleton();
  const auto read = [](Bytes bytes) {
    const auto gltf = io::decode_gltf(bytes, nullptr);
    EXPECT_TRUE(gltf);
    return *import_vrma(*gltf, *io::decode_vrma(*gltf));
  };
  int seen = 0;
  for (const auto& path : testing_files::shared_data({".vrma"})) {
    SCOPED_TRACE(path.filename().string());
    ++seen;
    const VrmaImport source = read(testing_files::bytes_of(path));
    const auto there = retarget(source.model, source.clip, mmd);
    ASSERT_TRUE(there) << to_text(there.error());
    RetargetOptions options;
    options.rate = 30;
    const auto back = retarget(mmd, through_vmd(there->clip), source.model, options);
    ASSERT_TRUE(back) << to_text(back.error());
    VrmaOptions whole;
    whole.last_frame = last_frame(back->clip);
    const auto out = export_vrma(source.model, back->clip, whole);
    ASSERT_TRUE(out) << to_text(out.error());
    const auto bytes = io::encode_glb(out->document);
    ASSERT_TRUE(bytes);
    const VrmaImport again = read(*bytes);
    const auto at_30 = resample(source.clip, 30), again_at_30 = resample(again.clip, 30);
    ASSERT_TRUE(at_30 && again_at_30);
    const auto frames = static_cast<std::size_t>(last_frame(*at_30)) + 1;
    ASSERT_GT(frames, 10u);
    double most = 0;
    for (std::size_t i = 0; i < kHumanBones; ++i) {
      const HumanBone human = human_bone(i);
      if (!source.model.humanoid.has(human) || !back->from.humanoid.has(human)) continue;
      if (human == HumanBone::leftToes || human == HumanBone::rightToes) continue;  // ends in MMD
      ASSERT_TRUE(again.model.humanoid.has(human)) << to_text(human);
      const auto before = turns_since_rest(source.model, *at_30, human, frames);
      const auto after = turns_since_rest(again.model, *again_at_30, human, frames);
      for (std::size_t f = 0; f < frames; ++f) {
        const double angle =
            static_cast<double>(angle_between(before[f], after[f])) * 180 / trig::kPi;
        most = std::max(most, angle);
        ASSERT_LT(angle, 0.1) << to_text(human) << " in frame " << f;
      }
    }
    RecordProperty("most_degrees", std::to_string(most));
  }
  if (seen == 0) GTEST_SKIP() << "no VRM animations";
}

}  // namespace
}  // namespace odori
