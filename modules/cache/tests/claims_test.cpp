#include "odori/cache/claims.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <thread>

#include "claimant.h"

namespace odori {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

const std::vector<std::byte> kPicture(100, std::byte{7});

class Claims : public testing::Test {
 protected:
  Claims() : folder_((fs::temp_directory_path() / ("odori_claims_" + std::to_string(getpid())))) {
    fs::remove_all(folder_);
  }
  ~Claims() override { fs::remove_all(folder_); }

  FrameClaims open(double foreign_seconds = 600) const {
    auto claims = FrameClaims::open(folder_.string(), {foreign_seconds});
    EXPECT_TRUE(claims) << to_text(claims.error());
    return std::move(*claims);
  }
  void write(const char* name, const std::string& text) const {
    fs::create_directories(folder_);
    std::ofstream(folder_ / name) << text;
  }
  std::size_t leftovers() const {
    std::size_t n = 0;
    for (const auto& entry : fs::directory_iterator(folder_))
      n += entry.path().extension() != ".png" && entry.path().filename() != ".claims";
    return n;
  }

  fs::path folder_;
};

TEST_F(Claims, SayWhereTheyCannotWork) {
  std::ofstream(folder_) << "a file";
  const auto claims = FrameClaims::open(folder_.string());
  ASSERT_FALSE(claims);
  EXPECT_EQ(claims.error().file, folder_.string());
}

TEST_F(Claims, FinishingWhatWasNotClaimedIsRefused) {
  auto claims = open();
  EXPECT_EQ(claims.finish(3, kPicture).error().code, Code::usage);
  EXPECT_FALSE(claims.finished(3));
}

TEST_F(Claims, OneFrameIsClaimedOnce) {
  auto ours = open(), theirs = open();
  EXPECT_EQ(*ours.claim(123), ClaimState::mine);
  EXPECT_TRUE(fs::exists(folder_ / "000123.claim"));
  EXPECT_EQ(*ours.claim(123), ClaimState::taken);
  EXPECT_EQ(*theirs.claim(123), ClaimState::taken);
  ASSERT_TRUE(ours.finish(123, kPicture));
  EXPECT_EQ(fs::file_size(folder_ / "000123.png"), kPicture.size());
  EXPECT_EQ(*theirs.claim(123), ClaimState::finished);
  EXPECT_EQ(leftovers(), 0u);
}

TEST_F(Claims, AReleasedFrameMayBeClaimedAgain) {
  auto theirs = open();
  {
    auto ours = open();
    EXPECT_EQ(*ours.claim(1), ClaimState::mine);
    EXPECT_EQ(*ours.claim(2), ClaimState::mine);
    ASSERT_TRUE(ours.release(1));
    EXPECT_EQ(*theirs.claim(1), ClaimState::mine);
    EXPECT_EQ(*theirs.claim(2), ClaimState::taken);
  }
  EXPECT_EQ(*theirs.claim(2), ClaimState::mine);
}

TEST_F(Claims, AFinishedFrameIsNeverOverwritten) {
  auto claims = open();
  EXPECT_EQ(*claims.claim(5), ClaimState::mine);
  write("000005.png", "somebody else's");
  ASSERT_TRUE(claims.finish(5, kPicture));
  EXPECT_EQ(fs::file_size(folder_ / "000005.png"), 15u);
  EXPECT_EQ(leftovers(), 0u);
}

TEST_F(Claims, AnEmptyFrameIsNotAFinishedOne) {
  write("000005.png", "");
  auto claims = open();
  EXPECT_EQ(*claims.claim(5), ClaimState::mine);
  ASSERT_TRUE(claims.finish(5, kPicture));
  EXPECT_EQ(fs::file_size(folder_ / "000005.png"), kPicture.size());
}

TEST_F(Claims, ADeadProcessOfThisMachineLosesItsClaimAtOnce) {
  fs::create_directories(folder_);
  const pid_t child = fork();
  if (child == 0) {
    auto claims = FrameClaims::open(folder_.string());
    const bool mine = claims && *claims->claim(9) == ClaimState::mine;
    std::ofstream(folder_ / "ready") << mine;
    pause();
    _exit(0);
  }
  while (!fs::exists(folder_ / "ready")) std::this_thread::sleep_for(1ms);
  auto claims = open();
  EXPECT_EQ(*claims.claim(9), ClaimState::taken);
  kill(child, SIGKILL);
  // Dead, though its parent has not taken notice yet.
  siginfo_t info{};
  waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOWAIT);
  EXPECT_EQ(*claims.claim(9), ClaimState::mine);
  waitpid(child, nullptr, 0);
}

TEST_F(Claims, AProcessThatDiedWithItsFrameInPlaceLeavesNoClaimOnceTheFrameIsAskedFor) {
  fs::create_directories(folder_);
  const pid_t child = fork();
  if (child == 0) {
    auto claims = FrameClaims::open(folder_.string());
    if (claims) (void)claims->claim(9);
    std::ofstream(folder_ / "000009.png") << "a picture";
    std::quick_exit(0);  // without giving the claim back
  }
  waitpid(child, nullptr, 0);
  ASSERT_EQ(leftovers(), 1u);
  EXPECT_EQ(*open().claim(9), ClaimState::finished);
  EXPECT_EQ(leftovers(), 0u);
}

TEST_F(Claims, AProcessNumberThatWasGivenOutAgainIsNotTheClaimant) {
  std::string text = describe_self();
  EXPECT_EQ(life_of(text), Life::alive);
  text.insert(text.size() - 1, "1");  // another start
  EXPECT_EQ(life_of(text), Life::gone);
  write("000004.claim", text);
  auto claims = open();
  EXPECT_EQ(*claims.claim(4), ClaimState::mine);
}

TEST_F(Claims, AnotherMachinesClaimCountsUntilItIsOld) {
  write("000004.claim", "elsewhere boot pid:[1] 4711 99\n");
  auto claims = open(600);
  EXPECT_EQ(*claims.claim(4), ClaimState::taken);
  fs::last_write_time(folder_ / "000004.claim", fs::file_time_type::clock::now() - 20min);
  EXPECT_EQ(*claims.claim(4), ClaimState::mine);
}

TEST_F(Claims, AClaimThatSaysNothingCountsUntilItIsOld) {
  write("000004.claim", "");
  EXPECT_EQ(*open(600).claim(4), ClaimState::taken);
  std::this_thread::sleep_for(20ms);
  EXPECT_EQ(*open(0.001).claim(4), ClaimState::mine);
}

TEST_F(Claims, ReleasingLeavesAClaimThatAnotherMachineTookOver) {
  auto ours = open();
  EXPECT_EQ(*ours.claim(4), ClaimState::mine);
  write("000004.claim", "elsewhere boot pid:[1] 4711 99\n");
  ASSERT_TRUE(ours.release(4));
  EXPECT_TRUE(fs::exists(folder_ / "000004.claim"));
}

// Draws what is left until all frames are there, noting each in a list that is only added to.
void draw_all(const fs::path& folder, int frames, int die_after) {
  auto claims = FrameClaims::open(folder.string());
  if (!claims) _exit(1);
  int drawn = 0;
  for (bool all = false; !all;) {
    all = true;
    for (int f = 0; f < frames; ++f) {
      const auto state = claims->claim(f);
      if (!state) _exit(2);
      all &= *state == ClaimState::finished;
      if (*state != ClaimState::mine) continue;
      if (drawn++ == die_after) kill(getpid(), SIGKILL);
      std::this_thread::sleep_for(200us);
      if (!claims->finish(f, kPicture)) _exit(3);
      std::ofstream(folder / "list.part", std::ios::app) << std::to_string(f) + "\n" << std::flush;
    }
  }
  _exit(0);
}

void expect_each_once(const fs::path& folder, int frames) {
  std::map<int, int> seen;
  std::ifstream list(folder / "list.part");
  for (int f; list >> f;) ++seen[f];
  EXPECT_EQ(seen.size(), static_cast<std::size_t>(frames));
  for (const auto& [frame, times] : seen) EXPECT_EQ(times, 1) << frame;
  for (int f = 0; f < frames; ++f) {
    char name[16];
    std::snprintf(name, sizeof name, "%06d.png", f);
    EXPECT_EQ(fs::file_size(folder / name), kPicture.size());
  }
}

TEST_F(Claims, ManyProcessesDrawEachFrameOnceAlthoughSomeDie) {
  constexpr int kFrames = 200, kProcesses = 6;
  fs::create_directories(folder_);
  std::vector<pid_t> children;
  for (int i = 0; i < kProcesses; ++i) {
    const pid_t child = fork();
    if (child == 0) draw_all(folder_, kFrames, i < 2 ? 10 : -1);
    children.push_back(child);
  }
  int killed = 0, clean = 0;
  for (const pid_t child : children) {
    int status = 0;
    waitpid(child, &status, 0);
    killed += WIFSIGNALED(status);
    clean += WIFEXITED(status) && WEXITSTATUS(status) == 0;
  }
  EXPECT_EQ(killed, 2);
  EXPECT_EQ(clean, kProcesses - 2);
  expect_each_once(folder_, kFrames);
}

TEST_F(Claims, AStaleClaimIsTakenOverByOneOfManyThatRaceForIt) {
  constexpr int kFrames = 200;
  std::string gone = describe_self();
  gone.insert(gone.size() - 1, "1");
  for (int f = 0; f < kFrames; ++f) {
    char name[16];
    std::snprintf(name, sizeof name, "%06d.claim", f);
    write(name, gone);
  }
  std::vector<pid_t> children;
  for (int i = 0; i < 6; ++i) {
    const pid_t child = fork();
    if (child == 0) draw_all(folder_, kFrames, -1);
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  }
  expect_each_once(folder_, kFrames);
}

}  // namespace
}  // namespace odori
