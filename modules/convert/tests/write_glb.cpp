// Writes GLBs for the glTF validator: write_glb FOLDER. The project's own dancer with her dance, a
// scene of splines and steps, and the characters of the shared test data where that is there; each
// with a motion baked. The files' names go to standard output.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include "odori/assets/load.h"
#include "odori/assets/portable.h"
#include "odori/convert/gltf.h"
#include "odori/convert/mmd.h"
#include "odori/demo/dance.h"
#include "odori/demo/figure.h"
#include "odori/demo/song.h"
#include "odori/io/gltf.h"
#include "odori/io/image.h"
#include "odori/pose/bind.h"
#include "odori/pose/evaluate.h"
#include "test_files.h"

namespace {

using namespace odori;
namespace fs = std::filesystem;

constexpr double kMostFrames = 300;

bool failed(const std::string& what, const Error& error) {
  std::fprintf(stderr, "%s: %s\n", what.c_str(), to_text(error).c_str());
  return false;
}

bool write(const fs::path& path, Model model, const Clip& motion, double rate, bool unlit) {
  make_textures_portable(model);
  const Binding binding = bind(motion, model);
  const double last = std::min(binding.last_frame, kMostFrames);
  Clip baked = bake_to_clip(model, binding, 0, static_cast<std::size_t>(last) + 1, 0);
  baked.morphs = motion.morphs;
  const auto made = export_gltf(model, std::vector<Clip>{baked, motion}, {rate, 1, unlit});
  if (!made) return failed(path.string(), made.error());
  const auto bytes = io::encode_glb(made->document);
  if (!bytes) return failed(path.string(), bytes.error());
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes->data()),
             static_cast<std::streamsize>(bytes->size()));
  std::printf("%s\n", path.string().c_str());
  return true;
}

bool write_demo(const fs::path& path) {
  const demo::FigureFiles figure = demo::make_dancer();
  auto model = import_pmx(figure.model);
  if (!model) return failed("dancer", model.error());
  for (const demo::NamedPicture& named : figure.pictures) {
    auto png = io::encode_png(named.picture);
    if (!png) return failed(named.name, png.error());
    for (Texture& t : model->mesh.textures)
      if (t.name == named.name) t.bytes = *png;
  }
  const auto dance = demo::make_dance(figure.model, demo::make_song_timing());
  if (!dance) return failed("dance", dance.error());
  return write(path, std::move(*model), import_vmd(dance->body), 30, false);
}

// The tracks' kinds that no VMD has.
Clip splines(const Model& model) {
  Clip clip;
  for (std::size_t b = 0; b < std::min<std::size_t>(model.skeleton.size(), 20); ++b) {
    BoneTrack& t = clip.bones.emplace_back();
    t.name.text = model.skeleton.names[b];
    t.interpolation = b % 2 == 0 ? Interpolation::cubic : Interpolation::step;
    t.frame = {0, 10, 25};
    t.rotation = {{}, {0, 0.6f, 0, 0.8f}, {0, 0, 1, 0}};
    t.translation = {{}, {1, 0, 0}, {}};
    t.curve.resize(3);
    if (b % 2 == 0) t.tangents.resize(3);
  }
  return clip;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const fs::path folder = argv[1];
  fs::create_directories(folder);
  bool good = write_demo(folder / "dancer.glb");
  const auto motions = testing_files::shared_data({".vmd"});
  int number = 0;
  for (const fs::path& path : testing_files::shared_data({".pmx", ".gltf", ".glb"})) {
    const std::string text = path.string();
    if (text.find("broken") != std::string::npos) continue;
    auto model = load_model(text);
    if (!model) continue;  // what loads is the business of other tests
    Clip motion = splines(*model);
    if (model->metres_per_unit < 0.5f && fs::file_size(path) > 100'000)
      for (const fs::path& m : motions)
        if (m.filename() == "wavefile_lat.vmd")
          if (auto clip = load_clip(m.string())) motion = std::move(*clip);
    const fs::path out = folder / ("shared_" + std::to_string(number) + ".glb");
    good &= write(out, std::move(*model), motion, number % 2 == 0 ? 60 : 30, number % 3 == 0);
    ++number;
  }
  return good ? 0 : 1;
}
