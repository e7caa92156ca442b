#include <cstdio>
#include <string>

#include "odori/assets/load.h"
#include "odori/base/number_text.h"
#include "odori/pose/evaluate.h"

int main(int argc, char** argv) {
  const auto seconds = argc == 5 ? odori::parse_number(argv[4]) : std::nullopt;
  if (!seconds) {
    std::fprintf(stderr, "usage: where_is_the_hand MODEL MOTION BONE SECONDS\n");
    return 2;
  }
  const auto model = odori::load_model(argv[1]);
  const auto clip = odori::load_clip(argv[2]);
  if (!model || !clip) {
    std::fprintf(stderr, "%s\n", to_text(model ? clip.error() : model.error()).c_str());
    return 1;
  }
  const odori::BoneIndex bone = find_bone(model->skeleton, argv[3]);
  if (!is_set(bone)) {
    std::fprintf(stderr, "%s has no bone %s\n", argv[1], argv[3]);
    return 1;
  }

  const odori::Binding binding = bind(*clip, *model);
  odori::Evaluator evaluator(*model, binding);
  odori::Pose pose = make_pose(*model);
  evaluator.evaluate(*seconds * clip->rate, pose);

  const odori::Vec3 metres = pose.world_position[at(bone)] * model->metres_per_unit;
  std::printf("%.3f %.3f %.3f\n", static_cast<double>(metres.x), static_cast<double>(metres.y),
              static_cast<double>(metres.z));
  return 0;
}
