#include "bench_clock.h"

#include <algorithm>
#include <chrono>

namespace odori::cli {
namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

BenchResult summary(std::string name, std::vector<double> values, const char* unit) {
  std::sort(values.begin(), values.end());
  return {std::move(name),
          values[values.size() / 2],
          unit,
          static_cast<int>(values.size()),
          values.front(),
          values.back()};
}

}  // namespace

std::vector<double> time_samples(int samples, const std::function<void()>& run) {
  run();
  std::vector<double> seconds;
  for (int i = 0; i < samples; ++i) {
    const Clock::time_point start = Clock::now();
    int calls = 0;
    do {
      run();
      ++calls;
    } while (since(start) < 0.02);
    seconds.push_back(since(start) / calls);
  }
  return seconds;
}

BenchResult as_rate(std::string name, std::vector<double> seconds, double scale, const char* unit) {
  for (double& s : seconds) s = scale / std::max(s, 1e-12);
  return summary(std::move(name), std::move(seconds), unit);
}

BenchResult as_time(std::string name, std::vector<double> seconds, double scale, const char* unit) {
  for (double& s : seconds) s *= scale;
  return summary(std::move(name), std::move(seconds), unit);
}

void keep(const void* value) { asm volatile("" : : "g"(value) : "memory"); }

}  // namespace odori::cli
