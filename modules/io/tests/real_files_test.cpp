// Motions and models of other people, where they are at hand: never part of the project.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "odori/io/pmx.h"
#include "odori/io/vmd.h"

namespace odori::io {
namespace {

namespace fs = std::filesystem;

fs::path data_folder() {
  const char* given = std::getenv("ODORI_SHARED");
  return fs::path(given ? given : ODORI_SHARED_DIR) / "data";
}

std::vector<fs::path> files_with(const char* ending) {
  std::vector<fs::path> found;
  if (!fs::exists(data_folder())) return found;
  for (const auto& entry : fs::recursive_directory_iterator(data_folder())) {
    if (entry.path().extension() == ending) found.push_back(entry.path());
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::vector<std::byte> bytes_of(const fs::path& path) {
  std::vector<std::byte> data(fs::file_size(path));
  std::ifstream(path, std::ios::binary)
      .read(reinterpret_cast<char*>(data.data()), static_cast<std::streamsize>(data.size()));
  return data;
}

TEST(RealVmd, GivesTheSameBytesBack) {
  const auto files = files_with(".vmd");
  if (files.empty()) GTEST_SKIP() << "no shared data here";
  for (const fs::path& path : files) {
    const auto data = bytes_of(path);
    const auto document = decode_vmd(data);
    ASSERT_TRUE(document) << path << ": " << to_text(document.error());
    EXPECT_EQ(encode_vmd(*document), data) << path;
  }
}

TEST(RealPmx, GivesTheSameBytesBack) {
  const auto files = files_with(".pmx");
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
