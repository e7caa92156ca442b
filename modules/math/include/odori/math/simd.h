// Four floats side by side, through compiler vectors: SSE on x86, simd128 in wasm, the same bits as
// scalar code. Never index a lane with a variable (3-10x slower in wasm).
#pragma once

#include <cstring>

namespace odori {

using f32x4 = float __attribute__((vector_size(16)));

inline f32x4 load4(const float* p) {
  f32x4 v;
  std::memcpy(&v, p, sizeof v);
  return v;
}
inline void store4(float* p, f32x4 v) { std::memcpy(p, &v, sizeof v); }
inline f32x4 splat4(float s) { return f32x4{s, s, s, s}; }

}  // namespace odori
