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

// Calls `run` once to warm up, then `samples` times; each sample repeats it until 20 ms have
// passed. Seconds for one call.
std::vector<double> time_samples(int samples, const std::function<void()>& run);

// value = scale / seconds (rates) or seconds * scale (times).
BenchResult as_rate(std::string name, std::vector<double> seconds, double scale, const char* unit);
BenchResult as_time(std::string name, std::vector<double> seconds, double scale, const char* unit);

// So that a compiler does not leave out what is measured.
void keep(const void* value);

}  // namespace odori::cli
