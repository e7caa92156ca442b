#include "figure/landmarks.h"
#include "figure/paint.h"
#include "figure/textures.h"

namespace odori::demo::figure {
namespace {

constexpr Area kAll{};

float stripe(float x, float at, float half, float soft) {
  return cover(std::fabs(x - at) - half, soft);
}

// The bodice from in front or behind: x, y in model units.
template <class Shade>
void on_bodice(Canvas& canvas, bool front, const Shade& shade) {
  canvas.paint(front ? kBodiceFront : kBodiceBack, [&](float s, float t) {
    return shade((s - 0.5f) * 2 * kBodiceX, lerp(kBodiceTop, kBodiceBottom, t));
  });
}

float corset_line(float x, bool front) {
  if (!front) return 12.20f;
  return 12.05f + 0.30f * bell(std::fabs(x) - 0.45f, 0.30f) - 0.25f * bell(x, 0.16f);
}

// Princess seams: from the armhole over the bust (or the shoulder blade) to the waist.
float seam(float x, float y, bool front) {
  const float at =
      front ? 0.46f + 0.16f * bell(y - 13.1f, 0.5f) + 0.30f * smooth_step(13.2f, 14.3f, y)
            : 0.40f + 0.26f * smooth_step(12.4f, 14.2f, y);
  return std::fabs(std::fabs(x) - at);
}

void paint_bodice(Canvas& canvas, bool front) {
  constexpr Vec3 shade_blue = rgb(0xc9c6e6), line = rgb(0xa9a6cf), piping = rgb(0x5d6bb0);
  on_bodice(canvas, front, [=](float x, float y) {
    return ink(y > corset_line(x, front) + 0.0f ? colour::kWhite : colour::kNavy, 1);
  });
  on_bodice(
      canvas, front, [=](float x, float y) {  // soft folds: under the bust, and into the waist
        if (y < corset_line(x, front)) return ink({}, 0);
        const float under =
            front ? bell(y - 12.55f, 0.14f) * bell(std::fabs(x) - 0.45f, 0.30f) * 0.40f : 0.0f;
        const float waist = smooth_step(12.75f, 12.15f, y) * 0.28f;
        const float arm =
            smooth_step(0.70f, 1.15f, std::fabs(x)) * smooth_step(14.2f, 13.4f, y) * 0.35f;
        return ink(shade_blue, std::max({under, waist, arm}));
      });
  on_bodice(canvas, front, [=](float x, float y) {
    if (y < corset_line(x, front)) return ink({}, 0);
    float a = cover(seam(x, y, front) - 0.008f, 0.014f) * 0.75f;
    a = std::max(a, cover(std::fabs(x) - 0.008f, 0.014f) * (front ? 0.55f : 0.75f));
    if (!front)
      a = std::max(a,
                   cover(std::fabs(y - 13.55f + 0.10f * x * x) - 0.008f, 0.014f) * 0.6f);  // yoke
    return ink(line, a);
  });
  on_bodice(canvas, front, [=](float x, float y) {  // boning of the corset
    if (y > corset_line(x, front)) return ink({}, 0);
    float a = 0;
    for (const float at : {0.30f, 0.56f, 0.78f}) {
      a = std::max(
          a, cover(std::fabs(std::fabs(x) - at * (1 + 0.12f * (y - 11.3f))) - 0.010f, 0.014f));
    }
    return ink(piping, a * 0.85f);
  });
  if (front) return;
  on_bodice(canvas, front, [=](float x, float y) {  // lacing down the back
    if (y > 12.12f || y < 11.15f) return ink({}, 0);
    const float step = (y - 11.15f) / 0.18f, f = std::fabs((step - std::floor(step)) * 2 - 1);
    const float ax = std::fabs(x), cross_x = std::fabs(ax - 0.17f * f);
    const float cord = cover(cross_x - 0.016f, 0.016f) * cover(ax - 0.18f, 0.02f);
    const float eyelets = stripe(ax, 0.19f, 0.022f, 0.016f) * cover(std::fabs(f - 1) - 0.25f, 0.1f);
    return eyelets > cord ? ink(colour::kGold, eyelets) : ink(colour::kCoral, cord);
  });
}

void paint_swatches(Canvas& canvas) {
  const auto fill = [&](Swatch s, Vec3 colour) {
    const Vec2 c = swatch(s);
    constexpr float w = 0.125f / kSwatchColumns, h = 0.25f / kSwatchRows;
    canvas.paint({c.x - w, c.y - h, c.x + w, c.y + h},
                 [=](float, float) { return ink(colour, 1); });
  };
  fill(Swatch::white, colour::kWhite);
  fill(Swatch::navy, colour::kNavy);
  fill(Swatch::coral, colour::kCoral);
  fill(Swatch::gold, colour::kGold);
  fill(Swatch::dark, colour::kDark);
  fill(Swatch::lash, colour::kLash);
  fill(Swatch::brow, colour::kBrow);
  fill(Swatch::line, colour::kLine);
  fill(Swatch::skin, colour::kSkin);
  fill(Swatch::shade, colour::kSkin * rgb(0xf6cdc8));
  fill(Swatch::sole, rgb(0xe8596b));
  fill(Swatch::lace, colour::kCoral);
  fill(Swatch::lining, rgb(0x353a68));
}

// u from the back round, t from the top down; the knee is at 0.35 of the height.
void paint_stocking(Canvas& canvas) {
  constexpr float knee = (6.9f - 5.05f) / (6.9f - 1.6f);
  canvas.paint(kStocking, [](float, float) { return ink(colour::kNavy, 1); });
  canvas.paint(kStocking, [](float s, float t) {  // sheen along the shin and thigh
    const float front = bell(s - 0.5f, 0.085f);
    return ink(rgb(0x6a74b8),
               front * 0.38f * smooth_step(0, 0.1f, t) * (1 - 0.6f * bell(t - knee, 0.05f)));
  });
  canvas.paint(kStocking, [](float s, float t) {  // knee cap
    const float cap = std::sqrt(square((s - 0.5f) / 0.10f) + square((t - knee) / 0.048f));
    return ink(rgb(0x242a50),
               bell(cap - 1, 0.16f) * 0.55f * smooth_step(-0.3f, 0.5f, (t - knee) / 0.04f));
  });
  canvas.paint(kStocking, [](float s, float t) {  // creases in the hollow of the knee
    const float back = std::min(s, 1 - s);
    float a = 0;
    for (int i = -1; i <= 1; ++i) {
      const float y = knee + 0.022f * static_cast<float>(i) + 0.012f * back * 10;
      a = std::max(a, cover(std::fabs(t - y) - 0.0022f, 0.005f) * smooth_step(0.16f, 0.06f, back));
    }
    return ink(rgb(0x1f2446), a * 0.8f);
  });
  canvas.paint(kStocking, [](float s, float) {  // seam at the back
    return ink(rgb(0x252a52), cover(std::min(s, 1 - s) - 0.008f, 0.010f) * 0.8f);
  });
}

// s along the foot (z from -0.7 to 1.4), t from 2.5 down to the ground.
void paint_boot(Canvas& canvas) {
  const auto on_boot = [&](const auto& shade) {
    canvas.paint(kBoot, [&](float s, float t) { return shade(s * 2.1f - 0.7f, 2.5f * (1 - t)); });
  };
  on_boot([](float, float) { return ink(colour::kWhite, 1); });
  on_boot([](float z, float y) {  // toe cap and heel counter
    const float toe = z - 0.80f + 0.25f * (y - 0.3f), heel = -0.16f - z - 0.4f * (y - 0.5f);
    const float a = std::max(cover(-toe, 0.02f), cover(-heel, 0.02f) * cover(y - 0.80f, 0.02f));
    return ink(rgb(0x4b5390), a);
  });
  on_boot([](float z, float y) {  // stitches beside them, and down the side
    const float toe = std::fabs(z - 0.74f + 0.25f * (y - 0.3f)) - 0.008f;
    const float side = std::fabs(z + 0.10f - 0.05f * (y - 1.2f)) - 0.006f;
    const float a = std::max(cover(toe, 0.014f), cover(side, 0.014f) * smooth_step(0.75f, 0.9f, y));
    return ink(rgb(0xb5b2d8), a * 0.9f);
  });
  on_boot([](float, float y) {
    return ink(rgb(0xcfcce8), smooth_step(1.3f, 0.95f, y) * smooth_step(0.7f, 0.95f, y) * 0.45f);
  });
}

void paint_small_parts(Canvas& canvas) {
  canvas.paint(kCollar, [](float, float) { return ink(colour::kNavy, 1); });
  canvas.paint(kCollar, [](float, float t) {
    return ink(colour::kWhite, stripe(t, 0.80f, 0.035f, 0.012f));
  });
  canvas.paint(kFrill, [](float, float) { return ink(colour::kWhite, 1); });
  canvas.paint(kFrill, [](float, float t) {
    return ink(rgb(0xffc2cf), smooth_step(0.55f, 1.0f, t) * 0.9f);
  });
  canvas.paint(
      kFrill, [](float s, float) { return ink(rgb(0xd8cfe8), smooth_step(0.7f, 1.0f, s) * 0.5f); });
  canvas.paint(kFrill,
               [](float, float t) { return ink(colour::kCoral, stripe(t, 0.94f, 0.02f, 0.01f)); });
  canvas.paint(kSleeve, [](float, float) { return ink(colour::kWhite, 1); });
  canvas.paint(kSleeve, [](float s, float t) {  // gathers at both ends of the puff
    const float fold = 0.5f - 0.5f * cosine(s * 2 * kPi * 10);
    const float ends = std::max(smooth_step(0.35f, 0.05f, t), smooth_step(0.62f, 0.92f, t));
    return ink(rgb(0xc6c3e4), fold * ends * 0.55f);
  });
  canvas.paint(kCuff, [](float, float) { return ink(colour::kWhite, 1); });
  canvas.paint(kCuff, [](float s, float t) {
    return ink(rgb(0xcfcce8),
               (0.5f - 0.5f * cosine(s * 2 * kPi * 7)) * smooth_step(0.3f, 0.9f, t) * 0.4f);
  });
  canvas.paint(
      kCuff, [](float, float t) { return ink(rgb(0xffc2cf), smooth_step(0.60f, 1.0f, t) * 0.8f); });
  canvas.paint(kCuff,
               [](float, float t) { return ink(colour::kCoral, stripe(t, 0.93f, 0.022f, 0.01f)); });
}

}  // namespace

Picture paint_cloth() {
  Canvas canvas(1024, 1024, colour::kWhite);
  paint_bodice(canvas, true);
  paint_bodice(canvas, false);
  paint_swatches(canvas);
  paint_stocking(canvas);
  paint_boot(canvas);
  paint_small_parts(canvas);
  return canvas.picture(false);
}

// One pleat; repeats in u.
Picture paint_skirt() {
  Canvas canvas(256, 512, colour::kSkirt);
  const auto on_pleat = [&](const auto& shade) {
    canvas.paint(kAll,
                 [&](float s, float t) { return shade(0.02f + 0.96f * s, 0.02f + 0.96f * t); });
  };
  on_pleat([](float u, float) {
    return ink(colour::kNavy * 0.80f, smooth_step(0.55f, 0.98f, u) * 0.75f);
  });
  on_pleat([](float u, float v) {
    float a = 0;
    for (const float y : {0.18f, 0.40f, 0.62f}) {
      a = std::max(a, stripe(v, y, 0.030f, 0.004f) * 0.35f + stripe(v, y, 0.003f, 0.004f) * 0.6f);
    }
    a = std::max(a,
                 stripe(u, 0.34f, 0.10f, 0.01f) * 0.35f + stripe(u, 0.34f, 0.012f, 0.012f) * 0.6f);
    return ink(rgb(0x8f9be0), a * 0.8f);
  });
  on_pleat([](float, float v) { return ink(colour::kCoral, stripe(v, 0.90f, 0.030f, 0.006f)); });
  on_pleat([](float, float v) { return ink(colour::kWhite, stripe(v, 0.835f, 0.008f, 0.006f)); });
  return canvas.picture(false);
}

}  // namespace odori::demo::figure
