// The fuzzers' seeds and what they once found: each is read without harm, and what is taken comes
// back byte for byte.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "odori/io/pmx.h"
#include "odori/io/vmd.h"

namespace odori::io {
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

TEST(FuzzReplay, Vmd) {
  replay("vmd_fuzz", [](const std::vector<std::byte>& data, const auto& path) {
    const auto document = decode_vmd(data);
    if (document) {
      EXPECT_EQ(encode_vmd(*document), data) << path;
    }
  });
}

TEST(FuzzReplay, Pmx) {
  replay("pmx_fuzz", [](const std::vector<std::byte>& data, const auto& path) {
    const auto document = decode_pmx(data);
    if (!document) return;
    const auto again = encode_pmx(*document);
    ASSERT_TRUE(again) << path;
    EXPECT_EQ(*again, data) << path;
  });
}

}  // namespace
}  // namespace odori::io
