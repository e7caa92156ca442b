// Motions and models of other people, where they are at hand: never part of the project.
#include <gtest/gtest.h>

#include "odori/io/bvh.h"
#include "odori/io/gltf.h"
#include "odori/io/pmd.h"
#include "odori/io/pmx.h"
#include "odori/io/vmd.h"
#include "odori/io/vpd.h"
#include "test_files.h"

namespace odori::io {
namespace {

namespace fs = std::filesystem;

using testing_files::bytes_of;
using testing_files::shared_data;

TEST(RealVmd, GivesTheSameBytesBack) {
  const auto files = shared_data({".vmd"});
  if (files.empty()) GTEST_SKIP() << "no shared data here";
  for (const fs::path& path : files) {
    const auto data = bytes_of(path);
    const auto document = decode_vmd(data);
    ASSERT_TRUE(document) << path << ": " << to_text(document.error());
    EXPECT_EQ(encode_vmd(*document), data) << path;
  }
}

TEST(RealPmd, GivesTheSameBytesBack) {
  const auto files = shared_data({".pmd"});
  if (files.empty()) GTEST_SKIP() << "no shared data here";
  for (const fs::path& path : files) {
    const auto data = bytes_of(path);
    const auto document = decode_pmd(data);
    ASSERT_TRUE(document) << path << ": " << to_text(document.error());
    const auto again = encode_pmd(*document);
    ASSERT_TRUE(again) << path << ": " << to_text(again.error());
    EXPECT_EQ(*again, data) << path;
  }
}

TEST(RealPmx, GivesTheSameBytesBack) {
  const auto files = shared_data({".pmx"});
  if (files.empty()) GTEST_SKIP() << "no shared data here";
  for (const fs::path& path : files) {
    const auto data = bytes_of(path);
    const auto document = decode_pmx(data);
    if (path.filename() == "joint_orient_test.pmx") {
      // Its header says that bone indices take one byte; its vertices hold four.
      ASSERT_FALSE(document);
      continue;
    }
    ASSERT_TRUE(document) << path << ": " << to_text(document.error());
    const auto again = encode_pmx(*document);
    ASSERT_TRUE(again) << path << ": " << to_text(again.error());
    EXPECT_EQ(*again, data) << path;
  }
}

TEST(RealVpd, GivesTheSameBytesBack) {
  const auto files = shared_data({".vpd"});
  if (files.empty()) GTEST_SKIP() << "no shared data here";
  for (const auto& path : files) {
    const auto data = bytes_of(path);
    const auto document = decode_vpd(data);
    ASSERT_TRUE(document) << path << ": " << to_text(document.error());
    const auto again = encode_vpd(*document);
    ASSERT_TRUE(again) << path;
    EXPECT_EQ(*again, data) << path;
  }
}

TEST(RealGltf, ComesBackFromWhatIsWritten) {
  const auto files = shared_data({".gltf", ".glb", ".vrm", ".vrma"});
  if (files.empty()) GTEST_SKIP() << "no shared data here";
  for (const auto& path : files) {
    const auto document =
        decode_gltf(bytes_of(path), [&](const std::string& name) -> Result<std::vector<std::byte>> {
          if (!fs::exists(path.parent_path() / name)) return fail(Code::not_found, "is not there");
          return bytes_of(path.parent_path() / name);
        });
    if (path.string().find("broken") != std::string::npos) {
      ASSERT_FALSE(document) << path;
      EXPECT_FALSE(document.error().what.empty());
      continue;
    }
    ASSERT_TRUE(document) << path << ": " << to_text(document.error());
    const auto glb = encode_glb(*document);
    ASSERT_TRUE(glb) << path << ": " << to_text(glb.error());
    const auto again = decode_gltf(*glb);
    ASSERT_TRUE(again) << path << ": " << to_text(again.error());
    EXPECT_EQ(encode_glb(*again), *glb) << path;
    for (std::size_t a = 0; a < document->accessors.size(); ++a) {
      const auto accessor = static_cast<GltfIndex>(a);
      EXPECT_EQ(read_floats(*again, accessor), read_floats(*document, accessor)) << path;
    }
  }
}

TEST(RealBvh, ComesBackFromItsText) {
  const auto files = shared_data({".bvh"});
  if (files.empty()) GTEST_SKIP() << "no shared data here";
  for (const auto& path : files) {
    const auto document = decode_bvh(bytes_of(path));
    if (path.string().find("broken") != std::string::npos) continue;
    ASSERT_TRUE(document) << path << ": " << to_text(document.error());
    EXPECT_GT(document->frames(), 0u) << path;
    const auto text = encode_bvh(*document);
    ASSERT_TRUE(text) << path;
    EXPECT_EQ(decode_bvh(std::as_bytes(std::span(*text)))->values, document->values) << path;
  }
}

}  // namespace
}  // namespace odori::io
