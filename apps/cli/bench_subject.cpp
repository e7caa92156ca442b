#include "bench_subject.h"

#include <unistd.h>

#include <filesystem>

#include "demo_files.h"
#include "odori/assets/load.h"
#include "odori/files/files.h"
#include "odori/io/pmx.h"
#include "odori/io/vmd.h"

namespace odori::cli {
namespace {

namespace fs = std::filesystem;

// A folder for the project's own files that goes when it is left.
class Scratch {
 public:
  Scratch() : path_((fs::temp_directory_path() / ("odori-bench-" + std::to_string(getpid())))) {}
  ~Scratch() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  std::string file(const char* name) const { return (path_ / name).string(); }
  std::string folder() const { return path_.string(); }

 private:
  fs::path path_;
};

}  // namespace

Result<std::unique_ptr<BenchSubject>> make_bench_subject(const std::string& model,
                                                         const std::string& motion) {
  const Scratch scratch;
  if (model.empty() || motion.empty())
    if (auto done = write_demo_files(scratch.folder(), {.song = false}); !done)
      return tl::unexpected(done.error());
  const std::string pmx = model.empty() ? scratch.file("dancer.pmx") : model;
  const std::string vmd = motion.empty() ? scratch.file("dance.vmd") : motion;

  auto subject = std::make_unique<BenchSubject>();
  subject->model_name = model.empty() ? "the project's own dancer" : model;
  subject->motion_name = motion.empty() ? "the project's own dance" : motion;
  auto pmx_file = open_file(pmx, model_endings());
  if (!pmx_file) return tl::unexpected(pmx_file.error());
  auto vmd_file = open_file(vmd, motion_endings());
  if (!vmd_file) return tl::unexpected(vmd_file.error());
  if (io::looks_like_pmx(pmx_file->bytes)) subject->pmx = std::move(pmx_file->bytes);
  if (io::looks_like_vmd(vmd_file->bytes)) subject->vmd = std::move(vmd_file->bytes);

  const ConfigText text{"bench", "[character]\nfile = " + toml_quoted(fs::absolute(pmx).string()) +
                                     "\n[motion]\nfiles = [" +
                                     toml_quoted(fs::absolute(vmd).string()) + "]\n"};
  auto loaded = parse_project("project.toml", std::span(&text, 1));
  if (!loaded) return tl::unexpected(loaded.error());
  auto job = open_job(std::move(*loaded));
  if (!job) return tl::unexpected(job.error());
  subject->job = std::move(*job);
  return subject;
}

}  // namespace odori::cli
