#include "odori/io/image.h"

#include <gtest/gtest.h>
#include <png.h>

#include "image_fixtures.h"
#include "test_files.h"

extern "C" {
#include <libavutil/pixfmt.h>
}

namespace odori::io {
namespace {

void expect_same(const Result<Picture>& result, const Picture& truth) {
  ASSERT_TRUE(result) << to_text(result.error());
  EXPECT_EQ(result->width, truth.width);
  EXPECT_EQ(result->height, truth.height);
  EXPECT_EQ(result->has_alpha, truth.has_alpha);
  EXPECT_EQ(result->rgba, truth.rgba);
}

TEST(ImageDecode, RejectsWhatIsNoPicture) {
  EXPECT_EQ(decode_image({}).error().code, Code::unsupported);
  const File text = FileWriter().text("this is no picture at all, but a line of text").take();
  EXPECT_EQ(decode_image(text).error().code, Code::unsupported);
  const auto photoshop = decode_image(FileWriter().text("8BPS").zeros(40).take());
  EXPECT_NE(to_text(photoshop.error()).find("Photoshop"), std::string::npos);
}

TEST(ImageDecode, RejectsHeadersThatStopShort) {
  for (const char* mark : {"BM", "DDS ", "GIF89a"}) {
    EXPECT_EQ(decode_image(FileWriter().text(mark).take()).error().code, Code::truncated) << mark;
  }
}

TEST(ImageDecode, RejectsSizesBeyondTheLimitsWithoutAllocating) {
  File bmp = make_bmp(pattern(2, 2, false), 24);
  bmp[20] = std::byte{1};  // width 65538
  EXPECT_EQ(decode_image(bmp).error().code, Code::too_large);
  const File tga = FileWriter().u8(0).u8(0).u8(2).zeros(9).u16(65535).u16(65535).u16(24).take();
  EXPECT_EQ(decode_image(tga).error().code, Code::too_large);
  EXPECT_EQ(decode_image(make_bmp(pattern(8, 8, false), 24), {8, 63}).error().code,
            Code::too_large);
}

TEST(ImageDecode, RejectsMorePixelsThanTheBytesCanHold) {
  const File tga = FileWriter().u8(0).u8(0).u8(2).zeros(9).u16(16000).u16(16000).u16(24).take();
  const auto result = decode_image(tga);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, Code::too_large);
  EXPECT_NE(result.error().what.find("cannot hold"), std::string::npos);
}

TEST(ImageDecode, NeverCrashesOnCutFiles) {
  const Picture truth = pattern(9, 7, true);
  std::vector<File> files = {make_bmp(truth, 32), make_tga(truth, 32, true),
                             make_tga(truth, 24, false), *encode_png(truth),
                             make_dds("DXT5", std::vector<std::uint8_t>(16, 77))};
  for (const File& file : files) {
    for (std::size_t n = 0; n < file.size(); ++n) (void)decode_image(Bytes(file).first(n));
  }
  const File png = *encode_png(truth);
  EXPECT_FALSE(decode_image(Bytes(png).first(png.size() / 2)));
}

TEST(ImageDecode, ReadsBmpFromTheBottomAndFromTheTop) {
  const Picture truth = pattern(5, 3, false);
  expect_same(decode_image(make_bmp(truth, 24)), truth);
  expect_same(decode_image(make_bmp(truth, 24, true)), truth);
}

TEST(ImageDecode, TakesTheFourthByteOfABmpAsAlphaUnlessItIsZeroThroughout) {
  Picture truth = pattern(5, 3, true);
  expect_same(decode_image(make_bmp(truth, 32)), truth);

  Picture unused = pattern(5, 3, true), opaque = pattern(5, 3, false);
  for (std::size_t i = 3; i < unused.rgba.size(); i += 4) unused.rgba[i] = 0;
  expect_same(decode_image(make_bmp(unused, 32)), opaque);
}

TEST(ImageDecode, ReadsPalettes) {
  const auto bmp = decode_image(make_palette_bmp(5, 3));
  ASSERT_TRUE(bmp);
  EXPECT_FALSE(bmp->has_alpha);
  for (int y = 0; y < 3; ++y) {
    for (int x = 0; x < 5; ++x) {
      EXPECT_EQ(bmp->pixel(x, y)[0], 16 * (x + y));
      EXPECT_EQ(bmp->pixel(x, y)[3], 255);
    }
  }
  PngRaw raw{2, 1, 8, PNG_COLOR_TYPE_PALETTE, false, {1, 0}, {10, 20, 30, 40, 50, 60}};
  expect_same(decode_image(make_png(raw)), {2, 1, {40, 50, 60, 255, 10, 20, 30, 255}, false});
  raw.palette_alpha = {128};
  expect_same(decode_image(make_png(raw)), {2, 1, {40, 50, 60, 255, 10, 20, 30, 128}, true});
  raw.depth = 2;
  raw.rows = {0x40};
  expect_same(decode_image(make_png(raw)), {2, 1, {40, 50, 60, 255, 10, 20, 30, 128}, true});
}

TEST(ImageDecode, ReadsTgaPlainAndPacked) {
  for (const bool packed : {false, true}) {
    const Picture solid = pattern(6, 4, false), clear = pattern(6, 4, true);
    expect_same(decode_image(make_tga(solid, 24, packed)), solid);
    expect_same(decode_image(make_tga(clear, 32, packed)), clear);
  }
}

TEST(ImageDecode, ReadsGreyPngOfEveryDepth) {
  struct Row {
    int depth;
    std::vector<std::uint8_t> rows;
    std::uint8_t first, second;
  };
  for (const Row& row : {Row{1, {0x40}, 0, 255}, Row{2, {0x60}, 85, 170}, Row{4, {0x3C}, 51, 204},
                         Row{8, {7, 250}, 7, 250}, Row{16, {0x80, 0x80, 0xFF, 0xFF}, 128, 255}}) {
    const Picture truth = {
        2, 1, {row.first, row.first, row.first, 255, row.second, row.second, row.second, 255}};
    SCOPED_TRACE(row.depth);
    expect_same(decode_image(make_png({2, 1, row.depth, PNG_COLOR_TYPE_GRAY, false, row.rows})),
                truth);
  }
  expect_same(decode_image(make_png({1, 1, 8, PNG_COLOR_TYPE_GRAY_ALPHA, false, {9, 3}})),
              {1, 1, {9, 9, 9, 3}, true});
}

TEST(ImageDecode, ReadsColourPngOfEveryKind) {
  const Picture truth = pattern(11, 9, true);
  for (const bool interlaced : {false, true}) {
    expect_same(
        decode_image(make_png({11, 9, 8, PNG_COLOR_TYPE_RGB_ALPHA, interlaced, truth.rgba})),
        truth);
  }
  std::vector<std::uint8_t> wide;
  for (const std::uint8_t v : truth.rgba) wide.insert(wide.end(), {v, v});
  expect_same(decode_image(make_png({11, 9, 16, PNG_COLOR_TYPE_RGB_ALPHA, false, wide})), truth);
}

TEST(ImageDecode, KeepsAlphaChannelThatIsOpaqueThroughout) {
  const auto result =
      decode_image(make_png({1, 1, 8, PNG_COLOR_TYPE_RGB_ALPHA, false, {1, 2, 3, 255}}));
  ASSERT_TRUE(result);
  EXPECT_TRUE(result->has_alpha);
}

TEST(ImageDecode, ReadsCompressedDds) {
  // Two end colours, pure red and pure blue in 5:6:5, one index of each kind in the first row.
  const std::vector<std::uint8_t> colours = {0x00, 0xF8, 0x1F, 0x00, 0xE4, 0, 0, 0};
  const auto dxt1 = decode_image(make_dds("DXT1", colours));
  ASSERT_TRUE(dxt1);
  EXPECT_EQ(dxt1->width, 4);
  EXPECT_FALSE(dxt1->has_alpha);
  const int red[4] = {255, 0, 170, 85};
  for (int x = 0; x < 4; ++x) {
    EXPECT_NEAR(dxt1->pixel(x, 0)[0], red[x], 1);
    EXPECT_NEAR(dxt1->pixel(x, 0)[2], 255 - red[x], 1);
    EXPECT_EQ(dxt1->pixel(x, 0)[1], 0);
    EXPECT_EQ(dxt1->pixel(x, 0)[3], 255);
  }
  std::vector<std::uint8_t> dxt5 = {0, 255, 0x88, 0, 0, 0, 0, 0};  // indices 0, 1, 2, 0 ...
  dxt5.insert(dxt5.end(), colours.begin(), colours.end());
  const auto five = decode_image(make_dds("DXT5", dxt5));
  ASSERT_TRUE(five);
  EXPECT_TRUE(five->has_alpha);
  EXPECT_EQ(five->pixel(0, 0)[3], 0);
  EXPECT_EQ(five->pixel(1, 0)[3], 255);
  EXPECT_EQ(five->pixel(2, 0)[3], 51);
  std::vector<std::uint8_t> dxt3 = {0xF0, 0x08, 0, 0, 0, 0, 0, 0};
  dxt3.insert(dxt3.end(), colours.begin(), colours.end());
  const auto three = decode_image(make_dds("DXT3", dxt3));
  ASSERT_TRUE(three);
  EXPECT_EQ(three->pixel(0, 0)[3], 0);
  EXPECT_EQ(three->pixel(1, 0)[3], 255);
  EXPECT_EQ(three->pixel(2, 0)[3], 136);
}

TEST(ImageDecode, ReadsJpegOverItsWholeRange) {
  // Four flat quarters, each of whole blocks: black, white, and two colours.
  constexpr std::uint8_t kYcc[4][3] = {
      {0, 128, 128}, {255, 128, 128}, {76, 85, 255}, {150, 44, 21}};
  constexpr std::uint8_t kRgb[4][3] = {{0, 0, 0}, {255, 255, 255}, {254, 0, 0}, {0, 255, 1}};
  const File jpeg = make_by_libav(
      "mjpeg", AV_PIX_FMT_YUVJ444P, 32, 32,
      [&](int plane, int x, int y) { return kYcc[(x >= 16) + 2 * (y >= 16)][plane]; });
  ASSERT_FALSE(jpeg.empty());
  const auto result = decode_image(jpeg);
  ASSERT_TRUE(result) << to_text(result.error());
  EXPECT_FALSE(result->has_alpha);
  for (int q = 0; q < 4; ++q) {
    const std::uint8_t* p = result->pixel(8 + 16 * (q % 2), 8 + 16 * (q / 2));
    for (int c = 0; c < 3; ++c) EXPECT_NEAR(p[c], kRgb[q][c], 3) << q << " " << c;
    EXPECT_EQ(p[3], 255);
  }
}

TEST(ImageDecode, ReadsJpegOfHalfColourResolutionAndOddSize) {
  const File jpeg = make_by_libav("mjpeg", AV_PIX_FMT_YUVJ420P, 37, 21, [](int plane, int, int) {
    return plane == 0 ? std::uint8_t{200} : std::uint8_t{128};
  });
  ASSERT_FALSE(jpeg.empty());
  const auto result = decode_image(jpeg);
  ASSERT_TRUE(result);
  ASSERT_EQ(result->rgba.size(), 37u * 21u * 4u);
  for (std::size_t i = 0; i < result->rgba.size(); ++i)
    EXPECT_NEAR(result->rgba[i], i % 4 == 3 ? 255 : 200, 2);
}

TEST(ImageDecode, ReadsTheFirstPictureOfAGif) {
  // 2 x 1: index 1 (red), index 0 (which the extension makes transparent).
  FileWriter gif;
  gif.text("GIF89a").u16(2).u16(1).u8(0x80).u8(0).u8(0);
  gif.u8(0).u8(0).u8(255).u8(255).u8(0).u8(0);
  gif.u8(0x21).u8(0xF9).u8(4).u8(1).u16(0).u8(0).u8(0);
  gif.u8(0x2C).u16(0).u16(0).u16(2).u16(1).u8(0);
  gif.u8(2).u8(2).u8(0x0C).u8(0x0A).u8(0).u8(0x3B);  // clear, 1, 0, end; three bits each
  const auto result = decode_image(gif.take());
  ASSERT_TRUE(result) << to_text(result.error());
  EXPECT_TRUE(result->has_alpha);
  EXPECT_EQ(std::vector<std::uint8_t>(result->rgba.begin(), result->rgba.begin() + 4),
            (std::vector<std::uint8_t>{255, 0, 0, 255}));
  EXPECT_EQ(result->pixel(1, 0)[3], 0);
}

TEST(ImageDecode, ReadsWebp) {
  const File webp = make_by_libav("libwebp", AV_PIX_FMT_YUV420P, 32, 32, [](int plane, int, int) {
    return plane == 0 ? std::uint8_t{235} : std::uint8_t{128};
  });
  if (webp.empty()) GTEST_SKIP() << "this libavcodec cannot make WebP";
  const auto result = decode_image(webp);
  ASSERT_TRUE(result) << to_text(result.error());
  EXPECT_NEAR(result->pixel(16, 16)[0], 255, 2);
  EXPECT_NEAR(result->pixel(16, 16)[1], 255, 2);
}

TEST(PngEncode, RejectsPicturesWhoseBytesDoNotFit) {
  EXPECT_EQ(encode_png({}).error().code, Code::usage);
  EXPECT_EQ(encode_png({2, 2, std::vector<std::uint8_t>(15), false}).error().code, Code::usage);
}

TEST(PngEncode, GivesBackEveryPixel) {
  for (const bool alpha : {false, true}) {
    const Picture truth = pattern(33, 17, alpha);
    const auto png = encode_png(truth);
    ASSERT_TRUE(png);
    expect_same(decode_image(*png), truth);
  }
}

TEST(JpegEncode, RejectsPicturesWhoseBytesDoNotFit) {
  EXPECT_EQ(encode_jpeg({}).error().code, Code::usage);
  EXPECT_EQ(encode_jpeg({2, 2, std::vector<std::uint8_t>(15), false}).error().code, Code::usage);
}

TEST(JpegEncode, KeepsColoursToAFewLevelsAtOddSizesToo) {
  Picture truth{33, 17, {}, false};  // stripes of plain colours, wider than a block
  const std::uint8_t colours[4][3] = {{255, 255, 255}, {0, 0, 0}, {230, 40, 30}, {20, 90, 220}};
  for (int y = 0; y < truth.height; ++y)
    for (int x = 0; x < truth.width; ++x) {
      const auto& c = colours[std::min(x / 8, 3)];
      truth.rgba.insert(truth.rgba.end(), {c[0], c[1], c[2], 255});
    }
  const auto jpeg = encode_jpeg(truth);
  ASSERT_TRUE(jpeg) << to_text(jpeg.error());
  EXPECT_EQ((*jpeg)[0], std::byte{0xff});
  EXPECT_EQ((*jpeg)[6], std::byte{'J'});  // JFIF, so that every program takes the same colours
  const auto back = decode_image(*jpeg);
  ASSERT_TRUE(back) << to_text(back.error());
  ASSERT_EQ(back->width, 33);
  ASSERT_EQ(back->height, 17);
  for (std::size_t i = 0; i < truth.rgba.size(); ++i)
    ASSERT_NEAR(back->rgba[i], truth.rgba[i], 6) << "byte " << i;
}

TEST(PictureFormat, GoesByTheEndingOfTheNameAlone) {
  EXPECT_EQ(picture_format_of("a/b.PNG"), PictureFormat::png);
  EXPECT_EQ(picture_format_of("静止.jpg"), PictureFormat::jpeg);
  EXPECT_EQ(picture_format_of("x.png.jpeg"), PictureFormat::jpeg);
  for (const char* name : {"", "png", "x", "a.png/x", "x.bmp", "x.png.", "x.pn"})
    EXPECT_FALSE(picture_format_of(name)) << name;
}

TEST(SharedPictures, AllDecode) {
  const auto files =
      testing_files::shared_data({".png", ".bmp", ".spa", ".sph", ".tga", ".jpg", ".dds", ".gif"});
  if (files.empty()) GTEST_SKIP() << "no shared data here";
  for (const auto& path : files) {
    const auto result = decode_image(testing_files::bytes_of(path));
    EXPECT_TRUE(result) << path << ": " << to_text(result.error());
  }
  EXPECT_GT(files.size(), 30u);
}

}  // namespace
}  // namespace odori::io
