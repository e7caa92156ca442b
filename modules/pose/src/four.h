// Four vectors or quaternions at once, a register for each coordinate: the bits of the scalar
// functions of math/quat.h.
#pragma once

#include <cmath>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "odori/math/simd.h"
#include "odori/math/vec.h"

namespace odori {

struct Vec3x4 {
  f32x4 x, y, z;
};
struct Quat4 {
  f32x4 x, y, z, w;
  Vec3x4 xyz() const { return {x, y, z}; }
};

inline Vec3x4 operator+(const Vec3x4& a, const Vec3x4& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
inline Vec3x4 operator-(const Vec3x4& a, const Vec3x4& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
inline Vec3x4 operator*(const Vec3x4& a, f32x4 s) { return {a.x * s, a.y * s, a.z * s}; }
inline Vec3x4 cross(const Vec3x4& a, const Vec3x4& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline f32x4 dot(const Quat4& a, const Quat4& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}
inline Vec3x4 rotate(const Quat4& q, const Vec3x4& v) {
  const Vec3x4 u{q.x, q.y, q.z};
  const Vec3x4 t = cross(u, v) * splat4(2);
  return v + t * q.w + cross(u, t);
}

inline f32x4 sqrt4(f32x4 v) {
#ifdef __SSE2__
  return _mm_sqrt_ps(v);
#else
  return f32x4{std::sqrt(v[0]), std::sqrt(v[1]), std::sqrt(v[2]), std::sqrt(v[3])};
#endif
}

// A vector of length zero stays so.
inline Vec3x4 normalised(const Vec3x4& v) {
  const f32x4 n = v.x * v.x + v.y * v.y + v.z * v.z;
  return v * (n > splat4(0) ? splat4(1) / sqrt4(n) : splat4(0));
}

// Rows become columns.
inline Quat4 transposed(f32x4 a, f32x4 b, f32x4 c, f32x4 d) {
  const f32x4 ab_low = __builtin_shufflevector(a, b, 0, 4, 1, 5);
  const f32x4 cd_low = __builtin_shufflevector(c, d, 0, 4, 1, 5);
  const f32x4 ab_high = __builtin_shufflevector(a, b, 2, 6, 3, 7);
  const f32x4 cd_high = __builtin_shufflevector(c, d, 2, 6, 3, 7);
  return {__builtin_shufflevector(ab_low, cd_low, 0, 1, 4, 5),
          __builtin_shufflevector(ab_low, cd_low, 2, 3, 6, 7),
          __builtin_shufflevector(ab_high, cd_high, 0, 1, 4, 5),
          __builtin_shufflevector(ab_high, cd_high, 2, 3, 6, 7)};
}

}  // namespace odori
