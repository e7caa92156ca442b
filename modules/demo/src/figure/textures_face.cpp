#include "figure/landmarks.h"
#include "figure/paint.h"
#include "figure/textures.h"

namespace odori::demo::figure {
namespace {

constexpr Area kAll{};

// Face space from the picture: x to the left of the figure, h above the chin.
struct FacePoint {
  float x, h;
};
constexpr FacePoint face_point(float u, float v) { return {(u - 0.5f) * 2.8f, 3.2f - v * 3.4f}; }
// paint() counts s, t inside the margin; the face's picture has none.
constexpr float unmargin(float s) { return 0.02f + 0.96f * s; }

template <class Shade>
void on_face_picture(Canvas& canvas, const Shade& shade) {
  canvas.paint(kAll, [&](float s, float t) {
    const FacePoint p = face_point(unmargin(s), unmargin(t));
    return shade(p.x, p.h);
  });
}

float ellipse(float x, float y, float rx, float ry) {
  return std::sqrt(square(x / rx) + square(y / ry)) - 1;
}

// x, y = -1..1 over the iris, y up.
Vec3 iris_colour(float x, float y) {
  const float t = y * 0.5f + 0.5f;
  constexpr Vec3 bottom = rgb(0x9af4ee), middle = rgb(0x5a97ee), top = rgb(0x3b3390);
  Vec3 c = t < 0.5f ? lerp(bottom, middle, smooth_step(0.08f, 0.5f, t))
                    : lerp(middle, top, smooth_step(0.48f, 0.90f, t));
  const float rays = sine(angle_of(y - 0.1f, x) * 22) * 0.5f + 0.5f;
  const float r = std::sqrt(x * x + y * y);
  c = c * (1 + 0.10f * rays * smooth_step(0.35f, 0.8f, r));
  return {std::min(c.x, 1.0f), std::min(c.y, 1.0f), std::min(c.z, 1.0f)};
}

template <class Shade>
void on_iris(Canvas& canvas, const Shade& shade) {
  canvas.paint(kIris, [&](float s, float t) { return shade(s * 2 - 1, 1 - t * 2); });
}

void paint_iris(Canvas& canvas) {
  constexpr Vec3 white{1, 1, 1};
  on_iris(canvas, [](float x, float y) { return ink(iris_colour(x, y), 1); });
  on_iris(canvas, [](float x, float y) {  // glow from below
    return ink(rgb(0xd9fff4), bell(x, 0.40f) * bell(y + 0.64f, 0.19f) * 0.8f);
  });
  on_iris(canvas, [](float x, float y) {  // a breath of the hair's pink at the rim of the glow
    return ink(rgb(0xf0b6ea), bell(x, 0.55f) * bell(y + 0.88f, 0.10f) * 0.45f);
  });
  on_iris(canvas, [](float x, float y) {
    return ink(rgb(0x2a2163), cover(ellipse(x, y - 0.05f, 0.33f, 0.40f), 0.16f));
  });
  on_iris(canvas, [](float x, float y) {  // light in the lower half of the pupil
    return ink(rgb(0x5c7fe6), bell(x, 0.17f) * bell(y + 0.16f, 0.12f) * 0.7f);
  });
  on_iris(canvas, [](float x, float y) {
    const float d = std::sqrt(square(x / 0.36f) + square(y / 0.40f));
    return ink(rgb(0x7fdcff), bell(d - 1.3f, 0.08f) * 0.35f * smooth_step(0.3f, -0.5f, y));
  });
  on_iris(canvas, [](float x, float y) {
    return ink(rgb(0x2f2468), smooth_step(0.84f, 0.97f, std::sqrt(x * x + y * y)) * 0.88f);
  });
  on_iris(canvas,
          [](float, float y) { return ink(rgb(0x241a4e), smooth_step(0.30f, 0.92f, y) * 0.62f); });
  on_iris(canvas, [&](float x, float y) {  // the great highlight
    const float dx = x + 0.34f, dy = y - 0.44f;
    return ink(white, cover(ellipse(dx * 0.94f + dy * 0.34f, dy * 0.94f - dx * 0.34f, 0.25f, 0.21f),
                            0.10f));
  });
  on_iris(canvas, [&](float x, float y) {
    return ink(white, cover(ellipse(x - 0.38f, y + 0.44f, 0.13f, 0.12f), 0.18f) * 0.95f);
  });
  on_iris(canvas, [&](float x, float y) {
    return ink(white, cover(ellipse(x + 0.52f, y - 0.06f, 0.07f, 0.06f), 0.25f) * 0.8f);
  });
}

void paint_mouth(Canvas& canvas) {
  canvas.paint(kMouth, [](float, float) { return ink(rgb(0xb8404f), 1); });
  canvas.paint(kMouth,
               [](float, float t) { return ink(rgb(0x7a2338), smooth_step(0.75f, 0.1f, t)); });
  canvas.paint(kMouth, [](float s, float t) {
    return ink(rgb(0xff9aa0), cover(ellipse(s - 0.5f, t - 1.05f, 0.36f, 0.52f), 0.06f));
  });
  canvas.paint(kMouth, [](float s, float t) {  // upper teeth
    const float edge = t - 0.15f + 0.12f * square(s * 2 - 1);
    return ink({1, 1, 1}, cover(edge, 0.03f) * cover(std::fabs(s - 0.5f) - 0.38f, 0.05f));
  });
}

void paint_blush(Canvas& canvas) {
  canvas.paint(kBlush, [](float, float) { return ink(rgb(0xff8f92), 1); });
  const auto hatch = [](float s, float t) {
    float a = 0;
    for (int i = 0; i < 4; ++i) {
      const float d = std::fabs((s - 0.30f - 0.13f * static_cast<float>(i)) + (t - 0.52f) * 0.22f);
      a = std::max(a, cover(d - 0.014f, 0.02f) * cover(std::fabs(t - 0.52f) - 0.17f, 0.08f));
    }
    return a;
  };
  canvas.paint(kBlush, [&](float s, float t) { return ink(rgb(0xf0606e), hatch(s, t) * 0.8f); });
  canvas.set_alpha(kBlush, [&](float s, float t) {
    const float cheek = bell(s - 0.52f, 0.20f) * bell(t - 0.52f, 0.19f);
    const float edge = smooth_step(0, 0.1f, std::min({s, 1 - s, t, 1 - t}));
    return std::clamp(cheek * 0.75f + hatch(s, t) * 0.5f, 0.0f, 1.0f) * edge;
  });
}

}  // namespace

Picture paint_skin() {
  Canvas canvas(128, 32, colour::kSkin);
  canvas.paint(kAll, [](float s, float) {
    return ink(colour::kSkinPink, std::clamp(unmargin(s), 0.0f, 1.0f));
  });
  return canvas.picture(false);
}

Picture paint_face() {
  Canvas canvas(1024, 1024, colour::kSkin);
  on_face_picture(canvas, [](float x, float h) {
    const float ax = std::fabs(x);
    if (ax > 1.2f || h < 0.2f || h > 2.0f) return ink({}, 0);
    const float cheek = bell(ax - 0.66f, 0.17f) * bell(h - 0.60f, 0.10f) * 0.42f;
    return ink(rgb(0xff9d9a), cheek);
  });
  on_face_picture(canvas, [](float x, float h) {  // three faint strokes on the cheek
    if (std::fabs(h - 0.6f) > 0.12f) return ink({}, 0);
    float a = 0;
    for (int i = 0; i < 3; ++i) {
      const float dx = std::fabs(x) - 0.59f - 0.075f * static_cast<float>(i), dy = h - 0.60f;
      a = std::max(a, cover(std::fabs(dx - dy * 0.45f) - 0.007f, 0.012f) *
                          cover(std::fabs(dy) - 0.045f, 0.03f));
    }
    return ink(rgb(0xf07f84), a * 0.45f);
  });
  on_face_picture(
      canvas, [](float x, float h) {  // the nose: a touch of shade below, of light above
        if (std::fabs(x) > 0.2f || std::fabs(h - 0.7f) > 0.2f) return ink({}, 0);
        const float d =
            std::max(std::fabs(x - 0.012f) - 0.028f, std::fabs(h - 0.655f + x * x * 6) - 0.009f);
        const float light = bell(x + 0.02f, 0.022f) * bell(h - 0.755f, 0.03f) * 0.8f;
        return light > 0.05f ? ink({1, 1, 1}, light) : ink(rgb(0xe79a8f), cover(d, 0.02f) * 0.8f);
      });
  on_face_picture(canvas, [](float x, float h) {  // warmth below the lips
    if (h > 0.5f || std::fabs(x) > 0.5f) return ink({}, 0);
    return ink(rgb(0xf7b9ae), bell(x, 0.10f) * bell(h - 0.27f, 0.035f) * 0.30f);
  });
  return canvas.picture(false);
}

Picture paint_eyes() {
  Canvas canvas(1024, 512, rgb(0x4a58c8));
  paint_iris(canvas);
  paint_mouth(canvas);
  canvas.paint(kSclera, [](float, float) { return ink(rgb(0xfdfcff), 1); });
  canvas.paint(kSclera,
               [](float, float t) { return ink(rgb(0xb3abd6), smooth_step(0.52f, 0.12f, t)); });
  paint_blush(canvas);
  return canvas.picture(true);
}

}  // namespace odori::demo::figure
