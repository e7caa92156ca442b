// What a frame costs: evaluate() with and without IK, update of the vertices, a whole bake. Real
// models where the folder of test data is there (environment ODORI_SHARED, else ../shared).
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <filesystem>
#include <map>

#include "odori/assets/load.h"
#include "odori/pose/evaluate.h"
#include "odori/pose/skin.h"

namespace {

using namespace odori;

struct Subject {
  Model model;
  Binding binding;
};

const char* const kModels[] = {"models/appearance_miku/Appearance Miku_BDEF_mod-v04.pmx",
                               "models/luka/巡音ルカ.pmx",
                               "models/alicia.zip!/Alicia_solid_v02.pmx"};
const char* const kMotions[] = {"motions/wavefile_lat.vmd", "motions/step.vmd"};

// Null where the files are not there.
const Subject* subject(const benchmark::State& state) {
  static std::map<std::pair<long, long>, Subject> kept;
  const char* wish = std::getenv("ODORI_SHARED");
  const std::filesystem::path data = std::filesystem::path(wish ? wish : "../shared") / "data";
  const auto [it, added] = kept.try_emplace({state.range(0), state.range(1)});
  if (added) {
    Result<Model> model = load_model((data / kModels[state.range(0)]).string());
    const Result<Clip> clip = load_clip((data / kMotions[state.range(1)]).string());
    if (model && clip) {
      it->second.model = std::move(*model);
      it->second.binding = bind(*clip, it->second.model);
    }
  }
  return it->second.model.skeleton.size() > 0 ? &it->second : nullptr;
}

void run_frames(benchmark::State& state, bool ik) {
  const Subject* s = subject(state);
  if (!s) return state.SkipWithError("no test data");
  Evaluator evaluator(s->model, s->binding, {.ik = ik});
  Pose pose = make_pose(s->model);
  double frame = 0;
  for (auto _ : state) {
    evaluator.evaluate(frame, pose);
    frame = frame < s->binding.last_frame ? frame + 1 : 0;
  }
  state.counters["bones"] = static_cast<double>(s->model.skeleton.size());
}

void evaluate_with_ik(benchmark::State& state) { run_frames(state, true); }
void evaluate_without_ik(benchmark::State& state) { run_frames(state, false); }

// "items" are vertices: position and normal.
void skin(benchmark::State& state) {
  const Subject* s = subject(state);
  if (!s) return state.SkipWithError("no test data");
  Evaluator evaluator(s->model, s->binding);
  Pose pose = make_pose(s->model);
  evaluator.evaluate(100, pose);
  DressedMesh mesh = make_dressed_mesh(s->model);
  for (auto _ : state) dress(s->model, pose, 1, mesh);
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(s->model.mesh.size()));
}

// "items" are frames.
void bake_clip(benchmark::State& state) {
  const Subject* s = subject(state);
  if (!s) return state.SkipWithError("no test data");
  const auto frames = static_cast<std::size_t>(s->binding.last_frame) + 1;
  for (auto _ : state) {
    benchmark::DoNotOptimize(bake(s->model, s->binding, 0, frames, 0).world_position.data());
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(frames));
}

void every_pair(benchmark::internal::Benchmark* b) { b->ArgsProduct({{0, 1, 2}, {0, 1}}); }
BENCHMARK(evaluate_with_ik)->Apply(every_pair)->Unit(benchmark::kMicrosecond);
BENCHMARK(evaluate_without_ik)->Apply(every_pair)->Unit(benchmark::kMicrosecond);
BENCHMARK(skin)->Apply(every_pair)->Unit(benchmark::kMicrosecond);
BENCHMARK(bake_clip)->Args({0, 0})->Args({1, 1})->Unit(benchmark::kMillisecond);

}  // namespace
