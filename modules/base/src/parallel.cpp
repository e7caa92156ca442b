#include "odori/base/parallel.h"

#include <algorithm>
#ifndef __wasi__
#include <atomic>
#include <thread>
#include <vector>
#endif

#include "odori/base/assert.h"

namespace odori {

#ifdef __wasi__
unsigned hardware_threads() { return 1; }
#else
unsigned hardware_threads() { return std::max(1u, std::thread::hardware_concurrency()); }
#endif

void parallel_for(std::size_t count, std::size_t grain, unsigned threads,
                  const std::function<void(std::size_t, std::size_t)>& body) {
  ODORI_ASSERT(grain > 0);
  const std::size_t chunks = (count + grain - 1) / grain;
  if (threads == 0) threads = hardware_threads();
  const auto run = [&](std::size_t chunk) {
    body(chunk * grain, std::min(count, (chunk + 1) * grain));
  };
#ifndef __wasi__
  const std::size_t workers = std::min<std::size_t>(threads, chunks);
  if (workers > 1) {
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
      for (std::size_t c = next++; c < chunks; c = next++) run(c);
    };
    std::vector<std::jthread> pool;
    for (std::size_t i = 1; i < workers; ++i) pool.emplace_back(work);
    work();
    return;
  }
#endif
  for (std::size_t c = 0; c < chunks; ++c) run(c);
}

}  // namespace odori
