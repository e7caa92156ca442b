// The protocol. A claim is made by creating its file, which only one process can do. It is removed
// (released, or taken over when stale) only under the lock on FOLDER/.claims, and only by whoever
// has read there that it is its own or still stale: so a fresh claim is never removed for a stale
// one. The system drops the lock of a process that dies.
#include "odori/cache/claims.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <optional>
#include <utility>

#include "claimant.h"
#include "odori/base/assert.h"
#include "odori/files/files.h"

namespace odori {
namespace {

constexpr std::size_t kMaxClaimBytes = 1024;

tl::unexpected<Error> failed(const std::string& path, const char* what) {
  const int number = errno;
  Error error{number == EACCES || number == EPERM || number == EROFS ? Code::denied : Code::io,
              std::string(what) + ": " + std::strerror(number), Error::kNoOffset,
              std::string(advice_for(number))};
  return fail_in(path, std::move(error));
}

class File {
 public:
  File(const std::string& path, int flags) : fd_(::open(path.c_str(), flags | O_CLOEXEC, 0666)) {}
  ~File() { close(); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  bool ok() const { return fd_ >= 0; }
  int fd() const { return fd_; }

  bool write(Bytes data) {
    while (!data.empty()) {
      const ssize_t n = ::write(fd_, data.data(), data.size());
      if (n < 0 && errno == EINTR) continue;
      if (n <= 0) return false;
      data = data.subspan(static_cast<std::size_t>(n));
    }
    return true;
  }
  bool close() {
    const int fd = std::exchange(fd_, -1);
    return fd < 0 || ::close(fd) == 0;
  }

 private:
  int fd_;
};

struct Claim {
  std::string text;
  timespec written{};
};

std::optional<Claim> read_claim(const std::string& path) {
  File file(path, O_RDONLY);
  struct stat info {};
  char text[kMaxClaimBytes];
  if (!file.ok() || fstat(file.fd(), &info) != 0) return std::nullopt;
  const ssize_t n = ::read(file.fd(), text, sizeof text);
  if (n < 0) return std::nullopt;
  return Claim{std::string(text, static_cast<std::size_t>(n)), info.st_mtim};
}

// Held until it goes out of scope. Not ok where the file system knows no locks: then nothing is
// taken over.
class FolderLock {
 public:
  explicit FolderLock(const std::string& folder)
      : file_(folder + "/.claims", O_RDWR | O_CREAT), ok_(file_.ok() && lock(file_.fd())) {}
  bool ok() const { return ok_; }

  // The folder's own clock: that of another machine may be wrong.
  double seconds_since(const timespec& then) const {
    struct stat info {};
    if (futimens(file_.fd(), nullptr) != 0 || fstat(file_.fd(), &info) != 0) return 0;
    return static_cast<double>(info.st_mtim.tv_sec - then.tv_sec) +
           1e-9 * static_cast<double>(info.st_mtim.tv_nsec - then.tv_nsec);
  }

 private:
  static bool lock(int fd) {
    int status;
    do status = flock(fd, LOCK_EX);
    while (status != 0 && errno == EINTR);
    return status == 0;
  }

  File file_;
  bool ok_;
};

// Frames are put in place under a name that says whose they are until they are whole.
std::string part_path(const std::string& frame_path, std::string_view claimant) {
  std::string name;
  for (const char c : claimant.substr(0, claimant.find('\n'))) {
    const bool plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    name += plain ? c : '-';
  }
  return frame_path + "." + name.substr(0, 160) + ".part";
}

// Never replaces a file that holds something. True: `from` is gone or stands at `to`.
bool put_in_place(const std::string& from, const std::string& to) {
  if (::link(from.c_str(), to.c_str()) == 0) return ::unlink(from.c_str()) == 0;
  struct stat info {};
  if (::stat(to.c_str(), &info) == 0 && info.st_size > 0) return ::unlink(from.c_str()) == 0;
  // No such file, an empty one, or a file system without hard links.
  return std::rename(from.c_str(), to.c_str()) == 0;
}

}  // namespace

Result<FrameClaims> FrameClaims::open(const std::string& folder, const ClaimOptions& options) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (!std::filesystem::is_directory(folder, error)) {
    errno = error ? error.value() : ENOTDIR;
    return failed(folder, "cannot make the folder of the frames");
  }
  FrameClaims out;
  out.folder_ = folder;
  out.self_ = describe_self();
  out.options_ = options;
  return out;
}

FrameClaims::FrameClaims(FrameClaims&& other) noexcept
    : folder_(std::move(other.folder_)),
      self_(std::move(other.self_)),
      options_(other.options_),
      held_(std::exchange(other.held_, {})) {}

FrameClaims::~FrameClaims() {
  while (!held_.empty()) (void)release(*held_.begin());
}

std::string FrameClaims::frame_path(std::int64_t frame) const {
  char name[32];
  std::snprintf(name, sizeof name, "/%06lld.png", static_cast<long long>(frame));
  return folder_ + name;
}

std::string FrameClaims::claim_path(std::int64_t frame) const {
  std::string path = frame_path(frame);
  return path.replace(path.size() - 3, 3, "claim");
}

bool FrameClaims::finished(std::int64_t frame) const {
  struct stat info {};
  return ::stat(frame_path(frame).c_str(), &info) == 0 && info.st_size > 0;
}

Result<ClaimState> FrameClaims::claim(std::int64_t frame) {
  ODORI_ASSERT(frame >= 0);
  const std::string path = claim_path(frame);
  for (int attempt = 0; attempt < 2; ++attempt) {
    if (finished(frame)) {
      // A process may have died between putting the frame in place and taking its claim back.
      (void)take_over(frame);
      return ClaimState::finished;
    }
    File file(path, O_WRONLY | O_CREAT | O_EXCL);
    if (file.ok()) {
      held_.insert(frame);
      if (!file.write(std::as_bytes(std::span(self_))) || !file.close()) {
        auto error = failed(path, "cannot claim the frame");
        ::unlink(path.c_str());
        held_.erase(frame);
        return error;
      }
      // It may have been finished and released since it was looked for.
      if (!finished(frame)) return ClaimState::mine;
      if (auto ok = release(frame); !ok) return tl::unexpected(ok.error());
      return ClaimState::finished;
    }
    if (errno != EEXIST) return failed(path, "cannot claim the frame");
    if (held_.contains(frame)) return ClaimState::taken;
    auto freed = take_over(frame);
    if (!freed) return tl::unexpected(freed.error());
    if (!*freed) return finished(frame) ? ClaimState::finished : ClaimState::taken;
  }
  return ClaimState::taken;  // somebody was quicker
}

// Removes a stale claim. True: it is worth trying again.
Result<bool> FrameClaims::take_over(std::int64_t frame) {
  const std::string path = claim_path(frame);
  const auto stale = [&](const Claim& claim, const FolderLock* lock) {
    const Life life = life_of(claim.text);
    if (life == Life::unknown)
      return lock == nullptr || lock->seconds_since(claim.written) > options_.foreign_seconds;
    return life == Life::gone;
  };
  const auto seen = read_claim(path);
  if (!seen) return true;  // released just now
  if (!stale(*seen, nullptr)) return false;
  const FolderLock lock(folder_);
  if (!lock.ok()) return false;
  const auto claim = read_claim(path);
  if (!claim) return true;
  if (!stale(*claim, &lock)) return false;
  ::unlink(part_path(frame_path(frame), claim->text).c_str());
  if (::unlink(path.c_str()) != 0 && errno != ENOENT) {
    return failed(path, "cannot take over the claim of a process that is gone");
  }
  return true;
}

Result<void> FrameClaims::finish(std::int64_t frame, Bytes png) {
  if (!held_.contains(frame) || png.empty()) {
    return fail(Code::usage, "frame " + std::to_string(frame) + " was not claimed, or is empty");
  }
  const std::string path = frame_path(frame), part = part_path(path, self_);
  {
    File file(part, O_WRONLY | O_CREAT | O_TRUNC);
    if (!file.ok() || !file.write(png) || ::fsync(file.fd()) != 0 || !file.close() ||
        !put_in_place(part, path)) {
      auto error = failed(path, "cannot write the frame");
      ::unlink(part.c_str());
      return error;
    }
  }
  return release(frame);
}

Result<void> FrameClaims::release(std::int64_t frame) {
  if (held_.erase(frame) == 0) return {};
  const std::string path = claim_path(frame);
  const FolderLock lock(folder_);
  const auto claim = read_claim(path);
  // Another machine may have given up waiting for us.
  if (!claim || claim->text != self_) return {};
  if (::unlink(path.c_str()) != 0 && errno != ENOENT) {
    return failed(path, "cannot release the frame");
  }
  return {};
}

}  // namespace odori
