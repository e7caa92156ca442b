#include "demo_files.h"

#include <algorithm>
#include <filesystem>

#include "odori/demo/dance.h"
#include "odori/demo/figure.h"
#include "odori/demo/song.h"
#include "odori/files/files.h"
#include "odori/io/image.h"
#include "odori/io/wav.h"

namespace odori::cli {
namespace {

constexpr std::string_view kProject =
    R"(# The demo project: everything in this folder was made by `odori demo`.
# `odori build . --video`, run in this folder, makes the film again after an edit.
# Only what differs from the defaults need stand here: `odori config --defaults` lists every key.

[project]
name = "dance"

[character]
file = "dancer.pmx"

[motion]
files = ["dance.vmd"]

[camera]
files = ["camera.vmd"]

[song]
file = "song.wav"

[render]
size = [1280, 720]
preset = "standard"  # "preview" is faster, "final" finer
fps = 30
)";

Result<void> put(const std::string& file, Bytes bytes) {
  const auto there = read_file(file);
  if (there && std::equal(there->begin(), there->end(), bytes.begin(), bytes.end())) return {};
  return write_file_atomically(file, bytes);
}

Result<void> put_dancer(const std::string& folder, const demo::FigureFiles& figure) {
  const auto pmx = io::encode_pmx(figure.model);
  if (!pmx) return tl::unexpected(pmx.error());
  for (const demo::NamedPicture& named : figure.pictures) {
    const auto png = io::encode_png(named.picture);
    if (!png) return tl::unexpected(png.error());
    if (auto done = put(folder + "/" + named.name, *png); !done) return done;
  }
  return put(folder + "/dancer.pmx", *pmx);
}

Result<void> put_song(const std::string& folder) {
  const demo::Song song = demo::make_song();
  const auto wav = io::encode_wav(
      io::WavDocument{static_cast<std::uint32_t>(song.sample_rate), 2, song.samples});
  if (!wav) return tl::unexpected(wav.error());
  return put(folder + "/song.wav", *wav);
}

}  // namespace

Result<void> write_demo_files(const std::string& folder, const DemoParts& parts) {
  const demo::FigureFiles figure = demo::make_dancer();
  const auto dance = demo::make_dance(figure.model, demo::make_song_timing());
  if (!dance) return tl::unexpected(dance.error());
  if (auto done = put_dancer(folder, figure); !done) return done;
  if (auto done = put(folder + "/dance.vmd", io::encode_vmd(dance->body)); !done) return done;
  if (auto done = put(folder + "/camera.vmd", io::encode_vmd(dance->camera)); !done) return done;
  if (parts.song)
    if (auto done = put_song(folder); !done) return done;
  const std::string project = folder + "/project.toml";
  std::error_code ignored;
  if (std::filesystem::exists(project, ignored)) return {};
  return put(project, std::as_bytes(std::span(kProject)));
}

}  // namespace odori::cli
