#include "odori/math/mat.h"

#include "odori/math/trig.h"

namespace odori {

Affine affine_from(Quat q, Vec3 t) {
  const float x2 = q.x + q.x, y2 = q.y + q.y, z2 = q.z + q.z;
  const float xx = q.x * x2, yy = q.y * y2, zz = q.z * z2;
  const float xy = q.x * y2, xz = q.x * z2, yz = q.y * z2;
  const float wx = q.w * x2, wy = q.w * y2, wz = q.w * z2;
  return {{1 - (yy + zz), xy + wz, xz - wy, 0},
          {xy - wz, 1 - (xx + zz), yz + wx, 0},
          {xz + wy, yz - wx, 1 - (xx + yy), 0},
          {t.x, t.y, t.z, 1}};
}

Mat4 operator*(const Mat4& a, const Mat4& b) {
  Mat4 out;
  for (std::size_t c = 0; c < 4; ++c) {
    for (std::size_t r = 0; r < 4; ++r) {
      float s = 0;
      for (std::size_t k = 0; k < 4; ++k) s += a.m[4 * k + r] * b.m[4 * c + k];
      out.m[4 * c + r] = s;
    }
  }
  return out;
}

Vec4 operator*(const Mat4& a, Vec4 v) {
  const auto row = [&](std::size_t r) {
    return a.m[r] * v.x + a.m[4 + r] * v.y + a.m[8 + r] * v.z + a.m[12 + r] * v.w;
  };
  return {row(0), row(1), row(2), row(3)};
}

Mat4 to_mat4(const Affine& a) {
  return {{a.x.x, a.x.y, a.x.z, 0, a.y.x, a.y.y, a.y.z, 0, a.z.x, a.z.y, a.z.z, 0, a.t.x, a.t.y,
           a.t.z, 1}};
}

Mat4 inverse(const Mat4& a) {
  // Gauss-Jordan with partial pivoting, in double.
  double w[4][8];
  for (std::size_t r = 0; r < 4; ++r) {
    for (std::size_t c = 0; c < 4; ++c) {
      w[r][c] = static_cast<double>(a.m[4 * c + r]);
      w[r][4 + c] = r == c ? 1 : 0;
    }
  }
  for (std::size_t c = 0; c < 4; ++c) {
    std::size_t pivot = c;
    for (std::size_t r = c + 1; r < 4; ++r) {
      if (std::fabs(w[r][c]) > std::fabs(w[pivot][c])) pivot = r;
    }
    if (w[pivot][c] == 0) return {{}};
    for (std::size_t k = 0; k < 8; ++k) {
      const double keep = w[c][k];
      w[c][k] = w[pivot][k];
      w[pivot][k] = keep;
    }
    const double scale = 1 / w[c][c];
    for (double& v : w[c]) v *= scale;
    for (std::size_t r = 0; r < 4; ++r) {
      if (r == c) continue;
      const double f = w[r][c];
      for (std::size_t k = 0; k < 8; ++k) w[r][k] -= f * w[c][k];
    }
  }
  Mat4 out;
  for (std::size_t r = 0; r < 4; ++r) {
    for (std::size_t c = 0; c < 4; ++c) out.m[4 * c + r] = static_cast<float>(w[r][4 + c]);
  }
  return out;
}

Mat4 perspective(float fov_y, float aspect, float near_z, float far_z) {
  const auto f = static_cast<float>(1 / trig::tan(static_cast<double>(fov_y) / 2));
  const float d = near_z - far_z;
  return {{f / aspect, 0, 0, 0, 0, f, 0, 0, 0, 0, (far_z + near_z) / d, -1, 0, 0,
           2 * far_z * near_z / d, 0}};
}

Mat4 orthographic(float left, float right, float bottom, float top, float near_z, float far_z) {
  const float w = right - left, h = top - bottom, d = far_z - near_z;
  return {{2 / w, 0, 0, 0, 0, 2 / h, 0, 0, 0, 0, -2 / d, 0, -(right + left) / w,
           -(top + bottom) / h, -(far_z + near_z) / d, 1}};
}

Mat4 look_at(Vec3 eye, Vec3 target, Vec3 up) {
  const Vec3 back = normalise(eye - target);
  const Vec3 side = normalise(cross(up, back));
  const Vec3 above = cross(back, side);
  return {{side.x, above.x, back.x, 0, side.y, above.y, back.y, 0, side.z, above.z, back.z, 0,
           -dot(side, eye), -dot(above, eye), -dot(back, eye), 1}};
}

}  // namespace odori
