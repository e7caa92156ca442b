// Matrices. Affine maps are 3x4; Mat4 is for projection and for handing to a graphics interface.
#pragma once

#include <array>

#include "odori/math/quat.h"

namespace odori {

// p' = x*p.x + y*p.y + z*p.z + t. Sixteen floats, so that a column is one SIMD register; the fourth
// lanes are 0, 0, 0, 1.
struct alignas(16) Affine {
  Vec4 x{1, 0, 0, 0};
  Vec4 y{0, 1, 0, 0};
  Vec4 z{0, 0, 1, 0};
  Vec4 t{0, 0, 0, 1};
};

Affine affine_from(Quat rotation, Vec3 translation);
constexpr Vec3 transform_point(const Affine& m, Vec3 p) {
  return {m.x.x * p.x + m.y.x * p.y + m.z.x * p.z + m.t.x,
          m.x.y * p.x + m.y.y * p.y + m.z.y * p.z + m.t.y,
          m.x.z * p.x + m.y.z * p.y + m.z.z * p.z + m.t.z};
}
constexpr Vec3 transform_direction(const Affine& m, Vec3 d) {
  return {m.x.x * d.x + m.y.x * d.y + m.z.x * d.z, m.x.y * d.x + m.y.y * d.y + m.z.y * d.z,
          m.x.z * d.x + m.y.z * d.y + m.z.z * d.z};
}

// Column-major: m[4 * column + row].
struct Mat4 {
  std::array<float, 16> m{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
};

Mat4 operator*(const Mat4& a, const Mat4& b);
Vec4 operator*(const Mat4& a, Vec4 v);
Mat4 to_mat4(const Affine& a);
Mat4 inverse(const Mat4& a);  // the zero matrix when there is none

// Right-handed, looks down -Z, clip space z -1..1 (OpenGL). Vertical field of view in radians.
Mat4 perspective(float fov_y, float aspect, float near_z, float far_z);
Mat4 orthographic(float left, float right, float bottom, float top, float near_z, float far_z);
Mat4 look_at(Vec3 eye, Vec3 target, Vec3 up);

}  // namespace odori
