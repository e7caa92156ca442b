// How many 720p pictures a second become a film, and what of it is the encoder's.
#include <benchmark/benchmark.h>

#include <cstdio>
#include <filesystem>

#include "odori/encode/film.h"

namespace {

// A floor, stripes and a moving disc: edges and soft shades, like a drawn dancer on a stage.
odori::Picture scene(int width, int height, int frame) {
  odori::Picture out{width, height, {}, false};
  out.rgba.resize(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 4);
  std::uint8_t* p = out.rgba.data();
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x, p += 4) {
      const int dx = x - width / 2 - (frame * 7) % 300 + 150, dy = y - height / 2;
      const int d = dx * dx + dy * dy;
      const bool disc = d < 40000, stripe = ((x + 2 * frame) / 16 + y / 16) % 2 == 0;
      p[0] = static_cast<std::uint8_t>(disc ? 255 - d / 300 : stripe ? 90 : 70 + y / 16);
      p[1] = static_cast<std::uint8_t>(disc ? 180 - d / 400 : 60 + x / 16);
      p[2] = static_cast<std::uint8_t>(disc ? (stripe ? 160 : 120) : 110 + y / 12);
      p[3] = 255;
    }
  }
  return out;
}

void encode_film(benchmark::State& state) {
  odori::FilmOptions options;
  options.width = static_cast<int>(state.range(0));
  options.height = options.width * 9 / 16;
  options.hold_seconds = options.fade_seconds = 0;
  std::vector<odori::Picture> pictures;
  for (int i = 0; i < 30; ++i) pictures.push_back(scene(options.width, options.height, i));
  constexpr int kFrames = 300;
  odori::Song song;
  song.samples.resize(48000 * 2 * 10);
  for (std::size_t i = 0; i < song.samples.size(); ++i)
    song.samples[i] = static_cast<float>(i / 2 % 109) / 218.0f - 0.25f;
  const std::string path =
      (std::filesystem::temp_directory_path() / "odori_bench_encode.mp4").string();
  for (auto _ : state) {
    auto film = odori::make_film(path, options, &song);
    for (std::size_t i = 0; film && i < kFrames; ++i) {
      // There and back, so that no frame is a cut.
      const std::size_t k = i % 58;
      if (!(*film)->add(pictures[k < 30 ? k : 58 - k])) film->reset();
      if (!*film) break;
    }
    if (!film || !*film || !(*film)->finish()) state.SkipWithError("no film");
  }
  std::remove(path.c_str());
  state.SetItemsProcessed(state.iterations() * kFrames);  // items = pictures
}
BENCHMARK(encode_film)
    ->Arg(1280)
    ->Arg(1920)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime()
    ->MeasureProcessCPUTime();

}  // namespace
