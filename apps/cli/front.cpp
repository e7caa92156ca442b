#include "front.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <new>
#include <string>
#include <vector>

#include "talk.h"

namespace odori::cli {
namespace {

std::string overview() {
  std::string text =
      "Odori turns dance into pictures: a character, a motion and a song become a video.\n\n"
      "Usage: odori <verb> ...\n\nVerbs:\n";
  for (const Verb& verb : verbs()) {
    std::string name = verb.name;
    name.resize(10, ' ');
    text += "  " + name + verb.summary + "\n";
  }
  text +=
      "  help      a verb's options and an example that works: odori help render\n"
      "  --version\n\n"
      "Start with: odori demo\n";
  return text;
}

int run_verb(const Verb& verb, int argc, char** argv, std::span<const Row> rows,
             VerbFunction elsewhere) {
  for (const Row& row : rows)
    if (std::strcmp(row.name, verb.name) == 0 && row.run) return row.run(verb, argc, argv);
  if (elsewhere) return elsewhere(verb, argc, argv);
  say_error(std::string(verb.name) + " is not in this program: run odori");
  return kUsage;
}

int help_of(int argc, char** argv, std::span<const Row> rows, VerbFunction elsewhere) {
  if (argc < 3) return write_out(overview()) ? kDone : kFailed;
  const Verb* verb = find_verb(argv[2]);
  if (!verb) {
    say_error("there is no verb " + std::string(argv[2]) + ": odori help lists them");
    return kUsage;
  }
  std::string name = verb->name, flag = "--help";
  char* arguments[] = {name.data(), flag.data(), nullptr};
  return run_verb(*verb, 2, arguments, rows, elsewhere);
}

// Letters that two words do not share, roughly.
std::size_t unlikeness(std::string_view a, std::string_view b) {
  std::size_t same = 0;
  for (const char c : a) same += b.find(c) != std::string_view::npos;
  return std::max(a.size(), b.size()) - std::min(same, std::min(a.size(), b.size()));
}

std::string nearest_verb(std::string_view name) {
  const Verb* best = nullptr;
  for (const Verb& verb : verbs())
    if (!best || unlikeness(name, verb.name) < unlikeness(name, best->name)) best = &verb;
  return unlikeness(name, best->name) <= 2 ? std::string("did you mean odori ") + best->name + "?"
                                           : std::string("odori help lists them");
}

// A file that is opened while a standard stream is closed takes its number, and what is meant for
// people would be written into it. Writing to a closed stream stays an error.
void keep_stream_numbers() {
  for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (fcntl(fd, F_GETFD) == -1) (void)open("/dev/null", fd == STDOUT_FILENO ? O_RDONLY : O_RDWR);
}

// Nothing that could allocate: there is nothing left.
void out_of_memory() {
  constexpr std::string_view kText =
      "error: out of memory: give a shorter range, a smaller size or fewer processes\n";
  (void)!write(STDERR_FILENO, kText.data(), kText.size());
  _exit(kFailed);
}

}  // namespace

int run_program(int argc, char** argv, std::span<const Row> rows, VerbFunction elsewhere) {
  keep_stream_numbers();
  std::set_new_handler(out_of_memory);
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);  // a limit on a file's size is an error of writing, not an end
  if (argc < 2) {
    std::fputs(overview().c_str(), stderr);
    return kUsage;
  }
  const std::string_view first = argv[1];
  if (first == "--version") return write_out("odori " ODORI_VERSION "\n") ? kDone : kFailed;
  if (first == "help" || first == "--help" || first == "-h")
    return help_of(argc, argv, rows, elsewhere);
  const Verb* verb = find_verb(first);
  if (!verb) {
    say_error("there is no verb " + std::string(first) + ": " + nearest_verb(first));
    return kUsage;
  }
  return run_verb(*verb, argc - 1, argv + 1, rows, elsewhere);
}

}  // namespace odori::cli
