#include "odori/foreign/foreign.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>

#include "odori/foreign/protocol.h"

namespace odori {
namespace {

using Clock = std::chrono::steady_clock;

// Closes what it holds.
class Descriptor {
 public:
  explicit Descriptor(int fd = -1) : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept : fd_(other.release()) {}
  Descriptor& operator=(Descriptor&&) = delete;
  ~Descriptor() { close_now(); }
  int get() const { return fd_; }
  bool ok() const { return fd_ >= 0; }
  void close_now() {
    if (fd_ >= 0) ::close(fd_);
    fd_ = -1;
  }

 private:
  int release() {
    const int fd = fd_;
    fd_ = -1;
    return fd;
  }
  int fd_;
};

tl::unexpected<Error> system_failed(const char* what) {
  return fail(Code::io, std::string(what) + ": " + std::strerror(errno));
}

Descriptor memory_file(const char* name) { return Descriptor(::memfd_create(name, MFD_CLOEXEC)); }

bool fill(int fd, Bytes data) {
  while (!data.empty()) {
    const ssize_t n = ::write(fd, data.data(), data.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    data = data.subspan(static_cast<std::size_t>(n));
  }
  return ::lseek(fd, 0, SEEK_SET) == 0;
}

Result<std::vector<std::byte>> all_of(int fd, std::uint64_t most) {
  struct stat info {};
  if (::fstat(fd, &info) != 0) return system_failed("the result of odori-foreign");
  if (static_cast<std::uint64_t>(info.st_size) > most)
    return fail(Code::too_large, "the model is too large");
  std::vector<std::byte> bytes(static_cast<std::size_t>(info.st_size));
  for (std::size_t at = 0; at < bytes.size();) {
    const ssize_t n = ::pread(fd, bytes.data() + at, bytes.size() - at, static_cast<off_t>(at));
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return system_failed("the result of odori-foreign");
    at += static_cast<std::size_t>(n);
  }
  return bytes;
}

// What the child says until it closes its standard error, which it does at the latest when it ends;
// nothing when the time is over first. The first kMostWords bytes are kept.
bool listen(int fd, Clock::time_point deadline, std::string& words) {
  constexpr std::size_t kMostWords = 2000;
  for (;;) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    pollfd wait{fd, POLLIN, 0};
    const int ready = ::poll(&wait, 1, static_cast<int>(std::clamp<long long>(left, 0, 1000)));
    if (ready < 0 && errno != EINTR) return true;
    if (ready <= 0) {
      if (Clock::now() >= deadline) return false;
      continue;
    }
    char buffer[512];
    const ssize_t n = ::read(fd, buffer, sizeof buffer);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return true;
    const auto room = kMostWords - std::min(words.size(), kMostWords);
    words.append(buffer, std::min(room, static_cast<std::size_t>(n)));
  }
}

Result<pid_t> start(const std::string& program, std::string_view kind, const ForeignLimits& limits,
                    int in, int out, int talk) {
  std::string arguments[] = {program, std::string(kind), std::to_string(limits.memory_bytes),
                             std::to_string(limits.glb_bytes), std::to_string(limits.seconds)};
  char* argv[] = {arguments[0].data(), arguments[1].data(), arguments[2].data(),
                  arguments[3].data(), arguments[4].data(), nullptr};
  char* environment[] = {nullptr};
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, talk, STDERR_FILENO);
  pid_t child = -1;
  const int failed = ::posix_spawn(&child, program.c_str(), &actions, nullptr, argv, environment);
  ::posix_spawn_file_actions_destroy(&actions);
  if (failed == ENOENT || failed == EACCES)
    return fail(Code::not_found, "odori-foreign, which reads this format, is not there",
                Error::kNoOffset, "it belongs beside odori: install both, or build both");
  if (failed != 0) return fail(Code::io, std::string("odori-foreign: ") + std::strerror(failed));
  return child;
}

// What the way it ended means.
Result<void> verdict(int status, std::string words) {
  while (!words.empty() && words.back() == '\n') words.pop_back();
  if (WIFEXITED(status)) {
    switch (WEXITSTATUS(status)) {
      case foreign::kDone:
        return {};
      case foreign::kTooLarge:
        return fail(Code::too_large, "reading it takes more memory than is allowed",
                    Error::kNoOffset, "make the model smaller, or export it as GLB");
      case foreign::kRefused:
        return fail(Code::malformed, words.empty() ? "it cannot be read" : words, Error::kNoOffset,
                    "export it again, as GLB where the program can");
      default:
        break;
    }
  }
  if (WIFSIGNALED(status) && (WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL))
    return fail(Code::cancelled, "reading it takes longer than is allowed", Error::kNoOffset,
                "make the model smaller, or export it as GLB");
  return fail(Code::malformed, "the library that reads this format fell over it", Error::kNoOffset,
              "the file is damaged; export it again, as GLB where the program can");
}

}  // namespace

std::string foreign_program() {
  char path[4096];
  const ssize_t n = ::readlink("/proc/self/exe", path, sizeof path);
  if (n <= 0 || n == static_cast<ssize_t>(sizeof path)) return "odori-foreign";
  const std::string own(path, static_cast<std::size_t>(n));
  return own.substr(0, own.rfind('/') + 1) + "odori-foreign";
}

Result<std::vector<std::byte>> foreign_to_glb(Bytes data, std::string_view kind,
                                              const std::string& program,
                                              const ForeignLimits& limits) {
  const Descriptor in = memory_file("foreign-in"), out = memory_file("foreign-out");
  if (!in.ok() || !out.ok() || !fill(in.get(), data)) return system_failed("memory for the file");
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return system_failed("a pipe");
  const Descriptor talk_in(ends[0]);
  Descriptor talk_out(ends[1]);
  const auto child = start(program, kind, limits, in.get(), out.get(), talk_out.get());
  if (!child) return tl::unexpected(child.error());
  talk_out.close_now();
  std::string words;
  const auto deadline = Clock::now() + std::chrono::seconds(limits.seconds);
  if (!listen(talk_in.get(), deadline, words)) ::kill(*child, SIGKILL);
  int status = 0;
  while (::waitpid(*child, &status, 0) < 0 && errno == EINTR) {
  }
  if (const auto fine = verdict(status, std::move(words)); !fine)
    return tl::unexpected(fine.error());
  return all_of(out.get(), limits.glb_bytes);
}

}  // namespace odori
