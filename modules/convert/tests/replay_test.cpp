// The fuzzers' seeds and what they once found.
#include <gtest/gtest.h>

#include <cmath>

#include "odori/convert/gltf.h"
#include "odori/convert/mmd.h"
#include "odori/io/gltf.h"
#include "test_files.h"

namespace odori {
namespace {

template <class Check>
void replay(const char* target, Check check) {
  const auto seeds = testing_files::fuzz_seeds(target);
  EXPECT_FALSE(seeds.empty());
  for (const auto& [path, data] : seeds) check(data, path);
}

TEST(FuzzReplay, ImportPmx) {
  replay("import_pmx_fuzz", [](const std::vector<std::byte>& data, const auto& path) {
    const auto document = io::decode_pmx(data);
    if (!document) return;
    const auto model = import_pmx(*document);
    ASSERT_TRUE(model) << path;
    for (const Body& b : model->bodies) EXPECT_NEAR(dot(b.rotation, b.rotation), 1, 1e-3) << path;
  });
}

TEST(FuzzReplay, ImportPmd) {
  replay("import_pmd_fuzz", [](const std::vector<std::byte>& data, const auto& path) {
    const auto document = io::decode_pmd(data);
    if (!document) return;
    const auto model = import_pmd(*document);
    ASSERT_TRUE(model) << path;
    for (const std::uint32_t i : model->mesh.indices) ASSERT_LT(i, model->mesh.size()) << path;
    for (const Body& b : model->bodies) EXPECT_NEAR(dot(b.rotation, b.rotation), 1, 1e-3) << path;
  });
}

TEST(FuzzReplay, ImportGltf) {
  replay("import_gltf_fuzz", [](const std::vector<std::byte>& data, const auto& path) {
    const auto document = io::decode_gltf(data);
    if (!document) return;
    const auto made = import_gltf(*document);
    if (!made) return;
    const Model& model = made->model;
    EXPECT_EQ(model.skeleton.size(), document->nodes.size()) << path;
    for (const std::uint32_t i : model.mesh.indices) ASSERT_LT(i, model.mesh.size()) << path;
    for (const Vec3& v : model.mesh.positions) ASSERT_TRUE(is_finite(v)) << path;
  });
}

TEST(FuzzReplay, ImportVmd) {
  replay("import_vmd_fuzz", [](const std::vector<std::byte>& data, const auto& path) {
    const auto document = io::decode_vmd(data);
    if (!document) return;
    for (const BoneTrack& t : import_vmd(*document).bones) {
      for (const Quat q : t.rotation) EXPECT_NEAR(dot(q, q), 1, 1e-3) << path;
    }
  });
}

}  // namespace
}  // namespace odori
