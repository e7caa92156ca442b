#include <gtest/gtest.h>

#include <cstring>
#include <limits>

#include "pmd_fixtures.h"

namespace odori::io {
namespace {

std::vector<std::byte> encoded(const PmdDocument& d) {
  auto data = encode_pmd(d);
  EXPECT_TRUE(data) << to_text(data.error());
  return data ? *data : std::vector<std::byte>();
}

// Where the parts of full_pmd() begin, from the sizes that the format states.
constexpr std::size_t kVertices = 3 + 4 + 20 + 256;
constexpr std::size_t kFaces = kVertices + 4 + 5 * 38;
constexpr std::size_t kMaterials = kFaces + 4 + 6 * 2;
constexpr std::size_t kBones = kMaterials + 4 + 2 * 70;
constexpr std::size_t kIk = kBones + 2 + 11 * 39;
constexpr std::size_t kMorphs = kIk + 2 + 11 + 2 * 2;
constexpr std::size_t kMorphFrame = kMorphs + 2 + 3 * 25 + 5 * 16;
constexpr std::size_t kFrames = kMorphFrame + 1 + 2 * 2;
constexpr std::size_t kFrameBones = kFrames + 1 + 2 * 50;
constexpr std::size_t kEnglish = kFrameBones + 4 + 4 * 3;
constexpr std::size_t kToons = kEnglish + 1 + 20 + 256 + (11 + 2) * 20 + 2 * 50;
constexpr std::size_t kBodies = kToons + 10 * 100;
constexpr std::size_t kJoints = kBodies + 4 + 2 * 83;
constexpr std::size_t kEnd = kJoints + 4 + 124;

TEST(PmdDecode, RejectsWhatIsNoPmd) {
  EXPECT_FALSE(decode_pmd({}));
  const std::vector<std::byte> noise(64, std::byte{7});
  const auto result = decode_pmd(noise);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, Code::malformed);
  EXPECT_FALSE(looks_like_pmd(noise));
  EXPECT_TRUE(looks_like_pmd(encoded(full_pmd())));
}

TEST(PmdDecode, RejectsCountsLargerThanTheFile) {
  const auto data = encoded(full_pmd());
  const struct {
    std::size_t at, bytes;
    const char* section;
  } counts[] = {{kVertices, 4, "vertices"},
                {kFaces, 4, "faces"},
                {kMaterials, 4, "materials"},
                {kBones, 2, "bones"},
                {kIk, 2, "IK"},
                {kMorphs, 2, "morphs"},
                {kMorphs + 2 + 20, 4, "morphs"},
                {kFrames, 1, "display frames"},
                {kFrameBones, 4, "bone display"},
                {kBodies, 4, "rigid bodies"},
                {kJoints, 4, "joints"}};
  for (const auto& c : counts) {
    auto bad = data;
    std::memset(&bad[c.at], 0xFF, c.bytes);
    const auto result = decode_pmd(bad);
    ASSERT_FALSE(result) << c.section;
    EXPECT_EQ(result.error().code, Code::too_large) << c.section;
    EXPECT_EQ(result.error().what.find(std::string(c.section) + ": a count of "), 0u)
        << result.error().what;
  }
}

TEST(PmdDecode, RejectsGeometryThatIsNotFinite) {
  const auto rejected = [](auto change) {
    PmdDocument d = full_pmd();
    change(d);
    const auto result = decode_pmd(encoded(d));
    EXPECT_FALSE(result);
    return result ? Error{} : result.error();
  };
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  constexpr float kInf = std::numeric_limits<float>::infinity();
  const Error error = rejected([](auto& d) { d.vertices[3].normal.y = kNan; });
  EXPECT_EQ(error.code, Code::not_finite);
  EXPECT_EQ(error.what, "vertices: a number that is not finite (record 3 of 5)");
  EXPECT_EQ(rejected([](auto& d) { d.vertices[0].uv.y = kInf; }).code, Code::not_finite);
  EXPECT_EQ(rejected([](auto& d) { d.bones[2].position.x = kInf; }).code, Code::not_finite);
  EXPECT_EQ(rejected([](auto& d) { d.morphs[2].vertices[1].offset.z = kNan; }).what,
            "morphs: a number that is not finite (record 2 of 3)");
}

TEST(PmdDecode, EveryFieldStandsWhereTheFormatSaysSo) {
  const auto data = encoded(full_pmd());
  ASSERT_EQ(data.size(), kEnd);
  const auto at = [&](std::size_t offset, auto type) {
    std::memcpy(&type, &data[offset], sizeof type);
    return type;
  };
  EXPECT_EQ(at(kVertices, std::uint32_t{}), 5u);
  EXPECT_EQ(at(kVertices + 4 + 38 + 36, std::uint8_t{}), 25);  // the second vertex' weight
  EXPECT_EQ(at(kMaterials + 4 + 12, float{}), 0.98f);
  EXPECT_EQ(at(kMaterials + 4 + 16, float{}), 6);
  EXPECT_EQ(at(kMaterials + 4 + 20, float{}), 0.1f);
  EXPECT_EQ(at(kMaterials + 4 + 32, float{}), 0.4f);
  EXPECT_EQ(at(kMaterials + 4 + 44, std::uint8_t{}), 1);
  EXPECT_EQ(at(kMaterials + 4 + 46, std::uint32_t{}), 3u);
  EXPECT_EQ(at(kBones + 2 + 39 + 20, std::uint16_t{}), 0);  // 左足: parent, tail, kind, IK, place
  EXPECT_EQ(at(kBones + 2 + 39 + 22, std::uint16_t{}), 2);
  EXPECT_EQ(at(kBones + 2 + 39 + 24, std::uint8_t{}), 4);
  EXPECT_EQ(at(kBones + 2 + 39 + 25, std::uint16_t{}), 4);
  EXPECT_EQ(at(kBones + 2 + 39 + 31, float{}), 8);
  EXPECT_EQ(at(kIk + 2, std::uint16_t{}), 4);
  EXPECT_EQ(at(kIk + 4, std::uint16_t{}), 3);
  EXPECT_EQ(at(kIk + 6, std::uint8_t{}), 2);
  EXPECT_EQ(at(kIk + 7, std::uint16_t{}), 40);
  EXPECT_EQ(at(kIk + 9, float{}), 0.5f);
  EXPECT_EQ(at(kIk + 15, std::uint16_t{}), 1);
  EXPECT_EQ(at(kMorphs + 2 + 20, std::uint32_t{}), 2u);
  EXPECT_EQ(at(kMorphs + 2 + 25, std::uint32_t{}), 3u);
  EXPECT_EQ(at(kMorphFrame, std::uint8_t{}), 2);
  EXPECT_EQ(at(kFrameBones + 4 + 3, std::uint16_t{}), 2);
  EXPECT_EQ(at(kEnglish, std::uint8_t{}), 1);
  EXPECT_EQ(at(kBodies + 4 + 20, std::uint16_t{}), 9);
  EXPECT_EQ(at(kBodies + 4 + 23, std::uint16_t{}), 0xFFF7);
  EXPECT_EQ(at(kBodies + 4 + 82, std::uint8_t{}), 1);
  EXPECT_EQ(at(kJoints + 4 + 24, std::uint32_t{}), 1u);
  EXPECT_EQ(at(kEnd - 4, float{}), 12);
}

TEST(PmdDecode, ReadsTheFieldsThatWereWritten) {
  const auto data = encoded(full_pmd());
  const auto read = decode_pmd(data);
  ASSERT_TRUE(read) << to_text(read.error());
  EXPECT_TRUE(read->warnings.empty());
  EXPECT_EQ(read->tail_sections, 4);
  EXPECT_EQ(pmd_text(read->name), "モデル");
  EXPECT_EQ(pmd_text(read->comment), "利用規約\n二行目");
  ASSERT_EQ(read->vertices.size(), 5u);
  EXPECT_EQ(read->vertices[4].position, (Vec3{4, 1, -2}));
  EXPECT_EQ(read->vertices[3].bones, (std::array<std::uint16_t, 2>{3, 1}));
  EXPECT_EQ(read->vertices[3].weight, 75);
  EXPECT_EQ(read->indices, (std::vector<std::uint16_t>{0, 1, 2, 2, 3, 4}));
  EXPECT_EQ(pmd_text(read->materials[0].texture), "顔.bmp*a.sph");
  EXPECT_EQ(read->materials[1].toon, 0xFF);
  ASSERT_EQ(read->bones.size(), 11u);
  EXPECT_EQ(pmd_text(read->bones[2].name), "左ひざ");
  EXPECT_EQ(read->bones[7].kind, PmdBoneKind::follow_rotate);
  ASSERT_EQ(read->iks.size(), 1u);
  EXPECT_EQ(read->iks[0].links, (std::vector<std::uint16_t>{2, 1}));
  EXPECT_EQ(read->morphs[2].vertices[1].offset, (Vec3{1, 2, 3}));
  EXPECT_EQ(read->morph_frame, (std::vector<std::uint16_t>{2, 1}));
  EXPECT_EQ(read->frame_bones[2].frame, 2);
  ASSERT_TRUE(read->english);
  EXPECT_EQ(pmd_text(read->english->bones[2]), "knee_L");
  EXPECT_EQ(pmd_text(read->english->morphs[1]), "a");
  EXPECT_EQ(pmd_text(read->toons[1]), "肌.bmp");
  EXPECT_EQ(read->bodies[0].position, (Vec3{0, 1, 0.5f}));
  EXPECT_EQ(read->joints[0].rotation_high, (Vec3{0.4f, 0.5f, 0.6f}));
  EXPECT_EQ(encoded(*read), data);
}

TEST(PmdDecode, ReadsFilesThatEndBeforeAnyOfTheLastParts) {
  PmdDocument d = full_pmd();
  for (d.tail_sections = 0; d.tail_sections < 4; ++d.tail_sections) {
    const auto data = encoded(d);
    const auto read = decode_pmd(data);
    ASSERT_TRUE(read) << to_text(read.error());
    EXPECT_EQ(read->tail_sections, d.tail_sections);
    EXPECT_EQ(read->english.has_value(), d.tail_sections > 0);
    EXPECT_EQ(read->bodies.size(), d.tail_sections > 2 ? 2u : 0u);
    EXPECT_EQ(read->warnings.count(WarningKind::missing_section), 1u);
    EXPECT_EQ(encoded(*read), data);
  }
}

TEST(PmdDecode, ReadsFilesWithoutEnglishNames) {
  PmdDocument d = full_pmd();
  d.english.reset();
  const auto data = encoded(d);
  const auto read = decode_pmd(data);
  ASSERT_TRUE(read);
  EXPECT_FALSE(read->english);
  EXPECT_EQ(pmd_text(read->toons[1]), "肌.bmp");
  EXPECT_EQ(encoded(*read), data);
}

TEST(PmdDecode, KeepsBytesAfterTheEndAndAfterNames) {
  PmdDocument d = full_pmd();
  d.trailing = {std::byte{1}, std::byte{2}};
  d.bones[1].name[10] = 0xFD;
  d.bones[2].name[10] = 'x';
  const auto data = encoded(d);
  const auto read = decode_pmd(data);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->warnings.count(WarningKind::trailing_bytes), 1u);
  EXPECT_EQ(encoded(*read), data);
  Warnings warnings;
  EXPECT_EQ(pmd_text(read->bones[1].name, &warnings, 1), "左足");
  EXPECT_TRUE(warnings.empty());  // MMD itself leaves 0xFD behind
  EXPECT_EQ(pmd_text(read->bones[2].name, &warnings, 2), "左ひざ");
  EXPECT_EQ(warnings.count(WarningKind::name_garbage), 1u);
}

TEST(PmdDecode, SurvivesACutAtEveryByte) {
  const auto data = encoded(full_pmd());
  for (std::size_t n = 0; n < data.size(); ++n) {
    const auto read = decode_pmd(Bytes(data).first(n));
    const bool whole = n == kEnglish || n == kToons || n == kBodies || n == kJoints;
    ASSERT_EQ(read.has_value(), whole) << n;
    if (!read && n >= 3) {
      EXPECT_TRUE(read.error().code == Code::truncated || read.error().code == Code::too_large);
      EXPECT_LE(read.error().offset, n);
    }
  }
}

TEST(PmdDecode, SurvivesAnyOneChangedByte) {
  const auto data = encoded(full_pmd());
  for (std::size_t i = 0; i < data.size(); ++i) {
    for (const int flip : {0x01, 0x80, 0xFF}) {
      auto bad = data;
      bad[i] ^= static_cast<std::byte>(flip);
      const auto read = decode_pmd(bad);
      if (read) {
        EXPECT_EQ(encoded(*read), bad) << i;
      }
    }
  }
}

TEST(PmdEncode, RefusesListsThatTheirCountsCannotHold) {
  PmdDocument d = full_pmd();
  d.iks[0].links.resize(256);
  EXPECT_EQ(encode_pmd(d).error().code, Code::usage);
  d = full_pmd();
  d.bones.resize(65'536);
  EXPECT_EQ(encode_pmd(d).error().code, Code::usage);
  d = full_pmd();
  d.english->bones.pop_back();
  EXPECT_EQ(encode_pmd(d).error().code, Code::usage);
}

TEST(PmdText, RefusesWhatDoesNotFit) {
  PmdText20 field;
  EXPECT_TRUE(set_pmd_text(field, "左ひざ"));
  EXPECT_EQ(pmd_text(field), "左ひざ");
  EXPECT_TRUE(set_pmd_text(field, "一二三四五六七八九十"));
  EXPECT_EQ(pmd_text(field), "一二三四五六七八九十");
  EXPECT_FALSE(set_pmd_text(field, "一二三四五六七八九十1"));
  EXPECT_FALSE(set_pmd_text(field, "头"));
  EXPECT_EQ(pmd_text(field), "一二三四五六七八九十");
}

}  // namespace
}  // namespace odori::io
