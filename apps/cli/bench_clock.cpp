#include "bench_clock.h"

#include <sys/resource.h>

#include <algorithm>
#include <chrono>

namespace odori::cli {
namespace {

double now(BenchClock clock) {
  if (clock == BenchClock::wall) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
  }
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
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

std::vector<double> time_samples(int samples, const std::function<void()>& run, BenchClock clock) {
  run();
  std::vector<double> seconds;
  for (int i = 0; i < samples; ++i) {
    const double start = now(clock);
    int calls = 0;
    do {
      run();
      ++calls;
    } while (now(clock) - start < 0.02);
    seconds.push_back((now(clock) - start) / calls);
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
