// Motions and models of other people, where they are at hand: never part of the project.
#include <gtest/gtest.h>

#include "odori/io/pmx.h"
#include "odori/io/vmd.h"
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

}  // namespace
}  // namespace odori::io
