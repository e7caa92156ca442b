// How fast is BVH text read? Goal: 100 MB/s on an idle core. One motion made here, and the .bvh
// files named in ODORI_BENCH_FILES (parted by ':').
#include <benchmark/benchmark.h>

#include "odori/io/bvh.h"
#include "test_files.h"

namespace odori::io {
namespace {

std::vector<std::byte> made() {
  BvhDocument d;
  for (int j = 0; j < 40; ++j) {
    BvhJoint joint;
    joint.name = "joint" + std::to_string(j);
    joint.parent = j - 1;
    joint.channels = {BvhChannel::z_rotation, BvhChannel::x_rotation, BvhChannel::y_rotation};
    d.joints.push_back(joint);
  }
  d.channels = 120;
  for (int i = 0; i < 120 * 1000; ++i)
    d.values.push_back(static_cast<float>(i % 3600) * 0.0998733f - 179.531f);
  const std::string text = *encode_bvh(d);
  const Bytes bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

void decode(benchmark::State& state, const std::vector<std::byte>& data) {
  for (auto _ : state) benchmark::DoNotOptimize(decode_bvh(data));
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(data.size()));
}

int registered = [] {
  benchmark::RegisterBenchmark("bvh_decode/made", decode, made());
  for (const auto& [path, data] : testing_files::bench_files()) {
    if (looks_like_bvh(data))
      benchmark::RegisterBenchmark(("bvh_decode/" + path).c_str(), decode, data);
  }
  return 0;
}();

}  // namespace
}  // namespace odori::io
