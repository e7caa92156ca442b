#include "odori/base/bytes.h"

#include <gtest/gtest.h>

namespace odori {
namespace {

Bytes view(const std::vector<std::uint8_t>& v) { return std::as_bytes(std::span(v)); }

TEST(ByteReader, RejectsCountLargerThanData) {
  const std::vector<std::uint8_t> data = {0xFF, 0xFF, 0xFF, 0xFF, 1, 2, 3};
  ByteReader in(view(data));
  in.section("bone keys");
  EXPECT_EQ(in.count(111), 0u);
  EXPECT_FALSE(in.ok());
  EXPECT_EQ(in.error().code, Code::too_large);
  EXPECT_EQ(in.error().offset, 0u);
}

TEST(ByteReader, RejectsNegativeCount) {
  const std::vector<std::uint8_t> data(16, 0xFF);
  ByteReader in(view(data));
  EXPECT_EQ(in.signed_count(0), 0u);
  EXPECT_FALSE(in.ok());
}

TEST(ByteReader, LatchesFirstFailureAndGivesZeros) {
  const std::vector<std::uint8_t> data = {1, 2};
  ByteReader in(view(data));
  EXPECT_EQ(in.read<std::uint32_t>(), 0u);
  EXPECT_EQ(in.read<std::uint8_t>(), 0u);
  EXPECT_EQ(in.error().code, Code::truncated);
  EXPECT_EQ(in.error().offset, 0u);
  EXPECT_TRUE(in.bytes(1).empty());
}

TEST(Bytes, BeginWithAMark) {
  const std::array<std::byte, 3> data{std::byte{0xFF}, std::byte{0xD8}, std::byte{0}};
  EXPECT_TRUE(begins_with(data, "\xFF\xD8"));
  EXPECT_FALSE(begins_with(data, "\xFF\xD9"));
  EXPECT_FALSE(begins_with(data, std::string_view("\xFF\xD8\0\0", 4)));
  EXPECT_TRUE(begins_with({}, ""));
}

TEST(ByteWriter, RoundTripsValues) {
  ByteWriter out;
  out.write(std::uint16_t{0x1234});
  out.write(1.5f);
  const auto data = out.take();
  ByteReader in(data);
  EXPECT_EQ(in.read<std::uint16_t>(), 0x1234);
  EXPECT_EQ(in.read<float>(), 1.5f);
  EXPECT_TRUE(in.ok());
  EXPECT_EQ(in.remaining(), 0u);
}

}  // namespace
}  // namespace odori
