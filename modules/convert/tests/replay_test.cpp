// The fuzzers' seeds and what they once found.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "odori/convert/mmd.h"

namespace odori {
namespace {

template <class Check>
void replay(const char* target, Check check) {
  int files = 0;
  const auto folder = std::filesystem::path(ODORI_SOURCE_DIR) / "data/fuzz" / target;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::vector<std::byte> data(entry.file_size());
    std::ifstream(entry.path(), std::ios::binary)
        .read(reinterpret_cast<char*>(data.data()), static_cast<std::streamsize>(data.size()));
    check(data, entry.path());
    ++files;
  }
  EXPECT_GT(files, 0);
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
