// `odori-media`: the verbs that need OpenGL or codecs. People start it through `odori`.
#include "front.h"

int main(int argc, char** argv) {
  using namespace odori::cli;
#define ODORI_ROW_front(name) nullptr
#define ODORI_ROW_media(name) &cmd_##name
#define ODORI_ROW_both(name) &cmd_##name
#define VERB(name, where, summary, example) {#name, ODORI_ROW_##where(name)},
  static constexpr Row kRows[] = {
#include "verbs.inc"
  };
  return run_program(argc, argv, kRows, nullptr);
}
