#include "figure/landmarks.h"
#include "figure/paint.h"
#include "figure/textures.h"

namespace odori::demo::figure {
namespace {

// Shadow colour, a warmer band at the terminator, and where it lies (0 = turned from the light, 0.5
// = grazing, 1 = towards it).
Picture ramp(Vec3 shadow, Vec3 band, float at, float soft) {
  Canvas canvas(8, 256, {1, 1, 1});
  canvas.paint({}, [=](float, float t) {
    const float lit = 1 - (0.02f + 0.96f * t);
    Vec3 c = lerp(Vec3{1, 1, 1}, shadow, smooth_step(at + soft, at - soft, lit));
    c = lerp(c, c * band, bell(lit - at, soft * 1.4f) * 0.6f);
    return ink(lerp(c, c * 0.95f, smooth_step(0.25f, 0.0f, lit)), 1);
  });
  return canvas.picture(false);
}

}  // namespace

Picture paint_toon_skin() { return ramp(rgb(0xfad6d8), rgb(0xffdcd2), 0.50f, 0.06f); }
Picture paint_toon_cloth() { return ramp(rgb(0xbdb9dd), {1, 1, 1}, 0.56f, 0.03f); }
Picture paint_toon_hair() { return ramp(rgb(0xbfaee6), rgb(0xf2dff5), 0.54f, 0.03f); }

}  // namespace odori::demo::figure
