// `odori`: starts in milliseconds; hands the verbs that need OpenGL or codecs to `odori-media`,
// which lies beside it.
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstring>
#include <string>
#include <vector>

#include "front.h"
#include "inspect_run.h"
#include "talk.h"
#include "wishes.h"

namespace odori::cli {
namespace {

std::string own_folder() {
  char path[PATH_MAX];
  const ssize_t n = readlink("/proc/self/exe", path, sizeof path);
  if (n <= 0) return ".";
  const std::string_view whole(path, static_cast<std::size_t>(n));
  return std::string(whole.substr(0, whole.rfind('/')));
}

bool asks_for_help(int argc, char** argv) {
  for (int i = 1; i < argc; ++i)
    if (std::string_view(argv[i]) == "--help" || (argc == 2 && std::string_view(argv[i]) == "-h"))
      return true;
  return false;
}

int run_media(const Verb& verb, int argc, char** argv) {
  if (const VerbFunction help = help_of_media(verb.name); help && asks_for_help(argc, argv))
    return help(verb, argc, argv);
  std::string program = own_folder() + "/odori-media";
  std::vector<char*> arguments{program.data()};
  arguments.insert(arguments.end(), argv, argv + argc);
  arguments.push_back(nullptr);
  execv(program.c_str(), arguments.data());
  say_error(program + ": cannot be started (" + std::strerror(errno) +
            "): it must lie beside odori; build or install both");
  return kFailed;
}

}  // namespace

int cmd_inspect(const Verb& verb, int argc, char** argv) {
  return run_inspect(verb, argc, argv, nullptr, run_media);
}

}  // namespace odori::cli

int main(int argc, char** argv) {
  using namespace odori::cli;
#define ODORI_ROW_front(name) &cmd_##name
#define ODORI_ROW_media(name) nullptr
#define ODORI_ROW_both(name) &cmd_##name
#define VERB(name, where, summary, example) {#name, ODORI_ROW_##where(name)},
  static constexpr Row kRows[] = {
#include "verbs.inc"
  };
  return run_program(argc, argv, kRows, run_media);
}
