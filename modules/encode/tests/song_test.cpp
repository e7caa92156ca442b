#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string_view>

#include "libav.h"
#include "odori/base/bytes.h"
#include "read_back.h"

namespace odori {
namespace {

namespace fs = std::filesystem;

class SongFile : public testing::Test {
 protected:
  SongFile() : path_(fs::temp_directory_path() / ("odori_歌 " + std::to_string(getpid()))) {}
  ~SongFile() override { fs::remove_all(path_); }

  void write(const std::vector<std::byte>& bytes) {
    std::ofstream file(path_, std::ios::binary);
    file.write(reinterpret_cast<const char*>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
  }

  // A WAV of 16-bit samples.
  static std::vector<std::byte> wav(int rate, int channels, const std::vector<std::int16_t>& s) {
    ByteWriter out;
    const auto text = [&](const char* t) { out.bytes(std::as_bytes(std::span(t, 4))); };
    const auto bytes = static_cast<std::uint32_t>(s.size() * 2);
    text("RIFF"), out.write(std::uint32_t{36 + bytes}), text("WAVE"), text("fmt ");
    out.write(std::uint32_t{16}), out.write(std::uint16_t{1});
    out.write(static_cast<std::uint16_t>(channels)), out.write(static_cast<std::uint32_t>(rate));
    out.write(static_cast<std::uint32_t>(rate * channels * 2));
    out.write(static_cast<std::uint16_t>(channels * 2)), out.write(std::uint16_t{16});
    text("data"), out.write(bytes), out.bytes(std::as_bytes(std::span(s)));
    return out.take();
  }

  fs::path path_;
};

TEST_F(SongFile, SoundIsToldByFirstBytesOrByTheEnding) {
  const auto head = [](std::string_view text) { return std::as_bytes(std::span(text)); };
  using namespace std::string_view_literals;
  for (const std::string_view text : {"OggS"sv, "fLaC"sv, "ID3\x03"sv, "RIFF....WAVEfmt "sv,
                                      "\0\0\0\x20"
                                      "ftypM4A "sv,
                                      "\xff\xfb\x90\x64"sv, "\xff\xf1\x50\x80"sv})
    EXPECT_TRUE(looks_like_song("x", head(text))) << text;
  for (const std::string_view text : {""sv, "RIFF....WEBP"sv, "\xff\xd8\xff\xe0"sv,
                                      "\xff\xfe\x61"sv, "\xff\xff\xff\xff"sv, "PMX "sv})
    EXPECT_FALSE(looks_like_song("x", head(text))) << text;
  EXPECT_TRUE(looks_like_song("a.b/歌.MP3", {}));
  EXPECT_FALSE(looks_like_song("a.mp3/x", {}));
}

TEST_F(SongFile, DamagedSoundIsToldAsSuch) {
  for (const char* mark : {"OggS", "ID3", "fLaC"}) {
    std::vector<std::byte> bytes(5000, std::byte{0x5a});
    std::memcpy(bytes.data(), mark, std::strlen(mark));
    write(bytes);
    const auto song = read_song(path_);
    ASSERT_FALSE(song) << mark;
    EXPECT_EQ(song.error().code, Code::malformed) << mark;
    EXPECT_NE(song.error().what.find("sound file that is damaged"), std::string::npos)
        << to_text(song.error());
    EXPECT_EQ(song.error().file, path_.string());
  }
}

TEST_F(SongFile, SaysWhatIsWrong) {
  EXPECT_EQ(read_song(path_).error().code, Code::not_found);
  EXPECT_EQ(read_song(path_).error().file, path_.string());
  EXPECT_EQ(read_song("http://example.com/song.mp3").error().code, Code::not_found);

  write(std::vector<std::byte>(1000, std::byte{'x'}));
  const auto noise = read_song(path_);
  ASSERT_FALSE(noise);
  EXPECT_EQ(noise.error().code, Code::malformed);
  EXPECT_NE(noise.error().hint.find("ffmpeg"), std::string::npos);
  write({});
  EXPECT_FALSE(read_song(path_));
  fs::remove(path_);
  fs::create_directory(path_);
  EXPECT_FALSE(read_song(path_));
}

TEST_F(SongFile, DoesNotFollowListsOfOtherFiles) {
  const std::string list = "#EXTM3U\n#EXTINF:1,\nother.wav\n#EXT-X-ENDLIST\n";
  const auto* p = reinterpret_cast<const std::byte*>(list.data());
  write({p, p + list.size()});
  EXPECT_EQ(read_song(path_).error().code, Code::malformed);
}

TEST_F(SongFile, KeepsStereoAt48KilohertzAsItIs) {
  std::vector<std::int16_t> samples;
  for (int i = 0; i < 4800; ++i) {
    samples.push_back(static_cast<std::int16_t>(i));
    samples.push_back(static_cast<std::int16_t>(-2 * i));
  }
  write(wav(48000, 2, samples));
  const auto song = read_song(path_);
  ASSERT_TRUE(song) << to_text(song.error());
  ASSERT_EQ(song->samples.size(), samples.size());
  for (std::size_t i = 0; i < samples.size(); ++i)
    ASSERT_EQ(song->samples[i], static_cast<float>(samples[i]) / 32768.0f);
}

TEST_F(SongFile, MakesStereoOfMonoAtFullHeightAndResamples) {
  std::vector<std::int16_t> samples;
  for (int i = 0; i < 22050; ++i)
    samples.push_back(static_cast<std::int16_t>(16384 * std::sin(0.1 * i)));
  write(wav(22050, 1, samples));
  const auto song = read_song(path_);
  ASSERT_TRUE(song);
  EXPECT_EQ(song->sample_rate, 48000);
  EXPECT_NEAR(song->seconds(), 1.0, 0.001);
  EXPECT_NEAR(loudest(*song, 0.2, 0.8), 0.5f, 0.01f);
  for (std::size_t i = 0; i < song->samples.size(); i += 2)
    ASSERT_EQ(song->samples[i], song->samples[i + 1]);
}

TEST_F(SongFile, ReadsACutFileAsFarAsItGoes) {
  auto bytes = wav(48000, 2, std::vector<std::int16_t>(9600, 100));
  bytes.resize(bytes.size() / 2);
  write(bytes);
  const auto song = read_song(path_);
  ASSERT_TRUE(song);
  EXPECT_NEAR(song->seconds(), 0.05, 0.002);
}

}  // namespace
}  // namespace odori
