// What is measured: files that are given, or the project's own dancer and dance.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "odori/pipeline/job.h"

namespace odori::cli {

struct BenchSubject {
  std::string model_name, motion_name;
  std::vector<std::byte> pmx, vmd;  // the files; empty where they are of other formats
  Job job;
};

// "" = the project's own.
Result<std::unique_ptr<BenchSubject>> make_bench_subject(const std::string& model,
                                                         const std::string& motion);

}  // namespace odori::cli
