// The verbs of the command line.
#pragma once

#include <span>
#include <string_view>

namespace odori::cli {

// Exit codes: what a script may rely on.
inline constexpr int kDone = 0, kFailed = 1, kUsage = 2;

enum class Where { front, media, both };

struct Verb {
  const char* name;
  Where where;
  const char* summary;
  const char* example;
};

std::span<const Verb> verbs();
const Verb* find_verb(std::string_view name);

using VerbFunction = int (*)(const Verb& verb, int argc, char** argv);

// argv[0] is the verb.
#define VERB(name, where, summary, example) int cmd_##name(const Verb& verb, int argc, char** argv);
#include "verbs.inc"
#undef VERB

}  // namespace odori::cli
