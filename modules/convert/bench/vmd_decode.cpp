// How fast do VMD files become sorted tracks with decoded names? Goal: 500 MB/s on an idle core.
// One motion made here, and the .vmd files named in ODORI_BENCH_FILES (parted by ':').
#include <benchmark/benchmark.h>

#include <string>

#include "odori/convert/mmd.h"
#include "test_files.h"

namespace odori {
namespace {

// 16,000 keys of 150 bones, frame by frame, the frames in blocks that stand the wrong way round.
std::vector<std::byte> made() {
  io::VmdDocument d;
  for (std::uint32_t i = 0; i < 16'000; ++i) {
    const std::uint32_t frame = i / 150 ^ 8;
    d.bones.push_back({*io::vmd_name15("左人指" + std::to_string(i % 150)),
                       frame,
                       {},
                       {},
                       io::vmd_curve_bytes({})});
  }
  return io::encode_vmd(d);
}

void decode(benchmark::State& state, const std::vector<std::byte>& data) {
  for (auto _ : state) {
    const auto document = io::decode_vmd(data);
    benchmark::DoNotOptimize(import_vmd(*document));
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(data.size()));
}

int registered = [] {
  benchmark::RegisterBenchmark("vmd_decode/made", decode, made());
  for (const auto& [path, data] : testing_files::bench_files()) {
    if (io::looks_like_vmd(data))
      benchmark::RegisterBenchmark(("vmd_decode/" + path).c_str(), decode, data);
  }
  return 0;
}();

}  // namespace
}  // namespace odori
