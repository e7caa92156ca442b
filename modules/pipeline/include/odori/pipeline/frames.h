// Drawing: frames to files, or straight into a film.
#pragma once

#include <memory>
#include <string>

#include "odori/base/picture.h"
#include "odori/pipeline/build.h"
#include "odori/render/renderer.h"

namespace odori {

std::string frames_folder(const Job& job);                     // <out>/frames
std::string frame_file(const Job& job, std::int64_t picture);  // <out>/frames/000123.png
std::string film_file(const Job& job);                         // <out>/<name>.mp4

struct FramesReport {
  std::int64_t wanted = 0;
  std::int64_t drawn = 0;      // by this run
  std::int64_t there = 0;      // finished before
  std::int64_t elsewhere = 0;  // claimed by another process that is alive
};

// Draws the job's pictures that are not there yet. A finished frame is never written again; each is
// claimed first, so that several processes, also on several machines, share a range. Frames that
// were drawn with other settings are set aside, never mixed. `wait`: also waits for the frames that
// others have claimed.
Result<FramesReport> render_frames(const Job& job, const BuildTalk& talk, bool wait = false);

// One picture into one file, whatever the frames folder holds: PNG or JPEG, as the name ends.
// Errors: also usage (another ending).
Result<void> render_still(const Job& job, std::int64_t picture, const std::string& file,
                          const BuildTalk& talk);

// Pictures in memory, one at a time, on one thread. The job must outlive it.
class PicturePainter {
 public:
  static Result<std::unique_ptr<PicturePainter>> make(const Job& job, const BuildTalk& talk);
  virtual ~PicturePainter() = default;
  virtual Result<void> paint(std::int64_t picture, Picture& out) = 0;
  virtual const RenderDevice& device() const = 0;
};

struct FilmReport {
  std::string file;
  std::int64_t pictures = 0, drawn = 0;
  double seconds = 0;  // of the pictures, without hold and fade
};

// Finished frames and the song become the film. `direct` draws what is missing and writes no frame
// files; without it a missing frame is an error that names the first.
Result<FilmReport> make_job_film(const Job& job, bool direct, const BuildTalk& talk);

}  // namespace odori
