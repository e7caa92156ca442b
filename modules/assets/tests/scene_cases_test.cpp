// The rows of the shared cases for BVH, glTF, VRM and recordings.
#include <cmath>

#include "cases.h"
#include "odori/io/landmarks.h"
#include "odori/motion/sample.h"

namespace odori {
namespace {

class SceneCases : public Cases {
 protected:
  static Contents contents(const char* name) {
    auto loaded = load_file(path(name));
    EXPECT_TRUE(loaded) << to_text(loaded.error());
    return loaded ? std::move(loaded->contents) : Contents{};
  }
  static Error error_of(const char* name) {
    const auto loaded = load_file(path(name));
    EXPECT_FALSE(loaded) << name;
    return loaded ? Error{} : loaded.error();
  }
  // The first track that turns, at a time in seconds.
  static Quat rotation_at(const Contents& c, double seconds) {
    EXPECT_FALSE(c.clips.empty());
    for (const BoneTrack& track : c.clips.at(0).bones) {
      BoneCursor cursor;
      return cursor.sample(track, seconds * c.clips[0].rate).rotation;
    }
    ADD_FAILURE() << "nothing turns";
    return {};
  }
  static void expect_near(Quat a, Quat b, float within = 1e-5f) {
    a = with_positive_w(a), b = with_positive_w(b);
    EXPECT_NEAR(a.x, b.x, within);
    EXPECT_NEAR(a.y, b.y, within);
    EXPECT_NEAR(a.z, b.z, within);
    EXPECT_NEAR(a.w, b.w, within);
  }
};

TEST_F(SceneCases, D21EveryJointHasAnOrderOfItsOwn) {
  const Contents c = contents("D21_bvh_per_joint_rotation_order.bvh");
  ASSERT_GE(c.clips.at(0).bones.size(), 2u);
  expect_near(c.clips[0].bones[0].rotation.at(0), {0.144878f, 0.268536f, 0.127679f, 0.943714f});
  expect_near(c.clips[0].bones[1].rotation.at(0), {0.551004f, 0.467012f, 0.188938f, 0.665279f});
}

TEST_F(SceneCases, D22NamesAreTheRestOfTheLine) {
  const Model m = *contents("D22_bvh_names_colon_space_dot.bvh").model;
  EXPECT_TRUE(is_set(find_bone(m.skeleton, "mixamorig:Hips")));
  EXPECT_TRUE(is_set(find_bone(m.skeleton, "Bip01 Spine.001")));
}

TEST_F(SceneCases, D23To25OddTexts) {
  EXPECT_EQ(contents("D23_bvh_scientific_crlf.bvh").clips.size(), 1u);
  const Contents more = contents("D24_bvh_frames_says_more.bvh");
  EXPECT_EQ(more.clips.at(0).bones.at(0).frame.size(), 1u);
  EXPECT_FALSE(more.warnings.empty());
  const Contents fewer = contents("D24b_bvh_frames_says_fewer.bvh");
  EXPECT_EQ(fewer.clips.at(0).bones.at(0).frame.size(), 3u);
  EXPECT_FALSE(fewer.warnings.empty());
  EXPECT_TRUE(
      is_set(find_bone(contents("D25_bvh_joint_named_end.bvh").model->skeleton, "Shoulder_End")));
}

TEST_F(SceneCases, D26OfTwoKeysAtOneTimeTheLastWins) {
  const Contents c = contents("D26_glb_duplicate_key_times.glb");
  ASSERT_EQ(c.clips.size(), 1u);
  const std::vector<double>& frames = c.clips[0].bones.at(0).frame;
  for (std::size_t i = 1; i < frames.size(); ++i) EXPECT_LT(frames[i - 1], frames[i]);
  EXPECT_FALSE(c.warnings.empty() && c.clips[0].warnings.empty() && c.model->warnings.empty());
}

TEST_F(SceneCases, D27And28Rotations) {
  expect_near(rotation_at(contents("D27_glb_rotation_snorm16.glb"), 1), {0, 0.3827f, 0, 0.9239f},
              2e-4f);
  expect_near(rotation_at(contents("D28_glb_cubicspline_needs_normalize.glb"), 0.5),
              {0, 0.195090f, 0, 0.980785f});
}

TEST_F(SceneCases, D29ASparseAccessorAlone) {
  const Contents c = contents("D29_glb_sparse_no_bufferview.glb");
  ASSERT_TRUE(c.model);
  ASSERT_EQ(c.model->morphs.size(), 1u);
  for (const VertexOffset& moved : c.model->morphs[0].vertices)
    EXPECT_EQ(moved.offset, moved.vertex == 1 ? (Vec3{0, 0, 5}) : Vec3{});
  EXPECT_FALSE(c.model->morphs[0].vertices.empty());
}

TEST_F(SceneCases, D30And31AreRefusedInWords) {
  EXPECT_FALSE(error_of("D30_glb_json_length_overflow.glb").what.empty());
  for (const auto& [name, word] : {std::pair{"D31_glb_requires_draco.glb", "draco"},
                                   std::pair{"D31b_glb_requires_meshopt.glb", "meshopt"}}) {
    const Error error = error_of(name);
    EXPECT_EQ(error.code, Code::unsupported);
    EXPECT_NE(error.what.find(word), std::string::npos) << error.what;
    EXPECT_FALSE(error.hint.empty());
  }
}

TEST_F(SceneCases, D32BothVersionsFaceTheSameWay) {
  for (const char* name : {"D32a_vrm0_faces_minus_z.vrm", "D32b_vrm1_faces_plus_z.vrm"}) {
    const Contents c = contents(name);
    ASSERT_TRUE(c.model) << name;
    const auto place = [&](HumanBone bone) {
      return c.model->skeleton.rest_position.at(at(c.model->humanoid[bone]));
    };
    EXPECT_GT(place(HumanBone::leftUpperArm).x, 0) << name;
    EXPECT_LT(place(HumanBone::rightUpperArm).x, 0) << name;
    EXPECT_GT(place(HumanBone::leftUpperLeg).x, place(HumanBone::rightUpperLeg).x) << name;
  }
}

TEST_F(SceneCases, D33RequiredBones) {
  const Contents c = contents("D33_vrm1_only_required_bones.vrm");
  ASSERT_TRUE(c.model);
  EXPECT_TRUE(is_whole(c.model->humanoid));
  EXPECT_EQ(count(c.model->humanoid), 15u);
  EXPECT_NE(error_of("D33b_vrm1_missing_required_head.vrm").what.find("head"), std::string::npos);
}

TEST_F(SceneCases, D36AHandThatIsMissingIsNotAtZero) {
  const auto bytes = read_file(path("D36_keypoints_missing_hand.ndjson"));
  ASSERT_TRUE(bytes);
  const auto recording = io::decode_landmarks(*bytes);
  ASSERT_TRUE(recording) << to_text(recording.error());
  ASSERT_EQ(recording->frames.size(), 3u);
  for (const io::LandmarkFrame& frame : recording->frames) {
    EXPECT_TRUE(frame.find(io::LandmarkKind::pose));
    EXPECT_FALSE(frame.find(io::LandmarkKind::left_hand));
  }
  EXPECT_FALSE(recording->warnings.empty());  // hands of nothing but zeros
}

}  // namespace
}  // namespace odori
