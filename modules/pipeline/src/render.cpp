#include <chrono>
#include <thread>

#include "film_set.h"
#include "flow.h"
#include "frames_folder.h"
#include "odori/files/files.h"
#include "odori/io/image.h"
#include "odori/pipeline/frames.h"
#include "painter.h"

namespace odori {
namespace {

bool stopped(const BuildTalk& talk) {
  return talk.stop && talk.stop->load(std::memory_order_relaxed);
}

// Goes through the range once and again while frames that others had claimed become free: a process
// that dies leaves its claims behind.
class Range {
 public:
  Range(const Job& job, FramesFolder& folder, const BuildTalk& talk, bool wait)
      : job_(job), folder_(folder), talk_(talk), wait_(wait), next_(job.pictures.first) {}

  std::optional<std::int64_t> next(Result<void>& trouble) {
    while (!stopped(talk_)) {
      for (; next_ <= job_.pictures.last; ++next_) {
        const auto claim = folder_.claim(next_);
        if (!claim) {
          trouble = tl::unexpected(claim.error());
          return std::nullopt;
        }
        if (*claim == ClaimState::mine) return next_++;
        if (*claim == ClaimState::taken) others_ = true;
      }
      if (!others_ || !wait_) return std::nullopt;
      others_ = false;
      next_ = job_.pictures.first;
      std::this_thread::sleep_for(std::chrono::milliseconds(300));
    }
    return std::nullopt;
  }

 private:
  const Job& job_;
  FramesFolder& folder_;
  const BuildTalk& talk_;
  bool wait_, others_ = false;
  std::int64_t next_;
};

std::int64_t count_finished(const Job& job, const FramesFolder& folder) {
  std::int64_t n = 0;
  for (std::int64_t p = job.pictures.first; p <= job.pictures.last; ++p)
    n += folder.finished(p) ? 1 : 0;
  return n;
}

}  // namespace

std::string frames_folder(const Job& job) { return job.project.paths.out + "/frames"; }

std::string frame_file(const Job& job, std::int64_t picture) {
  return frames_folder(job) + "/" + picture_name(picture);
}

Result<FramesReport> render_frames(const Job& job, const BuildTalk& talk, bool wait) {
  const FrameSettings settings = frame_settings(job);
  FramesReport report;
  report.wanted = job.pictures.count();
  // Everything that can go wrong without a frame goes wrong here, before the folder is touched.
  auto painter = Painter::make(job, talk);
  if (!painter) return tl::unexpected(painter.error());
  auto folder = FramesFolder::open(frames_folder(job), settings, talk);
  if (!folder) return tl::unexpected(folder.error());
  report.there = count_finished(job, *folder);

  Range range(job, *folder, talk, wait);
  Result<void> trouble;
  FlowSteps steps;
  steps.next = [&] { return range.next(trouble); };
  steps.make = [&](FrameSlot& slot) { return (*painter)->make(slot); };
  steps.draw = [&](FrameSlot& slot) { return (*painter)->draw(slot); };
  steps.store = [&](FrameSlot& slot) {
    auto done = folder->publish(slot.picture, slot.pixels);
    if (done) {
      ++report.drawn;
      if (talk.progress)
        talk.progress("render", static_cast<std::uint64_t>(report.there + report.drawn),
                      static_cast<std::uint64_t>(report.wanted));
    }
    return done;
  };
  steps.drop = [&](std::int64_t picture) { folder->release(picture); };
  if (talk.progress && report.there < report.wanted)
    talk.progress("render", static_cast<std::uint64_t>(report.there),
                  static_cast<std::uint64_t>(report.wanted));
  if (auto done = run_flow(steps, (*painter)->empty_scene()); !done)
    return tl::unexpected(done.error());
  if (!trouble) return tl::unexpected(trouble.error());
  const std::int64_t finished = count_finished(job, *folder);
  if (stopped(talk) && finished < report.wanted)
    return fail(Code::cancelled, "stopped: " + std::to_string(finished) + " of " +
                                     std::to_string(report.wanted) +
                                     " frames are finished; the same command goes on from there");
  report.elsewhere = report.wanted - finished;
  return report;
}

Result<void> render_still(const Job& job, std::int64_t picture, const std::string& file,
                          const BuildTalk& talk) {
  const auto format = io::picture_format_of(file);
  if (!format)
    return fail_in(file, Error{Code::usage, "no kind of picture that is written", Error::kNoOffset,
                               "give a name that ends in .png, .jpg or .jpeg"});
  auto painter = PicturePainter::make(job, talk);
  if (!painter) return tl::unexpected(painter.error());
  Picture pixels;
  if (auto done = (*painter)->paint(picture, pixels); !done) return done;
  const auto bytes = io::encode_picture(pixels, *format);
  if (!bytes) return tl::unexpected(bytes.error());
  return write_file_atomically(file, *bytes);
}

}  // namespace odori
