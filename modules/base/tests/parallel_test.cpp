#include "odori/base/parallel.h"

#include <gtest/gtest.h>

#include <vector>

namespace odori {
namespace {

TEST(ParallelFor, CoversEveryIndexOnceForAnyNumberOfThreads) {
  for (const unsigned threads : {0u, 1u, 2u, 5u}) {
    for (const std::size_t count : {0u, 1u, 7u, 1000u}) {
      std::vector<int> hits(count, 0);
      parallel_for(count, 7, threads, [&](std::size_t begin, std::size_t end) {
        EXPECT_EQ(begin % 7, 0u);
        for (std::size_t i = begin; i < end; ++i) ++hits[i];
      });
      for (const int h : hits) EXPECT_EQ(h, 1);
    }
  }
}

}  // namespace
}  // namespace odori
