// The project's own dancer: a character made from tables and formulas, with its pictures. Pure: the
// same options give the same bits on every platform.
#pragma once

#include <string>
#include <vector>

#include "odori/base/picture.h"
#include "odori/io/pmx.h"

namespace odori::demo {

struct FigureOptions {
  // Scale of everything that hangs on the head bone: 1.15 is 5.4 heads tall, 1.09 adult, 1.3 chibi.
  float head_scale = 1.15f;
};

struct NamedPicture {
  std::string name;  // as the model's texture list spells it, "skin.png"
  Picture picture;
};

struct FigureFiles {
  io::PmxDocument model;  // PMX 2.0, in MMD's axes
  std::vector<NamedPicture> pictures;
};

// Joints and heights are those that the dance is written for: shoulder (1.18, 14.13), hip
// (0.69, 9.25), knee (0.63, 5.05), ankle (0.66, 1.05), in MMD units, the left side at +X.
FigureFiles make_dancer(const FigureOptions& options = {});

}  // namespace odori::demo
