#include "odori/motion/clip.h"

#include <gtest/gtest.h>

namespace odori {
namespace {

BoneTrack bone(const std::string& name, std::vector<double> frames, float x = 0) {
  BoneTrack track;
  track.name.text = name;
  track.rotation.resize(frames.size());
  track.translation.resize(frames.size(), Vec3{x, 0, 0});
  track.curve.resize(frames.size());
  track.frame = std::move(frames);
  return track;
}

TEST(Clip, EmptyClipEndsAtZero) { EXPECT_EQ(last_frame({}), 0); }

TEST(Clip, LastFrameLooksAtEveryKindOfTrack) {
  Clip clip;
  clip.bones = {bone("a", {0, 7})};
  EXPECT_EQ(last_frame(clip), 7);
  clip.morphs = {{{"m", "", false}, {3, 9.5}, {0, 1}}};
  EXPECT_EQ(last_frame(clip), 9.5);
  clip.camera.frame = {11};
  EXPECT_EQ(last_frame(clip), 11);
  clip.light.frame = {12};
  EXPECT_EQ(last_frame(clip), 12);
  clip.shadow.frame = {13};
  EXPECT_EQ(last_frame(clip), 13);
  clip.property.frame = {14};
  EXPECT_EQ(last_frame(clip), 14);
}

TEST(Clip, AFilmEndsWithBodyAndCameraNotWithLipsOrLight) {
  Clip clip;
  EXPECT_EQ(film_end(clip, {}), 0);
  clip.morphs = {{{"m", "", false}, {3, 90}, {0, 1}}};
  EXPECT_EQ(film_end(clip, {}), 90);  // a face alone
  clip.light.frame = {100};
  clip.bones = {bone("a", {0})};  // a body that takes a pose and stays in it
  EXPECT_EQ(film_end(clip, {}), 100);
  clip.bones.push_back(bone("b", {0, 50}));
  EXPECT_EQ(film_end(clip, {}), 50);
  CameraTrack camera;
  camera.frame = {0, 40};
  EXPECT_EQ(film_end(clip, camera), 50);
  camera.frame = {0, 60};
  EXPECT_EQ(film_end(clip, camera), 60);
}

TEST(Clip, MergeReplacesTracksOfTheSameNameAndKeepsTheRest) {
  Clip base, over;
  base.model_name = "model";
  base.bones = {bone("a", {0}, 1), bone("b", {0}, 2)};
  base.camera.frame = {5};
  over.bones = {bone("b", {3}, 20), bone("c", {0}, 30)};
  over.property.frame = {2};
  const Clip merged = merge(base, over);
  ASSERT_EQ(merged.bones.size(), 3u);
  EXPECT_EQ(merged.bones[0].translation[0].x, 1);
  EXPECT_EQ(merged.bones[1].translation[0].x, 20);
  EXPECT_EQ(merged.bones[1].frame, std::vector<double>{3});
  EXPECT_EQ(merged.bones[2].name.text, "c");
  EXPECT_EQ(merged.camera.frame, std::vector<double>{5});
  EXPECT_EQ(merged.property.frame, std::vector<double>{2});
  EXPECT_EQ(merged.model_name, "model");
}

}  // namespace
}  // namespace odori
