// Poses that other MMD runtimes agree on, with real and made-up models; skipped where the folder
// with them is not there. The rules of judging are those of the folder's own checker.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "odori/assets/load.h"
#include "odori/pose/evaluate.h"
#include "odori/pose/skin.h"

namespace odori {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr float kStrict = 2e-3f, kVertex = 2e-3f, kMorph = 1e-4f;

// Values that a case may miss for a reason of its own.
struct Excuse {
  int bones = 0, vertices = 0;
};
const std::map<std::string, Excuse> kMayMiss = {
    // At frame 60 the left leg, and six vertices on it, stands where two programs end that work in
    // float; another vertex is 2.04e-3 off at frame 50. The bones are covered by the case itself.
    {"s03_legik", {0, 7}},
    // Keys of a rotation that is not of unit length, and two keys on one frame with the track's
    // first pose taken from the one that is overwritten: the others play what the file says, Odori
    // normalises and keeps the last key.
    {"s10_edge", {7, 5}}};

fs::path shared_folder() {
  const char* wish = std::getenv("ODORI_SHARED");
  return wish ? wish : ODORI_SHARED_DIR;
}

// Bone values are written in the file's axes.
Vec3 position(const json& v) {
  return mirror_z(Vec3{v[0].get<float>(), v[1].get<float>(), v[2].get<float>()});
}
Quat rotation(const json& v) {
  return normalise(
      mirror_z(Quat{v[3].get<float>(), v[4].get<float>(), v[5].get<float>(), v[6].get<float>()}));
}

const json& part(const json& frame, const char* name) {
  static const json kNothing = json::object();
  const auto it = frame.find(name);
  return it != frame.end() ? *it : kNothing;
}

struct Score {
  int strict = 0, strict_right = 0, vertices_wrong = 0, morphs_wrong = 0;
};

bool bone_is_right(const Pose& pose, std::size_t bone, const json& golden) {
  return length(pose.world_position[bone] - position(golden)) <= kStrict &&
         angle_between(pose.world_rotation[bone], rotation(golden)) <= kStrict;
}

void judge_frame(const Model& model, const Pose& pose, const DressedMesh& dressed,
                 const json& frame, Score& score) {
  const std::vector<BoneIndex>& from_file = model.skeleton.from_file_index;
  for (const auto& [key, golden] : part(frame, "strict").items()) {
    const std::size_t bone = at(from_file.at(std::stoul(key)));
    ++score.strict;
    score.strict_right += bone_is_right(pose, bone, golden);
  }
  for (const auto& [key, golden] : part(frame, "m").items()) {
    const float weight = pose.morph_weight.at(std::stoul(key));
    score.morphs_wrong += !(std::fabs(weight - golden.get<float>()) <= kMorph);
  }
  for (const auto& [key, golden] : part(frame, "v").items()) {
    const Vec3 at_vertex = dressed.positions.at(std::stoul(key));
    score.vertices_wrong += !(length(at_vertex - position(golden)) <= kVertex);
  }
}

// Calls `judge(name, golden, model, clip)` for each case; whether there were any.
template <class Judge>
bool for_each_case(Judge judge) {
  const fs::path shared = shared_folder();
  if (!fs::exists(shared / "golden" / "pose")) return false;
  for (const auto& entry : fs::directory_iterator(shared / "golden" / "pose")) {
    if (entry.path().extension() != ".json") continue;
    std::ifstream in(entry.path());
    const json golden = json::parse(in);
    if (!golden.contains("bones")) continue;
    const std::string name = golden["case"];
    SCOPED_TRACE(name);
    const auto path_of = [&](const char* what) {
      return (shared / "data" / golden[what]["file"].get<std::string>()).string();
    };
    const Result<Model> model = load_model(path_of("model"));
    const Result<Clip> clip = load_clip(path_of("motion"));
    EXPECT_TRUE(model && clip);
    if (model && clip) judge(name, golden, *model, *clip);
  }
  return true;
}

Score score_of(const json& golden, const Model& model, const Clip& clip, const BindOptions& bound,
               const EvaluateOptions& options, double first_frame) {
  const Binding binding = bind(clip, model, bound);
  Evaluator evaluator(model, binding, options);
  Pose pose = make_pose(model);
  DressedMesh dressed = make_dressed_mesh(model);
  Score score;
  for (const json& frame : golden["frames"]) {
    if (frame["frame"].get<double>() < first_frame) continue;
    evaluator.evaluate(frame["frame"].get<double>(), pose);
    dress(model, pose, 1, dressed);
    judge_frame(model, pose, dressed, frame, score);
  }
  return score;
}

TEST(Golden, PosesAgreeWithOtherRuntimes) {
  const bool there = for_each_case(
      [](const std::string& name, const json& golden, const Model& model, const Clip& clip) {
        // As the other runtimes play: the first key holds before it, IK and local appends their
        // way.
        const Score score =
            score_of(golden, model, clip, {.rest_key_at_zero = false},
                     {.ik_rule = IkRule::others, .local_append_in_model_space = false}, 0);
        const auto excuse = kMayMiss.find(name);
        const Excuse may_miss = excuse != kMayMiss.end() ? excuse->second : Excuse{};
        const int need = golden.value("accept", score.strict - may_miss.bones);
        EXPECT_GE(score.strict_right, need) << "of " << score.strict;
        EXPECT_LE(score.vertices_wrong, may_miss.vertices);
        EXPECT_EQ(score.morphs_wrong, 0);
      });
  if (!there) GTEST_SKIP() << "no goldens in " << shared_folder();
}

// What films use: MMD's IK ends a leg elsewhere than the others' now and then, a local append takes
// more of its source; all the rest is the same. Before a late first key the two differ.
TEST(Golden, MmdsRulesAgreeButForIkAndLocalAppend) {
  const bool there = for_each_case(
      [](const std::string& name, const json& golden, const Model& model, const Clip& clip) {
        const Score score = score_of(golden, model, clip, {}, {}, 1);
        const bool real = name.starts_with("c"), ik = !model.skeleton.iks.empty();
        int may_miss = ik ? score.strict : 0;  // made-up chains that ask for the extremes
        if (real) may_miss = ik ? score.strict / 80 : 0;
        if (name == "s02_append") may_miss = 10;
        if (name == "s10_edge") may_miss = 5;
        EXPECT_GE(score.strict_right, score.strict - may_miss) << "of " << score.strict;
        if (real) {
          EXPECT_EQ(score.vertices_wrong + score.morphs_wrong, 0);
        }
      });
  if (!there) GTEST_SKIP() << "no goldens in " << shared_folder();
}

// Whole dances: limits are kept, numbers stay finite, and nothing depends on threads.
TEST(Golden, RealDancesKeepTheLimitsAndTheirBits) {
  const fs::path data = shared_folder() / "data";
  if (!fs::exists(data / "motions")) GTEST_SKIP() << "no real files in " << data;
  const Result<Model> model = load_model((data / "models" / "luka" / "巡音ルカ.pmx").string());
  const Result<Clip> clip = load_clip((data / "motions" / "wavefile_lat.vmd").string());
  ASSERT_TRUE(model.has_value() && clip.has_value());
  const Binding binding = bind(*clip, *model);
  Evaluator evaluator(*model, binding);
  Pose pose = make_pose(*model);
  for (double frame = 0; frame < binding.last_frame; frame += 2.5) {
    evaluator.evaluate(frame, pose);
    for (std::size_t b = 0; b < pose.rotation.size(); ++b) {
      ASSERT_TRUE(is_finite(pose.world_position[b]));
      ASSERT_NEAR(dot(pose.world_rotation[b], pose.world_rotation[b]), 1, 1e-4f);
    }
    for (const Ik& ik : model->skeleton.iks) {
      for (const IkLink& link : ik.links) {
        // A knee: only X is free.
        if (!link.limited || link.low.y != 0 || link.high.y != 0 || link.low.z != 0) continue;
        const Quat q = pose.rotation[at(link.bone)];
        ASSERT_NEAR(q.y, 0, 1e-5f);
        ASSERT_NEAR(q.z, 0, 1e-5f);
      }
    }
  }
  const auto frames = static_cast<std::size_t>(binding.last_frame);
  EXPECT_EQ(fingerprint(bake(*model, binding, 0, frames, 1)),
            fingerprint(bake(*model, binding, 0, frames, 2)));
}

}  // namespace
}  // namespace odori
