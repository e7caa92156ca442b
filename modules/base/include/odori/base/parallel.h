// Work shared out over threads. Results never depend on how many there are.
#pragma once

#include <cstddef>
#include <functional>

namespace odori {

// Cores that this process may use; 1 in the browser.
unsigned hardware_threads();

// Calls body(begin, end) for consecutive ranges that cover [0, count), each at most `grain` long,
// on up to `threads` threads (0 = all cores, 1 = the caller's own). Every range starts at a
// multiple of `grain`. The body must not throw.
void parallel_for(std::size_t count, std::size_t grain, unsigned threads,
                  const std::function<void(std::size_t begin, std::size_t end)>& body);

}  // namespace odori
