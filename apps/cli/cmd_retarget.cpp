// odori retarget MOTION --to CHARACTER -o OUT [--from MODEL] [--travel X] [--arm-angle D] [--json]
#include "args.h"
#include "delivery.h"

namespace odori::cli {

int cmd_retarget(const Verb& verb, int argc, char** argv) {
  RetargetWish wish;
  Args args(verb);
  declare(args, wish);
  if (const auto code = args.parse(argc, argv)) return *code;
  if (wish.out.empty()) return bad_usage(verb, "what it becomes is missing: -o x.vmd");
  return convert_and_deliver(wish);
}

}  // namespace odori::cli
