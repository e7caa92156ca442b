#include "odori/base/sha256.h"

#include <gtest/gtest.h>

namespace odori {
namespace {

// The examples of FIPS 180-4.
TEST(Sha256, MatchesThePublishedExamples) {
  EXPECT_EQ(sha256_hex({}), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256_hex(std::as_bytes(std::span(std::string_view("abc")))),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256_hex(std::as_bytes(std::span(
                std::string_view("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")))),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  Sha256 million;
  const std::string a(1000, 'a');
  for (int i = 0; i < 1000; ++i) million.update(a);
  EXPECT_EQ(to_hex(million.finish()),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256, PiecesGiveTheSameDigest) {
  std::string text;
  for (int i = 0; i < 300; ++i) text += static_cast<char>(i);
  const std::string whole = sha256_hex(std::as_bytes(std::span(text)));
  for (std::size_t step : {1u, 7u, 63u, 64u, 65u}) {
    Sha256 hash;
    for (std::size_t i = 0; i < text.size(); i += step)
      hash.update(std::string_view(text).substr(i, step));
    EXPECT_EQ(to_hex(hash.finish()), whole) << step;
  }
}

}  // namespace
}  // namespace odori
