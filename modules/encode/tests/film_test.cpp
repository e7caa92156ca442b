#include "odori/encode/film.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "libav.h"
#include "read_back.h"

namespace odori {
namespace {

namespace fs = std::filesystem;

class Film : public testing::Test {
 protected:
  Film() : folder_(fs::temp_directory_path() / ("odori_film_" + std::to_string(getpid()))) {
    fs::create_directories(folder_);
  }
  ~Film() override { fs::remove_all(folder_); }

  std::string path(const char* name = "x.mp4") const { return (folder_ / name).string(); }
  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(fs::recursive_directory_iterator(folder_),
                                                  fs::recursive_directory_iterator()));
  }
  // `count` pictures of one colour.
  void make(const FilmOptions& options, const Picture& picture, int count, const Song* song) {
    auto film = make_film(path(), options, song);
    ASSERT_TRUE(film) << to_text(film.error());
    for (int i = 0; i < count; ++i) ASSERT_TRUE((*film)->add(picture));
    const auto done = (*film)->finish();
    ASSERT_TRUE(done) << to_text(done.error());
  }

  fs::path folder_;
};

FilmOptions small(int width = 64, int height = 48) {
  FilmOptions out;
  out.width = width;
  out.height = height;
  return out;
}

TEST_F(Film, RejectsOptionsThatMakeNoSense) {
  std::vector<FilmOptions> wrong(8, small());
  wrong[0].width = 0;
  wrong[1].height = 20000;
  wrong[2].fps = 0;
  wrong[3].crf = 52;
  wrong[4].speed = "quick";
  wrong[5].audio_kbps = 1;
  wrong[6].fade_seconds = -1;
  wrong[7].song_offset_seconds = std::nan("");
  for (const FilmOptions& options : wrong) {
    const auto film = make_film(path(), options, nullptr);
    ASSERT_FALSE(film);
    EXPECT_EQ(film.error().code, Code::usage);
  }
  EXPECT_EQ(files(), 0u);
}

TEST_F(Film, SaysWhereItCannotWrite) {
  std::ofstream(path("file")) << "x";
  const std::string below = path("file") + "/x.mp4";
  const auto film = make_film(below, small(), nullptr);
  ASSERT_FALSE(film);
  EXPECT_EQ(film.error().code, Code::io);
  EXPECT_EQ(film.error().file, below);
  EXPECT_FALSE(film.error().hint.empty());
}

TEST_F(Film, NamesThePackageOfAMissingEncoder) {
  const auto codec = find_encoder("libx264_of_another_world");
  ASSERT_FALSE(codec);
  EXPECT_EQ(codec.error().code, Code::unsupported);
  EXPECT_NE(codec.error().hint.find("apt install"), std::string::npos);
}

TEST_F(Film, RejectsPicturesOfAnotherSize) {
  auto film = make_film(path(), small(), nullptr);
  ASSERT_TRUE(film);
  EXPECT_EQ((*film)->add(flat(64, 47, 0, 0, 0)).error().code, Code::usage);
}

TEST_F(Film, LeavesNothingWhenItIsAbandonedOrEmpty) {
  {
    auto film = make_film(path(), small(), nullptr);
    ASSERT_TRUE(film);
    for (int i = 0; i < 5; ++i) ASSERT_TRUE((*film)->add(flat(64, 48, 9, 9, 9)));
    EXPECT_FALSE(fs::exists(path()));
    EXPECT_EQ(files(), 1u);
  }
  EXPECT_EQ(files(), 0u);
  {
    auto film = make_film(path(), small(), nullptr);
    ASSERT_TRUE(film);
    EXPECT_EQ((*film)->finish().error().code, Code::usage);
  }
  EXPECT_EQ(files(), 0u);
}

TEST_F(Film, AnAbandonedFilmLeavesTheOldOneAlone) {
  std::ofstream(path()) << "old";
  auto film = make_film(path(), small(), nullptr);
  ASSERT_TRUE(film);
  ASSERT_TRUE((*film)->add(flat(64, 48, 9, 9, 9)));
  film->reset();
  EXPECT_EQ(fs::file_size(path()), 3u);
}

TEST_F(Film, HasEveryPictureInItsColourAtItsTime) {
  const Picture colours[] = {flat(64, 48, 255, 255, 255), flat(64, 48, 0, 0, 0),
                             flat(64, 48, 200, 60, 40), flat(64, 48, 30, 90, 220),
                             flat(64, 48, 240, 200, 180)};
  FilmOptions options = small();
  options.crf = 10;
  auto film = make_film(path(), options, nullptr);
  ASSERT_TRUE(film);
  for (int i = 0; i < 50; ++i) ASSERT_TRUE((*film)->add(colours[i / 10]));
  ASSERT_TRUE((*film)->finish());
  EXPECT_EQ(files(), 1u);

  const Seen seen = see(path());
  EXPECT_TRUE(seen.bt709);
  EXPECT_TRUE(seen.video_range);
  EXPECT_TRUE(seen.index_first);
  EXPECT_EQ(seen.first_time, 0);
  EXPECT_NEAR(seen.video_seconds, 50 / 30.0, 0.001);
  ASSERT_EQ(seen.frames.size(), 50u);
  for (std::size_t i = 0; i < 50; ++i) {
    const std::uint8_t* p = seen.frames[i].pixel(32, 24);
    for (int c = 0; c < 3; ++c)
      EXPECT_NEAR(p[c], colours[i / 10].rgba[static_cast<std::size_t>(c)], 3) << i;
  }
}

TEST_F(Film, MakesOddSidesEvenByRepeatingTheLastPixel) {
  make(small(33, 17), flat(33, 17, 250, 250, 250), 3, nullptr);
  const Seen seen = see(path());
  EXPECT_EQ(seen.width, 34);
  EXPECT_EQ(seen.height, 18);
  ASSERT_EQ(seen.frames.size(), 3u);
  EXPECT_NEAR(seen.frames[1].pixel(33, 17)[0], 250, 3);
}

TEST_F(Film, KeepsFractionalRates) {
  FilmOptions options = small();
  options.fps = 29.97;
  make(options, flat(64, 48, 90, 90, 90), 100, nullptr);
  EXPECT_NEAR(see(path()).video_seconds, 100 / 29.97, 0.001);
}

TEST_F(Film, AShorterSongIsFollowedBySilence) {
  const Song song = tone(0.5);
  make(small(), flat(64, 48, 90, 90, 90), 45, &song);
  const Seen seen = see(path());
  EXPECT_EQ(seen.frames.size(), 45u);
  EXPECT_NEAR(seen.seconds, 1.5, 1 / 30.0);
  const auto heard = read_song(path());
  ASSERT_TRUE(heard) << to_text(heard.error());
  EXPECT_NEAR(heard->seconds(), 1.5, 1 / 30.0);
  EXPECT_NEAR(loudest(*heard, 0.1, 0.4), 0.5f, 0.05f);
  EXPECT_LT(loudest(*heard, 0.6, 1.5), 0.01f);
}

TEST_F(Film, ALongerSongHoldsThenFadesToBlackAndSilence) {
  FilmOptions options = small();
  options.hold_seconds = 0.5;
  options.fade_seconds = 1;
  const Song song = tone(5);
  make(options, flat(64, 48, 200, 100, 50), 30, &song);
  const Seen seen = see(path());
  ASSERT_EQ(seen.frames.size(), 75u);
  EXPECT_NEAR(seen.seconds, 2.5, 1 / 30.0);
  EXPECT_NEAR(seen.frames[44].pixel(32, 24)[0], 200, 4);
  EXPECT_NEAR(seen.frames[59].pixel(32, 24)[0], 100, 6);
  EXPECT_NEAR(seen.frames[59].pixel(32, 24)[1], 50, 6);
  for (int c = 0; c < 3; ++c) EXPECT_LE(seen.frames[74].pixel(32, 24)[c], 3);

  const auto heard = read_song(path());
  ASSERT_TRUE(heard);
  EXPECT_NEAR(heard->seconds(), 2.5, 1 / 30.0);
  EXPECT_NEAR(loudest(*heard, 1.0, 1.4), 0.5f, 0.05f);
  EXPECT_NEAR(loudest(*heard, 1.98, 2.02), 0.25f, 0.05f);
  EXPECT_LT(loudest(*heard, 2.48, 2.6), 0.02f);
}

TEST_F(Film, BeginsTheSongAtItsOffset) {
  const Song song = tone(2);
  FilmOptions options = small();
  options.song_offset_seconds = 0.5;
  make(options, flat(64, 48, 90, 90, 90), 60, &song);
  const auto later = read_song(path());
  ASSERT_TRUE(later);
  EXPECT_LT(loudest(*later, 0.0, 0.47), 0.02f);
  EXPECT_NEAR(loudest(*later, 0.55, 1.0), 0.5f, 0.05f);
}

TEST_F(Film, SoundAndPictureStayTogether) {
  // A click on every tenth frame of 0.05 s; after decoding it must stand where it was.
  Song song = tone(3, 440, 0);
  for (std::size_t k = 0; k < 10; ++k) {
    for (std::size_t i = 0; i < 480; ++i)
      song.samples[(k * 14400 + i) * 2] = song.samples[(k * 14400 + i) * 2 + 1] = 0.8f;
  }
  make(small(), flat(64, 48, 90, 90, 90), 90, &song);
  const auto heard = read_song(path());
  ASSERT_TRUE(heard);
  for (int k = 1; k < 10; ++k) {
    EXPECT_GT(loudest(*heard, k * 0.3 + 0.001, k * 0.3 + 0.009), 0.4f) << k;
    EXPECT_LT(loudest(*heard, k * 0.3 - 0.1, k * 0.3 - 0.03), 0.1f) << k;
  }
}

}  // namespace
}  // namespace odori
