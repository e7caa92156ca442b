#include "flow.h"

#include <array>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>

namespace odori {
namespace {

// Slots on their way from one thread to the next. A closed line gives what it holds, then nothing.
class Line {
 public:
  void push(FrameSlot* slot) {
    const std::lock_guard lock(mutex_);
    slots_.push_back(slot);
    changed_.notify_all();
  }
  FrameSlot* pop() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return closed_ || !slots_.empty(); });
    if (slots_.empty()) return nullptr;
    FrameSlot* slot = slots_.front();
    slots_.pop_front();
    return slot;
  }
  void close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<FrameSlot*> slots_;
  bool closed_ = false;
};

class Flow {
 public:
  Flow(const FlowSteps& steps, const FrameScene& empty_scene) : steps_(steps) {
    for (FrameSlot& slot : slots_) {
      slot.scene = empty_scene;
      free_.push(&slot);
    }
  }

  Result<void> run() {
    std::thread maker([&] { make_all(); });
    std::thread storer([&] { store_all(); });
    while (FrameSlot* slot = made_.pop()) {
      if (pass(*slot, slot->drawn ? nullptr : &steps_.draw)) drawn_.push(slot);
    }
    drawn_.close();
    maker.join();
    storer.join();
    return first_failure_ ? Result<void>(tl::unexpected(*first_failure_)) : Result<void>();
  }

 private:
  void make_all() {
    while (FrameSlot* slot = free_.pop()) {
      const auto picture = has_failed() ? std::nullopt : steps_.next();
      if (!picture) break;
      slot->picture = *picture;
      slot->drawn = false;
      if (pass(*slot, &steps_.make)) made_.push(slot);
    }
    made_.close();
  }

  void store_all() {
    while (FrameSlot* slot = drawn_.pop())
      if (pass(*slot, &steps_.store)) free_.push(slot);
    free_.close();
  }

  // False: the picture was dropped and its slot is free again.
  bool pass(FrameSlot& slot, const std::function<Result<void>(FrameSlot&)>* step) {
    const bool failed_before = has_failed();
    Result<void> done;
    if (!failed_before && step) done = (*step)(slot);
    if (!failed_before && done) return true;
    if (!done) note_failure(done.error());
    drop(slot.picture);
    free_.push(&slot);
    return false;
  }

  void drop(std::int64_t picture) {
    const std::lock_guard lock(drop_mutex_);
    if (steps_.drop) steps_.drop(picture);
  }

  bool has_failed() {
    const std::lock_guard lock(mutex_);
    return first_failure_.has_value();
  }
  void note_failure(const Error& error) {
    const std::lock_guard lock(mutex_);
    if (!first_failure_) first_failure_ = error;
  }

  const FlowSteps& steps_;
  std::array<FrameSlot, 4> slots_;
  Line free_, made_, drawn_;
  std::mutex mutex_, drop_mutex_;
  std::optional<Error> first_failure_;
};

}  // namespace

Result<void> run_flow(const FlowSteps& steps, const FrameScene& empty_scene) {
  return std::make_unique<Flow>(steps, empty_scene)->run();
}

}  // namespace odori
