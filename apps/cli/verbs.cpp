#include "verbs.h"

namespace odori::cli {
namespace {
constexpr Verb kVerbs[] = {
#define VERB(name, where, summary, example) {#name, Where::where, summary, example},
#include "verbs.inc"
#undef VERB
};
}  // namespace

std::span<const Verb> verbs() { return kVerbs; }

const Verb* find_verb(std::string_view name) {
  for (const Verb& verb : kVerbs)
    if (name == verb.name) return &verb;
  return nullptr;
}

}  // namespace odori::cli
