// What a frame of each preset costs at 1280 x 720: 36,000 triangles with edges in 14 materials on
// the default set, no more still than a dancer. The CPU column is user + system time of the whole
// process: software drawing spreads over all cores, and wall time on a shared machine says little.
#include <benchmark/benchmark.h>

#include "odori/math/trig.h"
#include "odori/render/renderer.h"
#include "odori/stage/compose.h"

namespace odori {
namespace {

constexpr int kRings = 36, kColumns = 36;
constexpr int kBalls = 14;

struct Dance {
  SceneAssets assets;
  FrameScene scene;
};

// A texture with a hole in its corner, as models have that paint everything on one picture.
Picture painted() {
  Picture p{512, 512, std::vector<std::uint8_t>(512 * 512 * 4, 255), true};
  for (std::size_t i = 0; i < p.rgba.size(); i += 4) {
    p.rgba[i] = static_cast<std::uint8_t>(120 + i / 4 % 512 / 5);
    if (i / 4 % 512 > 480 && i / 4 / 512 > 480) p.rgba[i + 3] = 0;
  }
  return p;
}

void add_ball(int number, SceneMesh& mesh, SceneMeshFrame& frame) {
  const auto first = static_cast<std::uint32_t>(frame.vertices.size());
  const Vec3 centre{static_cast<float>(number % 3 - 1) * 1.4f,
                    1.3f + 1.2f * static_cast<float>(number), static_cast<float>(number % 2)};
  for (int i = 0; i <= kRings; ++i) {
    for (int k = 0; k <= kColumns; ++k) {
      const trig::SinCos a = trig::sincos(trig::kPi * i / kRings);
      const trig::SinCos b = trig::sincos(2 * trig::kPi * k / kColumns);
      const Vec3 n{static_cast<float>(a.sin * b.cos), static_cast<float>(a.cos),
                   static_cast<float>(a.sin * b.sin)};
      frame.vertices.push_back(
          {centre + n * 1.3f,
           n,
           {0.9f * static_cast<float>(k) / kColumns, 0.9f * static_cast<float>(i) / kRings},
           {}});
    }
  }
  SceneMaterial m;
  m.first_index = static_cast<std::uint32_t>(mesh.indices.size());
  for (std::uint32_t i = 0; i < kRings; ++i) {
    for (std::uint32_t k = 0; k < kColumns; ++k) {
      const std::uint32_t p = first + i * (kColumns + 1) + k, q = p + kColumns + 1;
      mesh.indices.insert(mesh.indices.end(), {p, p + 1, q, p + 1, q + 1, q});
    }
  }
  m.index_count = static_cast<std::uint32_t>(mesh.indices.size()) - m.first_index;
  m.texture = 0;
  m.toon = 1;
  m.both_sides = m.edge = m.casts_shadow = m.receives_shadow = true;
  mesh.materials.push_back(m);
  SceneMaterialState state;
  state.diffuse = {0.6f, 0.6f, 0.6f, 1};
  state.ambient = {0.4f, 0.4f, 0.4f, 1};
  state.specular_power = {0.2f, 0.2f, 0.2f, 20};
  state.edge_colour = {0, 0, 0, 1};
  state.edge_size = 0.7f;
  frame.materials.push_back(state);
}

Dance make_dance() {
  const StageOptions options;
  Dance d;
  d.assets = build_assets({}, options);
  d.scene = make_scene(d.assets, {}, options);
  d.assets.pictures.push_back({"painted", painted(), Wrap::repeat, true});
  d.assets.pictures.push_back({"toon", shared_toon(4), Wrap::clamp, false});
  SceneMesh mesh;
  SceneMeshFrame frame;
  for (int i = 0; i < kBalls; ++i) add_ball(i, mesh, frame);
  mesh.vertex_count = static_cast<std::uint32_t>(frame.vertices.size());
  mesh.edge_scale.assign(mesh.vertex_count, 1);
  frame.edge_origin = {0, 10, 0};
  d.assets.meshes.insert(d.assets.meshes.begin(), mesh);
  d.scene.meshes.insert(d.scene.meshes.begin(), frame);
  d.scene.light.shadow_centre = {0, 9, 0};
  d.scene.light.shadow_radius = 11;
  return d;
}

void draw_frames(benchmark::State& state, Preset preset) {
  auto renderer = make_gl_renderer();
  const Dance d = make_dance();
  if (!renderer || !(*renderer)->prepare(d.assets, {1280, 720, preset})) {
    state.SkipWithError("no device to draw with");
    return;
  }
  Picture picture;
  (void)(*renderer)->render(d.scene, picture);  // compiles the shaders
  for (auto _ : state) {
    if (!(*renderer)->render(d.scene, picture)) state.SkipWithError("drawing failed");
  }
  state.SetLabel((*renderer)->device().name);
}

void render_preview(benchmark::State& state) { draw_frames(state, Preset::preview); }
void render_standard(benchmark::State& state) { draw_frames(state, Preset::standard); }
void render_final(benchmark::State& state) { draw_frames(state, Preset::final); }

BENCHMARK(render_preview)->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime();
BENCHMARK(render_standard)->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime();
BENCHMARK(render_final)->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime();

}  // namespace
}  // namespace odori
