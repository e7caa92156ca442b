// Measuring: warm-up, several samples, medians.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace odori::cli {

struct BenchResult {
  std::string name;
  double value = 0;  // the median
  std::string unit;
  int samples = 0;
  double low = 0, high = 0;  // of the samples
};

// cpu = user and system time of all threads of the process: what software drawing is judged by,
// since it spreads over the cores and the wall clock counts other programs too.
enum class BenchClock { wall, cpu };

// Calls `run` once to warm up, then `samples` times; each sample repeats it until 20 ms have
// passed. Seconds for one call.
std::vector<double> time_samples(int samples, const std::function<void()>& run,
                                 BenchClock clock = BenchClock::wall);

// value = scale / seconds (rates) or seconds * scale (times).
BenchResult as_rate(std::string name, std::vector<double> seconds, double scale, const char* unit);
BenchResult as_time(std::string name, std::vector<double> seconds, double scale, const char* unit);

// So that a compiler does not leave out what is measured.
void keep(const void* value);

}  // namespace odori::cli
