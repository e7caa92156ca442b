// How a long job tells how far it is, and how it is told to stop.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>

namespace odori {

struct Control {
  const std::atomic<bool>* stop = nullptr;  // may be null
  std::function<void(std::uint64_t done, std::uint64_t total)>
      step;  // may be empty; one thread at a time

  bool stopped() const { return stop && stop->load(std::memory_order_relaxed); }
  void report(std::uint64_t done, std::uint64_t total) const {
    if (step) step(done, total);
  }
};

}  // namespace odori
