#include <gtest/gtest.h>

#include <cstring>

#include "mmd_fixtures.h"

namespace odori::io {
namespace {

std::vector<std::byte> first(const std::vector<std::byte>& data, std::size_t n) {
  return {data.begin(), data.begin() + static_cast<std::ptrdiff_t>(n)};
}

TEST(VmdDecode, RejectsWhatIsNoVmd) {
  EXPECT_FALSE(decode_vmd({}));
  const std::vector<std::byte> noise(200, std::byte{7});
  const auto result = decode_vmd(noise);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, Code::malformed);
  EXPECT_FALSE(looks_like_vmd(noise));
}

TEST(VmdDecode, RejectsCountLargerThanFile) {
  std::vector<std::byte> data = encode_vmd(full_vmd());
  std::memset(&data[50], 0xFF, 4);
  const auto result = decode_vmd(data);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, Code::too_large);
  EXPECT_EQ(result.error().offset, 54u);
}

TEST(VmdDecode, NamesTheRecordInWhichTheFileEnds) {
  const auto data = first(encode_vmd(full_vmd()), 54 + 111 + 20);
  const auto result = decode_vmd(data);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, Code::truncated);
  EXPECT_EQ(result.error().offset, data.size());
  EXPECT_EQ(result.error().what, "bone keys end early in record 1 of 3");
  EXPECT_FALSE(result.error().hint.empty());
}

TEST(VmdDecode, KeepsEveryFieldAndEveryByte) {
  const VmdDocument made = full_vmd();
  const auto data = encode_vmd(made);
  const auto read = decode_vmd(data);
  ASSERT_TRUE(read) << to_text(read.error());
  EXPECT_TRUE(read->warnings.empty());
  ASSERT_EQ(read->bones.size(), 3u);
  EXPECT_EQ(read->bones[1].name, made.bones[1].name);
  EXPECT_EQ(read->bones[1].frame, 30u);
  EXPECT_EQ(read->bones[1].translation, (Vec3{1, 2, 3}));
  EXPECT_EQ(read->bones[1].rotation, (Quat{0.5f, 0.5f, 0.5f, 0.5f}));
  EXPECT_EQ(read->bones[1].curve, made.bones[1].curve);
  EXPECT_EQ(read->morphs[0].weight, 0.5f);
  EXPECT_EQ(read->cameras[0].rotation, (Vec3{0.5f, 0.25f, 0}));
  EXPECT_EQ(read->cameras[0].fov, 30u);
  EXPECT_EQ(read->lights[0].direction, (Vec3{-0.5f, -1, 0.5f}));
  EXPECT_EQ(read->shadows[0].mode, 1);
  ASSERT_EQ(read->properties.size(), 2u);
  EXPECT_EQ(read->properties[1].visible, 0);
  EXPECT_EQ(read->properties[1].ik[0].enabled, 0);
  EXPECT_EQ(encode_vmd(*read), data);
}

TEST(VmdDecode, TakesMissingTailSectionsAsEmpty) {
  VmdDocument made = full_vmd();
  made.lights = {};
  made.shadows = {};
  made.properties = {};
  for (int sections = 3; sections < 6; ++sections) {
    made.sections = sections;
    const auto data = encode_vmd(made);
    const auto read = decode_vmd(data);
    ASSERT_TRUE(read);
    EXPECT_EQ(read->sections, sections);
    EXPECT_EQ(read->warnings.count(WarningKind::missing_section), 1u);
    EXPECT_EQ(encode_vmd(*read), data);
  }
}

TEST(VmdDecode, ReadsTheOldHeader) {
  VmdDocument made = full_vmd();
  made.version = VmdVersion::v1;
  made.model_name.resize(10);
  const auto data = encode_vmd(made);
  const auto read = decode_vmd(data);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->version, VmdVersion::v1);
  EXPECT_EQ(read->model_name.size(), 10u);
  EXPECT_EQ(read->bones.size(), 3u);
  EXPECT_EQ(encode_vmd(*read), data);
}

TEST(VmdDecode, KeepsWhatFollowsTheLastSection) {
  auto data = encode_vmd(full_vmd());
  data.push_back(std::byte{1});
  const auto read = decode_vmd(data);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->warnings.count(WarningKind::trailing_bytes), 1u);
  EXPECT_EQ(encode_vmd(*read), data);
}

TEST(VmdDecode, SurvivesACutAtEveryByte) {
  const auto data = encode_vmd(full_vmd());
  for (std::size_t n = 0; n < data.size(); ++n) {
    const auto cut = first(data, n);
    const auto read = decode_vmd(cut);
    if (read) {
      EXPECT_EQ(encode_vmd(*read), cut) << n;
    }
  }
}

TEST(VmdDecode, SurvivesAnyOneChangedByte) {
  const auto data = encode_vmd(full_vmd());
  for (std::size_t i = 0; i < data.size(); ++i) {
    for (const int flip : {0x01, 0x80, 0xFF}) {
      auto bad = data;
      bad[i] ^= static_cast<std::byte>(flip);
      const auto read = decode_vmd(bad);
      if (read) {
        EXPECT_EQ(encode_vmd(*read), bad) << i;
      }
    }
  }
}

TEST(VmdCurve, IsLaidOutAsMmdWritesIt) {
  std::array<std::uint8_t, 64> wanted{};
  const std::uint8_t rows[4][16] = {
      {20, 20, 0, 0, 20, 20, 20, 20, 107, 107, 107, 107, 107, 107, 107, 107},
      {20, 20, 20, 20, 20, 20, 20, 107, 107, 107, 107, 107, 107, 107, 107, 0},
      {20, 20, 20, 20, 20, 20, 107, 107, 107, 107, 107, 107, 107, 107, 0, 0},
      {20, 20, 20, 20, 20, 107, 107, 107, 107, 107, 107, 107, 107, 0, 0, 0}};
  std::memcpy(wanted.data(), rows, 64);
  EXPECT_EQ(vmd_curve_bytes({}), wanted);
  wanted[2] = 0x63;
  wanted[3] = 0x0F;
  EXPECT_EQ(vmd_curve_bytes({}, true), wanted);
}

TEST(VmdCurve, HasEachChannelAtSixteenTimesItsNumber) {
  const std::array<VmdCurve, 4> curves = {
      {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}, {13, 14, 15, 16}}};
  const auto bytes = vmd_curve_bytes(curves);
  for (std::size_t c = 0; c < 4; ++c) {
    EXPECT_EQ(bytes[16 * c], curves[c].x1);
    EXPECT_EQ(bytes[16 * c + 4], curves[c].y1);
    EXPECT_EQ(bytes[16 * c + 8], curves[c].x2);
    EXPECT_EQ(bytes[16 * c + 12], curves[c].y2);
  }
}

std::span<const std::uint8_t> as_field(const std::string& bytes) {
  return {reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()};
}

TEST(VmdText, DropsHalfACharacterAtTheFieldsEnd) {
  // 左スカート前左揺れ in cp932 is 18 bytes; the field keeps 15.
  const std::string field = "\x8d\xb6\x83\x58\x83\x4a\x81\x5b\x83\x67\x91\x4f\x8d\xb6\x97";
  Warnings warnings;
  const VmdText text = vmd_text(as_field(field), &warnings, 4);
  EXPECT_EQ(text.text, "左スカート前左");
  EXPECT_EQ(text.raw, field);
  EXPECT_TRUE(text.cut);
  EXPECT_EQ(warnings.count(WarningKind::name_cut), 1u);
  EXPECT_EQ(warnings.list()[0].first, 4u);
}

TEST(VmdText, EndsAtTheNul) {
  Warnings warnings;
  const std::string mmd("\x93\xaa\0\xfd\xfd\xfd\xfd", 7), odd("\x93\xaa\0abc", 6);
  EXPECT_EQ(vmd_text(as_field(mmd), &warnings).text, "頭");
  EXPECT_TRUE(warnings.empty());
  EXPECT_EQ(vmd_text(as_field(odd), &warnings).raw, "\x93\xaa");
  EXPECT_EQ(warnings.count(WarningKind::name_garbage), 1u);
}

TEST(VmdText, FindsOtherEncodings) {
  Warnings warnings;
  EXPECT_EQ(vmd_text(as_field(std::string("\xd7\xf3\xb4\xf8_0\0", 7)), &warnings).text, "左带_0");
  EXPECT_EQ(vmd_text(as_field(std::string("\xe5\xa4\xb4\xe9\x83\xa8\0", 7)), &warnings).text,
            "头部");
  EXPECT_EQ(warnings.count(WarningKind::name_encoding), 2u);
}

TEST(VmdName, CutsAtACharacterAndRefusesWhatTheCodePageLacks) {
  EXPECT_FALSE(vmd_name15("左带"));
  const auto cut = vmd_name15("左スカート前左揺れ");
  ASSERT_TRUE(cut);
  EXPECT_EQ(vmd_text(*cut).text, "左スカート前左");
  EXPECT_FALSE(vmd_text(*cut).cut);
  const auto whole = vmd_name20("左スカート前左揺れ");
  ASSERT_TRUE(whole);
  EXPECT_EQ(vmd_text(*whole).text, "左スカート前左揺れ");
}

}  // namespace
}  // namespace odori::io
