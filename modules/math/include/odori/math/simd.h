// Four or eight floats side by side, through compiler vectors: SSE or AVX on x86, simd128 in wasm,
// the same bits as scalar code. Never index a lane with a variable (3-10x slower in wasm).
#pragma once

#include <cstring>

namespace odori {

using f32x4 = float __attribute__((vector_size(16)));
using f32x8 = float __attribute__((vector_size(32)));

inline f32x4 load4(const float* p) {
  f32x4 v;
  std::memcpy(&v, p, sizeof v);
  return v;
}
inline void store4(float* p, f32x4 v) { std::memcpy(p, &v, sizeof v); }
inline f32x4 splat4(float s) { return f32x4{s, s, s, s}; }

inline f32x8 load8(const float* p) {
  f32x8 v;
  std::memcpy(&v, p, sizeof v);
  return v;
}
// `low` and `high` side by side.
inline f32x8 join(f32x4 low, f32x4 high) {
  return __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7);
}
inline f32x4 low4(f32x8 v) { return __builtin_shufflevector(v, v, 0, 1, 2, 3); }
inline f32x4 high4(f32x8 v) { return __builtin_shufflevector(v, v, 4, 5, 6, 7); }

}  // namespace odori
