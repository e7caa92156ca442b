#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "odori/files/files.h"

namespace odori {
namespace {

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  int get() const { return fd_; }
  // Whether closing succeeded: some file systems report a full disk only here.
  bool close() { return ::close(std::exchange(fd_, -1)) == 0; }

 private:
  int fd_;
};

tl::unexpected<Error> system_failure(const std::string& path, const char* doing, int number) {
  const Code code = number == ENOENT || number == ENOTDIR ? Code::not_found
                    : number == EACCES || number == EPERM ? Code::denied
                                                          : Code::io;
  const std::string what =
      number == ENOTDIR ? std::string("a file stands where a folder is needed")
      : code == Code::not_found
          ? std::string("there is no such file or folder")
          : std::string(doing) + ": " + std::generic_category().message(number);
  std::string hint(number == ENOTDIR ? std::string_view() : advice_for(number));
  return fail_in(path, Error{code, what, Error::kNoOffset, std::move(hint), {}});
}

// Refuses what would be read without an end: folders, devices, and a pipe by name into which nobody
// writes (whoever opens it in the plain way waits for a writer for good). `fd` was opened without
// blocking; it blocks afterwards. `begun` gets what had to be read to know.
Result<void> is_readable(int fd, const std::string& path, const struct stat& info,
                         std::vector<std::byte>& begun) {
  constexpr int kPatience = 5000;  // milliseconds
  const auto refuse = [&](const char* what, const char* hint) {
    return fail_in(path, Error{Code::io, what, Error::kNoOffset, hint, {}});
  };
  if (S_ISDIR(info.st_mode)) return refuse("it is a folder", "give a file in it");
  if (S_ISCHR(info.st_mode) || S_ISBLK(info.st_mode))
    return refuse("it is a device, not a file", "give a file");
  if (!S_ISFIFO(info.st_mode)) return {};
  // Ready: there are bytes, or the last writer has gone. Else reading tells whether there is one
  // yet.
  pollfd wait{fd, POLLIN, 0};
  if (::poll(&wait, 1, kPatience) == 0) {
    std::byte first{};
    const ssize_t n = ::read(fd, &first, 1);
    if (n == 0)
      return refuse("it is a pipe into which nothing writes", "start what writes into it first");
    if (n > 0) begun.push_back(first);
  }
  const int flags = ::fcntl(fd, F_GETFL);
  if (flags < 0 || ::fcntl(fd, F_SETFL, flags & ~O_NONBLOCK) != 0)
    return system_failure(path, "it cannot be read", errno);
  return {};
}

bool write_all(int fd, Bytes data) {
  while (!data.empty()) {
    const ssize_t n = ::write(fd, data.data(), data.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    data = data.subspan(static_cast<std::size_t>(n));
  }
  return true;
}

}  // namespace

Result<std::vector<std::byte>> read_file(const std::string& path, std::uint64_t max_bytes) {
  Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (file.get() < 0) return system_failure(path, "it cannot be opened", errno);
  struct stat info {};
  if (::fstat(file.get(), &info) != 0) return system_failure(path, "it cannot be read", errno);
  std::vector<std::byte> begun;
  if (auto readable = is_readable(file.get(), path, info, begun); !readable)
    return tl::unexpected(readable.error());
  const auto too_large = [&] {
    return fail_in(path, Error{Code::too_large,
                               "it is larger than " + std::to_string(max_bytes) + " bytes",
                               Error::kNoOffset,
                               {},
                               {}});
  };
  const auto size = static_cast<std::uint64_t>(std::max<off_t>(info.st_size, 0));
  if (size > max_bytes) return too_large();
  // Pipes and the like tell no size: then the buffer grows as data come.
  std::vector<std::byte> data = std::move(begun);
  std::size_t used = data.size();
  if (S_ISREG(info.st_mode)) data.resize(size);
  for (;;) {
    if (used == data.size()) {
      std::byte probe[4096];
      const ssize_t n = ::read(file.get(), probe, sizeof probe);
      if (n < 0 && errno == EINTR) continue;
      if (n < 0) return system_failure(path, "it cannot be read", errno);
      if (n == 0) break;
      if (used + static_cast<std::size_t>(n) > max_bytes) return too_large();
      data.insert(data.end(), probe, probe + n);
      used = data.size();
      continue;
    }
    const ssize_t n = ::read(file.get(), data.data() + used, data.size() - used);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return system_failure(path, "it cannot be read", errno);
    if (n == 0) break;
    used += static_cast<std::size_t>(n);
  }
  data.resize(used);
  return data;
}

Result<void> write_file_atomically(const std::string& path, Bytes data) {
  std::error_code ec;
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  if (!folder.empty()) std::filesystem::create_directories(folder, ec);
  if (ec) return system_failure(folder.string(), "it cannot be made", ec.value());
  const std::string temporary = part_beside(path);
  const auto give_up = [&](int number) {
    ::unlink(temporary.c_str());
    return system_failure(path, "it cannot be written", number);
  };
  Descriptor file(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (file.get() < 0) return system_failure(path, "it cannot be written", errno);
  if (!write_all(file.get(), data)) return give_up(errno);
  if (::fsync(file.get()) != 0 && errno != EINVAL) return give_up(errno);
  if (!file.close()) return give_up(errno);
  if (::rename(temporary.c_str(), path.c_str()) != 0) return give_up(errno);
  return {};
}

}  // namespace odori
