#include "figure/hair.h"
#include "figure/landmarks.h"
#include "figure/paint.h"
#include "figure/scalp.h"
#include "figure/textures.h"

namespace odori::demo::figure {
namespace {

constexpr Vec3 kStrand = rgb(0x6a5fb4), kLight = rgb(0xe3dcff), kShine = rgb(0xf6f1ff),
               kDeep = rgb(0x8176c6);
// Heights of the light band: on the locks, and on the combed hair behind.
constexpr float kShineY = 17.78f, kRingY = 17.95f;

// Fine lines that run along v: sums of waves over u that sway a little with v. Sines of a table:
// the picture has a million points.
class Strands {
 public:
  Strands(float spread, float phase, float sway) : spread_(spread), phase_(phase), sway_(sway) {
    for (std::size_t i = 0; i < kSteps; ++i) {
      wave_[i] = sine(static_cast<float>(i) * (2 * kPi / kSteps));
    }
  }

  float at(float u, float v) const {
    float sum = 0;
    for (int i = 1; i < 5; ++i) {
      const auto k = static_cast<float>(i);
      const float turns = u * (spread_ * k + 2) + (k * phase_ + sway_ * v) / (2 * kPi);
      sum += wave_[static_cast<std::size_t>((turns - std::floor(turns)) * kSteps) % kSteps] / k;
    }
    return sum;
  }

 private:
  static constexpr std::size_t kSteps = 1024;
  float spread_, phase_, sway_;
  std::array<float, kSteps> wave_{};
};

void paint_strands(Canvas& canvas, Area area, float darkness) {
  const Strands dark(7, 2.1f, 0.8f), light(9, 4.1f, 0.6f);
  canvas.paint(area, [&](float s, float t) {
    return ink(kStrand, smooth_step(0.55f, 1.3f, dark.at(s, t)) * 0.26f * darkness);
  });
  canvas.paint(area, [&](float s, float t) {
    return ink(kLight, smooth_step(0.6f, 1.4f, light.at(s, t)) * 0.26f);
  });
}

float zigzag(float x) { return std::fabs((x - std::floor(x)) * 2 - 1); }

// The jagged band of light: at height y over a column u.
float shine(float u, float y) {
  const float fine = zigzag(u * 14), coarse = zigzag(u * 5.3f);
  const float away = std::fabs(y - kShineY + 0.06f * coarse);
  return cover(away - (0.06f + 0.09f * fine - 0.075f * coarse), 0.045f);
}

void paint_locks(Canvas& canvas, Area area) {
  const auto height = [](float t) { return lerp(kHairTop, kHairBottom, t); };
  canvas.paint(area, [](float, float t) {
    const Vec3 upper =
        lerp(colour::kHairRoot * 0.92f, colour::kHairRoot * 1.04f, smooth_step(0, 0.5f, t));
    return ink(
        lerp(upper, lerp(colour::kHairRoot, colour::kHairTip, 0.45f), smooth_step(0.55f, 1.0f, t)),
        1);
  });
  paint_strands(canvas, area, 1);
  canvas.paint(area, [=](float s, float t) { return ink(kShine, shine(s, height(t)) * 0.78f); });
}

// Bilinear look-up of the scalp's surface under its picture.
Vec3 scalp_at(const ScalpGrid& grid, float s, float t) {
  const float x = std::clamp(s, 0.0f, 0.999f) * static_cast<float>(grid.columns - 1);
  const float y = std::clamp(t, 0.0f, 0.999f) * static_cast<float>(grid.rows - 1);
  const auto i = static_cast<std::size_t>(x), j = static_cast<std::size_t>(y);
  const float fx = x - static_cast<float>(i), fy = y - static_cast<float>(j);
  const auto at = [&](std::size_t c, std::size_t r) {
    return grid.point[r * static_cast<std::size_t>(grid.columns) + c];
  };
  return lerp(lerp(at(i, j), at(i + 1, j), fx), lerp(at(i, j + 1), at(i + 1, j + 1), fx), fy);
}

// s round the border, t towards the tie.
void paint_scalp(Canvas& canvas) {
  const ScalpGrid grid = scalp_grid(128, 24);
  canvas.paint(kScalp, [&](float s, float t) {  // darker below, as the rest of the hair
    const float y = scalp_at(grid, s, t).y;
    const Vec3 c =
        lerp(colour::kHairRoot * 0.97f, colour::kHairRoot * 1.03f, smooth_step(16.5f, 18.4f, y));
    return ink(lerp(c, c * 0.92f, smooth_step(0.5f, 1.0f, t)), 1);
  });
  paint_strands(canvas, kScalp, 1.1f);
  canvas.paint(kScalp, [](float s, float t) {  // a line in every groove
    const float x = s * kScalpTufts, off = std::fabs(x - std::floor(x + 0.5f));
    return ink(kStrand, cover(off - 0.035f, 0.05f) * 0.55f * smooth_step(0.02f, 0.2f, t));
  });
  canvas.paint(kScalp, [&](float s, float t) {  // the ring of light, seen from behind
    const Vec3 p = scalp_at(grid, s, t);
    if (std::fabs(p.y - kRingY) > 0.4f) return ink({}, 0);
    const float turn = angle_of(p.x, p.z - kHairCentre.z) / (2 * kPi);
    const float fine = zigzag(turn * 34), coarse = zigzag(turn * 13);
    const float half = 0.05f + 0.07f * fine - 0.05f * coarse;
    return ink(kShine, cover(std::fabs(p.y - kRingY + 0.05f * coarse) - half, 0.05f) * 0.62f *
                           smooth_step(0.9f, 0.7f, t));
  });
  canvas.paint(kScalp, [](float s, float t) {  // the parting
    return ink(kDeep, cover(t - 0.012f, 0.02f) * 0.9f * cover(s - kScalpParting, 0.04f));
  });
  canvas.paint(kScalp,
               [](float, float t) { return ink(kDeep, smooth_step(0.80f, 1.0f, t) * 0.7f); });
}

float sphere_band(float ny, float at, float width) { return bell(ny - at, width); }

}  // namespace

Picture paint_hair() {
  Canvas canvas(768, 1536, colour::kHairRoot);
  paint_locks(canvas, kHeadHair);
  paint_locks(canvas, kFringe);
  // Sheer tips: brows and eyes shine through where the fringe ends.
  canvas.set_alpha(kFringe, [](float, float t) {
    return lerp(1.0f, 0.66f, smooth_step(17.45f, 17.0f, lerp(kHairTop, kHairBottom, t)));
  });
  canvas.paint(kTailHair, [](float, float t) {
    return ink(lerp(colour::kHairRoot, colour::kHairTip, smooth_step(0.25f, 0.95f, t)), 1);
  });
  paint_strands(canvas, kTailHair, 1);
  paint_scalp(canvas);
  return canvas.picture(true);
}

Picture paint_metal_sphere() {
  Canvas canvas(128, 128, {0, 0, 0});
  canvas.paint({}, [](float s, float t) {
    const float x = s * 2 - 1, y = 1 - t * 2;
    const float sky = smooth_step(0.1f, 0.9f, y) * 0.35f,
                glint = bell(x + 0.35f, 0.16f) * bell(y - 0.45f, 0.16f);
    const float low = sphere_band(y, -0.45f, 0.12f) * 0.25f;
    return ink(Vec3{1, 0.93f, 0.78f} * std::min(sky + glint + low, 1.0f), 1);
  });
  return canvas.picture(false);
}

Picture paint_hair_sphere() {
  Canvas canvas(128, 128, {0, 0, 0});
  canvas.paint({}, [](float s, float t) {
    const float x = s * 2 - 1, y = 1 - t * 2, r = std::sqrt(x * x + y * y);
    const float sheen = bell(y - 0.55f, 0.22f) * bell(x, 0.6f) * 0.10f;
    const float rim = smooth_step(0.72f, 1.0f, r) * smooth_step(-0.3f, 0.5f, y) * 0.14f;
    return ink(Vec3{0.95f, 0.90f, 1} * (sheen + rim), 1);
  });
  return canvas.picture(false);
}

}  // namespace odori::demo::figure
