// What the verbs of odori-media take. Declared apart from what they do, so that `odori` explains
// them without loading OpenGL and codecs, and even where odori-media is missing.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "args.h"

namespace odori::cli {

struct DemoWish {
  std::string folder = "demo";
  bool files_only = false;
};
struct BuildWish {
  std::string project, stage;
  bool video = false, resample = false, png = false, json = false;
};
struct RenderWish {
  std::string project, frames, preset, size, output;
  std::optional<double> still;
};
struct EncodeWish {
  std::string project;
  bool direct = false;
};
struct InspectWish {
  std::vector<std::string> files;
  bool json = false, formats = false;
};
struct ConvertWish {
  std::string in, out, model;
  std::string from;  // the character that an MMD motion was made for
  std::optional<double> frame, rate, scale;
  std::optional<double> travel, arm_angle;  // as RetargetOptions
  bool json = false;
};
// The same, said as from a body to another.
struct RetargetWish : ConvertWish {};
struct DoctorWish {
  bool json = false;
};
struct BenchWish {
  std::vector<std::string> names;
  std::string model, motion;
  bool json = false;
};

void declare(Args& args, DemoWish& wish);
void declare(Args& args, BuildWish& wish);
void declare(Args& args, RenderWish& wish);
void declare(Args& args, EncodeWish& wish);
void declare(Args& args, InspectWish& wish);
void declare(Args& args, ConvertWish& wish);
void declare(Args& args, RetargetWish& wish);
void declare(Args& args, DoctorWish& wish);
void declare(Args& args, BenchWish& wish);

// The help of a verb of odori-media; null for other verbs.
VerbFunction help_of_media(std::string_view verb);

}  // namespace odori::cli
