#include "odori/encode/film.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <optional>
#include <set>

#include "audio_track.h"
#include "ending.h"
#include "odori/base/assert.h"
#include "odori/files/files.h"
#include "video_track.h"

namespace odori {
namespace {

Result<void> check(const FilmOptions& o, const Song* song) {
  static const std::set<std::string> kSpeeds = {"ultrafast", "superfast", "veryfast", "faster",
                                                "fast",      "medium",    "slow",     "slower",
                                                "veryslow",  "placebo"};
  const auto wrong = [](std::string what) { return fail(Code::usage, std::move(what)); };
  if (o.width < 2 || o.height < 2 || o.width > 16384 || o.height > 16384) {
    return wrong("a film of " + std::to_string(o.width) + " x " + std::to_string(o.height) +
                 " pixels; each side must be 2 to 16384");
  }
  if (!(o.fps >= 1 && o.fps <= 1000)) return wrong("frames a second must be 1 to 1000");
  if (o.crf < 0 || o.crf > 51) return wrong("crf must be 0 (lossless) to 51");
  if (!kSpeeds.contains(o.speed)) {
    return wrong("x264 has no preset \"" + o.speed +
                 "\"; one of ultrafast superfast veryfast "
                 "faster fast medium slow slower veryslow placebo");
  }
  if (!(o.audio_kbps >= 16 && o.audio_kbps <= 512)) return wrong("audio_kbps must be 16 to 512");
  if (!(o.hold_seconds >= 0 && o.hold_seconds <= 3600 && o.fade_seconds >= 0 &&
        o.fade_seconds <= 3600)) {
    return wrong("hold and fade must be 0 to 3600 seconds");
  }
  if (!(std::fabs(o.song_offset_seconds) <= 36000)) return wrong("the song's offset is too large");
  if (song) {
    for (const float v : song->samples) {
      if (!std::isfinite(v)) return fail(Code::not_finite, "a sample of the song is not finite");
    }
  }
  return {};
}

class Mp4Film final : public FrameSink {
 public:
  Mp4Film(std::string path, FilmOptions options, const Song* song)
      : path_(std::move(path)), options_(std::move(options)), song_(song) {}
  Mp4Film(const Mp4Film&) = delete;
  Mp4Film& operator=(const Mp4Film&) = delete;

  ~Mp4Film() override {
    close();
    if (!beside_.empty()) std::remove(beside_.c_str());
  }

  Result<void> open() {
    auto opened = open_file();
    if (!opened) return fail_in(path_, opened.error());
    return opened;
  }

  Result<void> add(const Picture& picture) override {
    ODORI_ASSERT(file_);
    auto added = add_picture(picture);
    if (!added) return fail_in(path_, added.error());
    return added;
  }

  Result<void> finish() override {
    ODORI_ASSERT(file_);
    auto finished = write_ending();
    if (finished) finished = put_in_place();
    if (!finished) return fail_in(path_, finished.error());
    return finished;
  }

 private:
  Result<void> open_file() {
    std::error_code error;
    const std::filesystem::path folder = std::filesystem::path(path_).parent_path();
    if (!folder.empty()) std::filesystem::create_directories(folder, error);
    if (error) {
      const bool denied = error == std::errc::permission_denied;
      return fail(denied ? Code::denied : Code::io,
                  "the film's folder cannot be made: " + error.message(), Error::kNoOffset,
                  std::string(advice_for(error.value())));
    }
    beside_ = part_beside(path_);
    if (avformat_alloc_output_context2(&file_, nullptr, "mp4", nullptr) < 0 || !file_) {
      beside_.clear();
      return fail(Code::unsupported, "libavformat cannot write MP4", Error::kNoOffset,
                  "install Debian's own: apt install libavformat59");
    }
    file_->url = av_strdup(("file:" + beside_).c_str());
    auto video = VideoTrack::make(options_, *file_);
    if (!video) return tl::unexpected(video.error());
    video_.emplace(std::move(*video));
    if (song_) {
      auto audio = AudioTrack::make(options_, *song_, *file_);
      if (!audio) return tl::unexpected(audio.error());
      audio_.emplace(std::move(*audio));
    }
    if (const int status = avio_open(&file_->pb, file_->url, AVIO_FLAG_WRITE); status < 0) {
      const std::string hint = advice(status);
      return fail(status == AVERROR(EACCES) ? Code::denied : Code::io,
                  "cannot make the film: " + libav_text(status), Error::kNoOffset,
                  hint.empty() ? "does another file stand where its folder is needed?" : hint);
    }
    AVDictionary* settings = nullptr;
    // The index first, so that a player on a page starts before it has the whole file.
    av_dict_set(&settings, "movflags", "+faststart", 0);
    const int status = avformat_write_header(file_, &settings);
    av_dict_free(&settings);
    if (status < 0)
      return fail(Code::io, "cannot begin the film: " + libav_text(status), Error::kNoOffset,
                  advice(status));
    return {};
  }

  Result<void> add_picture(const Picture& picture) {
    if (auto ok = video_->add(picture, *file_); !ok) return ok;
    if (!audio_) return {};
    // Sound keeps step with the picture, so that neither piles up in memory. The fade comes later
    // than any picture that is added.
    const double seconds = static_cast<double>(video_->frames()) / options_.fps;
    const auto end = static_cast<std::int64_t>(seconds * song_->sample_rate);
    return audio_->write_until(
        end, [](std::int64_t) { return 1.0; }, *file_);
  }

  Result<void> write_ending() {
    const std::int64_t pictures = video_->frames();
    if (pictures == 0) return fail(Code::usage, "a film without a picture");
    const Ending ending = plan_ending(pictures, options_, song_);
    const auto gain = [&](std::int64_t sample) { return ending.sound_gain(sample); };
    for (std::int64_t f = pictures; f < ending.frames; ++f) {
      if (auto ok = video_->repeat(ending.picture_gain(f), *file_); !ok) return ok;
      if (audio_) {
        const auto end = ending.samples * (f + 1) / ending.frames;
        if (auto ok = audio_->write_until(end, gain, *file_); !ok) return ok;
      }
    }
    if (audio_) {
      if (auto ok = audio_->finish(ending.samples, gain, *file_); !ok) return ok;
    }
    if (auto ok = video_->flush(*file_); !ok) return ok;
    const int status = av_write_trailer(file_);
    if (status < 0)
      return fail(Code::io, "cannot finish the film: " + libav_text(status), Error::kNoOffset,
                  advice(status));
    const int closed = close();
    if (closed < 0)
      return fail(Code::io, "cannot finish the film: " + libav_text(closed), Error::kNoOffset,
                  advice(closed));
    return {};
  }

  Result<void> put_in_place() {
    const int fd = ::open(beside_.c_str(), O_RDONLY | O_CLOEXEC);
    const bool flushed = fd >= 0 && ::fsync(fd) == 0;
    if (fd >= 0) ::close(fd);
    if (!flushed || std::rename(beside_.c_str(), path_.c_str()) != 0) {
      return fail(Code::io, std::string("cannot put the film in place: ") + std::strerror(errno),
                  Error::kNoOffset, std::string(advice_for(errno)));
    }
    beside_.clear();
    return {};
  }

  int close() {
    if (!file_) return 0;
    const int status = avio_closep(&file_->pb);
    avformat_free_context(file_);
    file_ = nullptr;
    return status;
  }

  std::string path_, beside_;
  FilmOptions options_;
  const Song* song_;
  AVFormatContext* file_ = nullptr;
  std::optional<VideoTrack> video_;
  std::optional<AudioTrack> audio_;
};

}  // namespace

Result<std::unique_ptr<FrameSink>> make_film(const std::string& path, const FilmOptions& options,
                                             const Song* song) {
  av_log_set_level(AV_LOG_QUIET);
  if (auto ok = check(options, song); !ok) return fail_in(path, ok.error());
  auto film = std::make_unique<Mp4Film>(path, options, song);
  if (auto ok = film->open(); !ok) return tl::unexpected(ok.error());
  return std::unique_ptr<FrameSink>(std::move(film));
}

}  // namespace odori
