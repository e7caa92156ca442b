#include "odori/io/vpd.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace odori::io {
namespace {

std::vector<std::byte> cp932(std::string_view utf8) { return *encode(Encoding::cp932, utf8); }

const char* const kPose =
    "Vocaloid Pose Data file\r\n\r\nMiku.osm;\t\t// 親ファイル名\r\n2;\t\t\t\t// "
    "総ポーズボーン数\r\n\r\n"
    "Bone0{センター\r\n  0.100000,-2.500000,-0.000000;\t\t\t\t// trans x,y,z\r\n"
    "  0.000000,0.000000,0.000000,1.000000;\t\t// Quaternion x,y,z,w\r\n}\r\n\r\n"
    "Bone1{左腕\r\n  0.000000,0.000000,0.000000;\t\t\t\t// trans x,y,z\r\n"
    "  0.000000,0.707107,0.000000,0.707107;\t\t// Quaternion x,y,z,w\r\n}\r\n\r\n";

TEST(Vpd, ReadsAndGivesTheSameBytesBack) {
  const auto file = cp932(kPose);
  const auto doc = decode_vpd(file);
  ASSERT_TRUE(doc) << to_text(doc.error());
  EXPECT_EQ(doc->model_name, "Miku.osm");
  ASSERT_EQ(doc->bones.size(), 2u);
  EXPECT_EQ(doc->bones[0].name, "センター");
  EXPECT_EQ(doc->bones[0].translation, (Vec3{0.1f, -2.5f, 0}));
  EXPECT_EQ(doc->bones[1].rotation, (Quat{0, 0.707107f, 0, 0.707107f}));
  EXPECT_TRUE(doc->warnings.empty());
  const auto again = encode_vpd(*doc);
  ASSERT_TRUE(again);
  EXPECT_EQ(*again, file);
}

TEST(Vpd, TakesWhatOtherProgramsWrite) {
  // UTF-8 without comments, spaces in odd places, morphs, a wrong count.
  const std::string_view text =
      "Vocaloid Pose Data file\n\nx;\n9;\nBone7 { 首//1\n 1 , 2,3 ;\n0,0,0,0;\n "
      "}\nMorph0{あ\n.5\n}\n";
  const auto doc = decode_vpd(std::as_bytes(std::span(text)));
  ASSERT_TRUE(doc) << to_text(doc.error());
  EXPECT_EQ(doc->encoding, Encoding::utf8);
  EXPECT_FALSE(doc->crlf);
  EXPECT_EQ(doc->bones.at(0).name, "首//1");
  EXPECT_EQ(doc->bones.at(0).translation, (Vec3{1, 2, 3}));
  EXPECT_EQ(doc->bones.at(0).rotation, (Quat{0, 0, 0, 0}));
  EXPECT_EQ(doc->morphs.at(0).name, "あ");
  EXPECT_EQ(doc->morphs.at(0).weight, 0.5f);
  EXPECT_EQ(doc->warnings.count(WarningKind::bad_value), 1u);
}

TEST(Vpd, SaysWhatIsWrongAndWhere) {
  const auto error = [](std::string_view text) {
    const auto doc = decode_vpd(std::as_bytes(std::span(text)));
    EXPECT_FALSE(doc) << text;
    return doc ? std::string() : to_text(doc.error());
  };
  const std::string head = "Vocaloid Pose Data file\nx;\n1;\n";
  EXPECT_EQ(error("Pose"), "line 1: the signature \"Vocaloid Pose Data file\" is wanted");
  EXPECT_EQ(error(head + "Bone0{a\n1,2;\n"), "line 5: 3 numbers are wanted, not \"1,2\"");
  EXPECT_EQ(error(head + "Bone0{a\n1,2,3;\n0,0,0,1;\nBone1{b\n"),
            "line 7: \"}\" is wanted, not \"Bone1{b\"");
  EXPECT_EQ(error(head + "Skin0{a\n"), "line 4: \"Bone...{name\" is wanted, not \"Skin0{a\"");
  EXPECT_NE(error(head + "Bone0{a\n1,2,nan;\n"), "");
  EXPECT_NE(error(head + "Bone0{a\n1,2,1e39;\n0,0,0,1;\n}"), "");
}

TEST(Vpd, CutOrChangedAnywhereItIsReadOrRefused) {
  const auto file = cp932(kPose);
  for (std::size_t n = 0; n < file.size(); ++n) (void)decode_vpd(Bytes(file).first(n));
  for (std::size_t i = 0; i < file.size(); ++i) {
    for (const char c : {'{', '}', ';', '9', '\n', '\xFF'}) {
      auto changed = file;
      changed[i] = static_cast<std::byte>(c);
      if (const auto doc = decode_vpd(changed)) (void)encode_vpd(*doc);
    }
  }
}

TEST(Vpd, RefusesToWriteWhatItsEncodingLacks) {
  VpdDocument doc;
  doc.bones.push_back({"\U0001F600", {}, {}});
  EXPECT_EQ(encode_vpd(doc).error().code, Code::usage);
  doc.encoding = Encoding::utf8;
  EXPECT_TRUE(encode_vpd(doc));
}

}  // namespace
}  // namespace odori::io
