#include "odori/cache/npz.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace odori {
namespace {

std::vector<NpyArray> example() {
  return {{"positions", {2, 3}, std::vector<float>{1, 2, 3, 4, 5, 6.5f}},
          {"times", {2}, std::vector<double>{0, 0.1}},
          {"骨", {3}, std::vector<std::int32_t>{-1, 0, 7}},
          {"flags", {1, 2, 2}, std::vector<std::uint8_t>{0, 1, 2, 255}},
          {"one", {}, std::vector<float>{42}},
          {"none", {0, 3}, std::vector<float>{}}};
}

bool same(const std::vector<NpyArray>& a, const std::vector<NpyArray>& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i].name != b[i].name || a[i].shape != b[i].shape || a[i].data != b[i].data) return false;
  }
  return true;
}

TEST(NpzDecode, RejectsWhatIsNoArchive) {
  EXPECT_EQ(decode_npz({}).error().code, Code::truncated);
  EXPECT_EQ(decode_npz(std::vector<std::byte>(100)).error().code, Code::malformed);
}

TEST(NpzDecode, RejectsEveryCutFile) {
  const auto bytes = encode_npz(example());
  for (std::size_t n = 0; n < bytes.size(); ++n) EXPECT_FALSE(decode_npz(Bytes(bytes).first(n)));
}

TEST(NpzDecode, NoticesEveryFlippedBitThatChangesAnything) {
  const auto arrays = example();
  auto bytes = encode_npz(arrays);
  std::size_t noticed = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    for (int bit = 0; bit < 8; ++bit) {
      const auto flip = static_cast<std::byte>(1 << bit);
      bytes[i] ^= flip;
      const auto result = decode_npz(bytes);
      EXPECT_TRUE(!result || same(*result, arrays)) << "byte " << i;
      noticed += !result;
      bytes[i] ^= flip;
    }
  }
  EXPECT_GT(noticed, bytes.size() * 6);
}

TEST(NpzDecode, NamesTheDamagedArray) {
  auto bytes = encode_npz(example());
  bytes[30 + 13 + 128 + 2] ^= std::byte{1};  // in the first one's values
  const auto result = decode_npz(bytes);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, Code::malformed);
  EXPECT_NE(result.error().what.find("positions"), std::string::npos);
  EXPECT_NE(result.error().what.find("checksum"), std::string::npos);
}

TEST(NpzEncode, RoundTripsAndGivesTheSameBytes) {
  const auto arrays = example();
  const auto bytes = encode_npz(arrays);
  EXPECT_EQ(bytes, encode_npz(arrays));
  const auto back = decode_npz(bytes);
  ASSERT_TRUE(back) << to_text(back.error());
  EXPECT_TRUE(same(*back, arrays));
  EXPECT_TRUE(decode_npz(encode_npz({}))->empty());
}

class WithNumpy : public testing::Test {
 protected:
  WithNumpy()
      : path_((std::filesystem::temp_directory_path() /
               ("odori_npz_" + std::to_string(getpid()) + ".npz"))
                  .string()) {}
  ~WithNumpy() override { std::filesystem::remove(path_); }
  void SetUp() override {
    // Another Python may stand before Debian's, which is the one that python3-numpy belongs to.
    for (const char* python : {"python3", "/usr/bin/python3"}) {
      const std::string test = python + std::string(" -c 'import numpy' 2>/dev/null");
      if (std::system(test.c_str()) != 0) continue;
      python_ = python;
      return;
    }
    GTEST_SKIP() << "no numpy here";
  }
  int python(const std::string& code) const {
    return std::system(
        (python_ + " -c \"import numpy as np; p='" + path_ + "'\n" + code + "\"").c_str());
  }
  std::vector<std::byte> bytes() const {
    std::ifstream file(path_, std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(file)), {});
    const auto* p = reinterpret_cast<const std::byte*>(text.data());
    return {p, p + text.size()};
  }
  std::string path_, python_;
};

TEST_F(WithNumpy, NumpyReadsWhatIsWritten) {
  const auto data = encode_npz(example());
  std::ofstream(path_, std::ios::binary)
      .write(reinterpret_cast<const char*>(data.data()), static_cast<std::streamsize>(data.size()));
  EXPECT_EQ(python("z=np.load(p)\n"
                   "assert z['positions'].dtype==np.float32\n"
                   "assert z['positions'].tolist()==[[1,2,3],[4,5,6.5]]\n"
                   "assert z['times'].tolist()==[0,0.1]\n"
                   "assert z['骨'].tolist()==[-1,0,7]\n"
                   "assert z['flags'].shape==(1,2,2) and z['flags'].dtype==np.uint8\n"
                   "assert z['one'].shape==() and z['one']==42\n"
                   "assert z['none'].shape==(0,3)\n"
                   "import zipfile; assert zipfile.ZipFile(p).testzip() is None\n"),
            0);
}

TEST_F(WithNumpy, WhatNumpyWritesIsRead) {
  ASSERT_EQ(python("np.savez(p, a=np.arange(6,dtype=np.float32).reshape(2,3), b=np.int32(5))"), 0);
  const auto arrays = decode_npz(bytes());
  ASSERT_TRUE(arrays) << to_text(arrays.error());
  ASSERT_EQ(arrays->size(), 2u);
  EXPECT_EQ((*arrays)[0].shape, (std::vector<std::size_t>{2, 3}));
  EXPECT_EQ(std::get<std::vector<float>>((*arrays)[0].data)[5], 5);
  EXPECT_TRUE((*arrays)[1].shape.empty());

  ASSERT_EQ(python("np.savez_compressed(p, a=np.zeros(9,dtype=np.float32))"), 0);
  EXPECT_EQ(decode_npz(bytes()).error().code, Code::unsupported);
  ASSERT_EQ(python("np.savez(p, a=np.asfortranarray(np.zeros((2,3),dtype=np.float32)))"), 0);
  EXPECT_EQ(decode_npz(bytes()).error().code, Code::unsupported);
  ASSERT_EQ(python("np.savez(p, a=np.zeros(2,dtype=np.complex64))"), 0);
  EXPECT_EQ(decode_npz(bytes()).error().code, Code::unsupported);
}

}  // namespace
}  // namespace odori
