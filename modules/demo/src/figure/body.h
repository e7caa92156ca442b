// The body's surfaces as distance fields, and the skin that shows.
#pragma once

#include <array>

#include "figure/mesh.h"

namespace odori::demo::figure {

float torso_field(Vec3 p);
float leg_field(Vec3 p);    // both legs
float arm_field(Vec3 p);    // both arms
float cloth_field(Vec3 p);  // chest, bust and shoulders under the bodice
float neck_field(Vec3 p);   // the same with the neck: what the collar lies on

// Knuckles (root, first, second joint, tip) of a finger in the hand's frame.
struct Finger {
  std::array<Vec3, 4> joint;
  float root_radius = 0, tip_radius = 0;
};
std::array<Finger, 5> fingers();  // thumb first

// Left and right; u of the UV = how pink the skin is (skin.png).
Mesh neck_skin();
Mesh arm_skin();
Mesh thigh_skin();
Mesh hand_skin();

// The surface of the left leg between two heights, `offset` outside of it. UV = (angle, down).
Mesh leg_surface(float top, float bottom, float offset, int rings, int sides);
// A surface round the left arm: radius(t, a) from the arm's axis between t0 and t1 (units from the
// shoulder). Angle 0 is up.
Mesh arm_surface(float t0, float t1, int rings, int sides,
                 const std::function<float(float t, float a)>& radius);

}  // namespace odori::demo::figure
