// The fuzzers' seeds and what they once found: each is read without harm, and what is taken comes
// back byte for byte.
#include <gtest/gtest.h>

#include "odori/io/pmx.h"
#include "odori/io/vmd.h"
#include "test_files.h"

namespace odori::io {
namespace {

template <class Check>
void replay(const char* target, Check check) {
  const auto seeds = testing_files::fuzz_seeds(target);
  EXPECT_FALSE(seeds.empty());
  for (const auto& [path, data] : seeds) check(data, path);
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
