// Where things lie in the pictures that several meshes share.
#pragma once

#include "odori/math/vec.h"

namespace odori::demo::figure {

struct Area {
  float u0 = 0, v0 = 0, u1 = 1, v1 = 1;
};
// s, t = 0..1 over the area, kept a little inside so that neighbours do not bleed in.
constexpr Vec2 within(Area a, float s, float t) {
  constexpr float margin = 0.02f;
  return {a.u0 + (a.u1 - a.u0) * (margin + (1 - 2 * margin) * s),
          a.v0 + (a.v1 - a.v0) * (margin + (1 - 2 * margin) * t)};
}

// cloth.png. The bodice is seen along z: x = -kBodiceX..kBodiceX, y from the top down.
inline constexpr Area kBodiceFront{0, 0, 0.375f, 0.5f}, kBodiceBack{0.375f, 0, 0.75f, 0.5f};
inline constexpr float kBodiceX = 1.5f, kBodiceTop = 15.0f, kBodiceBottom = 10.7f;
inline constexpr Area kStocking{0, 0.5f, 0.25f, 1}, kBoot{0.25f, 0.5f, 0.5f, 1};
inline constexpr Area kCollar{0.5f, 0.5f, 0.75f, 0.75f}, kFrill{0.75f, 0.5f, 1, 0.75f};
inline constexpr Area kSleeve{0.5f, 0.75f, 0.75f, 1}, kCuff{0.75f, 0.75f, 1, 1};
inline constexpr Area kSwatches{0.75f, 0, 1, 0.5f};

// Flat colours in kSwatches, 4 a row.
enum class Swatch {
  white,
  navy,
  coral,
  gold,
  dark,
  lash,
  brow,
  line,
  skin,
  shade,
  sole,
  lace,
  lining,
  count
};
inline constexpr int kSwatchColumns = 4, kSwatchRows = 8;
constexpr Vec2 swatch(Swatch s) {
  const int i = static_cast<int>(s), column = i % kSwatchColumns, row = i / kSwatchColumns;
  return {kSwatches.u0 +
              (kSwatches.u1 - kSwatches.u0) * (static_cast<float>(column) + 0.5f) / kSwatchColumns,
          kSwatches.v0 +
              (kSwatches.v1 - kSwatches.v0) * (static_cast<float>(row) + 0.5f) / kSwatchRows};
}

// eyes.png
inline constexpr Area kIris{0, 0, 0.5f, 1}, kMouth{0.5f, 0, 0.75f, 0.5f};
inline constexpr Area kSclera{0.75f, 0, 1, 0.5f}, kBlush{0.5f, 0.5f, 1, 1};

// hair.png: locks by height (opaque, and with sheer tips), tails from tie to tip, scalp round the
// tie.
inline constexpr Area kHeadHair{0, 0, 1, 0.25f}, kFringe{0, 0.25f, 1, 0.5f};
inline constexpr Area kTailHair{0, 0.5f, 1, 0.75f}, kScalp{0, 0.75f, 1, 1};
// Locks: the height of a point is its place down the picture.
inline constexpr float kHairTop = 18.9f, kHairBottom = 15.3f;

// face.png is the face seen along z.
constexpr Vec2 face_uv(float x, float y) { return {x / 2.8f + 0.5f, (15.45f + 3.2f - y) / 3.4f}; }

}  // namespace odori::demo::figure
