// odori keypoints MOTION [-o out.ndjson] [--model M]
#include "args.h"
#include "conversion.h"
#include "odori/files/files.h"
#include "talk.h"

namespace odori::cli {
namespace {

const Format& keypoints() {
  static const Format& format = *format_named(".ndjson");
  return format;
}

}  // namespace

int cmd_keypoints(const Verb& verb, int argc, char** argv) {
  ConvertWish wish;
  Args args(verb);
  args.required("MOTION", wish.in, "a motion of any format that is read, keypoints or landmarks");
  args.option("-o,--output", "FILE", wish.out, "the NDJSON; without it: to standard output");
  args.option("--model", "FILE", wish.model,
              "the character that the motion plays on (without: its own bones, or MMD's standard "
              "body)");
  args.number("--rate", "R", wish.rate, "frames a second (default: as the source)");
  if (const auto code = args.parse(argc, argv)) return *code;

  const auto done = convert_file(wish, keypoints(), nullptr);
  if (!done) return failed(done.error());
  say_report(*done);
  if (wish.out.empty())
    return write_out({reinterpret_cast<const char*>(done->bytes.data()), done->bytes.size()})
               ? kDone
               : kFailed;
  if (auto written = write_file_atomically(wish.out, done->bytes); !written)
    return failed(written.error());
  say("wrote " + wish.out);
  return kDone;
}

}  // namespace odori::cli
