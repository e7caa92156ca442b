#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>

#include "bake_cache.h"
#include "frames_folder.h"
#include "odori/pipeline/build.h"
#include "odori/pipeline/frames.h"

namespace odori {
namespace {

Job job_of(const std::string& toml) {
  const ConfigText text{"project.toml", toml};
  auto loaded = parse_project("dance/project.toml", std::span(&text, 1));
  EXPECT_TRUE(loaded) << to_text(loaded.error());
  Job job;
  job.project = loaded->project;
  job.entries = loaded->entries;
  job.content = {"c", "m", "k", "s"};
  job.to = 100;
  job.pictures = {0, 100};
  return job;
}

// The stages whose key changes from one job to the other.
std::string changed(const Job& a, const Job& b) {
  std::string names;
  for (const StageInfo& stage : stages())
    if (stage_key(a, stage.name) != stage_key(b, stage.name))
      names += (names.empty() ? "" : " ") + std::string(stage.name);
  return names;
}

std::string changed_by(const std::string& toml) { return changed(job_of(""), job_of(toml)); }

TEST(StageKeys, StayWhenNothingChanges) { EXPECT_EQ(changed_by(""), ""); }

TEST(StageKeys, AnEditChangesExactlyWhatDependsOnIt) {
  EXPECT_EQ(changed_by("[encode]\ncrf = 30\n"), "encode");
  EXPECT_EQ(changed_by("[song]\noffset = 0.5\n"), "encode");
  EXPECT_EQ(changed_by("[render]\npreset = \"preview\"\n"), "render encode");
  EXPECT_EQ(changed_by("[render]\nsize = [640, 360]\n"), "render encode");
  EXPECT_EQ(changed_by("[render]\nfps = 60\n"), "camera render encode");
  EXPECT_EQ(changed_by("[post]\nbloom = 0\n"), "stage render encode");
  EXPECT_EQ(changed_by("[light]\nself_shadow = false\n"), "stage render encode");
  EXPECT_EQ(changed_by("[stage]\nbuilder = \"none\"\n"), "stage render encode");
}

TEST(StageKeys, PlacesAndNamesDoNotCount) {
  EXPECT_EQ(changed_by("[paths]\nout = \"elsewhere\"\ncache = \"/tmp/x\"\n"), "");
  EXPECT_EQ(changed_by("[project]\nname = \"other\"\n"), "");
  EXPECT_EQ(changed_by("[character]\nfile = \"renamed.pmx\"\n"), "");
}

TEST(StageKeys, ContentCounts) {
  const Job before = job_of("");
  Job after = before;
  after.content.character = "C";
  EXPECT_EQ(changed(before, after), "motion stage render encode");
  after = before;
  after.content.motion = "M";
  EXPECT_EQ(changed(before, after), "motion render encode");
  after = before;
  after.carried_by = "motion.scale = 0.09\n";
  EXPECT_EQ(changed(before, after), "motion render encode");
  after = before;
  after.content.camera = "K";
  EXPECT_EQ(changed(before, after), "camera render encode");
  after = before;
  after.content.song = "S";
  EXPECT_EQ(changed(before, after), "encode");
}

// A frame is the same picture whatever range it is drawn in: finished ones are used again.
TEST(StageKeys, TheRangeDoesNotChangeFrames) {
  const Job before = job_of("");
  Job after = before;
  after.from = 10;
  after.pictures.first = 10;
  EXPECT_EQ(changed(before, after), "motion camera encode");
}

TEST(Pictures, AreNumberedFromTheMotionsStart) {
  Job job = job_of("[render]\nfps = 60\n");
  EXPECT_EQ(motion_frame(job, 3), 1.5);
  EXPECT_EQ(seconds_of(job, 30), 0.5);
  job = job_of("[render]\nfps = 24\n");
  EXPECT_EQ(motion_frame(job, 4), 5);
  EXPECT_EQ(frame_file(job, 123), "dance/out/frames/000123.png");
  EXPECT_EQ(film_file(job), "dance/out/dance.mp4");
}

// One key on a far frame must not end the program for want of memory.
TEST(Stages, AMotionTooLongForItsCacheIsRefused) {
  Job job = job_of("");
  job.model.morphs.resize(2000);
  job.to = 1e6;
  const auto store = make_folder_store(testing::TempDir() + "odori_too_long");
  const auto done = run_motion(job, *store, false, {});
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, Code::too_large);
  EXPECT_NE(done.error().hint.find("motion.to"), std::string::npos);
}

TEST(Stages, NameOnlyInputsThatStandBefore) {
  std::map<std::string, int> seen;
  for (const StageInfo& stage : stages()) {
    for (const char* input : stage.inputs) EXPECT_EQ(seen.count(input), 1u) << stage.name;
    seen[stage.name] = 1;
  }
}

class Frames : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = testing::TempDir() + "odori_frames_" +
              testing::UnitTest::GetInstance()->current_test_info()->name();
    std::filesystem::remove_all(folder_);
    for (const auto& entry : std::filesystem::directory_iterator(testing::TempDir()))
      if (entry.path().string().rfind(folder_ + "-", 0) == 0)
        std::filesystem::remove_all(entry.path());
  }
  void TearDown() override { SetUp(); }

  FrameSettings settings(const char* content) {
    FrameSettings s;
    s.content = content;
    s.width = s.height = 2;
    return s;
  }
  FramesFolder open(const FrameSettings& s) {
    auto folder = FramesFolder::open(folder_, s, talk_);
    EXPECT_TRUE(folder) << to_text(folder.error());
    return std::move(*folder);
  }
  void draw(FramesFolder& folder, std::int64_t n) {
    const auto claim = folder.claim(n);
    ASSERT_TRUE(claim && *claim == ClaimState::mine);
    const Picture picture{2, 2, std::vector<std::uint8_t>(16, 200), false};
    const auto done = folder.publish(n, picture);
    ASSERT_TRUE(done) << to_text(done.error());
  }

  std::string folder_;
  std::vector<std::string> said_;
  BuildTalk talk_{[this](const std::string& line) { said_.push_back(line); }, {}, {}, nullptr};
};

TEST_F(Frames, TellWhatTheyWereDrawnWith) {
  EXPECT_FALSE(read_settings(folder_));
  FrameSettings s = settings("abc");
  s.preset = Preset::final;
  s.fps = 23.976;
  open(s);
  const auto read = read_settings(folder_);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->key(), s.key());
  EXPECT_EQ(read->width, 2);
}

TEST_F(Frames, OfOtherSettingsAreSetAsideAndComeBack) {
  {
    FramesFolder folder = open(settings("one"));
    draw(folder, 5);
  }
  {
    FramesFolder folder = open(settings("two"));
    EXPECT_FALSE(folder.finished(5));
    draw(folder, 6);
  }
  ASSERT_EQ(said_.size(), 1u);
  EXPECT_NE(said_[0].find(settings("one").key()), std::string::npos) << said_[0];
  FramesFolder folder = open(settings("one"));
  EXPECT_TRUE(folder.finished(5));
  EXPECT_FALSE(folder.finished(6));
}

TEST_F(Frames, OfUnknownOriginAreSetAside) {
  std::filesystem::create_directories(folder_);
  std::ofstream(folder_ + "/000001.png") << "somebody's";
  FramesFolder folder = open(settings("one"));
  EXPECT_FALSE(folder.finished(1));
  EXPECT_TRUE(std::filesystem::exists(folder_ + "-unknown/000001.png"));
}

TEST_F(Frames, AreNotTakenFromAProcessThatDrawsThem) {
  FramesFolder first = open(settings("one"));
  const auto claim = first.claim(1);
  ASSERT_TRUE(claim && *claim == ClaimState::mine);
  const auto second = FramesFolder::open(folder_, settings("two"), talk_);
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, Code::denied);
  first.release(1);
  EXPECT_TRUE(FramesFolder::open(folder_, settings("two"), talk_));
}

TEST_F(Frames, AreNotPublishedIntoAFolderOfOtherSettings) {
  FramesFolder first = open(settings("one"));
  open(settings("two"));
  const auto claim = first.claim(1);
  ASSERT_TRUE(claim);
  const Picture picture{2, 2, std::vector<std::uint8_t>(16, 200), false};
  EXPECT_FALSE(first.publish(1, picture));
}

}  // namespace
}  // namespace odori
