// Quaternions (x, y, z, w) and vectors (x, y, z, 0) in four lanes: the bits of the scalar functions
// of math/quat.h in a third of the instructions.
#pragma once

#include "odori/math/quat.h"
#include "odori/math/simd.h"

namespace odori {

inline f32x4 lanes(Quat q) { return load4(&q.x); }
inline f32x4 lanes(Vec3 v) { return f32x4{v.x, v.y, v.z, 0}; }
inline Quat quat_of(f32x4 v) {
  Quat q;
  store4(&q.x, v);
  return q;
}
inline Vec3 vec3_of(f32x4 v) { return {v[0], v[1], v[2]}; }

inline f32x4 cross3(f32x4 a, f32x4 b) {
  return __builtin_shufflevector(a, a, 1, 2, 0, 3) * __builtin_shufflevector(b, b, 2, 0, 1, 3) -
         __builtin_shufflevector(a, a, 2, 0, 1, 3) * __builtin_shufflevector(b, b, 1, 2, 0, 3);
}

inline float dot3(f32x4 a, f32x4 b) {
  const f32x4 p = a * b;
  return p[0] + p[1] + p[2];
}

inline f32x4 conjugate4(f32x4 q) { return q * f32x4{-1, -1, -1, 1}; }

inline f32x4 multiply4(f32x4 a, f32x4 b) {
  constexpr f32x4 kSign{1, 1, 1, -1};
  return __builtin_shufflevector(a, a, 3, 3, 3, 3) * b +
         __builtin_shufflevector(a, a, 0, 1, 2, 0) * __builtin_shufflevector(b, b, 3, 3, 3, 0) *
             kSign +
         __builtin_shufflevector(a, a, 1, 2, 0, 1) * __builtin_shufflevector(b, b, 2, 0, 1, 1) *
             kSign -
         __builtin_shufflevector(a, a, 2, 0, 1, 2) * __builtin_shufflevector(b, b, 1, 2, 0, 2);
}

inline f32x4 rotate4(f32x4 q, f32x4 v) {
  // The fourth lane of the vector part does not matter: that of v is 0.
  const f32x4 u = q * f32x4{1, 1, 1, 0};
  const f32x4 t = cross3(u, v) * splat4(2);
  return v + t * __builtin_shufflevector(q, q, 3, 3, 3, 3) + cross3(u, t);
}

}  // namespace odori
