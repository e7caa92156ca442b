// odori convert IN OUT [--model M] [--frame N] [--rate R] [--scale S] [--json]
#include "args.h"
#include "delivery.h"

namespace odori::cli {

int cmd_convert(const Verb& verb, int argc, char** argv) {
  ConvertWish wish;
  Args args(verb);
  declare(args, wish);
  if (const auto code = args.parse(argc, argv)) return *code;
  return convert_and_deliver(wish);
}

}  // namespace odori::cli
