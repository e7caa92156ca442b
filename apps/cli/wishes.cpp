#include "wishes.h"

namespace odori::cli {
namespace {

constexpr const char* kProject = "project.toml, or its folder (default: here)";
constexpr const char* kJson = "for machines";

template <class Wish>
int show_help(const Verb& verb, int argc, char** argv) {
  Wish wish;
  Args args(verb);
  declare(args, wish);
  return args.parse(argc, argv).value_or(kDone);
}

struct Help {
  std::string_view verb;
  VerbFunction show;
};
constexpr Help kHelps[] = {
    {"demo", show_help<DemoWish>},       {"build", show_help<BuildWish>},
    {"render", show_help<RenderWish>},   {"encode", show_help<EncodeWish>},
    {"convert", show_help<ConvertWish>}, {"doctor", show_help<DoctorWish>},
    {"bench", show_help<BenchWish>},     {"retarget", show_help<RetargetWish>},
};

}  // namespace

void declare(Args& args, DemoWish& wish) {
  args.optional("DIR", wish.folder, "where (default: demo)");
  args.flag("--no-video", wish.files_only, "writes the project alone");
}

void declare(Args& args, BuildWish& wish) {
  args.optional("project", wish.project, kProject);
  args.flag("--video", wish.video, "goes on to the film: draws the pictures straight into it");
  args.flag("--png", wish.png, "with --video: draws frame files first (resumable), then the film");
  args.flag("--resample", wish.resample, "evaluates motion and camera again, whatever is cached");
  args.option("--stage", "NAME", wish.stage, "runs this stage and what it needs, no more");
  args.flag("--json", wish.json, "the report for machines");
}

void declare(Args& args, RenderWish& wish) {
  args.optional("project", wish.project, kProject);
  args.option("--frames", "A:B", wish.frames,
              "these alone, both ends included; numbers are those of the file names");
  args.option("--preset", "P", wish.preset, "preview, standard or final, for this run");
  args.option("--size", "WxH", wish.size, "640x360, for this run");
  args.number("--still", "N", wish.still,
              "one picture, into a file of its own; numbered as frame files are");
  args.option("-o,--output", "FILE", wish.output, "the file of --still: x.png or x.jpg");
}

void declare(Args& args, EncodeWish& wish) {
  args.optional("project", wish.project, kProject);
  args.flag("--direct", wish.direct, "draws what is missing straight into the film, without files");
}

void declare(Args& args, InspectWish& wish) {
  args.any_number("FILE", wish.files, "models, motions, archives, pictures, songs");
  args.flag("--formats", wish.formats, "the table of the formats that are read and written");
  args.flag("--json", wish.json, kJson);
}

void declare(Args& args, ConvertWish& wish) {
  args.required("IN", wish.in, "a motion, a pose or a model: odori inspect --formats lists them");
  args.required("OUT", wish.out, "what it becomes, told by its ending: .vmd, .vpd, .bvh, ...");
  args.option("--model", "FILE", wish.model, "the character that the motion is for");
  args.number("--frame", "N", wish.frame, "the frame that becomes a VPD pose (default: 0)");
  args.number("--rate", "R", wish.rate, "keys a second of a BVH (default: as the source)");
  args.number("--scale", "S", wish.scale, "of a BVH's lengths: 8 makes centimetres of MMD's units");
  args.flag("--json", wish.json, "the report for machines");
}

void declare(Args& args, RetargetWish& wish) {
  args.required("MOTION", wish.in, "a motion of any format: VMD, VRMA, BVH, FBX, GLB, ...");
  args.option("--to", "FILE", wish.model,
              "the character that it is for (without: MMD's standard body)");
  args.option("--from", "FILE", wish.from,
              "the character that an MMD motion was made for (without: MMD's standard body)");
  args.option("-o,--output", "FILE", wish.out, "what it becomes: x.vmd, x.vrma, x.bvh, x.glb");
  args.number(
      "--travel", "X", wish.travel,
      "how far the body goes, in the character's units for one of the motion's (default: as "
      "the legs are long)");
  args.number("--arm-angle", "D", wish.arm_angle,
              "how far MMD's arms rest below the horizontal, in degrees (default: 37)");
  args.number("--rate", "R", wish.rate,
              "keys a second of a BVH, VRMA or GLB (default: as the source)");
  args.flag("--json", wish.json, "the report for machines");
}

void declare(Args& args, DoctorWish& wish) { args.flag("--json", wish.json, kJson); }

void declare(Args& args, BenchWish& wish) {
  std::string which = "which:";
#define BENCH(name) which += " " #name;
#include "benches.inc"
#undef BENCH
  args.any_number("NAME", wish.names, (which + " (default: all)").c_str());
  args.option("--model", "FILE", wish.model, "a PMX; default: the project's own dancer");
  args.option("--motion", "FILE", wish.motion, "a VMD; default: the project's own dance");
  args.flag("--json", wish.json, kJson);
}

VerbFunction help_of_media(std::string_view verb) {
  for (const Help& help : kHelps)
    if (help.verb == verb) return help.show;
  return nullptr;
}

}  // namespace odori::cli
