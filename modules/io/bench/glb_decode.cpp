// How fast is a GLB read, checks included? Goal: the speed of memory, above 1 GB/s on an idle core.
// One mesh made here, and the .glb and .vrm files named in ODORI_BENCH_FILES (parted by ':').
#include <benchmark/benchmark.h>

#include "odori/io/gltf.h"
#include "test_files.h"

namespace odori::io {
namespace {

// A grid of a million vertices with normals and indices.
std::vector<std::byte> made() {
  constexpr std::uint32_t kVertices = 1'000'000;
  GltfDocument d;
  ByteWriter out;
  for (std::uint32_t i = 0; i < kVertices * 6; ++i) out.write(static_cast<float>(i) * 0.001f);
  for (std::uint32_t i = 0; i < kVertices * 3; ++i) out.write(i / 3);
  d.buffers.emplace_back().bytes = out.take();
  const auto accessor = [&](std::uint64_t offset, std::uint32_t count, GltfType type,
                            GltfComponent component) {
    GltfBufferView& v = d.buffer_views.emplace_back();
    v.buffer = 0;
    v.offset = offset;
    v.length = count * components_of(type) * 4;
    GltfAccessor& a = d.accessors.emplace_back();
    a.view = static_cast<GltfIndex>(d.buffer_views.size() - 1);
    a.count = count;
    a.type = type;
    a.component = component;
    return a.view;
  };
  GltfPrimitive p;
  p.attributes = {
      {"POSITION", accessor(0, kVertices, GltfType::vec3, GltfComponent::f32)},
      {"NORMAL", accessor(kVertices * 12, kVertices, GltfType::vec3, GltfComponent::f32)}};
  p.indices = accessor(kVertices * 24, kVertices * 3, GltfType::scalar, GltfComponent::u32);
  d.meshes.emplace_back().primitives.push_back(p);
  return *encode_glb(d);
}

void decode(benchmark::State& state, const std::vector<std::byte>& data) {
  for (auto _ : state) benchmark::DoNotOptimize(decode_gltf(data));
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(data.size()));
}

int registered = [] {
  benchmark::RegisterBenchmark("glb_decode/made", decode, made());
  for (const auto& [path, data] : testing_files::bench_files()) {
    if (looks_like_glb(data))
      benchmark::RegisterBenchmark(("glb_decode/" + path).c_str(), decode, data);
  }
  return 0;
}();

}  // namespace
}  // namespace odori::io
