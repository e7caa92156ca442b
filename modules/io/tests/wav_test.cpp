#include "odori/io/wav.h"

#include <gtest/gtest.h>

#include <limits>

namespace odori::io {
namespace {

// A WAVE file around `data`, with a chunk of odd length before the format.
std::vector<std::byte> wave(std::uint16_t tag, std::uint16_t channels, std::uint16_t bits,
                            const std::vector<std::uint8_t>& data) {
  ByteWriter out;
  auto text = [&](const char* t) { out.bytes(std::as_bytes(std::span(t, 4))); };
  text("RIFF");
  out.write(std::uint32_t{0});
  text("WAVE");
  text("LIST");
  out.write(std::uint32_t{3});
  out.write(std::uint32_t{0});  // three bytes and the filler
  text("fmt ");
  out.write(std::uint32_t{16});
  out.write(tag);
  out.write(channels);
  out.write(std::uint32_t{8000});
  out.write(std::uint32_t{8000});
  out.write(static_cast<std::uint16_t>(channels * bits / 8));
  out.write(bits);
  text("data");
  out.write(static_cast<std::uint32_t>(data.size()));
  out.bytes(std::as_bytes(std::span(data)));
  return out.take();
}

TEST(WavDecode, RejectsWhatIsNotWave) {
  EXPECT_EQ(decode_wav({}).error().code, Code::malformed);
  const std::vector<std::byte> zeros(64);
  EXPECT_EQ(decode_wav(zeros).error().code, Code::malformed);
}

TEST(WavDecode, RejectsCompressedSoundAndSaysHowToConvert) {
  const auto result = decode_wav(wave(2, 1, 4, {1, 2, 3, 4}));
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, Code::unsupported);
  EXPECT_NE(result.error().hint.find("ffmpeg"), std::string::npos);
}

TEST(WavDecode, RejectsNoChannelsAndNonFiniteSamples) {
  EXPECT_EQ(decode_wav(wave(1, 0, 16, {1, 2})).error().code, Code::malformed);
  EXPECT_EQ(decode_wav(wave(3, 1, 32, {0, 0, 0x80, 0x7F})).error().code, Code::not_finite);
}

TEST(WavDecode, SaysWhenTheSoundIsMissing) {
  auto bytes = wave(1, 1, 16, {});
  bytes.resize(bytes.size() - 8);
  EXPECT_EQ(decode_wav(bytes).error().code, Code::truncated);
}

TEST(WavDecode, ReadsAsFarAsACutFileGoes) {
  auto bytes = wave(1, 2, 16, {0, 0x40, 0, 0xC0, 1, 0, 2, 0});
  bytes.resize(bytes.size() - 3);
  const auto result = decode_wav(bytes);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->samples, (std::vector<float>{0.5f, -0.5f}));
}

TEST(WavDecode, ReadsEveryWidth) {
  EXPECT_EQ(decode_wav(wave(1, 1, 8, {0, 128, 192}))->samples, (std::vector<float>{-1, 0, 0.5f}));
  EXPECT_EQ(decode_wav(wave(1, 1, 24, {0, 0, 0xC0, 0, 0, 0x40}))->samples,
            (std::vector<float>{-0.5f, 0.5f}));
  EXPECT_EQ(decode_wav(wave(1, 1, 32, {0, 0, 0, 0x80}))->samples, (std::vector<float>{-1}));
  EXPECT_EQ(decode_wav(wave(3, 1, 32, {0, 0, 0x80, 0x3E}))->samples, (std::vector<float>{0.25f}));
  EXPECT_EQ(decode_wav(wave(3, 1, 64, {0, 0, 0, 0, 0, 0, 0xD0, 0x3F}))->samples,
            (std::vector<float>{0.25f}));
}

TEST(WavEncode, RejectsBrokenFramesAndNonFiniteSamples) {
  EXPECT_EQ(encode_wav({48000, 2, {0, 0, 0}}).error().code, Code::usage);
  EXPECT_EQ(encode_wav({48000, 0, {}}).error().code, Code::usage);
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(encode_wav({48000, 1, {nan}}).error().code, Code::not_finite);
}

TEST(WavEncode, ClampsAndGivesBackEverySixteenBitSample) {
  const auto loud = encode_wav({48000, 2, {2.0f, -2.0f}});
  ASSERT_TRUE(loud);
  EXPECT_EQ(loud->size(), 48u);
  EXPECT_EQ(decode_wav(*loud)->samples, (std::vector<float>{32767.0f / 32768.0f, -1.0f}));

  WavDocument all{44100, 1, {}};
  for (int v = -32768; v < 32768; ++v) all.samples.push_back(static_cast<float>(v) / 32768.0f);
  const auto bytes = encode_wav(all);
  ASSERT_TRUE(bytes);
  const auto back = decode_wav(*bytes);
  ASSERT_TRUE(back);
  EXPECT_EQ(back->samples, all.samples);
  EXPECT_EQ(back->sample_rate, 44100u);
  EXPECT_EQ(*encode_wav(*back), *bytes);
}

}  // namespace
}  // namespace odori::io
