// Real files: every VRM and VRM animation of the shared data is loaded whole.
#include <gtest/gtest.h>

#include "odori/convert/vrm.h"
#include "odori/convert/vrma.h"
#include "odori/io/vrm.h"
#include "test_files.h"

namespace odori {
namespace {

TEST(VrmFiles, LoadAndFaceForward) {
  const auto paths = testing_files::shared_data({".vrm"});
  if (paths.empty()) GTEST_SKIP() << "no shared data";
  for (const auto& path : paths) {
    const auto gltf = io::decode_gltf(testing_files::bytes_of(path));
    ASSERT_TRUE(gltf) << path << to_text(gltf.error());
    const auto vrm = io::decode_vrm(*gltf);
    ASSERT_TRUE(vrm) << path << to_text(vrm.error());
    const auto imported = import_vrm(*gltf, *vrm);
    ASSERT_TRUE(imported) << path << to_text(imported.error());
    const Model& model = imported->model;
    EXPECT_TRUE(is_whole(model.humanoid)) << path;
    EXPECT_GT(model.mesh.size(), 0u) << path;
    EXPECT_FALSE(model.meta.licence.authors.empty()) << path;
    const auto place = [&](HumanBone b) {
      return model.skeleton.rest_position[at(model.humanoid[b])];
    };
    EXPECT_GT(place(HumanBone::leftHand).x, place(HumanBone::rightHand).x) << path;
    if (model.humanoid.has(HumanBone::leftToes)) {
      EXPECT_GT(place(HumanBone::leftToes).z, place(HumanBone::leftFoot).z) << path;
    }
  }
}

TEST(VrmFiles, AnimationsLoadAndComeBack) {
  const auto paths = testing_files::shared_data({".vrma"});
  if (paths.empty()) GTEST_SKIP() << "no shared data";
  for (const auto& path : paths) {
    const auto gltf = io::decode_gltf(testing_files::bytes_of(path));
    ASSERT_TRUE(gltf) << path << to_text(gltf.error());
    const auto vrma = io::decode_vrma(*gltf);
    ASSERT_TRUE(vrma) << path << to_text(vrma.error());
    const auto imported = import_vrma(*gltf, *vrma);
    ASSERT_TRUE(imported) << path << to_text(imported.error());
    EXPECT_TRUE(is_whole(imported->model.humanoid)) << path;
    EXPECT_GT(last_frame(imported->clip), 0) << path;
    VrmaOptions options;
    options.last_frame = last_frame(imported->clip);
    options.rate = imported->clip.rate;
    const auto exported = export_vrma(imported->model, imported->clip, options);
    ASSERT_TRUE(exported) << path << to_text(exported.error());
    const auto glb = io::encode_glb(exported->document);
    ASSERT_TRUE(glb) << path << to_text(glb.error());
    EXPECT_TRUE(io::looks_like_vrma(*glb)) << path;
  }
}

}  // namespace
}  // namespace odori
