// How fast are PMX files decoded? Goal: 1 GB/s on an idle core. One model made here, and the .pmx
// files named in ODORI_BENCH_FILES (parted by ':').
#include <benchmark/benchmark.h>

#include <string>

#include "odori/io/pmx.h"
#include "test_files.h"

namespace odori::io {
namespace {

// As many vertices, bones and vertex morphs as a common character.
std::vector<std::byte> made() {
  PmxDocument d;
  d.vertices.resize(25'000);
  for (std::size_t i = 0; i < d.vertices.size(); ++i) {
    PmxVertex& v = d.vertices[i];
    const auto x = static_cast<float>(i);
    v.position = {x, x * 0.5f, -x};
    v.skin = i % 3 == 0 ? PmxSkin::bdef1 : PmxSkin::bdef2;
    v.bones = {static_cast<std::int32_t>(i % 150), static_cast<std::int32_t>(i % 7), -1, -1};
  }
  d.indices.resize(120'000);
  for (std::size_t i = 0; i < d.indices.size(); ++i) {
    d.indices[i] = static_cast<std::uint32_t>(i * 7 % d.vertices.size());
  }
  d.bones.resize(150);
  for (PmxBone& b : d.bones) b.name.text = "左人指３";
  d.morphs.resize(50);
  for (PmxMorph& m : d.morphs) {
    m.name.text = "まばたき";
    m.vertices.resize(1000);
  }
  return *encode_pmx(d);
}

void decode(benchmark::State& state, const std::vector<std::byte>& data) {
  for (auto _ : state) benchmark::DoNotOptimize(decode_pmx(data));
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(data.size()));
}

int registered = [] {
  benchmark::RegisterBenchmark("pmx_decode/made", decode, made());
  for (const auto& [path, data] : testing_files::bench_files()) {
    if (looks_like_pmx(data))
      benchmark::RegisterBenchmark(("pmx_decode/" + path).c_str(), decode, data);
  }
  return 0;
}();

}  // namespace
}  // namespace odori::io
