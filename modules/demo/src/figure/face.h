// The face's moving parts as a function of its state: a morph is the difference of two states.
#pragma once

#include <array>
#include <functional>

#include "figure/mesh.h"

namespace odori::demo::figure {

struct FaceState {
  std::array<float, 2> close{}, joy{};  // lids of the left and right eye: down, happy arc
  float wide = 0;                       // eyes wide open
  float lash_drop = 0;                  // inner end of the upper lids lower
  float soft = 0;                       // lids a little lower all along
  float iris = 1;                       // scale of the irises
  float brow_up = 0, brow_angry = 0, brow_sad = 0, brow_joy = 0, brow_straight = 0;
  float mouth_width = 0.145f, mouth_open = 0, mouth_up = 0;
  float mouth_corner = 0.045f, mouth_round = 0, mouth_smirk = 0;
};

// Every state gives the same vertices in the same order.
struct FaceParts {
  Mesh lids;   // a swatch
  Mesh white;  // eyes.png: bowls of white, then the mouth's inside
  Mesh iris;   // eyes.png
  Mesh line;   // swatches: creases, mouth, lashes, brows
};
FaceParts face_parts(const FaceState& state);

// The fringe's shadow on the forehead, and the cheeks that redden; these stay as they are.
Mesh forehead_shadow();
Mesh blush_patches();

// A point on the face (x, y), lifted along its normal; layers lie closer where the cheek turns
// away.
Vec3 on_face(Vec2 p, float lift);
float face_half_width(float y);

// A grid over face space: at(t, s) for t = 0..1 along the columns and s = 0..1 up the rows.
struct Patch {
  int columns = 8, rows = 1;
  float lift = 0;
  bool mirrored = false;
  std::function<Vec2(float t, float s)> at, uv;
};
void add_patch(Mesh& mesh, const Patch& patch);

}  // namespace odori::demo::figure
