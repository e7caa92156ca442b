#include "claimant.h"

#include <signal.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <optional>

namespace odori {
namespace {

// Host, boot, namespace, process, start: words without spaces.
using Words = std::array<std::string, 5>;

std::string first_word(const char* path) {
  std::ifstream file(path);
  std::string word;
  file >> word;
  return word.empty() ? "-" : word;
}

// When the process began, in ticks since the boot: a number that is given out again to another
// process comes with another start. "-" where that is not told, "ended" for a process that has died
// and only waits for its parent to notice.
std::string start_of(long process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  std::string line;
  std::getline(file, line);
  const std::size_t name_end = line.rfind(')');  // the name may hold anything
  if (name_end == std::string::npos) return "-";
  std::size_t at = name_end + 1;
  for (int field = 2; field < 22; ++field) {
    at = line.find_first_not_of(' ', at);
    if (at == std::string::npos) return "-";
    const std::size_t end = line.find(' ', at);
    if (field == 2 && (line[at] == 'Z' || line[at] == 'X')) return "ended";
    if (field == 21) return line.substr(at, end == std::string::npos ? end : end - at);
    at = end == std::string::npos ? line.size() : end;
  }
  return "-";
}

Words self() {
  char host[256] = {};
  if (gethostname(host, sizeof host - 1) != 0 || !host[0]) host[0] = '-';
  char space[64] = {};
  if (readlink("/proc/self/ns/pid", space, sizeof space - 1) <= 0) space[0] = '-';
  return {host, first_word("/proc/sys/kernel/random/boot_id"), space, std::to_string(getpid()),
          start_of(getpid())};
}

std::optional<Words> parse(std::string_view text) {
  Words out;
  if (text.empty() || text.back() != '\n') return std::nullopt;  // still being written
  text.remove_suffix(1);
  for (std::size_t i = 0; i < out.size(); ++i) {
    const std::size_t space = text.find(' ');
    if ((space == std::string_view::npos) != (i + 1 == out.size())) return std::nullopt;
    out[i] = text.substr(0, space);
    if (out[i].empty()) return std::nullopt;
    text.remove_prefix(space == std::string_view::npos ? text.size() : space + 1);
  }
  return out;
}

}  // namespace

std::string describe_self() {
  std::string out;
  for (const std::string& word : self()) out += (out.empty() ? "" : " ") + word;
  return out + "\n";
}

Life life_of(std::string_view claimant) {
  const auto theirs = parse(claimant);
  const Words ours = self();
  if (!theirs || (*theirs)[0] != ours[0]) return Life::unknown;
  if ((*theirs)[1] != ours[1]) return Life::gone;  // the machine was started anew
  if ((*theirs)[2] != ours[2]) return Life::unknown;
  const long process = std::strtol((*theirs)[3].c_str(), nullptr, 10);
  if (process <= 0) return Life::unknown;
  if (kill(static_cast<pid_t>(process), 0) != 0 && errno == ESRCH) return Life::gone;
  const std::string start = start_of(process);
  return start == "-" || start == (*theirs)[4] ? Life::alive : Life::gone;
}

}  // namespace odori
