#include "odori/cache/cache.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace odori {
namespace {

namespace fs = std::filesystem;

TEST(CacheKey, DependsOnEverythingAddedAndOnNothingElse) {
  const std::string base = CacheKey("pose").add("motion", "abc").add("scale", 0.08).hex();
  EXPECT_EQ(base.size(), 16u);
  EXPECT_EQ(base, CacheKey("pose").add("motion", "abc").add("scale", 0.08).hex());
  EXPECT_NE(base, CacheKey("sim").add("motion", "abc").add("scale", 0.08).hex());
  EXPECT_NE(base, CacheKey("pose").add("motion", "abd").add("scale", 0.08).hex());
  EXPECT_NE(base, CacheKey("pose").add("motion", "abc").add("scale", 0.080000001).hex());
  EXPECT_NE(base, CacheKey("pose").add("scale", 0.08).add("motion", "abc").hex());
}

TEST(CacheKey, InputsDoNotRunTogether) {
  EXPECT_NE(CacheKey("s").add("a", "bc").hex(), CacheKey("s").add("ab", "c").hex());
  EXPECT_NE(CacheKey("s").add("a", "").add("b", "c").hex(), CacheKey("s").add("a", "bc").hex());
  const std::vector<std::byte> bytes = {std::byte{'c'}};
  EXPECT_NE(CacheKey("s").add("a", Bytes(bytes)).hex(), CacheKey("s").add("a", "c").hex());
}

class Stores : public testing::TestWithParam<bool> {
 protected:
  Stores() : folder_(fs::temp_directory_path() / ("odori_store_" + std::to_string(getpid()))) {
    store_ = GetParam() ? make_folder_store((folder_ / "a" / "b").string()) : make_memory_store();
  }
  ~Stores() override { fs::remove_all(folder_); }
  fs::path folder_;
  std::unique_ptr<BlobStore> store_;
};

TEST_P(Stores, RefuseNamesThatLeaveThem) {
  const std::vector<std::byte> data(3);
  for (const char* name : {"", ".", "..", "../x", "a/b", "a\\b", "c:x"}) {
    EXPECT_FALSE(store_->put(name, data)) << name;
    EXPECT_FALSE(store_->get(name)) << name;
  }
}

TEST_P(Stores, GiveBackWhatWasPutLast) {
  EXPECT_FALSE(store_->get("x.npz"));
  const std::vector<std::byte> first(3, std::byte{1}), second(5, std::byte{2});
  ASSERT_TRUE(store_->put("x.npz", first));
  EXPECT_EQ(store_->get("x.npz"), first);
  ASSERT_TRUE(store_->put("x.npz", second));
  EXPECT_EQ(store_->get("x.npz"), second);
}

TEST_P(Stores, TellMissingFromDamagedArrays) {
  const std::vector<NpyArray> arrays = {{"a", {2}, std::vector<float>{1, 2}}};
  const auto missing = load_arrays(*store_, "x.npz");
  ASSERT_TRUE(missing);
  EXPECT_FALSE(*missing);
  ASSERT_TRUE(save_arrays(*store_, "x.npz", arrays));
  const auto found = load_arrays(*store_, "x.npz");
  ASSERT_TRUE(found && *found);
  EXPECT_EQ((**found)[0].data, arrays[0].data);

  auto bytes = *store_->get("x.npz");
  bytes[bytes.size() / 2] ^= std::byte{4};
  ASSERT_TRUE(store_->put("x.npz", bytes));
  const auto damaged = load_arrays(*store_, "x.npz");
  ASSERT_FALSE(damaged);
  EXPECT_EQ(damaged.error().file, "x.npz");
}

INSTANTIATE_TEST_SUITE_P(FolderAndMemory, Stores, testing::Bool());

TEST(FolderStore, SaysWhereItCannotWrite) {
  const fs::path file = fs::temp_directory_path() / ("odori_nofolder_" + std::to_string(getpid()));
  std::ofstream(file) << "x";
  const auto result = make_folder_store(file.string())->put("a", std::vector<std::byte>(1));
  EXPECT_FALSE(result);
  fs::remove(file);
}

}  // namespace
}  // namespace odori
