// From the scene's picture to the final one: smoothing, occlusion, bloom, scaling down.
#pragma once

#include "gl_objects.h"
#include "scene_pass.h"

namespace odori::gl {

struct PostTargets {
  Target occlusion, occlusion_smooth;   // half the final size
  Target bloom_near, bloom_near_other;  // a quarter
  Target bloom_far, bloom_far_other;    // a sixteenth
  Target smoothed;                      // as large as drawn
  Target out;                           // final size, first row = top
};

PostTargets make_post_targets(int width, int height, int drawn_width, int drawn_height);

// `colour` and `depth` hold the picture as draw_picture() left it. False after a failure that
// draw.programs.error() tells.
bool draw_post(const FrameDraw& draw, const Texture& colour, const Texture& depth,
               const PostTargets& targets);

}  // namespace odori::gl
