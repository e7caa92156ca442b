#include "odori/base/text.h"

#include <gtest/gtest.h>

namespace odori {
namespace {

std::vector<std::byte> raw(std::initializer_list<int> values) {
  std::vector<std::byte> out;
  for (const int v : values) out.push_back(static_cast<std::byte>(v));
  return out;
}

TEST(TextDecode, ReadsWindows31J) {
  EXPECT_EQ(decode(Encoding::cp932, raw({0x93, 0xAA})).text, "頭");
  EXPECT_EQ(decode(Encoding::cp932, raw({0x87, 0x40})).text, "①");    // NEC row 13
  EXPECT_EQ(decode(Encoding::cp932, raw({0x81, 0x60})).text, "～");   // U+FF5E, not the wave dash
  EXPECT_EQ(decode(Encoding::cp932, raw({0x5C, 0x7E})).text, "\\~");  // not yen and overline
  EXPECT_EQ(decode(Encoding::cp932, raw({0xB6})).text, "ｶ");
}

TEST(TextDecode, CutInTheMiddleOfACharacterIsToldApartFromBad) {
  const Decoded cut = decode(Encoding::cp932, raw({0x93, 0xAA, 0x93}));
  EXPECT_EQ(cut.text, "頭");
  EXPECT_TRUE(cut.cut);
  EXPECT_EQ(cut.bad, 0u);
  const Decoded bad = decode(Encoding::cp932, raw({0x80, 'a'}));
  EXPECT_EQ(bad.bad, 1u);
  EXPECT_FALSE(bad.cut);
}

TEST(TextDecode, Utf8CutAndOverlong) {
  const Decoded cut = decode(Encoding::utf8, raw({'a', 0xE9, 0xA0}));
  EXPECT_TRUE(cut.cut);
  EXPECT_EQ(cut.text, "a");
  EXPECT_GT(decode(Encoding::utf8, raw({0xC0, 0x80})).bad, 0u);
  EXPECT_GT(decode(Encoding::utf8, raw({0xED, 0xA0, 0x80})).bad, 0u);  // a surrogate
}

TEST(TextDecode, Utf16Surrogates) {
  EXPECT_EQ(decode(Encoding::utf16le, raw({0x3D, 0xD8, 0x00, 0xDE})).text, "😀");
  EXPECT_EQ(decode(Encoding::utf16le, raw({0x00, 0xDE})).bad, 1u);
}

TEST(TextEncode, RoundTripsAllTwoByteCodes) {
  for (const Encoding encoding : {Encoding::cp932, Encoding::gbk}) {
    int seen = 0;
    for (int lead = 0x81; lead <= 0xFE; ++lead) {
      for (int trail = 0x40; trail <= 0xFE; ++trail) {
        const Decoded d = decode(encoding, raw({lead, trail}));
        if (d.bad || d.cut || d.text.size() < 2) continue;
        const auto back = encode(encoding, d.text);
        ASSERT_TRUE(back.has_value()) << lead << ' ' << trail;
        EXPECT_EQ(decode(encoding, *back).text, d.text);
        ++seen;
      }
    }
    EXPECT_GT(seen, 9000);
  }
}

TEST(TextEncode, SaysWhatHasNoPlace) {
  EXPECT_FALSE(encode(Encoding::cp932, "头").has_value());
  EXPECT_TRUE(encode(Encoding::gbk, "头").has_value());
  EXPECT_FALSE(encode(Encoding::cp932, "😀").has_value());
}

TEST(TextGuess, TellsTheEncodingsOfNameFieldsApart) {
  EXPECT_EQ(guess_encoding(*encode(Encoding::cp932, "左足ＩＫ")), Encoding::cp932);
  EXPECT_EQ(guess_encoding(*encode(Encoding::cp932, "センター")), Encoding::cp932);
  EXPECT_EQ(guess_encoding(*encode(Encoding::utf8, "头部")), Encoding::utf8);
  EXPECT_EQ(guess_encoding(*encode(Encoding::gbk, "左带_0")), Encoding::gbk);
}

TEST(TextNormalise, FoldsWidths) {
  EXPECT_EQ(normalise_width("左足ＩＫ"), "左足IK");
  EXPECT_EQ(normalise_width("前髪１"), "前髪1");
  EXPECT_EQ(normalise_width("ｾﾝﾀｰ"), "センター");
  EXPECT_EQ(normalise_width("ｸﾞﾙｰﾌﾞ"), "グルーブ");
  EXPECT_EQ(normalise_width("　頭 "), "頭");
}

TEST(TextList, JoinsNames) {
  const std::vector<std::string> names{".vmd", ".vpd", ".bvh"};
  EXPECT_EQ(listed(std::vector<std::string>{}, "or"), "");
  EXPECT_EQ(listed(std::vector<std::string>{".vmd"}, "or"), ".vmd");
  EXPECT_EQ(listed(names, "or"), ".vmd, .vpd or .bvh");
  EXPECT_EQ(listed(names, 3), ".vmd, .vpd, .bvh");
  EXPECT_EQ(listed(names, 1), ".vmd and 2 more");
}

TEST(TextWidth, CountsColumns) {
  EXPECT_EQ(display_width("abc"), 3);
  EXPECT_EQ(display_width("頭a"), 3);
}

}  // namespace
}  // namespace odori
