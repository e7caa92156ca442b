#include <gtest/gtest.h>

#include <cstring>
#include <limits>

#include "mmd_fixtures.h"

namespace odori::io {
namespace {

std::vector<std::byte> encoded(const PmxDocument& d) {
  auto data = encode_pmx(d);
  EXPECT_TRUE(data) << to_text(data.error());
  return data ? *data : std::vector<std::byte>();
}

TEST(PmxDecode, RejectsWhatIsNoPmx) {
  EXPECT_FALSE(decode_pmx({}));
  const std::vector<std::byte> noise(64, std::byte{7});
  const auto result = decode_pmx(noise);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, Code::malformed);
  EXPECT_FALSE(looks_like_pmx(noise));
}

TEST(PmxDecode, RejectsHeadersThatTheFormatDoesNotHave) {
  const auto data = encoded(full_pmx(2.0f));
  const auto with = [&](std::size_t at, int value) {
    auto bad = data;
    bad[at] = static_cast<std::byte>(value);
    return decode_pmx(bad);
  };
  EXPECT_EQ(with(8, 7).error().code, Code::malformed);       // seven globals
  EXPECT_EQ(with(9, 2).error().code, Code::malformed);       // encoding
  EXPECT_EQ(with(10, 255).error().code, Code::malformed);    // additional UVs
  EXPECT_EQ(with(11, 3).error().code, Code::malformed);      // index size
  EXPECT_EQ(with(7, 0x41).error().code, Code::unsupported);  // version 8
}

TEST(PmxDecode, RejectsCountLargerThanFileAndNegativeCount) {
  const auto data = encoded(full_pmx(2.0f));
  const auto good = decode_pmx(data);
  ASSERT_TRUE(good);
  // The vertex count follows the header and four texts.
  std::size_t at = 17;
  for (int i = 0; i < 4; ++i) {
    std::int32_t n;
    std::memcpy(&n, &data[at], 4);
    at += 4 + static_cast<std::size_t>(n);
  }
  auto bad = data;
  std::memset(&bad[at], 0xFF, 4);
  const auto negative = decode_pmx(bad);
  ASSERT_FALSE(negative);
  EXPECT_EQ(negative.error().code, Code::malformed);
  EXPECT_EQ(negative.error().what, "vertices: a count of -1");
  bad[at + 3] = std::byte{0x7F};
  EXPECT_EQ(decode_pmx(bad).error().code, Code::too_large);
}

TEST(PmxDecode, RejectsGeometryThatIsNotFinite) {
  PmxDocument d = full_pmx(2.0f);
  d.vertices[3].normal.y = std::numeric_limits<float>::quiet_NaN();
  const auto vertex = decode_pmx(encoded(d));
  ASSERT_FALSE(vertex);
  EXPECT_EQ(vertex.error().code, Code::not_finite);
  EXPECT_EQ(vertex.error().what, "vertices: a number that is not finite (record 3 of 5)");
  d = full_pmx(2.0f);
  d.sdef[0].r1.z = std::numeric_limits<float>::infinity();
  EXPECT_EQ(decode_pmx(encoded(d)).error().code, Code::not_finite);
  d = full_pmx(2.0f);
  d.bones[2].position.x = std::numeric_limits<float>::infinity();
  EXPECT_EQ(decode_pmx(encoded(d)).error().code, Code::not_finite);
  d = full_pmx(2.0f);
  d.morphs[0].vertices[1].offset.x = std::numeric_limits<float>::infinity();
  EXPECT_EQ(decode_pmx(encoded(d)).error().code, Code::not_finite);
}

TEST(PmxDecode, KeepsEveryByteOfEveryKindOfFile) {
  for (const float version : {2.0f, 2.1f}) {
    for (const PmxEncoding encoding : {PmxEncoding::utf16le, PmxEncoding::utf8}) {
      for (const std::uint8_t uvs : std::initializer_list<std::uint8_t>{0, 1, 4}) {
        for (const std::uint8_t size : std::initializer_list<std::uint8_t>{0, 1, 2, 4}) {
          PmxDocument d = full_pmx(version, encoding, uvs);
          d.header.vertex_index = d.header.texture_index = d.header.material_index = size;
          d.header.bone_index = d.header.morph_index = d.header.body_index = size;
          const auto data = encoded(d);
          const auto read = decode_pmx(data);
          ASSERT_TRUE(read) << to_text(read.error());
          EXPECT_TRUE(read->warnings.empty());
          EXPECT_EQ(encoded(*read), data);
        }
      }
    }
  }
}

TEST(PmxDecode, ReadsTheFieldsThatWereWritten) {
  const PmxDocument made = full_pmx(2.1f, PmxEncoding::utf16le, 2);
  const auto read = decode_pmx(encoded(made));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->name.text, "モデル");
  ASSERT_EQ(read->vertices.size(), 5u);
  EXPECT_EQ(read->vertices[2].bones, (std::array<std::int32_t, 4>{0, 1, 2, -1}));
  EXPECT_EQ(read->vertices[2].weights, (std::array<float, 4>{0.5f, 0.5f, 1, 0}));
  EXPECT_EQ(read->vertices[4].skin, PmxSkin::qdef);
  EXPECT_EQ(read->additional_uvs[3 * 2 + 1], (Vec4{3, 1, 0.5f, 1}));
  EXPECT_EQ(read->sdef[0].r1, (Vec3{4, 5, 6}));
  EXPECT_EQ(read->materials[1].memo.text, "memo\r\nline");
  EXPECT_EQ(read->materials[0].toon, 1);
  EXPECT_EQ(read->bones[4].ik_links[0].high, (Vec3{-0.5f, 0.75f, 1}));
  EXPECT_EQ(read->bones[4].external_parent, 7);
  EXPECT_EQ(read->bones[5].append_ratio, -0.5f);
  EXPECT_EQ(read->morphs[3].uvs[0].offset.w, 0.4f);
  EXPECT_EQ(read->morphs[7].impulses[0].torque, (Vec3{4, 5, 6}));
  EXPECT_EQ(read->frames[1].items[0].kind, 1);
  EXPECT_EQ(read->bodies[1].collides_with, 0xFFF7);
  EXPECT_EQ(read->joints[0].rotation_high, (Vec3{0.4f, 0.5f, 0.6f}));
  ASSERT_EQ(read->soft_bodies.size(), 1u);
  EXPECT_EQ(read->soft_bodies[0].iteration[1], 4);
  EXPECT_EQ(read->soft_bodies[0].pins, (std::vector<std::uint32_t>{0, 3}));
}

TEST(PmxDecode, ReadsTwoByteVertexIndicesAsUnsigned) {
  PmxDocument d;
  d.vertices.resize(40'000);
  d.indices = {39'999, 39'998, 0};
  const auto data = encoded(d);
  const auto read = decode_pmx(data);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->header.vertex_index, 2);
  EXPECT_EQ(read->indices, d.indices);
}

TEST(PmxDecode, KeepsTextThatCannotBeDecoded) {
  PmxDocument d = full_pmx(2.0f);
  d.bones[0].name.raw = {std::byte{0x41}, std::byte{0}, std::byte{0}, std::byte{0xD8},
                         std::byte{0x42}};
  const auto data = encoded(d);
  const auto read = decode_pmx(data);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->warnings.count(WarningKind::name_undecodable), 1u);
  EXPECT_EQ(read->bones[0].name.text, "A\xEF\xBF\xBD");
  EXPECT_EQ(encoded(*read), data);
}

TEST(PmxDecode, TakesAMissingSoftBodySectionAsEmpty) {
  PmxDocument d = full_pmx(2.1f);
  d.soft_bodies.clear();
  d.soft_body_section = false;
  const auto data = encoded(d);
  const auto read = decode_pmx(data);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->warnings.count(WarningKind::missing_section), 1u);
  EXPECT_EQ(encoded(*read), data);
}

TEST(PmxDecode, SurvivesACutAtEveryByte) {
  const auto data = encoded(full_pmx(2.1f, PmxEncoding::utf8, 1));
  for (std::size_t n = 0; n < data.size(); ++n) {
    const auto read = decode_pmx(Bytes(data).first(n));
    if (read) {
      EXPECT_FALSE(read->soft_body_section) << n;
    }
  }
}

TEST(PmxDecode, SurvivesAnyOneChangedByte) {
  const auto data = encoded(full_pmx(2.1f, PmxEncoding::utf16le, 1));
  for (std::size_t i = 0; i < data.size(); ++i) {
    for (const int flip : {0x01, 0x80, 0xFF}) {
      auto bad = data;
      bad[i] ^= static_cast<std::byte>(flip);
      const auto read = decode_pmx(bad);
      if (read) {
        EXPECT_EQ(encoded(*read), bad) << i;
      }
    }
  }
}

TEST(PmxEncode, RefusesAnIndexThatItsSizeCannotHold) {
  PmxDocument d = full_pmx(2.0f);
  d.header.bone_index = 1;
  d.vertices[0].bones[0] = 128;
  const auto result = encode_pmx(d);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, Code::usage);
}

TEST(PmxEncode, RefusesListsThatDoNotFitEachOther) {
  PmxDocument d = full_pmx(2.0f);
  d.sdef.clear();
  EXPECT_FALSE(encode_pmx(d));
  d = full_pmx(2.0f);
  d.header.additional_uvs = 1;
  EXPECT_FALSE(encode_pmx(d));
}

}  // namespace
}  // namespace odori::io
