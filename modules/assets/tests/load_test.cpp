#include "odori/assets/load.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "odori/io/image.h"
#include "odori/io/pmd.h"
#include "odori/io/pmx.h"

namespace odori {
namespace {

namespace fs = std::filesystem;

class Load : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("odori_load_" + std::to_string(::getpid()));
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  fs::path folder_;
};

std::vector<std::byte> model_with_textures() {
  io::PmxDocument d;
  d.vertices.resize(3);
  for (io::PmxVertex& v : d.vertices) v.bones[0] = 0;
  d.indices = {0, 1, 2};
  for (const char* name :
       {"TEX\\Face.PNG", "..\\..\\secret.png", "none.png", "unused.png", "toon03.bmp"}) {
    d.textures.push_back({name, {}});
  }
  for (std::int32_t i = 0; i < 3; ++i) {
    io::PmxMaterial m;
    m.texture = i;
    m.index_count = i == 0 ? 3 : 0;
    m.shared_toon = false;
    m.toon = 4;
    d.materials.push_back(m);
  }
  d.bones.resize(1);
  return *io::encode_pmx(d);
}

TEST_F(Load, NamesTheFileThatCannotBeLoaded) {
  EXPECT_EQ(load_model(path("no.pmx")).error().file, path("no.pmx"));
  ASSERT_TRUE(write_file_atomically(path("noise.pmx"), std::vector<std::byte>(99)));
  EXPECT_EQ(load_model(path("noise.pmx")).error().code, Code::unsupported);
  EXPECT_EQ(load_clip(path("noise.pmx")).error().code, Code::unsupported);
  auto cut = model_with_textures();
  cut.resize(100);
  ASSERT_TRUE(write_file_atomically(path("cut.pmx"), cut));
  const auto result = load_model(path("cut.pmx"));
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().file, path("cut.pmx"));
}

TEST_F(Load, FindsTexturesAndTellsWhichAreNotThere) {
  ASSERT_TRUE(write_file_atomically(path("m/x.pmx"), model_with_textures()));
  const std::vector<std::byte> picture(7, std::byte{1});
  ASSERT_TRUE(write_file_atomically(path("m/tex/face.png"), picture));
  ASSERT_TRUE(write_file_atomically(path("secret.png"), picture));
  const auto model = load_model(path("m/x.pmx"));
  ASSERT_TRUE(model) << to_text(model.error());
  EXPECT_EQ(model->mesh.textures[0].resolved, "tex/face.png");
  EXPECT_EQ(model->mesh.textures[0].bytes, picture);
  EXPECT_TRUE(model->mesh.textures[1].bytes.empty());
  EXPECT_EQ(model->warnings.count(WarningKind::path_refused), 1u);
  EXPECT_EQ(model->warnings.count(WarningKind::texture_missing), 1u);
  EXPECT_FALSE(is_set(model->mesh.materials[0].mmd.toon));
  EXPECT_EQ(model->mesh.materials[0].mmd.shared_toon, 2);
}

TEST_F(Load, PmdFindsItsTexturesAndItsToons) {
  io::PmdDocument d;
  d.vertices.resize(3);
  d.indices = {0, 1, 2};
  d.materials.resize(3);
  d.materials[0].index_count = 3;
  ASSERT_TRUE(io::set_pmd_text(d.materials[0].texture, "tex\\Face.bmp*HR.sph"));
  d.materials[0].toon = 0;  // brought: wins over MMD's own
  d.materials[1].toon = 1;  // MMD's own
  d.materials[2].toon = 2;  // the model's own
  ASSERT_TRUE(io::set_pmd_text(d.toons[2], "Skin.bmp"));
  d.bones.resize(1);
  ASSERT_TRUE(write_file_atomically(path("m/x.PMD"), *io::encode_pmd(d)));
  for (const char* name : {"m/tex/face.bmp", "m/hr.sph", "m/toon01.bmp", "m/skin.bmp"}) {
    ASSERT_TRUE(write_file_atomically(path(name), std::vector<std::byte>(7, std::byte{1})));
  }
  const auto model = load_model(path("m/x.PMD"));
  ASSERT_TRUE(model) << to_text(model.error());
  EXPECT_TRUE(model->warnings.empty());
  const auto& textures = model->mesh.textures;
  const auto& materials = model->mesh.materials;
  EXPECT_EQ(textures[at(materials[0].texture)].resolved, "tex/face.bmp");
  EXPECT_EQ(textures[at(materials[0].mmd.sphere)].resolved, "hr.sph");
  EXPECT_EQ(materials[0].mmd.sphere_mode, SphereMode::multiply);
  EXPECT_EQ(textures[at(materials[0].mmd.toon)].resolved, "toon01.bmp");
  EXPECT_FALSE(is_set(materials[1].mmd.toon));
  EXPECT_EQ(materials[1].mmd.shared_toon, 1);
  EXPECT_EQ(textures[at(materials[2].mmd.toon)].resolved, "skin.bmp");
}

TEST_F(Load, AlphaThatLiesInAPictureOfItsOwnIsPutIn) {
  io::PmxDocument d;
  d.vertices.resize(3);
  for (io::PmxVertex& v : d.vertices) v.bones[0] = 0;
  d.indices = {0, 1, 2};
  d.textures.push_back({"tex\\skin.jpga.jpg", {}});
  d.materials.resize(1);
  d.materials[0].texture = 0;
  d.materials[0].index_count = 3;
  d.bones.resize(1);
  ASSERT_TRUE(write_file_atomically(path("m/x.pmx"), *io::encode_pmx(d)));
  const Picture colours{1, 1, {10, 20, 30, 255}, false}, grey{1, 1, {77, 77, 77, 255}, false};
  // Told by content, not by name.
  ASSERT_TRUE(write_file_atomically(path("m/tex/skin.jpga.jpg"), *io::encode_png(colours)));
  auto model = load_model(path("m/x.pmx"));
  ASSERT_TRUE(model) << to_text(model.error());
  EXPECT_EQ(decode_texture(model->mesh.textures[0])->rgba, colours.rgba);

  ASSERT_TRUE(write_file_atomically(path("m/tex/skin.alpha.png"), *io::encode_png(grey)));
  model = load_model(path("m/x.pmx"));
  ASSERT_TRUE(model) << to_text(model.error());
  const auto picture = decode_texture(model->mesh.textures[0]);
  ASSERT_TRUE(picture);
  EXPECT_EQ(picture->rgba, (std::vector<std::uint8_t>{10, 20, 30, 77}));
  EXPECT_TRUE(picture->has_alpha);
}

fs::path data_folder() {
  const char* given = std::getenv("ODORI_SHARED");
  return fs::path(given ? given : ODORI_SHARED_DIR) / "data";
}

// Geometry that a renderer and an evaluator may index without looking.
void expect_sound(const Model& m, const fs::path& path) {
  for (const std::uint32_t i : m.mesh.indices) ASSERT_LT(i, m.mesh.size()) << path;
  for (std::size_t i = 0; i < m.skeleton.size(); ++i) {
    ASSERT_LT(static_cast<std::int32_t>(m.skeleton.parent[i]), static_cast<std::int32_t>(i));
  }
  for (std::size_t v = 0; v < m.mesh.size(); ++v) {
    float sum = 0;
    for (std::size_t k = 0; k < 4; ++k) {
      const std::int32_t bone = m.mesh.skin.bones[v][k];
      ASSERT_TRUE(bone >= 0 && static_cast<std::size_t>(bone) < m.skeleton.size()) << path;
      sum += m.mesh.skin.weights[v][k];
    }
    ASSERT_NEAR(sum, 1, 1e-5) << path;
  }
}

TEST(RealFiles, LoadWithAllTexturesAndMotions) {
  if (!fs::exists(data_folder())) GTEST_SKIP() << "no shared data here";
  int models = 0, clips = 0;
  for (const auto& entry : fs::recursive_directory_iterator(data_folder())) {
    const fs::path& path = entry.path();
    // Its header says that bone indices take one byte; its vertices hold four.
    if (path.filename() == "joint_orient_test.pmx") continue;
    if (path.extension() == ".pmx" || path.extension() == ".pmd" || path.extension() == ".zip") {
      const auto model = load_model(path.string());
      ASSERT_TRUE(model) << to_text(model.error());
      expect_sound(*model, path);
      ++models;
    } else if (path.extension() == ".vmd") {
      const auto clip = load_clip(path.string());
      ASSERT_TRUE(clip) << to_text(clip.error());
      ++clips;
    }
  }
  EXPECT_GT(models, 25);
  EXPECT_GT(clips, 25);
  for (const char* name : {"models/alicia.zip!/Alicia_solid_v02.pmx", "models/siro2019.zip"}) {
    const auto model = load_model((data_folder() / name).string());
    ASSERT_TRUE(model) << to_text(model.error());
    EXPECT_EQ(model->warnings.count(WarningKind::texture_missing), 0u) << name;
    const auto opened = open_file((data_folder() / name).string(), {".pmx"});
    ASSERT_TRUE(opened);
    EXPECT_EQ(*io::encode_pmx(*io::decode_pmx(opened->bytes)), opened->bytes) << name;
  }
}

}  // namespace
}  // namespace odori
