#include "flow.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <set>
#include <thread>
#include <vector>

namespace odori {
namespace {

struct Counted {
  std::vector<std::int64_t> stored, dropped;
  std::atomic<std::int64_t> next{0};
  FlowSteps steps(std::int64_t count) {
    FlowSteps s;
    s.next = [this, count]() -> std::optional<std::int64_t> {
      const std::int64_t n = next++;
      return n < count ? std::optional(n) : std::nullopt;
    };
    s.make = [](FrameSlot&) { return Result<void>(); };
    s.draw = [](FrameSlot& slot) {
      slot.pixels.width = static_cast<int>(slot.picture);
      return Result<void>();
    };
    s.store = [this](FrameSlot& slot) {
      EXPECT_EQ(slot.pixels.width, slot.picture);
      stored.push_back(slot.picture);
      return Result<void>();
    };
    s.drop = [this](std::int64_t n) { dropped.push_back(n); };
    return s;
  }
};

Result<void> broken() { return fail(Code::io, "broken"); }

TEST(Flow, NothingToDoIsDone) {
  Counted c;
  EXPECT_TRUE(run_flow(c.steps(0), FrameScene()));
  EXPECT_TRUE(c.stored.empty());
}

TEST(Flow, StoresEveryPictureInOrder) {
  Counted c;
  ASSERT_TRUE(run_flow(c.steps(500), FrameScene()));
  ASSERT_EQ(c.stored.size(), 500u);
  for (std::size_t i = 0; i < c.stored.size(); ++i)
    EXPECT_EQ(c.stored[i], static_cast<std::int64_t>(i));
  EXPECT_TRUE(c.dropped.empty());
}

TEST(Flow, DoesNotDrawWhatMakingHasDrawn) {
  Counted c;
  FlowSteps steps = c.steps(20);
  steps.make = [](FrameSlot& slot) {
    slot.drawn = true;
    slot.pixels.width = static_cast<int>(slot.picture);
    return Result<void>();
  };
  steps.draw = [](FrameSlot&) { return broken(); };
  EXPECT_TRUE(run_flow(steps, FrameScene()));
  EXPECT_EQ(c.stored.size(), 20u);
}

// Whatever step fails: the failure is told, nothing is waited for, and every picture that was begun
// is either stored or dropped.
void expect_accounted(Counted& c, const FlowSteps& steps) {
  const auto done = run_flow(steps, FrameScene());
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().what, "broken");
  std::multiset<std::int64_t> seen(c.stored.begin(), c.stored.end());
  seen.insert(c.dropped.begin(), c.dropped.end());
  std::int64_t expected = 0;
  for (const std::int64_t n : seen) EXPECT_EQ(n, expected++);
  EXPECT_GE(expected, 8);
}

TEST(Flow, AFailureInMakingEndsIt) {
  Counted c;
  FlowSteps steps = c.steps(1000);
  steps.make = [](FrameSlot& slot) { return slot.picture == 7 ? broken() : Result<void>(); };
  expect_accounted(c, steps);
}

TEST(Flow, AFailureInDrawingEndsIt) {
  Counted c;
  FlowSteps steps = c.steps(1000);
  const auto draw = steps.draw;
  steps.draw = [draw](FrameSlot& slot) { return slot.picture == 7 ? broken() : draw(slot); };
  expect_accounted(c, steps);
}

TEST(Flow, AFailureInStoringEndsIt) {
  Counted c;
  FlowSteps steps = c.steps(1000);
  const auto store = steps.store;
  steps.store = [store](FrameSlot& slot) { return slot.picture == 7 ? broken() : store(slot); };
  expect_accounted(c, steps);
}

// Each of the three threads drops what it holds when one of them fails.
TEST(Flow, DropsOnePictureAtATime) {
  Counted c;
  FlowSteps steps = c.steps(1000);
  std::atomic<bool> failing{false};
  std::atomic<int> inside{0}, most{0};
  steps.make = [&](FrameSlot& slot) {
    if (slot.picture < 3) return Result<void>();
    failing = true;
    return broken();
  };
  steps.draw = [&](FrameSlot& slot) {
    while (!failing) std::this_thread::yield();
    slot.pixels.width = static_cast<int>(slot.picture);
    return Result<void>();
  };
  steps.drop = [&](std::int64_t) {
    most = std::max(most.load(), ++inside);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    --inside;
  };
  EXPECT_FALSE(run_flow(steps, FrameScene()));
  EXPECT_EQ(most, 1);
}

}  // namespace
}  // namespace odori
