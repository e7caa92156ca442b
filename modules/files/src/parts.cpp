// Files on their way to their place stand beside it as NAME.HOST-SPACE-PROCESS-N.part. Whoever is
// killed leaves his there; the next one who writes the same file takes them away.
#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <filesystem>

#include "odori/files/files.h"

namespace odori {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kEnding = ".part";

// Where a process's number means that process: its machine and its space of numbers.
std::string where_numbers_hold() {
  char host[256] = {};
  if (gethostname(host, sizeof host - 1) != 0) host[0] = 0;
  char space[64] = {};
  if (readlink("/proc/self/ns/pid", space, sizeof space - 1) <= 0) space[0] = 0;
  std::string text;
  for (const char* c = host; *c && text.size() < 40; ++c) {
    const bool plain =
        (*c >= '0' && *c <= '9') || (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z');
    text += plain ? *c : '_';
  }
  text += '-';
  for (const char* c = space; *c; ++c)
    if (*c >= '0' && *c <= '9') text += *c;
  return text + "-";
}

// Of a name whose beginning is known: "1234-0.part" -> 1234; -1 for another.
long process_of(std::string_view rest) {
  if (!rest.ends_with(kEnding)) return -1;
  rest.remove_suffix(kEnding.size());
  const std::size_t dash = rest.find('-');
  if (dash == 0 || dash > 10 || dash + 1 >= rest.size()) return -1;
  if (rest.find_first_not_of("0123456789-") != std::string_view::npos) return -1;
  return std::strtol(std::string(rest.substr(0, dash)).c_str(), nullptr, 10);
}

bool is_gone(long process) {
  return process > 0 && ::kill(static_cast<pid_t>(process), 0) != 0 && errno == ESRCH;
}

}  // namespace

std::string part_beside(const std::string& path) {
  static std::atomic<unsigned> serial{0};
  const fs::path folder = fs::path(path).parent_path();
  const std::string begin = fs::path(path).filename().string() + "." + where_numbers_hold();
  std::error_code error;
  std::vector<fs::path> abandoned;
  for (fs::directory_iterator it(folder.empty() ? fs::path(".") : folder, error), end;
       !error && it != end; it.increment(error)) {
    const std::string name = it->path().filename().string();
    if (name.starts_with(begin) && is_gone(process_of(std::string_view(name).substr(begin.size()))))
      abandoned.push_back(it->path());
  }
  for (const fs::path& file : abandoned) fs::remove(file, error);
  const std::string name = begin + std::to_string(::getpid()) + "-" +
                           std::to_string(serial.fetch_add(1, std::memory_order_relaxed)) +
                           std::string(kEnding);
  return (folder / name).string();
}

std::string_view advice_for(int system_error) {
  switch (system_error) {
    case ENOSPC:
    case EDQUOT:
      return "there is no room left: make some and run the same again";
    case EACCES:
    case EPERM:
      return "its owner must allow it, or another place must be chosen";
    case EFBIG:
      return "files may not grow that large there: choose another place";
    case EROFS:
      return "that place can only be read: choose another";
    case ENOTDIR:
    case EEXIST:
      return "a file stands where a folder is needed: move it, or choose another place";
    case ENAMETOOLONG:
      return "choose a shorter name";
    case EMFILE:
    case ENFILE:
      return "too many files are open: end other programs and run the same again";
    case EIO:
      return "the disk or the network failed: look after it, then run the same again";
    default:
      return {};
  }
}

}  // namespace odori
